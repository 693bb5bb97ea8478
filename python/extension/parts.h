// The parts of the module, one file each.
#pragma once

#include <nanobind/nanobind.h>

namespace poise::internal::python {

namespace nb = nanobind;

void add_errors(nb::module_ &module);
void add_tables(nb::module_ &module);
void add_cells(nb::module_ &module);
void add_summary(nb::module_ &module);
void add_statistics(nb::module_ &module);
void add_forecast(nb::module_ &module);
void add_ledger(nb::module_ &module);
void add_methods(nb::module_ &module);

} // namespace poise::internal::python
