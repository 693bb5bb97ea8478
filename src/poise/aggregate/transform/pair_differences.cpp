// Gather a batch of pairs, each row to its place; then subtract neighbours.
#include "poise/aggregate/transform/pair_differences.h"

#include "poise/aggregate/kernel/inverse_order.h"
#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"
#include "poise/grid/grid.h"

#include <algorithm>

namespace poise::internal {

class PairDifferences final : public GridRows {
public:
  // seats[r] is where row r stands in the order, or not_placed.
  PairDifferences(std::shared_ptr<const GridRows> rows, std::vector<std::uint64_t> inverse)
      : GridRows(GridRowsMaker()), inner_(std::move(rows)), inverse_(std::move(inverse)) {}

  std::size_t rows() const override { return inner_->rows() / 2; }
  std::size_t columns() const override { return inner_->columns(); }
  std::int64_t bound() const override { return 2 * inner_->bound(); }
  bool sparse() const override { return inner_->sparse(); } // what is elsewhere cancels
  bool in_public_order() const override { return inner_->in_public_order(); }

  std::optional<Error> pass(RawKey key, const RunOptions &run, const Visit &visit) const override {
    const auto narrow_inside = inner_->narrow();
    if (narrow()) return pass_as<std::int32_t, std::int32_t>(key, run, visit);
    return narrow_inside ? pass_as<std::int32_t, std::int64_t>(key, run, visit)
                         : pass_as<std::int64_t, std::int64_t>(key, run, visit);
  }

private:
  template <class From, class To>
  std::optional<Error> pass_as(RawKey key, const RunOptions &run, const Visit &visit) const {
    ProgressMeter meter(run, rows());
    RunOptions inner_work = run;
    inner_work.progress = [&](std::uint64_t, std::uint64_t) { return meter.go_on(); };
    return sparse() ? sparse_pass<From, To>(key, inner_work, visit, meter)
                    : dense_pass<From, To>(key, inner_work, visit, meter);
  }

  template <class From, class To>
  std::optional<Error> dense_pass(RawKey key, const RunOptions &run, const Visit &visit,
                                  ProgressMeter &meter) const {
    const std::size_t width = columns();
    const std::size_t batch = std::clamp<std::size_t>(run.memory / (2 * width * sizeof(From)), 1, rows());
    std::vector<From> seated(2 * batch * width);
    std::vector<std::vector<To>> rooms(worker_count(run));
    for (std::size_t first = 0; first < rows(); first += batch) {
      const std::size_t last = std::min(rows(), first + batch);
      const auto failed = inner_->pass(key, run, [&](Where where, const AnyBlock &block) {
        const auto &part = std::get<DenseBlock<From>>(block);
        for (std::size_t i = 0; i < part.rows(); ++i) {
          const std::uint64_t place = inverse_[where.first_row + i];
          if (place == not_placed || place < 2 * first || place >= 2 * last) continue;
          const auto row = part.row(i);
          std::copy(row.begin(), row.end(), seated.data() + (place - 2 * first) * width);
        }
      });
      if (failed) return failed;

      const std::size_t step = rows_of_a_block(width, run);
      WorkerPool pool(run.threads);
      pool.each((last - first + step - 1) / step, [&](unsigned worker, std::size_t job) {
        if (meter.stopped()) return;
        const std::size_t begin = job * step, end = std::min(last - first, begin + step);
        std::vector<To> &room = rooms[worker];
        room.resize((end - begin) * width);
        for (std::size_t pair = begin; pair < end; ++pair) {
          const From *a = seated.data() + 2 * pair * width, *b = a + width;
          To *to = room.data() + (pair - begin) * width;
          for (std::size_t j = 0; j < width; ++j) to[j] = static_cast<To>(To{a[j]} - To{b[j]});
        }
        visit({worker, first + begin}, DenseBlock<To>{room, width});
        meter.add(end - begin);
      });
    }
    return meter.verdict();
  }

  // Sparse rows are in memory already, so a copy of all of them is, too: where each row begins, then the
  // rows.
  template <class From, class To>
  std::optional<Error> sparse_pass(RawKey key, const RunOptions &run, const Visit &visit,
                                   ProgressMeter &meter) const {
    std::vector<std::uint64_t> starts(2 * rows() + 1);
    auto failed = inner_->pass(key, run, [&](Where where, const AnyBlock &block) {
      const auto &part = std::get<SparseBlock<From>>(block);
      for (std::size_t i = 0; i < part.rows(); ++i)
        if (const std::uint64_t place = inverse_[where.first_row + i]; place != not_placed)
          starts[place + 1] = part.end(i) - part.begin(i);
    });
    if (failed) return failed;
    for (std::size_t place = 0; place + 1 < starts.size(); ++place) starts[place + 1] += starts[place];
    std::vector<std::uint32_t> places(starts.back());
    std::vector<std::int64_t> values(starts.back());
    const auto implicit_values = inner_->implicit_values();
    failed = inner_->pass(key, run, [&](Where where, const AnyBlock &block) {
      const auto &part = std::get<SparseBlock<From>>(block);
      for (std::size_t i = 0; i < part.rows(); ++i) {
        const std::uint64_t place = inverse_[where.first_row + i];
        if (place == not_placed) continue;
        std::size_t to = starts[place];
        for (std::size_t entry = part.begin(i); entry < part.end(i); ++entry, ++to) {
          places[to] = part.places[entry];
          // Around what is elsewhere, so that a cell only one of the two names still cancels.
          values[to] =
              std::int64_t{part.values[entry]} - (implicit_values.empty() ? 0 : implicit_values[places[to]]);
        }
      }
    });
    if (failed) return failed;

    struct Room {
      std::vector<std::uint64_t> starts;
      std::vector<std::uint32_t> places;
      std::vector<To> values;
    };
    std::vector<Room> rooms(worker_count(run));
    const std::size_t step =
        std::max<std::size_t>(1, rows() * entries_of_a_block(columns(), run) / (places.size() + 1));
    WorkerPool pool(run.threads);
    pool.each((rows() + step - 1) / step, [&](unsigned worker, std::size_t job) {
      if (meter.stopped()) return;
      const std::size_t begin = job * step, end = std::min(rows(), begin + step);
      Room &room = rooms[worker];
      room.starts.assign(1, 0);
      room.places.clear();
      room.values.clear();
      const auto put = [&](std::uint32_t place, std::int64_t value) {
        room.places.push_back(place);
        room.values.push_back(static_cast<To>(value));
      };
      for (std::size_t pair = begin; pair < end; ++pair) {
        std::size_t a = starts[2 * pair], b = starts[2 * pair + 1];
        const std::size_t a_end = b, b_end = starts[2 * pair + 2];
        while (a < a_end || b < b_end) {
          if (b == b_end || (a < a_end && places[a] < places[b])) {
            put(places[a], values[a]);
            ++a;
          } else if (a == a_end || places[b] < places[a]) {
            put(places[b], -values[b]);
            ++b;
          } else {
            put(places[a], values[a] - values[b]);
            ++a, ++b;
          }
        }
        room.starts.push_back(room.places.size());
      }
      visit({worker, begin}, SparseBlock<To>{room.starts, room.places, room.values, columns()});
      meter.add(end - begin);
    });
    return meter.verdict();
  }

  std::shared_ptr<const GridRows> inner_;
  std::vector<std::uint64_t> inverse_;
};

Result<std::shared_ptr<const GridRows>>
pair_differences(std::shared_ptr<const GridRows> rows, std::span<const std::uint64_t> order, PairOrder kind) {
  const std::size_t count = rows->rows();
  std::vector<std::uint64_t> inverse = inverse_order(*rows, order, kind, count - count % 2);
  if (count < 2) return bad_input("one row makes no pair", "give a table of at least two rows");
  if (rows->bound() > Grid::largest_bound / 2)
    return bad_parameter("differences on this grid would outgrow 62 bits",
                         "choose a coarser grid: a smaller bound or a larger step");
  return std::shared_ptr<const GridRows>(
      std::make_shared<PairDifferences>(std::move(rows), std::move(inverse)));
}

} // namespace poise::internal
