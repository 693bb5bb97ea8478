// The three covariances of figures 3 and 4, and who is compared under them.
#pragma once

#include "experiments/frame/figure.h"

namespace poise::internal::experiments {

struct Variances {
  std::string_view name;
  std::function<Sample(Bits &)> (*draw)(std::size_t columns);
};

// 0.1 or 10 in every column, or uniform in [0, 10], around a mean of 0.
std::span<const Variances> paper_variances();

// Those of central_contenders, and CoinPress that first estimates the covariance, where it is not too wide
// for that.
std::vector<Contender> contenders_for_any_covariance(std::size_t columns, const Public &known);

} // namespace poise::internal::experiments
