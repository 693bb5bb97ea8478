// Figures 5(b, c) and 9(b, c) of the PLAN paper: baskets of two data sets, error against the budget.
#include "experiments/baskets/basket_contenders.h"
#include "experiments/baskets/basket_sets.h"
#include "experiments/baskets/published_baskets.h"
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"

#include <utility>

namespace poise::internal::experiments {
namespace {

// It rotates all rows into dense ones, which takes minutes where the others take moments. So it runs for
// figure 5 alone, on whose data figure 9 is as well, and once: its error is a sum over so many columns that
// one run tells it to a few percent. The paper has two.
Contender slow_iome(const Rho &rho) {
  Contender contender = iome(rho);
  contender.most_trials = 1;
  return contender;
}

template <BasketFigure figure, const BasketSet &set>
Result<std::vector<Setting>> settings(const DataSources &sources) {
  const auto data = find_baskets(set, sources.data);
  if (!data) return data.error();
  std::vector<Setting> all;
  for (const int sixteenths : {1, 2, 4, 8, 16}) {
    std::vector<Contender> contenders = basket_contenders(figure, rho_of(sixteenths, 16));
    if (figure == BasketFigure::variances) contenders.push_back(slow_iome(rho_of(sixteenths, 16)));
    Setting setting{.panel = data->title,
                    .x = sixteenths / 16.0,
                    .draw = data->draw,
                    .contenders = std::move(contenders)};
    measure_half_l1(setting);
    all.push_back(std::move(setting));
  }
  return all;
}

} // namespace

const Figure plan_figure_5b = {.name = "plan-fig5b",
                               .title = "Kosarak: PLAN, variances estimated or known",
                               .x_title = "rho",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = settings<BasketFigure::variances, kosarak>,
                               .published = for_figure_5(published_kosarak),
                               .y_title = half_l1_title};

const Figure plan_figure_5c = {.name = "plan-fig5c",
                               .title = "POS: PLAN, variances estimated or known",
                               .x_title = "rho",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = settings<BasketFigure::variances, pos>,
                               .published = for_figure_5(published_pos),
                               .y_title = half_l1_title};

const Figure plan_figure_9b = {.name = "plan-fig9b",
                               .title = "Kosarak: PLAN with and without scaling",
                               .x_title = "rho",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = settings<BasketFigure::scaling, kosarak>,
                               .published = for_figure_9(published_kosarak),
                               .y_title = half_l1_title};

const Figure plan_figure_9c = {.name = "plan-fig9c",
                               .title = "POS: PLAN with and without scaling",
                               .x_title = "rho",
                               .x_scale = Scale::log2,
                               .needs_mnist = false,
                               .settings = settings<BasketFigure::scaling, pos>,
                               .published = for_figure_9(published_pos),
                               .y_title = half_l1_title};

} // namespace poise::internal::experiments
