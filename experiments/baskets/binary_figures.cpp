// Figures 5(a) and 9(a) of the PLAN paper: made-up zeros and ones, error against the share of fair columns.
#include "experiments/baskets/basket_contenders.h"
#include "experiments/baskets/coin_columns.h"
#include "experiments/baskets/published_baskets.h"
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"

#include <utility>

namespace poise::internal::experiments {
namespace {

// The paper has four numbers of columns and does not say which one its figure shows.
constexpr std::size_t rows = 4096, columns = 512;

template <BasketFigure figure> Result<std::vector<Setting>> settings(const DataSources &) {
  constexpr std::array<std::pair<std::string_view, int>, 3> budgets = {
      {{"rho = 0.125", 1}, {"rho = 0.5", 4}, {"rho = 1", 8}}};
  std::vector<Setting> all;
  for (const auto &[panel, eighths] : budgets)
    for (const std::size_t quarters : {0U, 1U, 2U, 3U, 4U}) {
      std::vector<Contender> contenders = basket_contenders(figure, rho_of(eighths, 8));
      contenders.push_back(iome(rho_of(eighths, 8)));
      contenders.push_back(iome_of_their_split(rho_of(eighths, 8)));
      contenders.push_back(non_private());
      const std::size_t fair = columns * quarters / 4;
      Setting setting{.panel = std::string(panel),
                      .x = static_cast<double>(quarters) / 4,
                      .draw = [fair](Bits &bits) { return coin_sample(rows, columns, fair, bits); },
                      .contenders = std::move(contenders)};
      measure_half_l1(setting);
      all.push_back(std::move(setting));
    }
  return all;
}

} // namespace

const Figure plan_figure_5a = {.name = "plan-fig5a",
                               .title =
                                   "zeros and ones, n = 4096, d = 512: PLAN, variances estimated or known",
                               .x_title = "share of columns with probability 1/2, others 1/100",
                               .x_scale = Scale::linear,
                               .needs_mnist = false,
                               .settings = settings<BasketFigure::variances>,
                               .published = for_figure_5(published_binary),
                               .y_title = half_l1_title};

const Figure plan_figure_9a = {.name = "plan-fig9a",
                               .title = "zeros and ones, n = 4096, d = 512: PLAN with and without scaling",
                               .x_title = "share of columns with probability 1/2, others 1/100",
                               .x_scale = Scale::linear,
                               .needs_mnist = false,
                               .settings = settings<BasketFigure::scaling>,
                               .published = for_figure_9(published_binary),
                               .y_title = half_l1_title};

} // namespace poise::internal::experiments
