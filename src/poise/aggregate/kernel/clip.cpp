// The ratio of a row, and the rare cell that it leaves undecided.
#include "poise/aggregate/kernel/clip.h"

#include <bit>
#include <stdexcept>

namespace poise::internal {
namespace {

UInt128 ratio_of(Norm norm, const Integer &limit, const Integer &norm_of_row) {
  if (norm == Norm::l1) return to_uint128((limit << 128) / norm_of_row);
  return to_uint128(isqrt((limit << 256) / norm_of_row));
}

// The largest number whose square is not above n: an estimate that doubles its correct bits with each
// division, never off by more than one, for n shifted to its full length.
std::uint64_t root_down(std::uint64_t n) {
  if (n == 0) return 0;
  const int shift = std::countl_zero(n) / 2;
  const std::uint64_t full = n << 2 * shift;
  auto root = static_cast<std::uint32_t>(1 + (full >> 62));
  root = (root << 1) + static_cast<std::uint32_t>(full >> 59) / root;
  root = (root << 3) + static_cast<std::uint32_t>(full >> 53) / root;
  root = (root << 7) + static_cast<std::uint32_t>(full >> 41) / root;
  const std::uint64_t last = (std::uint64_t{root} << 15) + (full >> 17) / root;
  return (UInt128{last} * last > full ? last - 1 : last) >> shift;
}

template <class T> void clip(const Ball &ball, std::span<T> row) {
  if (row.empty()) return;
  UInt192 norm_of_row;
  row_norms(ball.norm(), std::span<const T>(row), row.size(), {&norm_of_row, 1});
  if (ball.contains(norm_of_row)) return;
  const Shrink shrink(ball, norm_of_row);
  for (T &cell : row) cell = shrink.cell(cell);
}

} // namespace

Ball::Ball(Norm norm, const Integer &limit) : norm_(norm), limit_(limit) {
  if (limit < 0) throw std::logic_error("poise: a ball needs a radius that is not negative");
  reach_ = saturated_uint192(limit);
}

Ball Ball::l1(const Integer &radius) { return {Norm::l1, radius}; }
Ball Ball::l2(const Integer &squared_radius) { return {Norm::l2, squared_radius}; }

Shrink::Shrink(const Ball &ball, const UInt192 &norm_of_row)
    : norm_(ball.norm()), limit_(ball.limit()), norm_of_row_(to_integer(norm_of_row)) {
  if (ball.contains(norm_of_row)) throw std::logic_error("poise: a row in the ball must not be shrunk");
  ratio_ = ratio_of(norm_, limit_, norm_of_row_);
}

ShortShrink::ShortShrink(Norm norm, std::uint64_t limit, std::uint64_t norm_of_row)
    : norm_(norm), limit_(limit), norm_of_row_(norm_of_row) {
  if (norm_of_row <= limit) throw std::logic_error("poise: a row in the ball must not be shrunk");
  const UInt128 ratio =
      norm == Norm::l1 ? (UInt128{limit} << 32) / norm_of_row : (UInt128{limit} << 64) / norm_of_row;
  ratio_ =
      norm == Norm::l1 ? static_cast<std::uint64_t>(ratio) : root_down(static_cast<std::uint64_t>(ratio));
}

std::uint64_t Shrink::decide(std::uint64_t magnitude, std::uint64_t candidate) const {
  const Integer m = to_integer(magnitude), y = to_integer(candidate);
  const bool holds =
      norm_ == Norm::l1 ? y * norm_of_row_ <= m * limit_ : y * y * norm_of_row_ <= m * m * limit_;
  return holds ? candidate : candidate - 1;
}

void clip_row(const Ball &ball, std::span<std::int32_t> row) { clip(ball, row); }
void clip_row(const Ball &ball, std::span<std::int64_t> row) { clip(ball, row); }

} // namespace poise::internal
