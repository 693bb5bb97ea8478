// The list of figures.
#include "experiments/figures.h"

#include <array>

namespace poise::internal::experiments {

std::span<const Figure *const> figures() {
  static const std::array all = {&figure_1,
                                 &figure_2,
                                 &figure_3,
                                 &figure_4,
                                 &figure_5,
                                 &figure_6,
                                 &figure_7,
                                 &figure_8,
                                 &figure_9,
                                 &figure_10,
                                 &figure_8_epsilon,
                                 &figure_9_epsilon,
                                 &figure_10_epsilon,
                                 &gaussian_a,
                                 &range_of_data,
                                 &bounds_free,
                                 &models,
                                 &plan_figure_3a,
                                 &plan_figure_3b,
                                 &plan_figure_3c,
                                 &plan_figure_4a,
                                 &plan_figure_4b,
                                 &plan_figure_4c,
                                 &plan_figure_7a,
                                 &plan_figure_7b,
                                 &plan_figure_8a,
                                 &plan_figure_8b,
                                 &plan_figure_8c,
                                 &plan_figure_10a,
                                 &plan_figure_10c,
                                 &plan_privacy,
                                 &plan_norms,
                                 &plan_figure_5a,
                                 &plan_figure_5b,
                                 &plan_figure_5c,
                                 &plan_figure_9a,
                                 &plan_figure_9b,
                                 &plan_figure_9c,
                                 &plan_table_2,
                                 &universal_means,
                                 &universal_variances,
                                 &universal_iqrs,
                                 &universal_verdict,
                                 &universal_slopes,
                                 &flagship,
                                 &flagship_blow_ups};
  return all;
}

} // namespace poise::internal::experiments
