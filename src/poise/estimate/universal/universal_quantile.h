// Universal quantiles and the interquartile range: no bound, no belief about the distribution.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

#include <vector>

namespace poise::internal {

struct QuantileEstimate {
  std::string method;
  std::size_t rows; // people, where the table was read with a unit
  std::vector<std::string> columns;
  std::vector<Rational> quantiles;         // as asked for
  std::vector<std::vector<double>> values; // one list a quantile, with one value a column
  std::vector<RankError> rank_errors;      // one a column: of every quantile
  AnyReceipt receipt;
  bool is_private;
  std::vector<std::string> warnings;
  std::optional<PresentShares> present = std::nullopt;
};

// Why quantiles make no sense, if they do not: they lie within 0 … 1, there is one at least, and at most
// 1000.
[[nodiscard]] std::optional<Error> check_quantiles(const std::vector<Rational> &quantiles);

// PROMISE  epsilon-DP (Grant<Epsilon>) or rho-zCDP (Grant<Rho>) for all quantiles of all columns together;
//          neighbours replace one row, or all rows of one person where the table was read with a unit; n is
//          public. In every column, a larger quantile is never below a smaller one.
// WHY      Columns share the grant equally. Tuned: a scale (find_scale), a magnitude (find_octave), then all
//          quantiles among the numbers of a grid up to it (exponential_quantiles for two at most, else
//          recursive_quantiles). Published (Algorithms 6 and 10): a scale, and for each quantile a range of
//          its own (find_range, 4/5) and the quantile within (1/5), equal parts each. Sorting and clamping
//          ranks away from the ends look at public numbers and releases alone. Where missing cells are
//          skipped, they come after all others, so that a row is still one place among n, and ranks are
//          shares of a noisy count of those that are there.
// CHECKED  tests/estimate/universal_quantile_test.cpp
//
// Error: at the level of 95%, once its range is found, each has its rank up to rank_errors[j].rows rows, and
// a resolution of the scale over n. Quantiles close to the ends are moved a little inwards, where they do not
// escape; the rows told include that.
template <class Unit>
Result<QuantileEstimate>
universal_quantiles(const Table &table, const std::vector<Rational> &quantiles, Grant<Unit> grant, Bits &bits,
                    const UniversalOptions &options = {}, const RunOptions &run = {});

// PROMISE  As above, for the difference of the quartiles 3/4 and 1/4 (Algorithm 10).
template <class Unit>
Result<Estimate> universal_iqr(const Table &table, Grant<Unit> grant, Bits &bits,
                               const UniversalOptions &options = {}, const RunOptions &run = {});

extern template Result<QuantileEstimate> universal_quantiles(const Table &, const std::vector<Rational> &,
                                                             Grant<Epsilon>, Bits &, const UniversalOptions &,
                                                             const RunOptions &);
extern template Result<QuantileEstimate> universal_quantiles(const Table &, const std::vector<Rational> &,
                                                             Grant<Rho>, Bits &, const UniversalOptions &,
                                                             const RunOptions &);
extern template Result<Estimate> universal_iqr(const Table &, Grant<Epsilon>, Bits &,
                                               const UniversalOptions &, const RunOptions &);
extern template Result<Estimate> universal_iqr(const Table &, Grant<Rho>, Bits &, const UniversalOptions &,
                                               const RunOptions &);

} // namespace poise::internal
