// A search that narrows gives the counts of one that does not, down to the last interval.
#include "poise/aggregate/exact/column_search.h"

#include "aggregate/any_rows.h"
#include "aggregate/every_target.h"
#include "aggregate/naive_aggregates.h"
#include "aggregate/opened_counts.h"
#include "poise/aggregate/transform/rotated_rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace column_search_test {

using Half = ColumnSearch::Half;
using Cells = std::vector<std::int64_t>;

bool done(const ColumnSearch &search) {
  for (std::size_t j = 0; j < search.lows().size(); ++j)
    if (!search.settled(j)) return false;
  return true;
}

RC_GTEST_PROP(ColumnSearch, EveryCountIsThatOfTheWholeColumnForAnyPath, ()) {
  const Plain plain = any_plain(any_bound(), 60, 12);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto kind = *rc::gen::inRange(0, 3);
  const auto ways = every_way(plain);
  on_every_target([&] {
    for (const Served &way : ways) {
      RC_LOG() << way.how;
      ColumnSearch search(way.rows, way.run);
      std::uint64_t state = seed | 1;
      while (!done(search)) {
        Cells thresholds = search.middles();
        if (kind == 2) // somewhere else than in the middle, now and then
          for (std::size_t j = 0; j < plain.columns; ++j)
            if (state = state * 6364136223846793005U + 1442695040888963407U; (state >> 61) == 0)
              thresholds[j] = search.highs()[j];
        const auto counts = opened(search.count(thresholds).value());
        RC_ASSERT(counts == naive::counts_at_or_below(std::span<const std::int64_t>(plain.cells),
                                                      plain.columns,
                                                      std::span<const std::int64_t>(thresholds)));
        std::vector<Half> halves;
        for (std::size_t j = 0; j < plain.columns; ++j) {
          state = state * 6364136223846793005U + 1442695040888963407U;
          // Towards the median, at random, or away from everything, as noise may have it.
          const bool upper = kind == 0   ? counts[j] < (plain.rows() + 1) / 2
                             : kind == 1 ? (state >> 60) % 2 == 0
                                         : true;
          halves.push_back(upper ? Half::upper : Half::lower);
        }
        search.keep(halves);
      }
    }
  });
}

// Searching with exact answers finds the medians, also of rotated rows, which every pass computes anew.
TEST(ColumnSearch, FindsTheMediansOfManyRows) {
  const std::size_t rows = 20'001, columns = 16;
  const std::int64_t bound = 1 << 19;
  Plain plain{columns, {}, Grid::of(0, bound).value()};
  std::uint64_t state = 7;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    plain.cells.push_back(static_cast<std::int64_t>((state >> 33) % 30'000) +
                          static_cast<std::int64_t>(i % columns) * 1000);
  }
  const auto people = exact_rows(plain);
  const auto rotated = rotated_rows(people, {0x5555}).value();
  for (const auto &source :
       {people, KeepRows::all(*people, {}).value(), rotated, KeepRows::all(*rotated, {}).value()}) {
    const Cells cells = opened_cells(*source);
    for (const unsigned threads : {1U, 2U, 5U}) {
      ColumnSearch search(source, {.threads = threads});
      while (!done(search)) {
        const auto counts = opened(search.count(search.middles()).value());
        std::vector<Half> halves;
        for (const std::uint64_t count : counts)
          halves.push_back(count < (rows + 1) / 2 ? Half::upper : Half::lower);
        search.keep(halves);
      }
      for (std::size_t j = 0; j < columns; ++j) {
        Cells column;
        for (std::size_t i = j; i < cells.size(); i += columns) column.push_back(cells[i]);
        std::ranges::nth_element(column, column.begin() + rows / 2);
        EXPECT_EQ(search.highs()[j], column[rows / 2]);
      }
    }
  }
}

TEST(ColumnSearch, AStoppedCountIsAnErrorAndNothingWasAsked) {
  const Plain plain{1, {1, 2, 3, 4, 5, 6}, Grid::of(0, 9).value()};
  bool stop = false;
  const RunOptions run{.progress = [&](std::uint64_t, std::uint64_t) { return !stop; }};
  for (const auto &rows : {exact_rows(plain), KeepRows::all(*exact_rows(plain), {}).value()}) {
    ColumnSearch search(rows, run);
    stop = false;
    for (int step = 0; step < 3; ++step) {
      ASSERT_TRUE(search.count(search.middles()));
      search.keep(std::vector<Half>{Half::lower});
    }
    EXPECT_TRUE(search.count(Cells{search.highs()[0]}));
    stop = true;
    EXPECT_FALSE(search.count(Cells{search.lows()[0]}));
    EXPECT_THROW(search.keep(std::vector<Half>{Half::lower}), std::logic_error);
  }
}

TEST(ColumnSearch, AnIntervalOfOneNumberIsDone) {
  const Plain plain{1, {4, 4, 4}, Grid::of(0, 9).value()};
  ColumnSearch search(exact_rows(plain));
  for (int step = 0; step < 10; ++step) {
    const auto counts = opened(search.count(search.middles()).value());
    search.keep(std::vector<Half>{search.settled(0) || counts[0] < 2 ? Half::upper : Half::lower});
  }
  EXPECT_EQ(search.lows()[0], 3);
  EXPECT_EQ(search.highs()[0], 4);
}

TEST(ColumnSearch, QuestionsOutsideTheIntervalsAreABug) {
  const Plain plain{2, {1, 2, 3, 4}, Grid::of(0, 9).value()};
  ColumnSearch search(exact_rows(plain));
  EXPECT_THROW(search.keep(std::vector<Half>{Half::lower, Half::upper}), std::logic_error);
  EXPECT_THROW((void)search.count(Cells{1}), std::logic_error);
  EXPECT_THROW((void)search.count(Cells{10, 0}), std::logic_error);
  EXPECT_TRUE(search.count(Cells{0, 5}));
  EXPECT_THROW(search.keep(std::vector<Half>{Half::lower}), std::logic_error);
  search.keep(std::vector<Half>{Half::lower, Half::upper});
  EXPECT_THROW(search.keep(std::vector<Half>{Half::lower, Half::upper}), std::logic_error); // once a count
  EXPECT_THROW((void)search.count(Cells{1, 6}), std::logic_error);
  EXPECT_THROW((void)search.count(Cells{0, 4}), std::logic_error);
  EXPECT_TRUE(search.count(Cells{0, 5}));
}

} // namespace column_search_test
} // namespace poise::internal
