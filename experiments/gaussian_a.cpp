// Beside published results: the setting "Gaussian A" of the PLAN paper, which ran the authors' own program.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"

#include <array>
#include <utility>

namespace poise::internal::experiments {
namespace {

constexpr std::string_view published_name = "published";

// Mean errors over 50 runs, as released with that paper (PLAN: variance-aware private mean estimation).
constexpr std::array<Published, 21> published = {{
    {"rho = 0.125", 16, published_name, 0.07193},   {"rho = 0.125", 32, published_name, 0.10096},
    {"rho = 0.125", 64, published_name, 0.15113},   {"rho = 0.125", 128, published_name, 0.24236},
    {"rho = 0.125", 256, published_name, 0.40187},  {"rho = 0.125", 512, published_name, 0.7176},
    {"rho = 0.125", 1024, published_name, 1.37379}, {"rho = 0.5", 16, published_name, 0.06338},
    {"rho = 0.5", 32, published_name, 0.09564},     {"rho = 0.5", 64, published_name, 0.13524},
    {"rho = 0.5", 128, published_name, 0.19824},    {"rho = 0.5", 256, published_name, 0.3341},
    {"rho = 0.5", 512, published_name, 0.476},      {"rho = 0.5", 1024, published_name, 0.79719},
    {"rho = 1", 16, published_name, 0.064},         {"rho = 1", 32, published_name, 0.09079},
    {"rho = 1", 64, published_name, 0.13468},       {"rho = 1", 128, published_name, 0.18634},
    {"rho = 1", 256, published_name, 0.27608},      {"rho = 1", 512, published_name, 0.42133},
    {"rho = 1", 1024, published_name, 0.66767},
}};

Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::array<std::pair<std::string_view, int>, 3> budgets = {
      {{"rho = 0.125", 1}, {"rho = 0.5", 4}, {"rho = 1", 8}}};
  std::vector<Setting> all;
  for (const auto &[panel, eighths] : budgets)
    for (const std::size_t columns : powers_of_two(4, 10)) {
      const Public known = normal_knowledge(columns, paper_radius(columns), rho_of(eighths, 8));
      std::vector<Contender> contenders = {non_private(), instance_optimal("Shifted-CM", known)};
      // What the published runs gave to centre, radius and sum: 25, 0.75 and 74.25 percent.
      contenders.push_back(instance_optimal("Shifted-CM, their split", known,
                                            {.shares = {.centre = 100, .radius = 3, .sum = 297}}));
      // And where they looked for the centre: within 25 in every rotated column, whatever the radius.
      contenders.push_back(instance_optimal(
          "Shifted-CM, their split and range", known,
          {.shares = {.centre = 100, .radius = 3, .sum = 297}, .centre_within = Rational(25)}));
      all.push_back({.panel = std::string(panel),
                     .x = static_cast<double>(columns),
                     .draw = equal_columns(columns, 0, 1),
                     .contenders = std::move(contenders)});
    }
  return all;
}

} // namespace

const Figure gaussian_a = {.name = "gaussian-a",
                           .title = "N(0, I), n = 4000, R = 50 sqrt(d), beside published results",
                           .x_title = "d",
                           .x_scale = Scale::log2,
                           .needs_mnist = false,
                           .settings = settings,
                           .published = published};

} // namespace poise::internal::experiments
