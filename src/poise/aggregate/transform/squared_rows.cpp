// One multiplication a cell.
#include "poise/aggregate/transform/squared_rows.h"

#include "poise/aggregate/transform/mapped_rows.h"

namespace poise::internal {

// Named, as it is one of the few that may make GridRows.
class Square {
public:
  bool non_negative(bool) const { return true; }
  std::int64_t cell(std::size_t, std::int64_t x) const { return x * x; }

  template <class From, class To> void row(const From *from, To *to, std::size_t columns) const {
    for (std::size_t j = 0; j < columns; ++j) to[j] = static_cast<To>(std::int64_t{from[j]} * from[j]);
  }
};

Result<std::shared_ptr<const GridRows>> squared_rows(std::shared_ptr<const GridRows> rows) {
  const std::int64_t bound = rows->bound();
  if (bound > std::int64_t{1} << 31)
    return bad_parameter("squares on this grid would outgrow 62 bits",
                         "choose a coarser grid: a smaller bound or a larger step");
  return std::shared_ptr<const GridRows>(
      std::make_shared<MappedRows<Square>>(std::move(rows), bound * bound, Square()));
}

} // namespace poise::internal
