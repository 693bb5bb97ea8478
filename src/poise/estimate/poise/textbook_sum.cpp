// Rows in units of their limits: no row is further from the middle than half the diagonal.
#include "poise/estimate/poise/textbook_sum.h"

#include "poise/aggregate/people/mapped_norms.h"
#include "poise/aggregate/people/shell_sums.h"
#include "poise/estimate/poise/ladders.h"

#include <algorithm>
#include <numeric>

namespace poise::internal {
namespace {

// Noise in proportion to the limits, or to their roots where all columns count alike: the least in total.
Frame limits_frame(const KnownColumns &known) {
  const std::size_t columns = known.columns();
  std::vector<double> centre(columns), scale(columns), metric(columns);
  double usual = 0;
  for (const Limits &limits : known.limits) usual += limits.width() / static_cast<double>(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    const double width = known.limits[j].width();
    centre[j] = known.limits[j].middle();
    metric[j] = known.own_units ? width : usual;
    scale[j] = std::sqrt(metric[j] * width);
  }
  return Frame(std::move(centre), std::move(scale), std::move(metric));
}

// Half the diagonal, and a little for rounding.
double furthest_row(const KnownColumns &known, const Frame &frame) {
  double total = 0;
  for (std::size_t j = 0; j < known.columns(); ++j) {
    const double half = known.limits[j].width() / 2 / frame.scale()[j];
    total += half * half;
  }
  return std::sqrt(total) * (1 + 0x1p-20);
}

} // namespace

Result<std::vector<double>> centre_within_limits(PoiseRun &poise, const KnownColumns &known) {
  const Frame frame = limits_frame(known);
  const double radii[] = {furthest_row(known, frame)};
  const auto sum = ShellSums::of(poise.rows(), frame.map(), radii, poise.run());
  if (!sum) return sum.error();
  const auto rough = poise.average(sum->part(0), sum->step(), 0.01 * poise.rho(), "centre within the limits");
  if (!rough) return rough.error();
  std::vector<double> centre = frame.back(rough->value);
  for (std::size_t j = 0; j < centre.size(); ++j)
    centre[j] = known.within_limits(j, frame.centre()[j] + centre[j] / known.present[j]);
  return centre;
}

Result<bool> worth_clipping(PoiseRun &poise, const KnownColumns &known, const std::vector<double> &centre) {
  const Frame frame = limits_frame(known);
  const double furthest = furthest_row(known, frame);
  const double rho = 0.015 * poise.rho(), n = static_cast<double>(poise.rows().rows());
  const double beyond =
      std::max(std::sqrt(2 * static_cast<double>(centre.size()) / poise.rho()), 5 / std::sqrt(2 * rho));
  const Frame there(centre, frame.scale(), frame.scale());
  const double octave = std::log2(furthest);
  const auto rungs = norm_rungs(octave, 4, 16);
  const auto reach = norm_of_rank(poise, poise.rows(), there.map(), rungs, n - beyond,
                                  {LadderPrior::Kind::up_to, octave}, rho, "reach within the limits");
  if (!reach) return reach.error();
  // Searches take a sixth of the budget: a clipped sum must have clearly less noise to make up for it.
  return *reach < 0.8 * furthest;
}

Result<LastSum> textbook_sum(PoiseRun &poise, const KnownColumns &known, const std::vector<double> &centre) {
  const Frame frame = limits_frame(known);
  const double radii[] = {furthest_row(known, frame)};
  RowMap map = frame.map();
  for (std::size_t j = 0; j < known.columns(); ++j)
    map.fill.push_back((centre[j] - frame.centre()[j]) * map.gain[j]);
  const auto sum = ShellSums::of(poise.rows(), map, radii, poise.run());
  if (!sum) return sum.error();
  const auto mean = poise.last_average(sum->part(0), sum->step(), "sum");
  if (!mean) return mean.error();
  LastSum result{frame.back(mean->value), {}, {}, 0};
  for (std::size_t j = 0; j < known.columns(); ++j) {
    result.value[j] += frame.centre()[j] - centre[j];
    result.noise_std.push_back(mean->noise_std * std::sqrt(frame.variance(j)));
  }
  result.error_std = result.noise_std;
  return result;
}

} // namespace poise::internal
