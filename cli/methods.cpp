// `poise methods`: what there is, for people and for programs.
#include "cli/commands.h"
#include "cli/output.h"
#include "poise/estimate/mean/mean_methods.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace poise::cli {
namespace {

constexpr const char *poise_summary = "chooses one of the methods below by their forecasts, and says which";
constexpr const char *poise_detail =
    "by public facts alone: rows, columns and their names, budget, format, a given bound";
constexpr const char *poise_assumes =
    "nothing about the data; of columns c0, c1, ... that they share a scale";
constexpr const char *poise_privacy = "pure (--epsilon alone), zCDP (--rho), or epsilon with delta";

const char *privacy_of(const MeanMethod &method) {
  if (method.run_pure == nullptr) return "zCDP (--rho), or epsilon with delta";
  if (method.run == nullptr) return "pure (--epsilon alone)";
  return "pure (--epsilon alone), zCDP (--rho), or epsilon with delta";
}

std::string for_people() {
  std::string text = fmt::format("Methods of the mean:\n\n  poise (the default)\n      {}\n      {}\n"
                                 "      assumes: {}\n      privacy: {}\n",
                                 poise_summary, poise_detail, poise_assumes, poise_privacy);
  for (const MeanMethod &method : mean_methods())
    text += fmt::format("\n  {}\n      {}\n      {}\n      assumes: {}\n      privacy: {}\n", method.name,
                        method.summary, method.detail, method.assumes, privacy_of(method));
  text += "\nVariance, IQR and quantiles: universal-tuned (the default) and universal.\n";
  return text;
}

std::string for_programs() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  nlohmann::ordered_json ours;
  ours["statistic"] = "mean";
  ours["name"] = "poise";
  ours["description"] = {poise_summary, poise_detail};
  ours["assumes"] = poise_assumes;
  ours["definition"] = {"zCDP", "pure"};
  ours["wants_bound"] = false;
  ours["default"] = true;
  list.push_back(std::move(ours));
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
    entry["default"] = false;
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
