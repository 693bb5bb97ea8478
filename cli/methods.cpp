// `poise methods`: what there is, for people and for programs.
#include "cli/commands.h"
#include "cli/option_names.h"
#include "cli/output.h"
#include "poise/estimate/mean/mean_methods.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace poise::internal::cli {
namespace {

const char *privacy_of(const MeanMethod &method) {
  if (!method.gives_pure()) return "zCDP (--rho), or epsilon with delta";
  if (!method.gives_zcdp()) return "pure (--epsilon alone)";
  return "pure (--epsilon alone), zCDP (--rho), or epsilon with delta";
}

std::string words(std::string_view text) { return spell_parameters(text, as_option); }

std::string for_people() {
  std::string text = "Methods of the mean:\n";
  for (const MeanMethod &method : mean_methods())
    text +=
        fmt::format("\n  {}{}\n      {}\n      {}\n      assumes: {}\n      privacy: {}\n", method.name,
                    method.name == default_mean_method().name ? " (the default)" : "", words(method.summary),
                    words(method.detail), words(method.assumes), privacy_of(method));
  text += "\nVariance, IQR and quantiles: universal-tuned (the default) and universal.\n";
  return text;
}

std::string for_programs() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MeanMethod &method : mean_methods()) {
    nlohmann::ordered_json entry;
    entry["statistic"] = "mean";
    entry["name"] = method.name;
    entry["description"] = {words(method.summary), words(method.detail)};
    entry["assumes"] = words(method.assumes);
    entry["definition"] = nlohmann::ordered_json::array();
    if (method.gives_zcdp()) entry["definition"].push_back("zCDP");
    if (method.gives_pure()) entry["definition"].push_back("pure");
    entry["wants_bound"] = method.wants_bound;
    entry["default"] = method.name == default_mean_method().name;
    list.push_back(std::move(entry));
  }
  nlohmann::ordered_json object;
  object["methods"] = std::move(list);
  return object.dump() + "\n";
}

} // namespace

std::optional<Error> run(const MethodsArguments &arguments) {
  return print(arguments.json ? for_programs() : for_people());
}

} // namespace poise::internal::cli
