// The module poise._poise: what the Python package asks of the library. python/poise is the face of it.
#include "extension/parts.h"

NB_MODULE(_poise, module) {
  module.doc() = "The library behind the package poise. Use the package: this module may change at any time.";
  module.attr("version") = POISE_VERSION;
  poise::python::add_errors(module);
  poise::python::add_tables(module);
  poise::python::add_cells(module);
  poise::python::add_summary(module);
  poise::python::add_statistics(module);
  poise::python::add_forecast(module);
  poise::python::add_ledger(module);
  poise::python::add_methods(module);
}
