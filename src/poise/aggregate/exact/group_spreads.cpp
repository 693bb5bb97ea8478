// Gather a batch of groups, each row to its place; then roots of mean squares.
#include "poise/aggregate/exact/group_spreads.h"

#include "poise/aggregate/kernel/inverse_order.h"
#include "poise/aggregate/transform/dense_rows_of.h"
#include "poise/base/default_init_allocator.h"
#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::int64_t widest_bound = std::int64_t{1} << 58;
constexpr std::size_t largest_group = 256;

// floor(sqrt(value)), by Newton's method from above: it falls until it is there.
std::uint64_t floor_root(UInt128 value) {
  if (value == 0) return 0;
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const int length =
      high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(value));
  UInt128 root = UInt128{1} << ((length + 1) / 2);
  while (true) {
    const UInt128 next =
        high != 0 ? (root + value / root) / 2
                  : (root + static_cast<std::uint64_t>(value) / static_cast<std::uint64_t>(root)) / 2;
    if (next >= root) return static_cast<std::uint64_t>(root);
    root = next;
  }
}

} // namespace

class GroupSpreads final : public GridRows {
public:
  // seats[r] is where row r sits, or not_placed.
  GroupSpreads(std::shared_ptr<const GridRows> rows, std::vector<std::uint64_t> inverse, std::size_t k)
      : GridRows(GridRowsMaker()), inner_(std::move(rows)), inverse_(std::move(inverse)), k_(k) {}

  std::size_t rows() const override { return inner_->rows() / (2 * k_); }
  std::size_t columns() const override { return inner_->columns(); }
  std::int64_t bound() const override { return 2 * inner_->bound(); }
  bool sparse() const override { return false; }
  bool in_public_order() const override { return inner_->in_public_order(); }

  std::optional<Error> pass(RawKey key, const RunOptions &run, const Visit &visit) const override {
    if (narrow()) return pass_as<std::int32_t, std::int32_t>(key, run, visit);
    return inner_->narrow() ? pass_as<std::int32_t, std::int64_t>(key, run, visit)
                            : pass_as<std::int64_t, std::int64_t>(key, run, visit);
  }

private:
  template <class From, class To>
  std::optional<Error> pass_as(RawKey key, const RunOptions &run, const Visit &visit) const {
    ProgressMeter meter(run, rows());
    RunOptions inner_work = run;
    inner_work.progress = [&](std::uint64_t, std::uint64_t) { return meter.go_on(); };
    const std::size_t width = columns(), step = rows_of_a_block(width, run);
    const std::size_t batch =
        std::clamp<std::size_t>(run.memory / (2 * k_ * width * sizeof(From)), 1, rows());
    UninitializedVector<From> seated(2 * k_ * batch * width);
    std::vector<std::vector<To>> rooms(worker_count(run));
    for (std::size_t first = 0; first < rows(); first += batch) {
      const std::size_t last = std::min(rows(), first + batch);
      if (const auto failed = gather(key, inner_work, first, last, seated)) return failed;
      WorkerPool(run.threads).each((last - first + step - 1) / step, [&](unsigned worker, std::size_t job) {
        if (meter.stopped()) return;
        const std::size_t begin = job * step, end = std::min(last - first, begin + step);
        std::vector<To> &room = rooms[worker];
        room.resize((end - begin) * width);
        for (std::size_t group = begin; group < end; ++group)
          spread(seated.data() + 2 * k_ * group * width, room.data() + (group - begin) * width);
        visit({worker, first + begin}, DenseBlock<To>{room, width});
        meter.add(end - begin);
      });
    }
    return meter.verdict();
  }

  // The rows of groups [first, last), each at its place.
  template <class From>
  std::optional<Error> gather(RawKey key, const RunOptions &run, std::size_t first, std::size_t last,
                              UninitializedVector<From> &seated) const {
    const std::size_t width = columns();
    const std::uint64_t first_seat = 2 * k_ * first, last_seat = 2 * k_ * last;
    std::vector<std::vector<From>> scratch(worker_count(run));
    return inner_->pass(key, run, [&](Where where, const AnyBlock &block) {
      std::visit(
          [&](const auto &part) {
            for (std::size_t i = 0; i < part.rows(); ++i) {
              const std::uint64_t place = inverse_[where.first_row + i];
              if (place == not_placed || place < first_seat || place >= last_seat) continue;
              if constexpr (sizeof(typename std::decay_t<decltype(part)>::Cell) == sizeof(From)) {
                const auto row =
                    dense_rows_of<From>(part, inner_->implicit_values(), i, i + 1, scratch[where.worker]);
                std::copy(row.begin(), row.end(), seated.data() + (place - first_seat) * width);
              }
            }
          },
          block);
    });
  }

  template <class From, class To> void spread(const From *rows, To *to) const {
    const std::size_t width = columns();
    for (std::size_t j = 0; j < width; ++j) {
      UInt128 squares = 0;
      std::uint64_t difference = 0;
      for (std::size_t pair = 0; pair < k_; ++pair) {
        const From *a = rows + 2 * pair * width, *b = a + width;
        const std::int64_t apart = std::int64_t{a[j]} - std::int64_t{b[j]};
        difference = static_cast<std::uint64_t>(apart < 0 ? -apart : apart);
        squares += UInt128{difference} * difference;
      }
      to[j] = static_cast<To>(k_ == 1 ? difference : floor_root(squares / k_));
    }
  }

  std::shared_ptr<const GridRows> inner_;
  std::vector<std::uint64_t> inverse_;
  std::size_t k_;
};

Result<std::shared_ptr<const GridRows>> group_spreads(std::shared_ptr<const GridRows> rows,
                                                      std::span<const std::uint64_t> order, PairOrder kind,
                                                      std::size_t k) {
  if (k < 1 || k > largest_group) throw std::logic_error("poise: a group has 1 to 256 pairs");
  const std::size_t groups = rows->rows() / (2 * k);
  std::vector<std::uint64_t> inverse = inverse_order(*rows, order, kind, groups * 2 * k);
  if (groups == 0)
    return bad_input("there are too few rows for a group of " + std::to_string(2 * k),
                     "give more rows, or make groups smaller");
  if (rows->bound() > widest_bound)
    return bad_parameter("squared differences on this grid would outgrow 126 bits",
                         "choose a coarser grid: a smaller bound or a larger step");
  return std::shared_ptr<const GridRows>(
      std::make_shared<GroupSpreads>(std::move(rows), std::move(inverse), k));
}

} // namespace poise::internal
