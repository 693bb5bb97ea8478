// One line here per method; its file does the rest.
#include "poise/estimate/mean/mean_methods.h"

#include "poise/base/closest.h"
#include "poise/estimate/mean/by_column_mean.h"
#include "poise/estimate/mean/clipped_mean.h"
#include "poise/estimate/mean/coinpress_mean.h"
#include "poise/estimate/mean/gaussian_mean.h"
#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/estimate/mean/plan_mean.h"
#include "poise/estimate/mean/poise_mean.h"
#include "poise/estimate/mean/pure_vector_mean.h"
#include "poise/estimate/universal/universal_mean.h"

#include <array>

namespace poise::internal {
namespace {

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const MeanMethod &method : mean_methods()) names.emplace_back(method.name);
  return names;
}

} // namespace

std::span<const MeanMethod> mean_methods() {
  static const std::array<MeanMethod, 11> methods = {
      poise_method,           gaussian_method,   instance_optimal_method,
      by_column_method,       clipped_method,    plan_method,
      plan_noscale_method,    coinpress_method,  universal_method,
      universal_tuned_method, pure_vector_method};
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
  for (const MeanMethod &method : mean_methods())
    if (method.takes.contains(option)) takers.push_back(method.name);
  std::string list;
  for (std::size_t i = 0; i < takers.size(); ++i) {
    if (i > 0) list += i + 1 < takers.size() ? ", " : " and ";
    list += takers[i];
  }
  return list;
}

} // namespace poise::internal
