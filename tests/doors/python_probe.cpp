// The module poise_probe: shows what estimators would see of a source that the Python package has made.
#include "doors/seen_table.h"
#include "extension/tables.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

NB_MODULE(poise_probe, module) {
  nb::module_::import_("poise._poise"); // knows the class Source
  module.def(
      "seen_table",
      [](const poise::internal::python::Source &source, std::vector<std::string> columns,
         std::optional<std::string> unit, std::size_t memory, bool no_header, std::uint64_t seed) {
        const poise::internal::ReadOptions options{
            .columns = std::move(columns), .unit = std::move(unit), .no_header = no_header, .memory = memory};
        return poise::internal::doors::seen_table(source.table(options), seed);
      },
      nb::arg("source"), nb::arg("columns"), nb::arg("unit").none(), nb::arg("memory"), nb::arg("no_header"),
      nb::arg("seed"));
}
