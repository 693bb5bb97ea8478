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

// Noise and bias of a clipped sum, squared, if rows reach so far and the limits 1; in units of the noise that
// one column has by the limits. Rows that nobody would see are as many as the noise in their count with 1% of
// the budget.
double clipped_risk(double columns, double reach) {
  constexpr double left = 0.82, unseen = 1 / 0.01;
  return columns * reach * reach / left + unseen * (1 - reach) * (1 - reach) / 4;
}
double textbook_risk(double columns) { return columns / 0.965; }
constexpr double clearly_less = 0.64;    // as searches may miss, too
constexpr double share_of_reach = 0.015; // of the budget

} // namespace

bool clipping_pays(std::size_t columns, double reach) {
  const auto d = static_cast<double>(columns);
  return clipped_risk(d, std::min(reach, 1.0)) < clearly_less * textbook_risk(d);
}

bool may_be_worth(std::size_t columns) { return clipping_pays(columns, 0.5); }

double rows_beyond_reach(std::size_t columns, double rho) {
  return std::max(std::sqrt(2 * static_cast<double>(columns) / rho), 5 / std::sqrt(2 * share_of_reach * rho));
}

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
  const double rho = share_of_reach * poise.rho(), n = static_cast<double>(poise.rows().rows());
  const double beyond = rows_beyond_reach(centre.size(), poise.rho());
  const Frame there(centre, frame.scale(), frame.scale());
  const double octave = std::log2(furthest);
  const auto rungs = norm_rungs(octave, 4, 16);
  const auto reach = norm_of_rank(poise, poise.rows(), there.map(), rungs, n - beyond,
                                  {LadderPrior::Kind::up_to, octave}, rho, "reach within the limits");
  if (!reach) return reach.error();
  return clipping_pays(centre.size(), *reach / furthest);
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
