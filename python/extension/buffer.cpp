// Through Python's buffer protocol, which knows steps of any sign.
#include "extension/buffer.h"

#include <optional>
#include <string_view>

namespace poise::internal::python {

namespace nb = nanobind;

namespace {

struct Lent {
  Py_buffer view;

  explicit Lent(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_RECORDS_RO) != 0) throw nb::python_error();
  }
  Lent(const Lent &) = delete;
  Lent &operator=(const Lent &) = delete;
  ~Lent() {
    const nb::gil_scoped_acquire acquired;
    PyBuffer_Release(&view);
  }
};

// As the module `struct` writes types; the machine is little-endian, as poise is everywhere.
std::optional<NumberType> type_of(std::string_view format, Py_ssize_t size) {
  if (format.size() == 2 && (format[0] == '@' || format[0] == '=' || format[0] == '<'))
    format.remove_prefix(1);
  if (format.size() != 1) return std::nullopt;
  const auto is_one_of = [&](std::string_view letters) { return letters.find(format[0]) != letters.npos; };
  if (is_one_of("d")) return NumberType::f8;
  if (is_one_of("f")) return NumberType::f4;
  if (is_one_of("bhilqn")) {
    if (size == 8) return NumberType::i8;
    if (size == 4) return NumberType::i4;
    return size == 2 ? NumberType::i2 : NumberType::i1;
  }
  if (is_one_of("?BHILQN")) {
    if (size == 8) return NumberType::u8;
    if (size == 4) return NumberType::u4;
    return size == 2 ? NumberType::u2 : NumberType::u1;
  }
  return std::nullopt;
}

} // namespace

Buffer borrow(nb::handle object) {
  auto lent = std::make_shared<const Lent>(object);
  const Py_buffer &view = lent->view;
  const auto type = type_of(view.format == nullptr ? "B" : view.format, view.itemsize);
  if (!type) throw nb::type_error("poise: a buffer must hold numbers in native byte order");
  Buffer buffer{*type, view.buf, {}, {}, nullptr};
  for (int i = 0; i < view.ndim; ++i) {
    buffer.shape.push_back(static_cast<std::size_t>(view.shape[i]));
    buffer.steps.push_back(view.strides[i]);
  }
  buffer.owner = std::move(lent);
  return buffer;
}

} // namespace poise::internal::python
