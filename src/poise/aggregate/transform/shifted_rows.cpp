// One subtraction a cell.
#include "poise/aggregate/transform/shifted_rows.h"

#include "poise/aggregate/transform/mapped_rows.h"
#include "poise/grid/grid.h"

#include <stdexcept>

namespace poise::internal {

// Named, as it is one of the few that may make GridRows.
class Shift {
public:
  explicit Shift(std::vector<std::int64_t> centre)
      : wide_(std::move(centre)), narrow_(wide_.begin(), wide_.end()) {}

  bool non_negative(bool) const { return false; }
  std::int64_t cell(std::size_t column, std::int64_t x) const { return x - wide_[column]; }

  template <class From, class To> void row(const From *from, To *to, std::size_t columns) const {
    // Modulo 2^32 for cells of 32 bits, where the result fits.
    if constexpr (sizeof(To) == 4) {
      for (std::size_t j = 0; j < columns; ++j)
        to[j] = static_cast<To>(static_cast<std::uint32_t>(from[j]) - narrow_[j]);
    } else {
      for (std::size_t j = 0; j < columns; ++j) to[j] = from[j] - wide_[j];
    }
  }

private:
  std::vector<std::int64_t> wide_;
  std::vector<std::uint32_t> narrow_; // the last 32 bits
};

Result<std::shared_ptr<const GridRows>> shifted_rows(std::shared_ptr<const GridRows> rows,
                                                     std::vector<std::int64_t> centre) {
  if (centre.size() != rows->columns()) throw std::logic_error("poise: a centre needs one number a column");
  std::int64_t furthest = 0;
  for (const std::int64_t number : centre) {
    const std::int64_t most = Grid::largest_bound - rows->bound();
    if (number > most || number < -most)
      return bad_parameter("rows around this centre would outgrow 62 bits",
                           "choose a coarser grid: a smaller bound or a larger step");
    furthest = std::max(furthest, number < 0 ? -number : number);
  }
  const std::int64_t bound = rows->bound() + furthest;
  return std::shared_ptr<const GridRows>(
      std::make_shared<MappedRows<Shift>>(std::move(rows), bound, Shift(std::move(centre))));
}

} // namespace poise::internal
