// The methods of the mean: what each does and assumes.
#include "poise/estimate/mean/mean_methods.h"

#include "extension/keywords.h"
#include "extension/parts.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace poise::internal::python {
namespace {

// Name, summary, detail, what it assumes, which definitions it can give, whether it wants a bound.
using Described =
    std::tuple<std::string, std::string, std::string, std::string, std::vector<std::string>, bool>;

std::vector<Described> methods() {
  std::vector<Described> list;
  for (const MeanMethod &method : mean_methods()) {
    std::vector<std::string> definitions;
    if (method.gives_zcdp()) definitions.emplace_back("zCDP");
    if (method.gives_pure()) definitions.emplace_back("pure");
    const auto words = [](std::string_view text) { return spell_parameters(text, as_keyword); };
    list.emplace_back(method.name, words(method.summary), words(method.detail), words(method.assumes),
                      definitions, method.wants_bound);
  }
  return list;
}

} // namespace

void add_methods(nb::module_ &module) { module.def("mean_methods", &methods); }

} // namespace poise::internal::python
