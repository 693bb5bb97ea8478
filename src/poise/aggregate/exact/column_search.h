// A search in all columns at once that keeps only what is still inside.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// Every column has an interval (low, high], at first all of the grid. The caller asks for the counts at
// or below a threshold inside each interval, turns them into a release, and from that says which
// half goes on: (low, threshold] or (threshold, high].
//
// PROMISE  Every answer is that of ColumnCounts; replacing one row moves each count by at most one.
// WHY      Cells at or below the interval are all at or below the threshold, cells above are not: the
//          former are known by their number, and the rest are counted one by one. A threshold at or above the
//          largest cell has all of them at or below it, one below the least has none.
//          How much is kept, and so how long an answer takes, depends on the data: see THREAT_MODEL.md.
// CHECKED  tests/aggregate/column_search_test.cpp
class ColumnSearch {
public:
  explicit ColumnSearch(std::shared_ptr<const GridRows> rows, const RunOptions &run = {});
  ColumnSearch(const ColumnSearch &) = delete;
  ColumnSearch &operator=(const ColumnSearch &) = delete;
  ~ColumnSearch();

  // The intervals, from the public bound and the caller's choices.
  std::span<const std::int64_t> lows() const { return lows_; }
  std::span<const std::int64_t> highs() const { return highs_; }

  // Whether a column's interval has come down to a single number.
  bool settled(std::size_t column) const {
    return static_cast<std::uint64_t>(highs_[column]) - static_cast<std::uint64_t>(lows_[column]) <= 1;
  }

  // The middle of every interval, and so a good threshold; of a settled one its low end, so that its upper
  // half is all of it. Where middles are asked for again and again, a search over whole rows answers two
  // questions in one pass.
  std::vector<std::int64_t> middles() const;

  // One threshold a column, low <= threshold <= high.
  Result<ExactCounts> count(std::span<const std::int64_t> thresholds);

  // Which half of each interval goes on, after a count.
  enum class Half : std::uint8_t { lower, upper };
  void keep(std::span<const Half> halves);

private:
  template <class T> class Lists;

  Result<std::vector<std::uint64_t>> count_inside(std::span<const std::int64_t> thresholds);
  template <class T>
  Result<std::vector<std::uint64_t>> count_lists(std::unique_ptr<Lists<T>> &lists,
                                                 std::span<const std::int64_t> thresholds);
  Result<std::vector<std::uint64_t>> count_rows(std::span<const std::int64_t> thresholds);
  std::optional<std::vector<std::uint64_t>> counted_ahead(std::span<const std::int64_t> thresholds) const;
  std::optional<std::vector<std::uint64_t>> known_by_extremes(std::span<const std::int64_t> thresholds) const;
  [[nodiscard]] std::optional<Error> find_extremes();
  template <class T> std::optional<Error> find_extremes_of();
  bool worth_keeping() const;
  [[nodiscard]] std::optional<Error> report_pass() const; // to the listener, where none was needed
  std::vector<std::uint64_t> inside() const;

  std::shared_ptr<const GridRows> rows_;
  RunOptions work_;
  std::vector<std::int64_t> lows_, highs_, asked_;
  // Cells at or below the low and the high end of each interval, and at or below what was asked last.
  std::vector<std::uint64_t> below_, up_to_high_, up_to_asked_;
  // The middles of both halves of what was asked last, lower ones first, and their counts: one of the two
  // will most likely be asked next.
  std::vector<std::int64_t> ahead_;
  std::vector<std::uint64_t> up_to_ahead_;
  // The least and the largest cell of every column, once a question has shown that cells fill little of the
  // grid: then those above all cells or below them need no pass.
  bool wants_extremes_ = false;
  std::vector<std::int64_t> least_, most_;
  // What is inside, once it is little enough to be kept: one of the two, as the rows are.
  std::unique_ptr<Lists<std::int32_t>> narrow_;
  std::unique_ptr<Lists<std::int64_t>> wide_;
};

} // namespace poise::internal
