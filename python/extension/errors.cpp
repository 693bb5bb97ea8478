// Both ways through the classes in poise/_errors.py.
#include "extension/errors.h"

#include "extension/keywords.h"
#include "extension/parts.h"

#include <nanobind/stl/string.h>

namespace poise::internal::python {
namespace {

// By the names that _errors.py knows them by.
struct Kind {
  ErrorKind kind;
  const char *name;
};
constexpr Kind kinds[] = {{ErrorKind::bad_parameter, "BadParameter"},
                          {ErrorKind::bad_input, "BadInput"},
                          {ErrorKind::ledger_refuses, "LedgerRefuses"},
                          {ErrorKind::failure, "Failure"}};

const char *name_of(ErrorKind kind) {
  for (const Kind &known : kinds)
    if (known.kind == kind) return known.name;
  return "Failure";
}

void raise(const Error &found) {
  const Error error = spell_parameters(found, as_keyword);
  const nb::object known = nb::module_::import_("poise._errors").attr(name_of(error.kind));
  // Column names come from anywhere, and need not be UTF-8.
  const auto text = [](const std::string &bytes) {
    return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
  };
  const nb::object raised = known(text(error.wrong), text(error.remedy));
  PyErr_SetObject(known.ptr(), raised.ptr());
}

} // namespace

std::optional<Error> error_in(const nb::python_error &raised) {
  const nb::object known = nb::module_::import_("poise._errors");
  for (const Kind &kind : kinds)
    if (raised.matches(known.attr(kind.name)))
      return Error{kind.kind, nb::cast<std::string>(raised.value().attr("what")),
                   nb::cast<std::string>(raised.value().attr("remedy"))};
  return std::nullopt;
}

void add_errors(nb::module_ & /*module*/) {
  nb::register_exception_translator([](const std::exception_ptr &thrown, void *) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Refusal &refusal) {
      raise(refusal.error());
    }
  });
}

} // namespace poise::internal::python
