// Columns that vary little, much, or each in its own way.
#include "experiments/frame/variances.h"

#include "experiments/frame/normal_setting.h"

#include <array>

namespace poise::internal::experiments {
namespace {

constexpr std::array<Variances, 3> all = {{
    {"variance 0.1", [](std::size_t columns) { return equal_columns(columns, 0, 0.1); }},
    {"variance 10", [](std::size_t columns) { return equal_columns(columns, 0, 10); }},
    {"variance uniform in [0, 10]", [](std::size_t columns) { return uneven_columns(columns, 0, 10); }},
}};

// A covariance has d^2 entries, and its noise grows with them: beyond this it takes long and says nothing.
constexpr std::size_t widest_covariance = 128;

} // namespace

std::span<const Variances> paper_variances() { return all; }

std::vector<Contender> contenders_for_any_covariance(std::size_t columns, const Public &known) {
  std::vector<Contender> contenders = central_contenders(known);
  if (columns <= widest_covariance)
    contenders.push_back(
        coinpress("CoinPress t = 10, covariance estimated", known, 10, Covariance::estimated));
  return contenders;
}

} // namespace poise::internal::experiments
