// The local model's numbers, once, and its contenders.
#include "experiments/frame/local_setting.h"

#include "experiments/frame/normal_setting.h"
#include "poise/estimate/mean/mean_grids.h"
#include "poise/local/baseline/known_var_mean.h"
#include "poise/local/baseline/unknown_var_mean.h"
#include "poise/local/local_mean.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"
#include "poise/shuffle/shuffle_mean.h"

#include <cmath>
#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

Delta local_delta() { return Delta::parse("1e-9").value(); }

Result<std::vector<double>> value_of(Result<Estimate> estimate) {
  if (!estimate) return estimate.error();
  return std::move(estimate->value);
}

Contender known_var(const Public &known, const Approximate &promise) {
  const KnownVarOptions options{
      .delta = promise.delta, .range = known.model->mean_within, .sigma = Rational(1)};
  return {"KnownVar", [=](const Sample &sample, Bits &bits) {
            return value_of(known_var_mean(sample.table, known.grid, Grant<Epsilon>::open(promise.epsilon),
                                           bits, options, RunOptions{.threads = 1}));
          }};
}

Contender unknown_var(const Public &known, const Approximate &promise) {
  const UnknownVarOptions options{.delta = promise.delta,
                                  .range = known.model->mean_within,
                                  .least_sigma = known.model->least_std,
                                  .largest_sigma = known.model->largest_std};
  return {"UnkVar", [=](const Sample &sample, Bits &bits) {
            return value_of(unknown_var_mean(sample.table, known.grid, Grant<Epsilon>::open(promise.epsilon),
                                             bits, options, RunOptions{.threads = 1}));
          }};
}

} // namespace

BudgetPair budget_pair(Reading reading, std::int64_t numerator, std::int64_t denominator) {
  const Delta delta = local_delta();
  if (reading == Reading::rho) {
    const Rho rho = rho_of(numerator, denominator);
    return {rho, {epsilon_of(rho, delta).value(), delta}};
  }
  const Epsilon epsilon = Epsilon::ratio(numerator, denominator).value();
  return {rho_for(epsilon, delta).value(), {epsilon, delta}};
}

double local_radius(std::size_t columns) { return 20 * std::sqrt(static_cast<double>(columns)); }

Public local_knowledge(std::size_t rows, std::size_t columns, double radius, const Rho &rho) {
  const double largest_std = radius / std::sqrt(static_cast<double>(columns));
  const GaussianModel model{rational(radius), ratio(1, 10), rational(largest_std)};
  return Public{gaussian_grid(model, rows, columns).value(), rho, model};
}

std::function<Sample(Bits &)> unit_columns(std::size_t rows, std::size_t columns, double mean) {
  return [=](Bits &bits) {
    const std::vector<double> means(columns, mean), stds(columns, 1);
    return normal_sample(rows, means, stds, bits);
  };
}

Contender locally(std::string name, const Public &known) {
  return {.name = std::move(name),
          .estimate =
              [known](const Sample &sample, Bits &bits) {
                return value_of(local_mean(sample.table, known.grid, Grant<Rho>::open(known.rho), bits,
                                           {.mean_within = known.model->mean_within},
                                           RunOptions{.threads = 1}));
              },
          .may_refuse = true};
}

Contender shuffled(std::string name, const Public &known, const Approximate &promise) {
  const Rho rho = shuffle_rho(promise).value();
  // What the analyzer adds up, without the records: the same law, in a fraction of the time.
  const ShuffleOptions options{.mean_within = known.model->mean_within, .path = ShuffleOptions::Path::sums};
  return {.name = std::move(name),
          .estimate =
              [=](const Sample &sample, Bits &bits) {
                return value_of(shuffle_mean(sample.table, known.grid, promise, Grant<Rho>::open(rho), bits,
                                             options, RunOptions{.threads = 1}));
              },
          .may_refuse = true};
}

std::string refusals_table(const Figure &figure, const std::vector<Point> &points, std::string_view more_name,
                           MoreAbout more) {
  std::string text =
      fmt::format("figure,panel,x_name,x,series,trials,refusals,trimmed_mean,mean,median,sd{}{}\n",
                  more_name.empty() ? "" : ",", more_name);
  for (const Point &point : points) {
    const bool answered = point.refusals < point.trials;
    text += fmt::format("{},\"{}\",\"{}\",{},\"{}\",{},{},", figure.name, point.panel, figure.x_title,
                        point.x, point.series, point.trials, point.refusals);
    text += answered ? fmt::format("{:.6g},{:.6g},{:.6g},{:.6g}", point.error.trimmed_mean, point.error.mean,
                                   point.error.median, point.error.sd)
                     : ",,,";
    if (more != nullptr) text += "," + (answered ? more(point) : std::string());
    text += '\n';
  }
  return text;
}

std::string refusals_table(const Figure &figure, const std::vector<Point> &points) {
  return refusals_table(figure, points, "", nullptr);
}

std::vector<Contender> local_contenders(std::size_t columns, double radius, const BudgetPair &budget) {
  const Public known = local_knowledge(local_rows, columns, radius, budget.rho);
  return {unknown_var(known, budget.promise), known_var(known, budget.promise), non_private(),
          locally("Shifted-CM", known)};
}

} // namespace poise::internal::experiments
