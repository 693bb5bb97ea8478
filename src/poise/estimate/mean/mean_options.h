// What a caller may choose about a mean beyond its method; everything left alone is as published.
#pragma once

#include "poise/base/error.h"
#include "poise/base/exact.h"
#include "poise/privacy/units.h"
#include "poise/table/limits.h"

#include <optional>
#include <vector>

namespace poise::internal {

// What the budget is divided into, in proportion: 1/4, 3/16 and 9/16 unless said otherwise.
struct BudgetShares {
  unsigned centre = 4;
  unsigned radius = 3;
  unsigned sum = 9;
};

// The same for plan, which looks at the variances too. Where variances are given, their share is the
// centre's.
struct PlanShares {
  unsigned centre = 1;
  unsigned variances = 3;
  unsigned radius = 3;
  unsigned sum = 9;
};

// Public beliefs about rows that are normal: their mean is within so far of zero in l2-norm, and in no
// direction is their standard deviation less or larger than this. Wrong beliefs cost accuracy, never privacy.
struct GaussianModel {
  Rational mean_within;
  Rational least_std;
  Rational largest_std;
};

// Whether rows are known to vary with standard deviation 1 in every direction, or how they vary is estimated
// first.
enum class Covariance { identity, estimated };

struct MeanOptions {
  BudgetShares shares = {};
  std::optional<PlanShares> plan_shares = std::nullopt; // as the instance of plan says

  // Clip to the radius that this share of the rows is within, instead of all but about sqrt(2 d / rho) of
  // them.
  std::optional<Rational> clip_quantile = std::nullopt;

  // Look for the centre of rotated columns within this many times sqrt(d) of zero only, d being their padded
  // number: what is further out is found at the edge. Random signs spread a mean evenly over the columns, so
  // that one within R of zero is most likely within R * sqrt(2 log(2 d / beta) / d) in every one.
  std::optional<Rational> centre_within = std::nullopt;

  // plan: the error is measured in l_p-norm, p >= 1; variances of the columns that are public knowledge,
  // where they are, one a column; otherwise they are estimated from groups of so many pairs of rows.
  Rational norm = 2;
  std::optional<std::vector<double>> variances = std::nullopt;
  std::size_t pairs_in_a_group = 1;

  // plan: no column is expected to vary by less than this share of the bound, about a millionth. A guess that
  // decides when there are too few rows to find centres and variances.
  Rational least_spread = Rational(1, 1 << 20);

  // plan: all cells are 0 or 1, which is public knowledge about the table.
  bool binary = false;

  // poise: columns are in units of their own, so that errors count in each one's standard deviation; no cell
  // is missing; and where cells are cut off, one a column, or none. Public knowledge about the table, whose
  // cells are cut off already.
  bool own_units = false;
  bool no_missing = false;
  std::vector<Limits> limits = {};

  // poise: a missing cell counts as zero; and an answer is given even where rows are too few for a sound one.
  bool zeros_for_gaps = false;
  bool try_anyway = false;

  // How often coinpress refines its ball; and what it believes.
  std::optional<unsigned> steps = std::nullopt;
  Covariance covariance = Covariance::identity;
  std::optional<GaussianModel> model = std::nullopt;
};

// Why options make no sense, if they do not.
[[nodiscard]] std::optional<Error> check_mean_options(const MeanOptions &options);

// The same about options and the budget of a whole mean. To be asked before anything is spent: with a budget
// of at least 2^-40, of which no step has less than a 4096th, no noise is beyond what the sampler can do, so
// that nothing fails for want of budget later on.
[[nodiscard]] std::optional<Error> check_mean_options(const MeanOptions &options, const Rho &rho);

// The same about what is for plan alone.
[[nodiscard]] std::optional<Error> check_plan_options(const MeanOptions &options, std::size_t columns);

} // namespace poise::internal
