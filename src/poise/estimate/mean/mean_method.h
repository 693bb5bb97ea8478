// A method of the mean, all of it in one entry: its words, the options it takes, and how it runs.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/grid.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace poise::internal {

// What a question about a mean may say beyond its table and its budget. Nearly every method knows what to do
// with a place for the cells, a bound or a model of normal rows; the rest is for some of them.
enum class MeanOption : unsigned {
  bound,
  mean_within,
  clip_quantile,
  norm,
  variances,
  pairs,
  binary,
  own_units,
  missing,
  no_missing,
  try_anyway,
  steps,
  covariance
};

class MeanOptionSet {
public:
  constexpr MeanOptionSet(std::initializer_list<MeanOption> options) {
    for (const MeanOption option : options) bits_ |= 1U << static_cast<unsigned>(option);
  }
  constexpr bool contains(MeanOption option) const {
    return (bits_ >> static_cast<unsigned>(option) & 1) != 0;
  }

private:
  unsigned bits_ = 0;
};

// How a method runs. Without a grid it finds one, or takes one so wide that hardly anything is cut off.
using RunMean = Result<Estimate>(const Table &, const std::optional<Grid> &, Grant<Rho>, Bits &,
                                 const MeanOptions &, const RunOptions &);
using RunPureMean = Result<Estimate>(const Table &, const std::optional<Grid> &, Grant<Epsilon>, Bits &,
                                     const RunOptions &);

// Every method has its entry in its own file, and a place in the list of mean_methods.cpp. What else a new
// one needs is listed in CONTRIBUTING.md, "Adding a method of the mean".
struct MeanMethod {
  std::string_view name;
  std::string_view summary; // what it does, in one line
  std::string_view detail;  // when to use it, in one line
  std::string_view assumes; // beyond independent uniform bits
  MeanOptionSet takes = {MeanOption::bound, MeanOption::mean_within};
  bool wants_bound = false;        // its noise is scaled to the bound, so a guess is costly
  RunMean *run = nullptr;          // none: pure DP alone
  RunPureMean *run_pure = nullptr; // none: zCDP alone
  bool hands_over = false;         // what it cannot do yet it leaves to another, chosen by forecast

  bool gives_zcdp() const { return run != nullptr; }
  bool gives_pure() const { return run_pure != nullptr || hands_over; }
};

} // namespace poise::internal
