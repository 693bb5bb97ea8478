// By format there is nothing to do; otherwise one walk to look, and a comparison a cell ever after.
#include "poise/grid/zeros_and_ones.h"

#include "poise/grid/table_on_grid.h"

#include <atomic>
#include <vector>

namespace poise::internal {

namespace {

// Fine enough to tell a half from a one, wide enough to tell a two.
Grid looking_glass() { return Grid::of(-20, std::int64_t{1} << 21).value(); }
constexpr std::int32_t one_there = 1 << 20;

Error not_binary() {
  return bad_input("the table is not binary: it has a cell that is neither 0 nor 1",
                   "leave out `binary`, or turn its cells into zeros and ones first");
}

} // namespace

// Cells of a table on the unit grid, those below zero cut off.
class ZerosAndOnes final : public GridRows {
public:
  explicit ZerosAndOnes(const Table &table) : GridRows(GridRowsMaker()), inner_(table, unit_grid()) {}

  // An Error when a cell is neither.
  static std::optional<Error> look_through(const Table &table, const RunOptions &run) {
    std::atomic<bool> another = false;
    const auto failed =
        TableOnGrid(table, looking_glass()).pass(RawKey(), run, [&](Where, const AnyBlock &block) {
          for (const std::int32_t cell : cells_of(block))
            if (cell != 0 && cell != one_there) another = true;
        });
    if (failed) return failed;
    return another ? std::optional(not_binary()) : std::nullopt;
  }

  std::size_t rows() const override { return inner_.rows(); }
  std::size_t columns() const override { return inner_.columns(); }
  std::int64_t bound() const override { return 1; }
  bool non_negative() const override { return true; }
  bool sparse() const override { return inner_.sparse(); }
  bool in_public_order() const override { return inner_.in_public_order(); }

  std::optional<Error> pass(RawKey key, const RunOptions &run, const Visit &visit) const override {
    std::vector<std::vector<std::int32_t>> rooms(worker_count(run));
    return inner_.pass(key, run, [&](Where where, const AnyBlock &block) {
      std::vector<std::int32_t> &room = rooms[where.worker];
      const auto cells = cells_of(block);
      room.resize(cells.size());
      for (std::size_t i = 0; i < cells.size(); ++i) room[i] = cells[i] > 0;
      if (const auto *sparse = std::get_if<SparseBlock<std::int32_t>>(&block))
        visit(where, SparseBlock<std::int32_t>{sparse->starts, sparse->places, room, sparse->columns});
      else
        visit(where, DenseBlock<std::int32_t>{room, columns()});
    });
  }

private:
  // Both grids have cells of 32 bits.
  static std::span<const std::int32_t> cells_of(const AnyBlock &block) {
    const auto *sparse = std::get_if<SparseBlock<std::int32_t>>(&block);
    return sparse ? sparse->values : std::get<DenseBlock<std::int32_t>>(block).cells;
  }

  TableOnGrid inner_;
};

const Grid &unit_grid() {
  static const Grid grid = Grid::of(0, 1).value();
  return grid;
}

Result<std::shared_ptr<const GridRows>> zeros_and_ones(const Table &table, const RunOptions &run) {
  if (table.people())
    return bad_parameter(
        "the table was read with a unit, and means of a person's rows are not zeros and ones",
        "leave out `unit` or `binary`");
  if (!table.binary())
    if (const auto error = ZerosAndOnes::look_through(table, run)) return *error;
  return std::shared_ptr<const GridRows>(std::make_shared<ZerosAndOnes>(table));
}

} // namespace poise::internal
