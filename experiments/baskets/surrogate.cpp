// Sizes that add up, then different items for each.
#include "experiments/baskets/surrogate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace poise::internal::experiments {
namespace {

std::vector<std::size_t> draw_sizes(const BasketShape &shape, Bits &bits) {
  const std::size_t most = shape.columns / 4;
  if (shape.rows == 0 || shape.ones < shape.rows * shape.least || shape.ones > shape.rows * most)
    throw std::logic_error("poise: baskets of this shape do not exist");
  std::vector<double> extras(shape.rows);
  fill_normal(extras, bits);
  for (double &extra : extras) extra = std::exp(shape.size_spread * extra);
  const double all = std::accumulate(extras.begin(), extras.end(), 0.0);
  const auto to_share = static_cast<double>(shape.ones - shape.rows * shape.least);
  std::vector<std::size_t> sizes;
  sizes.reserve(shape.rows);
  std::uint64_t given = 0;
  for (const double extra : extras) {
    sizes.push_back(std::min(shape.least + static_cast<std::size_t>(extra / all * to_share), most));
    given += sizes.back();
  }
  for (std::size_t row = 0; given < shape.ones; row = (row + 1) % shape.rows)
    if (sizes[row] < most) {
      ++sizes[row];
      ++given;
    }
  return sizes;
}

// Items by weight: whole parts of a number with density x^-skew.
class Items {
public:
  explicit Items(const BasketShape &shape)
      : power_(1 / (1 - shape.skew)), start_(1 + shape.blunt), first_(std::pow(start_, 1 - shape.skew)),
        last_(std::pow(start_ + static_cast<double>(shape.columns), 1 - shape.skew)),
        largest_(shape.columns - 1) {}

  std::uint32_t operator()(Bits &bits) const {
    const double x = std::pow(first_ + in_unit(bits) * (last_ - first_), power_);
    const auto place = static_cast<std::size_t>(std::max(0.0, x - start_));
    return static_cast<std::uint32_t>(std::min(place, largest_)); // rounding may step over either end
  }

private:
  double power_, start_, first_, last_;
  std::size_t largest_;
};

} // namespace

Baskets draw_surrogate(const BasketShape &shape, Bits &bits) {
  const std::vector<std::size_t> sizes = draw_sizes(shape, bits);
  const Items item(shape);
  Baskets baskets{.columns = shape.columns};
  baskets.places.reserve(shape.ones);
  std::vector<std::size_t> last_in(shape.columns); // the last basket that has the item, from 1 on
  for (std::size_t row = 0; row < shape.rows; ++row) {
    for (std::size_t held = 0; held < sizes[row];) {
      const std::uint32_t place = item(bits);
      if (std::exchange(last_in[place], row + 1) == row + 1) continue;
      baskets.places.push_back(place);
      ++held;
    }
    baskets.end_row();
  }
  return baskets;
}

} // namespace poise::internal::experiments
