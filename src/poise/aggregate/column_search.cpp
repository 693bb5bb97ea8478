// Counting whole rows while most are inside, lists of what is inside afterwards.
#include "poise/aggregate/column_search.h"

#include "poise/aggregate/column_counts.h"
#include "poise/aggregate/keep_inside.h"
#include "poise/aggregate/narrowed.h"
#include "poise/base/crew.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace poise {

// What is inside, one list for every column and worker.
template <class T> class ColumnSearch::Lists {
public:
  // One pass over the rows. Every worker has room for all of a column, as none knows how much of it will be
  // its share; room that is never touched costs nothing.
  static Result<std::unique_ptr<Lists>> of(RawKey key, const GridRows &rows, const Work &work,
                                           std::span<const std::int64_t> lows,
                                           std::span<const std::int64_t> highs,
                                           std::span<const std::uint64_t> inside) {
    auto lists = std::make_unique<Lists>();
    lists->columns_ = rows.columns();
    lists->lows_ = as_cells(lows);
    lists->highs_ = as_cells(highs);
    const std::size_t total = std::accumulate(inside.begin(), inside.end(), std::size_t{0});
    const unsigned workers = worker_count(work);
    lists->cells_ = std::make_unique_for_overwrite<T[]>(total * workers);
    std::vector<std::span<T>> rooms;
    T *next = lists->cells_.get();
    for (unsigned worker = 0; worker < workers; ++worker)
      for (const std::uint64_t count : inside) {
        rooms.emplace_back(next, count);
        next += count;
      }
    lists->parts_ = rooms;
    const auto failed = rows.pass(key, work, [&](GridRows::Where where, const AnyBlock &block) {
      append_inside(std::get<DenseBlock<T>>(block).cells, lists->columns_, lists->lows_, lists->highs_,
                    std::span(rooms).subspan(where.worker * lists->columns_, lists->columns_));
    });
    if (failed) return *failed;
    for (std::size_t i = 0; i < rooms.size(); ++i)
      lists->parts_[i] = lists->parts_[i].first(lists->parts_[i].size() - rooms[i].size());
    return lists;
  }

  // How many cells of each column are inside and at or below its threshold; what is outside goes.
  std::vector<std::uint64_t> narrow_and_count(std::span<const std::int64_t> lows,
                                              std::span<const std::int64_t> highs,
                                              std::span<const std::int64_t> thresholds, const Work &work) {
    std::vector<std::uint64_t> counts(columns_);
    Crew crew(work.threads);
    // Columns in bundles, so that short lists do not cost a job each.
    const std::size_t bundle = std::max<std::size_t>(1, columns_ / (std::size_t{16} * crew.size()));
    crew.each((columns_ + bundle - 1) / bundle, [&](unsigned, std::size_t job) {
      const std::size_t last = std::min(columns_, (job + 1) * bundle);
      for (std::size_t column = job * bundle; column < last; ++column)
        for (std::size_t part = column; part < parts_.size(); part += columns_) {
          const Kept kept = keep_inside_and_count(parts_[part], as_cell(lows[column]), as_cell(highs[column]),
                                                  as_cell(thresholds[column]));
          parts_[part] = parts_[part].first(kept.length);
          counts[column] += kept.at_or_below;
        }
    });
    return counts;
  }

private:
  static T as_cell(std::int64_t value) {
    if constexpr (sizeof(T) == 4) {
      return narrowed(value);
    } else {
      return value;
    }
  }
  static std::vector<T> as_cells(std::span<const std::int64_t> values) {
    std::vector<T> result;
    for (const std::int64_t value : values) result.push_back(as_cell(value));
    return result;
  }

  std::size_t columns_ = 0;
  std::vector<T> lows_, highs_; // when the lists were made
  std::unique_ptr<T[]> cells_;
  std::vector<std::span<T>> parts_; // worker by worker, a part of each column
};

ColumnSearch::ColumnSearch(std::shared_ptr<const GridRows> rows, const Work &work)
    : rows_(std::move(rows)), work_(work), lows_(rows_->columns(), -rows_->bound() - 1),
      highs_(rows_->columns(), rows_->bound()), below_(rows_->columns(), 0),
      up_to_high_(rows_->columns(), rows_->rows()) {}

ColumnSearch::~ColumnSearch() = default;

Result<ExactCounts> ColumnSearch::count(std::span<const std::int64_t> thresholds) {
  if (thresholds.size() != rows_->columns())
    throw std::logic_error("poise: a search needs one threshold a column");
  for (std::size_t column = 0; column < thresholds.size(); ++column)
    if (thresholds[column] < lows_[column] || thresholds[column] > highs_[column])
      throw std::logic_error("poise: a search goes on inside its interval");
  auto counts = count_inside(thresholds);
  if (!counts) return counts.error();
  asked_.assign(thresholds.begin(), thresholds.end());
  up_to_asked_ = *counts;
  return ExactCounts(rows_->rows(), 1, std::move(*counts));
}

void ColumnSearch::keep(std::span<const Half> halves) {
  if (asked_.size() != rows_->columns() || halves.size() != asked_.size())
    throw std::logic_error("poise: a search is halved after a count, in every column");
  for (std::size_t column = 0; column < halves.size(); ++column) {
    const bool upper = halves[column] == Half::upper;
    (upper ? lows_ : highs_)[column] = asked_[column];
    (upper ? below_ : up_to_high_)[column] = up_to_asked_[column];
  }
  asked_.clear();
}

std::uint64_t ColumnSearch::inside() const {
  std::uint64_t cells = 0;
  for (std::size_t column = 0; column < below_.size(); ++column)
    cells += up_to_high_[column] - below_[column];
  return cells;
}

// Copies cost about as much as two more steps over all rows, so at most half of them are worth it, or
// any that fit when every pass has to compute the rows.
bool ColumnSearch::worth_keeping() const {
  if (rows_->sparse())
    return false; // a step over the entries is cheap, and lists would hold what is elsewhere
  const std::uint64_t cells = inside(), all = std::uint64_t{rows_->rows()} * rows_->columns();
  const std::uint64_t most = work_.memory / (rows_->narrow() ? 4 : 8) / worker_count(work_);
  return cells <= most && (!rows_->kept() || cells <= all / 2);
}

Result<std::vector<std::uint64_t>> ColumnSearch::count_inside(std::span<const std::int64_t> thresholds) {
  if (narrow_ || wide_ || worth_keeping())
    return rows_->narrow() ? count_lists(narrow_, thresholds) : count_lists(wide_, thresholds);
  const auto counts = ColumnCounts::of(*rows_, thresholds, work_);
  if (!counts) return counts.error();
  return counts->values_;
}

template <class T>
Result<std::vector<std::uint64_t>> ColumnSearch::count_lists(std::unique_ptr<Lists<T>> &lists,
                                                             std::span<const std::int64_t> thresholds) {
  if (!lists) {
    std::vector<std::uint64_t> inside(below_.size());
    for (std::size_t column = 0; column < inside.size(); ++column)
      inside[column] = up_to_high_[column] - below_[column];
    auto made = Lists<T>::of(RawKey(), *rows_, work_, lows_, highs_, inside);
    if (!made) return made.error();
    lists = std::move(*made);
  }
  std::vector<std::uint64_t> counts = lists->narrow_and_count(lows_, highs_, thresholds, work_);
  for (std::size_t column = 0; column < counts.size(); ++column) counts[column] += below_[column];
  return counts;
}

} // namespace poise
