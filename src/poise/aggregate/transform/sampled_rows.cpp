// Of each block, the chosen rows are copied out, a cache full at a time.
#include "poise/aggregate/transform/sampled_rows.h"

#include "poise/base/progress_meter.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace poise::internal {

class SampledRows final : public GridRows {
public:
  SampledRows(std::shared_ptr<const GridRows> rows, std::vector<std::uint64_t> chosen)
      : GridRows(GridRowsMaker()), inner_(std::move(rows)), chosen_(std::move(chosen)) {}

  std::size_t rows() const override { return chosen_.size(); }
  std::size_t columns() const override { return inner_->columns(); }
  std::int64_t bound() const override { return inner_->bound(); }
  bool non_negative() const override { return inner_->non_negative(); }
  bool sparse() const override { return inner_->sparse(); }
  std::span<const std::int64_t> implicit_values() const override { return inner_->implicit_values(); }
  bool in_public_order() const override { return false; }
  bool kept() const override { return inner_->kept(); }

  std::optional<Error> pass(RawKey key, const RunOptions &run, const Visit &visit) const override {
    return narrow() ? pass_as<std::int32_t>(key, run, visit) : pass_as<std::int64_t>(key, run, visit);
  }

private:
  // What a worker copies to.
  template <class T> struct Room {
    std::vector<std::uint64_t> starts;
    std::vector<std::uint32_t> places;
    std::vector<T> values;
  };

  // Which of the chosen lie in a block that begins at row `first`.
  struct Within {
    std::size_t begin, end;
    std::size_t first;
  };

  template <class T>
  std::optional<Error> pass_as(RawKey key, const RunOptions &run, const Visit &visit) const {
    ProgressMeter meter(run, rows());
    RunOptions inner_work = run;
    inner_work.progress = [&](std::uint64_t, std::uint64_t) { return meter.go_on(); };
    std::vector<Room<T>> rooms(worker_count(run));
    const auto failed = inner_->pass(key, inner_work, [&](Where where, const AnyBlock &block) {
      std::visit(
          [&](const auto &part) {
            if constexpr (sizeof(typename std::decay_t<decltype(part)>::Cell) == sizeof(T)) {
              const Within within{place_of(where.first_row), place_of(where.first_row + part.rows()),
                                  where.first_row};
              show(part, within, rooms[where.worker], where.worker, run, visit);
              meter.add(within.end - within.begin);
            }
          },
          block);
    });
    return failed ? failed : meter.verdict();
  }

  std::size_t place_of(std::uint64_t row) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(chosen_, row) - chosen_.begin());
  }

  template <class T>
  void show(const DenseBlock<T> &block, const Within &within, Room<T> &room, unsigned worker,
            const RunOptions &run, const Visit &visit) const {
    const std::size_t width = block.columns, piece = rows_of_a_block(width, run);
    for (std::size_t first = within.begin; first < within.end; first += piece) {
      const std::size_t last = std::min(within.end, first + piece);
      room.values.resize((last - first) * width);
      T *to = room.values.data();
      for (std::size_t i = first; i < last; ++i, to += width) {
        const auto row = block.row(chosen_[i] - within.first);
        std::copy(row.begin(), row.end(), to);
      }
      visit({worker, first}, DenseBlock<T>{room.values, width});
    }
  }

  template <class T>
  void show(const SparseBlock<T> &block, const Within &within, Room<T> &room, unsigned worker,
            const RunOptions &run, const Visit &visit) const {
    const std::size_t enough = entries_of_a_block(block.columns, run);
    for (std::size_t first = within.begin, i = first; first < within.end; first = i) {
      room.starts.assign(1, 0);
      room.places.clear();
      room.values.clear();
      // Rows without entries take room, too.
      for (; i < within.end && room.places.size() + (i - first) < enough; ++i) {
        const std::size_t row = chosen_[i] - within.first;
        const auto begin = static_cast<std::ptrdiff_t>(block.begin(row)),
                   end = static_cast<std::ptrdiff_t>(block.end(row));
        room.places.insert(room.places.end(), block.places.begin() + begin, block.places.begin() + end);
        room.values.insert(room.values.end(), block.values.begin() + begin, block.values.begin() + end);
        room.starts.push_back(room.places.size());
      }
      visit({worker, first}, SparseBlock<T>{room.starts, room.places, room.values, block.columns});
    }
  }

  std::shared_ptr<const GridRows> inner_;
  std::vector<std::uint64_t> chosen_;
};

std::shared_ptr<const GridRows> sampled_rows(std::shared_ptr<const GridRows> rows,
                                             std::vector<std::uint64_t> chosen) {
  if (std::ranges::adjacent_find(chosen, std::greater_equal()) != chosen.end() ||
      (!chosen.empty() && chosen.back() >= rows->rows()))
    throw std::logic_error("poise: chosen rows need numbers that rise strictly, each of a row");
  return std::make_shared<SampledRows>(std::move(rows), std::move(chosen));
}

} // namespace poise::internal
