// Each block is made dense if need be, rotated into a worker's own room, and passed on.
#include "poise/aggregate/transform/rotated_rows.h"

#include "poise/aggregate/kernel/hadamard.h"
#include "poise/aggregate/transform/dense_rows_of.h"
#include "poise/grid/grid.h"

#include <stdexcept>

namespace poise::internal {

class RotatedRows final : public GridRows {
public:
  RotatedRows(std::shared_ptr<const GridRows> rows, std::vector<std::uint64_t> sign_bits)
      : GridRows(GridRowsMaker()), inner_(std::move(rows)), sign_bits_(std::move(sign_bits)),
        width_(padded_width(inner_->columns())) {}

  std::size_t rows() const override { return inner_->rows(); }
  std::size_t columns() const override { return width_; }
  std::int64_t bound() const override {
    return inner_->bound() * static_cast<std::int64_t>(inner_->columns());
  }
  bool sparse() const override { return false; }
  bool in_public_order() const override { return inner_->in_public_order(); }

  std::optional<Error> pass(RawKey key, const RunOptions &run, const Visit &visit) const override {
    return narrow() ? pass_as<std::int32_t>(key, run, visit) : pass_as<std::int64_t>(key, run, visit);
  }

private:
  template <class T>
  std::optional<Error> pass_as(RawKey key, const RunOptions &run, const Visit &visit) const {
    struct Room {
      std::vector<T> dense, rotated;
    };
    std::vector<Room> rooms(worker_count(run));
    const std::size_t step = rows_of_a_block(width_, run);
    return inner_->pass(key, run, [&](Where where, const AnyBlock &block) {
      Room &room = rooms[where.worker];
      std::visit(
          [&](const auto &part) {
            if constexpr (sizeof(typename std::decay_t<decltype(part)>::Cell) <= sizeof(T)) {
              for (std::size_t first = 0; first < part.rows(); first += step) {
                const std::size_t last = std::min(part.rows(), first + step);
                const auto dense = dense_rows_of(part, inner_->implicit_values(), first, last, room.dense);
                room.rotated.resize((last - first) * width_);
                rotate_rows(dense, inner_->columns(), sign_bits_, room.rotated);
                visit({where.worker, where.first_row + first}, DenseBlock<T>{room.rotated, width_});
              }
            } else {
              throw std::logic_error("poise: a rotation makes no cell narrower");
            }
          },
          block);
    });
  }

  std::shared_ptr<const GridRows> inner_;
  std::vector<std::uint64_t> sign_bits_;
  std::size_t width_;
};

Result<std::shared_ptr<const GridRows>> rotated_rows(std::shared_ptr<const GridRows> rows,
                                                     std::vector<std::uint64_t> sign_bits) {
  const std::size_t columns = rows->columns();
  if (sign_bits.size() < (columns + 63) / 64)
    throw std::logic_error("poise: a rotation needs a sign for every column");
  if (columns > widest_rotation)
    return bad_parameter("a rotation takes at most " + std::to_string(widest_rotation) + " columns, got " +
                             std::to_string(columns),
                         "choose fewer columns, or a method that does not rotate");
  if (static_cast<std::uint64_t>(rows->bound()) > static_cast<std::uint64_t>(Grid::largest_bound) / columns)
    return bad_parameter("rotating " + std::to_string(columns) +
                             " columns of this grid would outgrow 62 bits",
                         "choose a coarser grid: a smaller bound or a larger step");
  return std::shared_ptr<const GridRows>(
      std::make_shared<RotatedRows>(std::move(rows), std::move(sign_bits)));
}

} // namespace poise::internal
