// Rows on the grid that stay in memory.
#pragma once

#include "poise/base/default_init_allocator.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise::internal {

// Dense cells row by row; or, where there are starts, compressed rows as in SparseBlock.
template <class T> class KeptGridRows final : public GridRows {
public:
  struct Cells {
    std::vector<std::uint64_t> starts;
    std::vector<std::uint32_t> places;
    UninitializedVector<T> values;
    std::vector<std::int64_t> implicit_values;
  };

  enum class Order { open, of_people };

  // T is what the bound asks for: 32 bits or 64. No cell may be beyond it.
  KeptGridRows(std::size_t rows, std::size_t columns, std::int64_t bound, Cells cells,
               Order order = Order::open);

  std::size_t rows() const override { return rows_; }
  std::size_t columns() const override { return columns_; }
  std::int64_t bound() const override { return bound_; }
  bool sparse() const override { return !cells_.starts.empty(); }
  std::span<const std::int64_t> implicit_values() const override { return cells_.implicit_values; }
  bool in_public_order() const override { return order_ == Order::open; }
  bool kept() const override { return true; }
  [[nodiscard]] std::optional<Error> pass(RawKey key, const RunOptions &run,
                                          const Visit &visit) const override;

private:
  friend class KeepRows; // whose rows are within their bound already
  enum class Within { promised };
  KeptGridRows(std::size_t rows, std::size_t columns, std::int64_t bound, Cells cells, Order order, Within);

  std::size_t rows_, columns_;
  std::int64_t bound_;
  Cells cells_;
  Order order_;
};

extern template class KeptGridRows<std::int32_t>;
extern template class KeptGridRows<std::int64_t>;

class KeepRows {
public:
  // The same rows, computed once and kept in memory.
  static Result<std::shared_ptr<const GridRows>> all(const GridRows &rows, const RunOptions &run);

  // The same, if they are not kept already and work.memory has room; else the rows as they are. For dense
  // rows that are gone over many times.
  static Result<std::shared_ptr<const GridRows>> if_room(std::shared_ptr<const GridRows> rows,
                                                         const RunOptions &run);

private:
  template <class T>
  static Result<std::shared_ptr<const GridRows>> dense(const GridRows &rows, const RunOptions &run);
  template <class T>
  static Result<std::shared_ptr<const GridRows>> sparse(const GridRows &rows, const RunOptions &run);
};

} // namespace poise::internal
