// Rows whose cells go one by one through a public map of their column.
#pragma once

#include "poise/grid/grid_rows.h"

#include <algorithm>
#include <vector>

namespace poise::internal {

// A Map has cell(column, x) for one cell, and row(from, to, columns) for all of a row, for every
// combination of 32 and 64 bits; neither goes beyond the bound. non_negative(before) says whether no cell is
// below zero then, if so before.
template <class Map> class MappedRows final : public GridRows {
public:
  // Only a Map knows what it does to the bound.
  MappedRows(std::shared_ptr<const GridRows> rows, std::int64_t bound, Map map)
      : GridRows(GridRowsMaker()), inner_(std::move(rows)), bound_(bound), map_(std::move(map)) {
    if (!inner_->sparse()) return;
    const auto before = inner_->implicit_values();
    bool zero = true;
    for (std::size_t column = 0; column < columns(); ++column) {
      implicit_values_.push_back(map_.cell(column, before.empty() ? 0 : before[column]));
      zero = zero && implicit_values_.back() == 0;
    }
    if (zero) implicit_values_.clear();
  }

  std::size_t rows() const override { return inner_->rows(); }
  std::size_t columns() const override { return inner_->columns(); }
  std::int64_t bound() const override { return bound_; }
  bool non_negative() const override { return map_.non_negative(inner_->non_negative()); }
  bool sparse() const override { return inner_->sparse(); }
  std::span<const std::int64_t> implicit_values() const override { return implicit_values_; }
  bool in_public_order() const override { return inner_->in_public_order(); }

  [[nodiscard]] std::optional<Error> pass(RawKey key, const RunOptions &run,
                                          const Visit &visit) const override {
    return narrow() ? pass_as<std::int32_t>(key, run, visit) : pass_as<std::int64_t>(key, run, visit);
  }

private:
  template <class T>
  [[nodiscard]] std::optional<Error> pass_as(RawKey key, const RunOptions &run, const Visit &visit) const {
    std::vector<std::vector<T>> rooms(worker_count(run));
    return inner_->pass(key, run, [&](Where where, const AnyBlock &block) {
      std::vector<T> &room = rooms[where.worker];
      std::visit([&](const auto &part) { map_and_visit(part, room, where, run, visit); }, block);
    });
  }

  // Kept rows come in large blocks; what is made of them should still be in a core's cache when it is
  // visited.
  template <class T, class From>
  void map_and_visit(const DenseBlock<From> &block, std::vector<T> &room, Where where, const RunOptions &run,
                     const Visit &visit) const {
    const std::size_t width = block.columns, rows = block.cells.size() / width;
    const std::size_t piece = std::max<std::size_t>(1, run.block_cells / width);
    for (std::size_t first = 0; first < rows; first += piece) {
      const std::size_t last = std::min(rows, first + piece);
      room.resize((last - first) * width);
      for (std::size_t row = first; row < last; ++row)
        map_.row(block.cells.data() + row * width, room.data() + (row - first) * width, width);
      visit({where.worker, where.first_row + first}, DenseBlock<T>{room, width});
    }
  }
  template <class T, class From>
  void map_and_visit(const SparseBlock<From> &block, std::vector<T> &room, Where where, const RunOptions &,
                     const Visit &visit) const {
    room.resize(block.values.size());
    for (std::size_t i = 0; i < room.size(); ++i)
      room[i] = static_cast<T>(map_.cell(block.places[i], block.values[i]));
    visit(where, SparseBlock<T>{block.starts, block.places, room, block.columns});
  }

  std::shared_ptr<const GridRows> inner_;
  std::int64_t bound_;
  Map map_;
  std::vector<std::int64_t> implicit_values_;
};

} // namespace poise::internal
