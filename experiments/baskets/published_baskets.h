// Errors on zeros and ones that were released with the PLAN paper: half of l1 distances, means and standard
// deviations over 10 runs (Binary) or 20 (the others; 2 of IOME).
#pragma once

#include "experiments/frame/figure.h"

#include <array>

namespace poise::internal::experiments {

// Figure 5 shows the first three, figure 9 the last three.
inline constexpr std::string_view their_oracle = "published PLAN-oracle", their_plan = "published PLAN",
                                  their_iome = "published IOME", their_noscale = "published PLAN-noscale";

// n = 4096, d = 512, along the share of fair columns.
inline constexpr auto published_binary = std::to_array<Published>({
    {"rho = 0.125", 0, their_oracle, 0.67811, 0.02134},
    {"rho = 0.125", 0.25, their_oracle, 1.50798, 0.04035},
    {"rho = 0.125", 0.5, their_oracle, 2.30919, 0.08699},
    {"rho = 0.125", 0.75, their_oracle, 3.13266, 0.12464},
    {"rho = 0.125", 1, their_oracle, 3.878, 0.14105},
    {"rho = 0.5", 0, their_oracle, 0.45302, 0.01129},
    {"rho = 0.5", 0.25, their_oracle, 0.96672, 0.02821},
    {"rho = 0.5", 0.5, their_oracle, 1.44521, 0.05935},
    {"rho = 0.5", 0.75, their_oracle, 1.97513, 0.05129},
    {"rho = 0.5", 1, their_oracle, 2.34629, 0.09582},
    {"rho = 1", 0, their_oracle, 0.38982, 0.0144},
    {"rho = 1", 0.25, their_oracle, 0.83077, 0.02986},
    {"rho = 1", 0.5, their_oracle, 1.23236, 0.04668},
    {"rho = 1", 0.75, their_oracle, 1.65264, 0.04851},
    {"rho = 1", 1, their_oracle, 2.05579, 0.10314},
    {"rho = 0.125", 0, their_plan, 0.69152, 0.0356},
    {"rho = 0.125", 0.25, their_plan, 1.61995, 0.0464},
    {"rho = 0.125", 0.5, their_plan, 2.3911, 0.1775},
    {"rho = 0.125", 0.75, their_plan, 3.05726, 0.10976},
    {"rho = 0.125", 1, their_plan, 3.79794, 0.13001},
    {"rho = 0.5", 0, their_plan, 0.44648, 0.01027},
    {"rho = 0.5", 0.25, their_plan, 1.01542, 0.03377},
    {"rho = 0.5", 0.5, their_plan, 1.47628, 0.06719},
    {"rho = 0.5", 0.75, their_plan, 1.89595, 0.05934},
    {"rho = 0.5", 1, their_plan, 2.38842, 0.07806},
    {"rho = 1", 0, their_plan, 0.38617, 0.00824},
    {"rho = 1", 0.25, their_plan, 0.86458, 0.02317},
    {"rho = 1", 0.5, their_plan, 1.26044, 0.03921},
    {"rho = 1", 0.75, their_plan, 1.67243, 0.06018},
    {"rho = 1", 1, their_plan, 2.0259, 0.06236},
    {"rho = 0.125", 0, their_iome, 0.73422, 0.02009},
    {"rho = 0.125", 0.25, their_iome, 1.88692, 0.07684},
    {"rho = 0.125", 0.5, their_iome, 2.62879, 0.11887},
    {"rho = 0.125", 0.75, their_iome, 3.22846, 0.0619},
    {"rho = 0.125", 1, their_iome, 3.71482, 0.10547},
    {"rho = 0.5", 0, their_iome, 0.4826, 0.01872},
    {"rho = 0.5", 0.25, their_iome, 1.17177, 0.04793},
    {"rho = 0.5", 0.5, their_iome, 1.61258, 0.07278},
    {"rho = 0.5", 0.75, their_iome, 1.99705, 0.03503},
    {"rho = 0.5", 1, their_iome, 2.30086, 0.06939},
    {"rho = 1", 0, their_iome, 0.40784, 0.01537},
    {"rho = 1", 0.25, their_iome, 0.96183, 0.03406},
    {"rho = 1", 0.5, their_iome, 1.36072, 0.0574},
    {"rho = 1", 0.75, their_iome, 1.71752, 0.0644},
    {"rho = 1", 1, their_iome, 1.99189, 0.06457},
    {"rho = 0.125", 0, their_noscale, 0.66596, 0.0324},
    {"rho = 0.125", 0.25, their_noscale, 1.98801, 0.05766},
    {"rho = 0.125", 0.5, their_noscale, 2.78752, 0.08962},
    {"rho = 0.125", 0.75, their_noscale, 3.31648, 0.13205},
    {"rho = 0.125", 1, their_noscale, 3.82041, 0.10621},
    {"rho = 0.5", 0, their_noscale, 0.44095, 0.01938},
    {"rho = 0.5", 0.25, their_noscale, 1.22435, 0.05601},
    {"rho = 0.5", 0.5, their_noscale, 1.66736, 0.03874},
    {"rho = 0.5", 0.75, their_noscale, 2.08607, 0.06031},
    {"rho = 0.5", 1, their_noscale, 2.37077, 0.08971},
    {"rho = 1", 0, their_noscale, 0.38813, 0.01888},
    {"rho = 1", 0.25, their_noscale, 0.97784, 0.03966},
    {"rho = 1", 0.5, their_noscale, 1.37985, 0.06575},
    {"rho = 1", 0.75, their_noscale, 1.71255, 0.05969},
    {"rho = 1", 1, their_noscale, 2.02197, 0.0721},
});

// Along rho, whichever data stand for the original ones.
inline constexpr auto published_kosarak = std::to_array<Published>({
    {"", 0.0625, their_oracle, 6.8767, 0.56319},  {"", 0.125, their_oracle, 5.44871, 0.57351},
    {"", 0.25, their_oracle, 4.16914, 0.31651},   {"", 0.5, their_oracle, 4.62476, 5.99234},
    {"", 1, their_oracle, 2.54156, 0.10423},      {"", 0.0625, their_plan, 11.19895, 0.92379},
    {"", 0.125, their_plan, 8.88983, 1.20709},    {"", 0.25, their_plan, 6.52344, 0.36241},
    {"", 0.5, their_plan, 6.04525, 4.76108},      {"", 1, their_plan, 3.84418, 0.13211},
    {"", 0.0625, their_iome, 13.3666, 0.02136},   {"", 0.125, their_iome, 10.39069, 0.03193},
    {"", 0.25, their_iome, 7.83643, 0.01777},     {"", 0.5, their_iome, 6.08256, 0.0574},
    {"", 1, their_iome, 4.74601, 0.00354},        {"", 0.0625, their_noscale, 12.00883, 0.69743},
    {"", 0.125, their_noscale, 9.07577, 0.49652}, {"", 0.25, their_noscale, 7.18986, 0.76454},
    {"", 0.5, their_noscale, 5.32733, 0.27008},   {"", 1, their_noscale, 4.34103, 1.18973},
});
inline constexpr auto published_pos = std::to_array<Published>({
    {"", 0.0625, their_oracle, 0.03383, 0.00078}, {"", 0.125, their_oracle, 0.02526, 0.0008},
    {"", 0.25, their_oracle, 0.01941, 0.0009},    {"", 0.5, their_oracle, 0.01533, 0.00043},
    {"", 1, their_oracle, 0.01232, 0.00043},      {"", 0.0625, their_plan, 0.05188, 0.00089},
    {"", 0.125, their_plan, 0.03808, 0.00078},    {"", 0.25, their_plan, 0.0284, 0.00052},
    {"", 0.5, their_plan, 0.02144, 0.00037},      {"", 1, their_plan, 0.01638, 0.00037},
    {"", 0.0625, their_iome, 0.05979, 0.00078},   {"", 0.125, their_iome, 0.04383, 0.00126},
    {"", 0.25, their_iome, 0.03164, 7e-05},       {"", 0.5, their_iome, 0.02334, 0.0004},
    {"", 1, their_iome, 0.01691, 9e-05},          {"", 0.0625, their_noscale, 0.054, 0.00118},
    {"", 0.125, their_noscale, 0.03971, 0.00092}, {"", 0.25, their_noscale, 0.02946, 0.00048},
    {"", 0.5, their_noscale, 0.02196, 0.00043},   {"", 1, their_noscale, 0.01659, 0.00027},
});

// Every series has as many cells as any other.
template <std::size_t cells>
constexpr std::span<const Published> for_figure_5(const std::array<Published, cells> &all) {
  return std::span(all).first(cells / 4 * 3);
}
template <std::size_t cells>
constexpr std::span<const Published> for_figure_9(const std::array<Published, cells> &all) {
  return std::span(all).last(cells / 4 * 3);
}

} // namespace poise::internal::experiments
