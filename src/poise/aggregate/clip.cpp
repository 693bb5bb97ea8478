// The ratio of a row, and the rare cell that it leaves undecided.
#include "poise/aggregate/clip.h"

#include <stdexcept>

namespace poise {
namespace {

UInt128 ratio_of(Norm norm, const Integer &limit, const Integer &norm_of_row) {
  if (norm == Norm::l1) return to_uint128((limit << 128) / norm_of_row);
  return to_uint128(isqrt((limit << 256) / norm_of_row));
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

std::uint64_t Shrink::decide(std::uint64_t magnitude, std::uint64_t candidate) const {
  const Integer m = to_integer(magnitude), y = to_integer(candidate);
  const bool holds =
      norm_ == Norm::l1 ? y * norm_of_row_ <= m * limit_ : y * y * norm_of_row_ <= m * m * limit_;
  return holds ? candidate : candidate - 1;
}

void clip_row(const Ball &ball, std::span<std::int32_t> row) { clip(ball, row); }
void clip_row(const Ball &ball, std::span<std::int64_t> row) { clip(ball, row); }

} // namespace poise
