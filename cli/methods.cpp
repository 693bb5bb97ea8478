// `poise methods`: what there is, for people and for programs.
#include "cli/commands.h"
#include "cli/output.h"
#include "poise/estimate/mean_methods.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace poise::cli {
namespace {

std::string for_people() {
  std::string text = "Methods of the mean:\n";
  for (const MeanMethod &method : mean_methods())
    text += fmt::format("\n  {}\n      {}\n      {}\n      assumes: {}\n", method.name, method.summary,
                        method.detail, method.assumes);
  text += fmt::format("\nWithout --method it is {}, or {} where a --bound is given.\n",
                      default_mean_method(false).name, default_mean_method(true).name);
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
    entry["definition"] = "zCDP";
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
