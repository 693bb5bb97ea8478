// The list of figures.
#include "experiments/figures.h"

#include <array>

namespace poise::experiments {

std::span<const Figure *const> figures() {
  static const std::array all = {&figure_1, &figure_2, &figure_3,   &figure_4,     &figure_5,
                                 &figure_6, &figure_7, &gaussian_a, &range_of_data};
  return all;
}

} // namespace poise::experiments
