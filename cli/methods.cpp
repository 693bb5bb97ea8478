// `poise methods`: what there is, for people and for programs.
#include "cli/commands.h"
#include "cli/output.h"
#include "poise/estimate/mean_methods.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace poise::cli {
namespace {

const char *privacy_of(const MeanMethod &method) {
  if (method.run_pure == nullptr) return "zCDP (--rho), or epsilon with delta";
  if (method.run == nullptr) return "pure (--epsilon alone)";
  return "pure (--epsilon alone), zCDP (--rho), or epsilon with delta";
}

std::string for_people() {
  std::string text = "Methods of the mean:\n";
  for (const MeanMethod &method : mean_methods())
    text += fmt::format("\n  {}\n      {}\n      {}\n      assumes: {}\n      privacy: {}\n", method.name,
                        method.summary, method.detail, method.assumes, privacy_of(method));
  text += fmt::format(
      "\nWithout --method it is {}, or {} where a --bound is given; for pure epsilon {} for one\n"
      "column, else {}.\n\nVariance, IQR and quantiles: universal-tuned (the default) and universal.\n",
      default_mean_method(false).name, default_mean_method(true).name, default_pure_mean_method(true).name,
      default_pure_mean_method(false).name);
  return text;
}

std::string for_programs() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MeanMethod &method : mean_methods()) {
    nlohmann::ordered_json entry;
    entry["statistic"] = "mean";
    entry["name"] = method.name;
    entry["description"] = {method.summary, method.detail};
    entry["assumes"] = method.assumes;
    entry["definition"] = nlohmann::ordered_json::array();
    if (method.run != nullptr) entry["definition"].push_back("zCDP");
    if (method.run_pure != nullptr) entry["definition"].push_back("pure");
    entry["wants_bound"] = method.wants_bound;
    entry["default"] = method.name == default_mean_method(false).name;
    entry["default_with_bound"] = method.name == default_mean_method(true).name;
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

} // namespace poise::cli
