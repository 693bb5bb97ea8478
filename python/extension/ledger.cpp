// Books of budgets: opening accounts, and reading them.
#include "poise/ledger/ledger.h"

#include "extension/errors.h"
#include "extension/parts.h"
#include "poise/answer/question/allowance_text.h"
#include "poise/report/ledger_report.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

namespace poise::internal::python {
namespace {

using Text = std::optional<std::string>;

void create(const std::string &path, const std::string &dataset, const Text &rho, const Text &epsilon,
            const Text &delta, const Text &unit) {
  const nb::gil_scoped_release released;
  const Allowance allowance = value_or_throw(read_allowance(rho, epsilon, delta));
  if (const auto error = Ledger::create(path, dataset, allowance, Ledger::Options(), unit))
    throw Refusal(*error);
}

// As JSON and as text.
std::pair<std::string, std::string> accounts(const std::string &path) {
  const nb::gil_scoped_release released;
  const Ledger book = value_or_throw(Ledger::open(path));
  const auto found = value_or_throw(book.accounts());
  return {to_json(found), to_text(found)};
}

} // namespace

void add_ledger(nb::module_ &module) {
  module.def("ledger_create", &create, nb::arg("path"), nb::arg("dataset"), nb::arg("rho").none(),
             nb::arg("epsilon").none(), nb::arg("delta").none(), nb::arg("unit").none());
  module.def("ledger_accounts", &accounts, nb::arg("path"));
}

} // namespace poise::internal::python
