// Spreads of small groups: those of the definition, and one row changes one group.
#include "poise/aggregate/exact/group_spreads.h"

#include "aggregate/any_rows.h"
#include "grid/opened_grid_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"

#include <gtest/gtest.h>
#include <numeric>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace group_spreads_test {

using Cells = std::vector<std::int64_t>;

// From the definition, in big integers.
Cells naive_spreads(const Plain &plain, const std::vector<std::uint64_t> &order, std::size_t k) {
  Cells result;
  for (std::size_t first = 0; first + 2 * k <= order.size(); first += 2 * k)
    for (std::size_t j = 0; j < plain.columns; ++j) {
      Integer squares = 0;
      for (std::size_t s = first; s < first + 2 * k; s += 2) {
        const Integer apart =
            to_integer(Int128{plain.row(order[s])[j]}) - to_integer(Int128{plain.row(order[s + 1])[j]});
        squares += apart * apart;
      }
      result.push_back(static_cast<std::int64_t>(isqrt(squares / k).get_si()));
    }
  return result;
}

std::vector<std::uint64_t> any_order(std::size_t rows) {
  std::vector<std::uint64_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = rows; i > 1; --i) std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
  return order;
}

RC_GTEST_PROP(GroupSpreads, AreThoseOfTheDefinition, ()) {
  const std::int64_t bound =
      *rc::gen::elementOf(std::vector<std::int64_t>{1, 3, 1000, 1 << 29, 1 << 30, Grid::largest_narrow_bound,
                                                    std::int64_t{1} << 40, std::int64_t{1} << 58});
  const Plain plain = any_plain(bound);
  const std::size_t k = *rc::gen::elementOf(std::vector<std::size_t>{1, 2, 3, 7});
  RC_PRE(plain.rows() >= 2 * k);
  const auto order = any_order(plain.rows());
  const Cells expected = naive_spreads(plain, order, k);
  for (const Served &way : every_way(plain)) {
    RC_LOG() << way.how;
    const auto rows = group_spreads(way.rows, order, PairOrder::open, k).value();
    RC_ASSERT(rows->rows() == plain.rows() / (2 * k));
    RC_ASSERT(rows->bound() == 2 * bound);
    RC_ASSERT(opened_cells(*rows, way.run) == expected);
  }
}

// The largest differences there can be, and squares around those of integers.
TEST(GroupSpreads, RootsAreRoundedDownAtEverySize) {
  for (const std::int64_t bound : {std::int64_t{1} << 58, std::int64_t{1} << 31, std::int64_t{12345}})
    for (const std::int64_t less : {0, 1, 2}) {
      Plain plain{1, {}, Grid::of(0, bound).value()};
      for (int i = 0; i < 4; ++i)
        plain.cells.insert(plain.cells.end(), {bound, -bound + (i == 3 ? less : 0)});
      std::vector<std::uint64_t> order(8);
      std::iota(order.begin(), order.end(), 0);
      const auto rows = exact_rows(plain);
      EXPECT_EQ(opened_cells(*group_spreads(rows, order, PairOrder::open, 4).value()),
                naive_spreads(plain, order, 4));
    }
}

// All small tables, all replacements of one row: at most one row of the spreads differs.
TEST(GroupSpreads, ReplacingOneRowReplacesAtMostOneGroup) {
  std::vector<std::uint64_t> order = {4, 1, 0, 5, 2, 3, 6};
  for (int code = 0; code < 2187; ++code) { // 3^7 tables of seven cells
    Plain plain{1, {}, Grid::of(0, 1).value()};
    for (int i = 0, rest = code; i < 7; ++i, rest /= 3) plain.cells.push_back(rest % 3 - 1);
    const auto before = opened_cells(*group_spreads(exact_rows(plain), order, PairOrder::open, 1).value());
    Plain other = plain;
    const auto row = static_cast<std::size_t>(code) % 7;
    other.cells[row] = other.cells[row] == 1 ? -1 : 1;
    const auto after = opened_cells(*group_spreads(exact_rows(other), order, PairOrder::open, 1).value());
    int different = 0;
    for (std::size_t i = 0; i < before.size(); ++i) different += before[i] != after[i];
    EXPECT_LE(different, row == 6 ? 0 : 1); // the last of the order is left over
  }
}

TEST(GroupSpreads, SayWhenThereAreTooFewRowsOrTheGridIsTooWide) {
  const Plain plain{1, {1, 2, 3}, Grid::of(0, 3).value()};
  const auto rows = exact_rows(plain);
  const std::vector<std::uint64_t> order = {0, 1, 2};
  EXPECT_NE(group_spreads(rows, order, PairOrder::open, 2).error().wrong.find("group of 4"),
            std::string::npos);
  EXPECT_THROW((void)group_spreads(rows, order, PairOrder::open, 0), std::logic_error);
  EXPECT_THROW((void)group_spreads(rows, order, PairOrder::open, 257), std::logic_error);
  const std::vector<std::uint64_t> twice = {0, 0, 1};
  EXPECT_THROW((void)group_spreads(rows, twice, PairOrder::open, 1), std::logic_error);
  const Plain wide{1, {1, 2, 3}, Grid::of(0, (std::int64_t{1} << 58) + 1).value()};
  const auto wide_rows = exact_rows(wide);
  EXPECT_NE(group_spreads(wide_rows, order, PairOrder::open, 1).error().wrong.find("outgrow"),
            std::string::npos);
}

} // namespace group_spreads_test
} // namespace poise::internal
