// One line here per method; its file does the rest.
#include "poise/estimate/mean/mean_methods.h"

#include "poise/base/closest.h"
#include "poise/estimate/mean/by_column_mean.h"
#include "poise/estimate/mean/clipped_mean.h"
#include "poise/estimate/mean/coinpress_mean.h"
#include "poise/estimate/mean/gaussian_mean.h"
#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/estimate/mean/plan_mean.h"
#include "poise/estimate/mean/pure_vector_mean.h"
#include "poise/estimate/universal/universal_mean.h"

#include <array>

namespace poise::internal {
namespace {

constinit const MeanMethod poise_method = {
    .name = "poise",
    .summary = "chooses one of the methods below by their forecasts, and says which",
    .detail = "by public facts alone: rows, columns and their names, budget, format, a given bound",
    .assumes = "nothing about the data; of columns c0, c1, ... that they share a scale",
    .takes = {MeanOption::bound, MeanOption::norm, MeanOption::binary, MeanOption::own_units},
};

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const MeanMethod &method : shown_mean_methods()) names.emplace_back(method.name);
  return names;
}

} // namespace

std::span<const MeanMethod> mean_methods() {
  static const std::array<MeanMethod, 10> methods = {gaussian_method,
                                                     instance_optimal_method,
                                                     by_column_method,
                                                     clipped_method,
                                                     plan_method,
                                                     plan_noscale_method,
                                                     coinpress_method,
                                                     universal_method,
                                                     universal_tuned_method,
                                                     pure_vector_method};
  return methods;
}

std::vector<MeanMethod> shown_mean_methods() {
  std::vector<MeanMethod> methods = {poise_method};
  methods.insert(methods.end(), mean_methods().begin(), mean_methods().end());
  return methods;
}

const MeanMethod &default_mean_method() { return poise_method; }

Result<MeanMethod> find_mean_method(std::string_view name) {
  for (const MeanMethod &method : mean_methods())
    if (method.name == name) return method;
  const std::vector<std::string> known = known_names();
  std::string list;
  for (const std::string &one : known) list += (list.empty() ? "" : ", ") + one;
  const auto meant = closest(name, known);
  return bad_parameter("there is no method '" + std::string(name) + "'",
                       (meant ? "did you mean " + *meant + "? " : "") + "methods of the mean: " + list);
}

std::string takers_of(MeanOption option) {
  std::vector<std::string_view> takers;
  for (const MeanMethod &method : shown_mean_methods())
    if (method.takes.contains(option)) takers.push_back(method.name);
  std::string list;
  for (std::size_t i = 0; i < takers.size(); ++i) {
    if (i > 0) list += i + 1 < takers.size() ? ", " : " and ";
    list += takers[i];
  }
  return list;
}

} // namespace poise::internal
