// The module poise._poise: what the Python package asks of the library. python/poise is the face of it.
#include "extension/parts.h"

NB_MODULE(_poise, module) {
  module.doc() = "The library behind the package poise. Use the package: this module may change at any time.";
  module.attr("version") = POISE_VERSION;
  poise::internal::python::add_errors(module);
  poise::internal::python::add_tables(module);
  poise::internal::python::add_cells(module);
  poise::internal::python::add_summary(module);
  poise::internal::python::add_statistics(module);
  poise::internal::python::add_forecast(module);
  poise::internal::python::add_ledger(module);
  poise::internal::python::add_methods(module);
}
