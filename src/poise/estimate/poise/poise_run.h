// What all steps of the method share: the rows, a secret sample of them, the budget, the receipts.
#pragma once

#include "poise/aggregate/people/row_map.h"
#include "poise/base/run_options.h"
#include "poise/estimate/spent_steps.h"
#include "poise/grid/people_rows.h"
#include "poise/mechanism/noisy_sum.h"
#include "poise/privacy/adaptive_budget.h"
#include "poise/random/bits.h"

#include <cmath>
#include <string>
#include <vector>

namespace poise::internal {

// One search along a ladder has at least this part of the budget, and at most that.
inline constexpr double least_for_a_search = 0.002, most_for_a_search = 0.015;

// So many nats, or more, are all rows together worth in a search. Of several columns the first is pooled,
// over half as many distances as rows.
constexpr double nats_of_a_search(std::size_t columns) { return columns > 1 ? 36 : 30; }

// How many people the steps look at, and what one search costs: from public facts alone.
struct PoiseSizes {
  std::size_t searched; // for places and spreads: the first so many of the sample
  std::size_t sampled;  // for moments and directions
  double search_share;  // of the budget, for one search along a ladder
};
PoiseSizes poise_sizes(std::size_t rows, std::size_t columns, double rho);

// A sum of rows where a map takes them, divided by the number of rows.
struct NoisyAverage {
  std::vector<double> value;
  double noise_std; // in every coordinate
};

// PROMISE  Whatever is released through it is private at the whole grant, however the steps depend on each
//          other.
// WHY      Every step takes its part of one AdaptiveBudget, and looks at rows or at the secret sample, which
//          is drawn once and never told (docs/proofs/adaptive_budget.md, secret_order.md).
class PoiseRun {
public:
  static Result<PoiseRun> start(const PeopleRows &rows, Grant<Rho> grant, Bits &bits, const RunOptions &run);

  // From now on all steps look at these columns alone.
  void keep_columns(const std::vector<std::size_t> &columns);

  const PeopleRows &rows() const { return rows_; }         // everybody
  const PeopleRows &sample() const { return sample_; }     // in a secret order
  const PeopleRows &searched() const { return searched_; } // the first of those
  const RunOptions &run() const { return run_; }
  Bits &bits() const { return bits_; }
  AdaptiveBudget &budget() { return budget_; }

  double rho() const { return budget_.whole(); }
  double search_rho() const { return search_rho_; }
  double search_rate() const { return std::sqrt(2 * search_rho_); } // at which scores of a search count

  // What a mechanism released, on the receipt.
  template <class T> const T &kept(const Released<T> &released) {
    spent_.add(released);
    return released.value();
  }
  const SpentSteps<Rho> &spent() const { return spent_; }

  // The sum with its part of the budget, or with all that is left of it; in units of `step`, over so many
  // rows.
  Result<NoisyAverage> average(const ExactSum &sum, double step, double rho, const std::string &name);
  Result<NoisyAverage> last_average(const ExactSum &sum, double step, const std::string &name);

private:
  PoiseRun(PeopleRows rows, PeopleRows sample, PeopleRows searched, double search_share, Grant<Rho> grant,
           Bits &bits, const RunOptions &run)
      : rows_(std::move(rows)), sample_(std::move(sample)), searched_(std::move(searched)),
        budget_(std::move(grant)), search_rho_(budget_.rounded(search_share * budget_.whole())), bits_(bits),
        run_(run) {}
  Result<NoisyAverage> average_with(Grant<Rho> grant, const ExactSum &sum, double step,
                                    const std::string &name);

  PeopleRows rows_, sample_, searched_;
  AdaptiveBudget budget_;
  double search_rho_;
  Bits &bits_;
  RunOptions run_;
  SpentSteps<Rho> spent_;
};

} // namespace poise::internal
