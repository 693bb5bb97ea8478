// Chosen rows are those of the original, however it is served.
#include "poise/aggregate/transform/sampled_rows.h"

#include "aggregate/any_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/grid/zeros_and_ones.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace sampled_rows_test {

using Cells = std::vector<std::int64_t>;
using Numbers = std::vector<std::uint64_t>;

RC_GTEST_PROP(SampledRows, AreTheChosenOnesHoweverTheyAreServed, ()) {
  const std::int64_t bound = *rc::gen::elementOf(
      std::vector<std::int64_t>{1, 100, Grid::largest_narrow_bound, std::int64_t{1} << 53});
  const Plain plain = any_plain(bound);
  const int share = *rc::gen::element(0, 1, 5, 10); // of ten rows
  const std::int64_t shift = *rc::gen::inRange<std::int64_t>(-2, 3);
  Numbers chosen;
  Cells expected;
  for (std::size_t row = 0; row < plain.rows(); ++row) {
    if (*rc::gen::inRange(0, 10) >= share) continue;
    chosen.push_back(row);
    for (const std::int64_t cell : plain.row(row)) expected.push_back(cell - shift);
  }
  for (const Served &way : every_way(plain)) {
    RC_LOG() << way.how;
    // Shifted, so that what a sparse row does not write down is not zero.
    const auto shifted = shifted_rows(way.rows, Cells(plain.columns, shift)).value();
    for (const auto &original : {shifted, KeepRows::all(*shifted, way.run).value()}) {
      const auto rows = sampled_rows(original, chosen);
      RC_ASSERT(rows->rows() == chosen.size());
      RC_ASSERT(rows->bound() == original->bound());
      RC_ASSERT(rows->sparse() == original->sparse());
      RC_ASSERT(rows->kept() == original->kept());
      RC_ASSERT(!rows->in_public_order());
      RC_ASSERT(opened_cells(*rows, way.run) == expected);
      RC_ASSERT(opened_cells(*KeepRows::all(*rows, way.run).value(), way.run) == expected);
    }
  }
}

TEST(SampledRows, KeepWhatIsKnownOfTheOriginal) {
  const auto ones = zeros_and_ones(Table::dense<int>({"a"}, {0, 1, 1}).value()).value();
  EXPECT_TRUE(sampled_rows(ones, {0, 2})->non_negative());
  EXPECT_FALSE(sampled_rows(shifted_rows(ones, {1}).value(), {0, 2})->non_negative());
}

// What is told is how many of the chosen are done, and who listens may end it.
TEST(SampledRows, ProgressRisesToTheEndAndMayStopTheWork) {
  const Plain plain{1, Cells(100'000, 1), Grid::of(0, 1).value()};
  Numbers chosen;
  for (std::uint64_t row = 0; row < plain.rows(); row += 3) chosen.push_back(row);
  const auto rows = sampled_rows(exact_rows(plain), chosen);
  std::uint64_t last = 0;
  bool fits = true;
  const RunOptions listening{.threads = 2, .progress = [&](std::uint64_t done, std::uint64_t all) {
                               fits = fits && done >= last && done <= all && all == chosen.size();
                               last = done;
                               return true;
                             }};
  EXPECT_EQ(opened_cells(*rows, listening).size(), chosen.size());
  EXPECT_TRUE(fits);
  EXPECT_EQ(last, chosen.size());
  const RunOptions stopping{.progress = [](std::uint64_t, std::uint64_t) { return false; }};
  EXPECT_TRUE(rows->pass(RawKeyForTests::make(), stopping, [](GridRows::Where, const AnyBlock &) {}));
}

TEST(SampledRows, NumbersThatDoNotRiseOrGoBeyondAreABug) {
  const Plain plain{1, {1, 2, 3}, Grid::of(0, 5).value()};
  const auto rows = exact_rows(plain);
  EXPECT_THROW(sampled_rows(rows, {0, 0}), std::logic_error);
  EXPECT_THROW(sampled_rows(rows, {1, 0}), std::logic_error);
  EXPECT_THROW(sampled_rows(rows, {0, 3}), std::logic_error);
  EXPECT_EQ(opened_cells(*sampled_rows(rows, {0, 1, 2})), (Cells{1, 2, 3}));
}

} // namespace sampled_rows_test
} // namespace poise::internal
