// What the two baselines share: the loss of one column, and the mean of clipped numbers with noise.
#pragma once

#include "poise/estimate/estimate.h"
#include "poise/grid/grid.h"
#include "poise/privacy/approximate.h"
#include "poise/privacy/grant.h"
#include "poise/protocol/participants.h"
#include "poise/random/sampler/discrete_gaussian.h"
#include "poise/table/table.h"

#include <vector>

namespace poise::internal {

// PROMISE  A participant whose answer about every column is (epsilon, delta)-DP, as given here, keeps the
//          total over all columns; so does one whose answer is rho-zCDP.
// WHY      Advanced composition of so many answers with half of the total delta as slack, or plain
//          composition with no slack, whichever leaves more; rho is rho_for that epsilon and delta.
// CHECKED  tests/local/baselines_test.cpp
struct ColumnLoss {
  Approximate answer;
  Rho rho;
};
Result<ColumnLoss> loss_of_a_column(const Approximate &total, std::size_t columns);

// How far around its centre a column of n normal numbers is kept: sigma (2 + sqrt(2 ln(8 n / beta))),
// rounded up; in steps of the grid, as sigma is.
Integer reach_around_centre(const Rational &sigma, std::size_t participants, const Rational &beta);

// PROMISE  A report about one number is rho-zCDP, whatever the number is replaced by.
// WHY      Clipped to [-reach, reach] around a public centre it moves by at most 2 reach, and N_Z(0, 2
//          reach^2 / rho) hides that: (2 reach)^2 / (2 variance) = rho. Cutting the sum off afterwards
//          costs nothing.
// ASSUMES  the centre and the reach came from others' reports.
// CHECKED  tests/local/baselines_test.cpp
//
// Published is the variance 8 reach^2 ln(2 / delta) / epsilon^2, by a proof for epsilon <= 1; with few
// columns epsilon is larger. The one here holds for every epsilon and is smaller in all our figures, by 1% to
// 40%: what differs is in favour of the baseline.
class ClippedReports {
public:
  // An error where so much noise is asked for that no sampler has it.
  static Result<ClippedReports> around(const Integer &centre, const Integer &reach, const Rho &rho);

  Int128 operator()(std::int64_t number, Bits &bits) const; // within 2^80 of zero, relative to the centre

  Int128 centre() const { return centre_; }
  const Rational &variance() const { return variance_; }

private:
  ClippedReports(const Integer &centre, const Integer &reach, Rational variance);

  Int128 centre_, reach_;
  Rational variance_;
  DiscreteGaussian noise_;
};

// Everybody's part in a baseline is public: it depends on their number in the list alone.
using Takes = bool (*)(std::size_t participant);

struct BaselineQuestion {
  const Table &table;
  const Grid &grid;
  const Participants &participants;
  const Rational &range; // the mean is cut off there, which is public
  const RunOptions &run;
};

// The last round: those who take part report every column, and the mean of what they say is told.
Result<Estimate> mean_of_reports(std::string method, const BaselineQuestion &question,
                                 const std::vector<ClippedReports> &reports, Takes takes,
                                 Grant<Epsilon> grant, Bits &bits);

// Why such numbers make no sense, if they do not. All of them are public.
[[nodiscard]] std::optional<Error> check_baseline(const Table &table, const Grid &grid, const Rational &range,
                                                  const Rational &least_sigma, const Rational &largest_sigma,
                                                  const Rational &beta);

} // namespace poise::internal
