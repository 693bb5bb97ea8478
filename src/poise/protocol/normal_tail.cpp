// By halving: the tail falls from left to right.
#include "poise/protocol/normal_tail.h"

#include <cmath>

namespace poise {

double normal_quantile_above(double tail) {
  double low = 0, high = 40;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > tail ? low : high) = middle;
  }
  return low;
}

} // namespace poise
