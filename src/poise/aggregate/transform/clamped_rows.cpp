// Two comparisons a cell.
#include "poise/aggregate/transform/clamped_rows.h"

#include "poise/aggregate/transform/mapped_rows.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {

// Named, as it is one of the few that may make GridRows.
class Clamp {
public:
  explicit Clamp(std::int64_t limit) : limit_(limit) {}

  bool non_negative(bool before) const { return before; }
  std::int64_t cell(std::size_t, std::int64_t x) const { return std::clamp(x, -limit_, limit_); }

  template <class From, class To> void row(const From *from, To *to, std::size_t columns) const {
    for (std::size_t j = 0; j < columns; ++j)
      to[j] = static_cast<To>(std::clamp(std::int64_t{from[j]}, -limit_, limit_));
  }

private:
  std::int64_t limit_;
};

std::shared_ptr<const GridRows> clamped_rows(std::shared_ptr<const GridRows> rows, std::int64_t limit) {
  if (limit < 1) throw std::logic_error("poise: a limit must be positive");
  if (limit >= rows->bound()) return rows;
  return std::make_shared<MappedRows<Clamp>>(std::move(rows), limit, Clamp(limit));
}

} // namespace poise::internal
