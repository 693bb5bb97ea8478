// Cells that are Python objects, each read by itself: what they mean is what table/cell.h says.
#include "extension/parts.h"
#include "poise/table/cell.h"

#include <cmath>
#include <limits>
#include <nanobind/stl/string.h>
#include <string_view>

namespace poise::internal::python {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Cell missing{CellKind::missing, nan}, word{CellKind::word, nan};

Cell number(double value) { return std::isnan(value) ? missing : Cell{CellKind::number, value}; }

// What a cell raises makes a word of it: what it says may quote the cell. But for what is not the cell's
// doing, such as Ctrl-C.
void forget_error() {
  if (PyErr_ExceptionMatches(PyExc_Exception) == 0 || PyErr_ExceptionMatches(PyExc_MemoryError) != 0)
    throw nb::python_error();
  PyErr_Clear();
}

// The nearest double, or infinity where there is none.
Cell number_of(PyObject *cell) {
  const double value = PyFloat_AsDouble(cell);
  if (value != -1.0 || PyErr_Occurred() == nullptr) return number(value);
  const bool too_large = PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
  forget_error();
  if (!too_large) return word;
  const nb::object zero = nb::steal(PyLong_FromLong(0));
  const int positive = PyObject_RichCompareBool(cell, zero.ptr(), Py_GT);
  if (positive < 0) forget_error();
  return positive < 0 ? word : Cell{CellKind::number, positive > 0 ? HUGE_VAL : -HUGE_VAL};
}

// The one value inside an array of no dimensions, a tensor or a scalar of Arrow; nothing of other objects.
nb::object unwrapped(PyObject *cell) {
  const auto called = [&](const char *method) {
    PyObject *const result = PyObject_CallMethod(cell, method, nullptr);
    if (result == nullptr) forget_error();
    return nb::steal(result);
  };
  if (PyObject_HasAttrString(cell, "as_py") != 0) return called("as_py");
  const nb::object dimensions = nb::steal(PyObject_GetAttrString(cell, "ndim"));
  if (!dimensions.is_valid()) {
    forget_error();
    return {};
  }
  const long count = PyLong_Check(dimensions.ptr()) ? PyLong_AsLong(dimensions.ptr()) : -1;
  return count == 0 ? called("item") : nb::object();
}

Cell text(PyObject *cell) {
  Py_ssize_t size = 0;
  const char *const bytes = PyUnicode_AsUTF8AndSize(cell, &size);
  if (bytes != nullptr) return read_cell(std::string_view(bytes, static_cast<std::size_t>(size)));
  PyErr_Clear(); // surrogates, which no number has
  return word;
}

// What Python has for numbers beside its own: other classes are words, even where they could be turned into
// one.
class Numbers {
public:
  Numbers(const nb::tuple &classes, const nb::tuple &gaps) : classes_(classes), gaps_(gaps) {}

  Cell read(PyObject *cell, bool may_wrap = true) const {
    if (PyFloat_CheckExact(cell)) return number(PyFloat_AsDouble(cell));
    if (PyLong_Check(cell) || PyFloat_Check(cell)) return number_of(cell); // True is a whole number, too
    if (PyUnicode_Check(cell)) return text(cell);
    if (cell == Py_None) return missing;
    if (PyBytes_Check(cell))
      return read_cell({PyBytes_AsString(cell), static_cast<std::size_t>(PyBytes_Size(cell))});
    for (const nb::handle gap : gaps_)
      if (cell == gap.ptr()) return missing;
    const int known = PyObject_IsInstance(cell, classes_.ptr());
    if (known < 0) forget_error();
    if (known > 0) return number_of(cell);
    const nb::object inside = may_wrap ? unwrapped(cell) : nb::object();
    return inside.is_valid() ? read(inside.ptr(), false) : word;
  }

private:
  nb::tuple classes_, gaps_;
};

// A buffer to be filled.
class Room {
public:
  explicit Room(const nb::object &array, std::size_t bytes) {
    if (PyObject_GetBuffer(array.ptr(), &view_, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) != 0)
      throw nb::python_error();
    if (static_cast<std::size_t>(view_.len) != bytes) {
      PyBuffer_Release(&view_);
      throw nb::type_error("poise: a room for cells has another size");
    }
  }
  Room(const Room &) = delete;
  Room &operator=(const Room &) = delete;
  ~Room() { PyBuffer_Release(&view_); }

  template <class T> T *as() const { return static_cast<T *>(view_.buf); }

private:
  Py_buffer view_;
};

void read_cells(const nb::list &cells, const nb::tuple &classes, const nb::tuple &gaps,
                const nb::object &values, const nb::object &kinds) {
  const std::size_t count = cells.size();
  const Room numbers(values, count * sizeof(double)), meanings(kinds, count * sizeof(CellKind));
  const Numbers known(classes, gaps);
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= cells.size()) throw nb::type_error("poise: a list of cells was changed while it was read");
    const nb::object held = nb::borrow(PyList_GetItem(cells.ptr(), static_cast<Py_ssize_t>(i)));
    const Cell cell = known.read(held.ptr());
    numbers.as<double>()[i] = cell.value;
    meanings.as<CellKind>()[i] = cell.kind;
  }
}

} // namespace

void add_cells(nb::module_ &module) {
  module.def("read_cells", &read_cells, nb::arg("cells"), nb::arg("classes"), nb::arg("gaps"),
             nb::arg("values"), nb::arg("kinds"));
}

} // namespace poise::internal::python
