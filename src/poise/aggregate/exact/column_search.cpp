// Counting whole rows while most are inside, lists of what is inside afterwards.
#include "poise/aggregate/exact/column_search.h"

#include "poise/aggregate/exact/column_counts.h"
#include "poise/aggregate/kernel/column_extremes.h"
#include "poise/aggregate/kernel/keep_inside.h"
#include "poise/aggregate/kernel/narrow_thresholds.h"
#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace poise::internal {
namespace {

// In (low, high), or low where that is empty.
std::int64_t middle(std::int64_t low, std::int64_t high) {
  return low +
         static_cast<std::int64_t>((static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)) / 2);
}

} // namespace

// What is inside, one list for every column and worker.
template <class T> class ColumnSearch::Lists {
public:
  // One pass over the rows. Every worker has room for all of a column, as none knows how much of it will be
  // its share; room that is never touched costs nothing.
  static Result<std::unique_ptr<Lists>> of(RawKey key, const GridRows &rows, const RunOptions &run,
                                           std::span<const std::int64_t> lows,
                                           std::span<const std::int64_t> highs,
                                           std::span<const std::uint64_t> below,
                                           std::span<const std::uint64_t> inside) {
    auto lists = std::make_unique<Lists>();
    lists->columns_ = rows.columns();
    lists->below_lists_.assign(below.begin(), below.end());
    const std::vector<T> low_cells = as_cells(lows), high_cells = as_cells(highs);
    const std::size_t total = std::accumulate(inside.begin(), inside.end(), std::size_t{0});
    const unsigned workers = worker_count(run);
    lists->cells_ = std::make_unique_for_overwrite<T[]>(total * workers);
    std::vector<std::span<T>> rooms;
    T *next = lists->cells_.get();
    for (unsigned worker = 0; worker < workers; ++worker)
      for (const std::uint64_t count : inside) {
        rooms.emplace_back(next, count);
        next += count;
      }
    lists->parts_ = rooms;
    const auto failed = rows.pass(key, run, [&](GridRows::Where where, const AnyBlock &block) {
      append_inside(std::get<DenseBlock<T>>(block).cells, lists->columns_, low_cells, high_cells,
                    std::span(rooms).subspan(where.worker * lists->columns_, lists->columns_));
    });
    if (failed) return *failed;
    for (std::size_t i = 0; i < rooms.size(); ++i)
      lists->parts_[i] = lists->parts_[i].first(lists->parts_[i].size() - rooms[i].size());
    return lists;
  }

  // How many cells of each column are inside and at or below its threshold. `below` and `inside` are the
  // numbers of cells of the whole column at or below its low, and inside.
  std::vector<std::uint64_t> count(std::span<const std::int64_t> lows, std::span<const std::int64_t> highs,
                                   std::span<const std::int64_t> thresholds,
                                   std::span<const std::uint64_t> below,
                                   std::span<const std::uint64_t> inside, const RunOptions &run) {
    std::vector<std::uint64_t> counts(columns_);
    WorkerPool pool(run.threads);
    // Columns in bundles, so that short lists do not cost a job each.
    const std::size_t bundle = std::max<std::size_t>(1, columns_ / (std::size_t{16} * pool.size()));
    pool.each((columns_ + bundle - 1) / bundle, [&](unsigned, std::size_t job) {
      const std::size_t last = std::min(columns_, (job + 1) * bundle);
      for (std::size_t column = job * bundle; column < last; ++column) {
        const T threshold = as_cell(thresholds[column]);
        // Writing costs more than reading: lists that would hardly get shorter stay as they are.
        if (4 * inside[column] > 3 * listed(column)) {
          for (std::size_t part = column; part < parts_.size(); part += columns_)
            counts[column] += count_at_or_below(parts_[part], threshold);
          counts[column] -= below[column] - below_lists_[column];
          continue;
        }
        for (std::size_t part = column; part < parts_.size(); part += columns_) {
          const Kept kept =
              keep_inside_and_count(parts_[part], as_cell(lows[column]), as_cell(highs[column]), threshold);
          parts_[part] = parts_[part].first(kept.length);
          counts[column] += kept.at_or_below;
        }
        below_lists_[column] = below[column];
      }
    });
    return counts;
  }

private:
  static T as_cell(std::int64_t value) {
    if constexpr (sizeof(T) == 4) {
      return narrow_threshold(value);
    } else {
      return value;
    }
  }
  static std::vector<T> as_cells(std::span<const std::int64_t> values) {
    std::vector<T> result;
    for (const std::int64_t value : values) result.push_back(as_cell(value));
    return result;
  }

  std::size_t listed(std::size_t column) const {
    std::size_t cells = 0;
    for (std::size_t part = column; part < parts_.size(); part += columns_) cells += parts_[part].size();
    return cells;
  }

  std::size_t columns_ = 0;
  std::unique_ptr<T[]> cells_;
  std::vector<std::span<T>> parts_;        // worker by worker, a part of each column
  std::vector<std::uint64_t> below_lists_; // cells of each column below all that is listed of it
};

ColumnSearch::ColumnSearch(std::shared_ptr<const GridRows> rows, const RunOptions &run)
    : rows_(std::move(rows)), work_(run), lows_(rows_->columns(), -rows_->bound() - 1),
      highs_(rows_->columns(), rows_->bound()), below_(rows_->columns(), 0),
      up_to_high_(rows_->columns(), rows_->rows()) {}

ColumnSearch::~ColumnSearch() = default;

std::vector<std::int64_t> ColumnSearch::middles() const {
  std::vector<std::int64_t> result;
  for (std::size_t column = 0; column < lows_.size(); ++column)
    result.push_back(middle(lows_[column], highs_[column]));
  return result;
}

Result<ExactCounts> ColumnSearch::count(std::span<const std::int64_t> thresholds) {
  if (thresholds.size() != rows_->columns())
    throw std::logic_error("poise: a search needs one threshold a column");
  for (std::size_t column = 0; column < thresholds.size(); ++column)
    if (thresholds[column] < lows_[column] || thresholds[column] > highs_[column])
      throw std::logic_error("poise: a search goes on inside its interval");
  asked_.clear(); // nothing was asked if this fails
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

std::vector<std::uint64_t> ColumnSearch::inside() const {
  std::vector<std::uint64_t> cells;
  for (std::size_t column = 0; column < below_.size(); ++column)
    cells.push_back(up_to_high_[column] - below_[column]);
  return cells;
}

// Copies cost about as much as two more steps over all rows, so at most half of them are worth it, or
// any that fit when every pass has to compute the rows.
bool ColumnSearch::worth_keeping() const {
  if (rows_->sparse())
    return false; // a step over the entries is cheap, and lists would hold what is elsewhere
  const std::vector<std::uint64_t> counts = inside();
  const std::uint64_t cells = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const std::uint64_t all = std::uint64_t{rows_->rows()} * rows_->columns();
  const std::uint64_t most = work_.memory / (rows_->narrow() ? 4 : 8) / worker_count(work_);
  return cells <= most && (!rows_->kept() || cells <= all / 2);
}

Result<std::vector<std::uint64_t>> ColumnSearch::count_inside(std::span<const std::int64_t> thresholds) {
  if (auto known = counted_ahead(thresholds)) return std::move(*known);
  if (narrow_ || wide_ || worth_keeping())
    return rows_->narrow() ? count_lists(narrow_, thresholds) : count_lists(wide_, thresholds);
  if (wants_extremes_ && least_.empty())
    if (const auto failed = find_extremes()) return *failed;
  if (auto known = known_by_extremes(thresholds)) {
    if (const auto stopped = report_pass()) return *stopped;
    return std::move(*known);
  }
  return count_rows(thresholds);
}

std::optional<Error> ColumnSearch::find_extremes() {
  return rows_->narrow() ? find_extremes_of<std::int32_t>() : find_extremes_of<std::int64_t>();
}

template <class T> std::optional<Error> ColumnSearch::find_extremes_of() {
  struct Extremes {
    std::vector<T> least, most;
  };
  const std::size_t columns = rows_->columns();
  const auto bound = static_cast<T>(rows_->bound());
  std::vector<Extremes> parts(
      worker_count(work_), {std::vector<T>(columns, bound), std::vector<T>(columns, static_cast<T>(-bound))});
  const auto failed = rows_->pass(RawKey(), work_, [&](GridRows::Where where, const AnyBlock &block) {
    Extremes &part = parts[where.worker];
    widen_extremes(std::get<DenseBlock<T>>(block).cells, part.least, part.most);
  });
  if (failed) return failed;
  for (const Extremes &part : parts) {
    widen_extremes(part.least, parts[0].least, parts[0].most);
    widen_extremes(part.most, parts[0].least, parts[0].most);
  }
  least_.assign(parts[0].least.begin(), parts[0].least.end());
  most_.assign(parts[0].most.begin(), parts[0].most.end());
  return std::nullopt;
}

std::optional<std::vector<std::uint64_t>>
ColumnSearch::known_by_extremes(std::span<const std::int64_t> thresholds) const {
  if (least_.empty()) return std::nullopt;
  std::vector<std::uint64_t> counts;
  for (std::size_t column = 0; column < thresholds.size(); ++column) {
    const bool none = thresholds[column] < least_[column], all = thresholds[column] >= most_[column];
    if (!none && !all) return std::nullopt;
    counts.push_back(none ? 0 : rows_->rows());
  }
  return counts;
}

std::optional<std::vector<std::uint64_t>>
ColumnSearch::counted_ahead(std::span<const std::int64_t> thresholds) const {
  if (ahead_.empty()) return std::nullopt;
  std::vector<std::uint64_t> counts;
  for (std::size_t column = 0; column < thresholds.size(); ++column) {
    const std::size_t lower = column, upper = thresholds.size() + column;
    if (thresholds[column] != ahead_[lower] && thresholds[column] != ahead_[upper]) return std::nullopt;
    counts.push_back(up_to_ahead_[thresholds[column] == ahead_[lower] ? lower : upper]);
  }
  return counts;
}

Result<std::vector<std::uint64_t>> ColumnSearch::count_rows(std::span<const std::int64_t> thresholds) {
  const std::size_t columns = thresholds.size();
  std::vector<std::int64_t> three(thresholds.begin(), thresholds.end());
  for (std::size_t j = 0; j < columns; ++j) three.push_back(middle(lows_[j], thresholds[j]));
  for (std::size_t j = 0; j < columns; ++j) three.push_back(middle(thresholds[j], highs_[j]));
  const auto counts = ColumnCounts::of(*rows_, three, work_);
  if (!counts) return counts.error();
  const std::span<const std::uint64_t> found = counts->values_;
  wants_extremes_ = !rows_->sparse() && std::ranges::all_of(found, [&](std::uint64_t count) {
    return count == 0 || count == rows_->rows();
  });
  ahead_.assign(three.begin() + static_cast<std::ptrdiff_t>(columns), three.end());
  up_to_ahead_.assign(found.begin() + static_cast<std::ptrdiff_t>(columns), found.end());
  return std::vector<std::uint64_t>(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(columns));
}

template <class T>
Result<std::vector<std::uint64_t>> ColumnSearch::count_lists(std::unique_ptr<Lists<T>> &lists,
                                                             std::span<const std::int64_t> thresholds) {
  const std::vector<std::uint64_t> cells = inside();
  if (!lists) {
    auto made = Lists<T>::of(RawKey(), *rows_, work_, lows_, highs_, below_, cells);
    if (!made) return made.error();
    lists = std::move(*made);
  }
  std::vector<std::uint64_t> counts = lists->count(lows_, highs_, thresholds, below_, cells, work_);
  for (std::size_t column = 0; column < counts.size(); ++column) counts[column] += below_[column];
  if (const auto stopped = report_pass()) return *stopped;
  return counts;
}

std::optional<Error> ColumnSearch::report_pass() const {
  ProgressMeter meter(work_, rows_->rows());
  meter.add(rows_->rows());
  return meter.verdict();
}

} // namespace poise::internal
