// Weights in proportion to densities, rounded upwards to whole numbers.
#include "poise/estimate/poise/ladders.h"

#include "poise/aggregate/people/mapped_norms.h"
#include "poise/aggregate/people/rung_counts.h"
#include "poise/mechanism/ladder_quantile.h"

#include <algorithm>

namespace poise::internal {
namespace {

constexpr double unit = 0x1p44; // weight of an octave where the prior is highest

// By how many bits it falls that far above the place.
double fall(LadderPrior::Kind kind, double up) {
  switch (kind) {
  case LadderPrior::Kind::wide:
    return 2 * std::log2(1 + up);
  case LadderPrior::Kind::near:
    return 4 * up;
  case LadderPrior::Kind::up_to:
    return 6 * up;
  case LadderPrior::Kind::beyond:
    return up;
  }
  return 0;
}

double density(const LadderPrior &prior, double octave) {
  const double up = octave - prior.place;
  if (up > 0) {
    const double gentle = std::clamp(prior.gentle_until - prior.place, 0.0, up);
    return std::exp2(-std::min(2 * gentle, fall(prior.kind, gentle)) - fall(prior.kind, up - gentle));
  }
  switch (prior.kind) {
  case LadderPrior::Kind::wide:
    return 1 / ((1 - up) * (1 - up));
  case LadderPrior::Kind::up_to:
    return 1;
  case LadderPrior::Kind::near:
  case LadderPrior::Kind::beyond:
    return std::exp2(2 * up);
  }
  return 1;
}

std::uint64_t whole_rank(double rank, std::size_t rows) {
  return static_cast<std::uint64_t>(std::clamp(std::ceil(rank), 1.0, static_cast<double>(rows)));
}

std::uint64_t weight_of(double share) { return 1 + static_cast<std::uint64_t>(unit * share); }

// On the ladder of magnitudes.
Result<std::optional<double>> octave_of_rank(PoiseRun &poise, const ExactCounts &counts, double rank,
                                             const LadderPrior &prior, double rho, const std::string &name) {
  constexpr double per_octave = Rungs::per_octave;
  std::vector<std::uint64_t> weights = {weight_of(0.8)};
  for (int rung = Rungs::lowest + 1; rung <= Rungs::highest; ++rung)
    weights.push_back(weight_of(density(prior, rung / per_octave) / per_octave));
  const auto found = ladder_quantile(counts, whole_rank(rank, counts.rows()), weights,
                                     poise.budget().take(rho), poise.bits(), name);
  if (!found) return found.error();
  const std::size_t index = poise.kept(*found).index;
  if (index == 0) return std::optional<double>();
  return std::optional((Rungs::lowest + static_cast<int>(index)) / per_octave);
}

} // namespace

std::vector<double> norm_rungs(double place, double reach, int fine) {
  constexpr int far = 120, coarse = 4;
  const int low = static_cast<int>(std::clamp(std::floor(place - reach), -far + 1.0, far - 2.0)),
            high = static_cast<int>(std::clamp(std::ceil(place + reach), low + 1.0, far - 1.0));
  std::vector<double> rungs = {0};
  for (int k = -far * coarse; k < low * coarse; ++k) rungs.push_back(std::exp2(k / double{coarse}));
  for (int k = low * fine; k < high * fine; ++k) rungs.push_back(std::exp2(k / static_cast<double>(fine)));
  for (int k = high * coarse; k <= far * coarse; ++k) rungs.push_back(std::exp2(k / double{coarse}));
  return rungs;
}

std::vector<std::uint64_t> ladder_weights(std::span<const double> rungs, const LadderPrior &prior,
                                          double zero) {
  std::vector<std::uint64_t> weights = {weight_of(zero)};
  for (std::size_t i = 1; i < rungs.size(); ++i) {
    const double octave = std::log2(rungs[i]),
                 width = i > 1 ? octave - std::log2(rungs[i - 1]) : std::log2(rungs[2]) - octave;
    weights.push_back(weight_of(width * density(prior, octave)));
  }
  return weights;
}

Result<double> norm_of_rank(PoiseRun &poise, const PeopleRows &rows, const RowMap &map,
                            std::span<const double> rungs, double rank, const LadderPrior &prior, double rho,
                            const std::string &name) {
  const auto counts = MappedNorms::of(rows, map, rungs, poise.run());
  if (!counts) return counts.error();
  return norm_of_rank(poise, *counts, rungs, rank, prior, rho, name);
}

Result<double> norm_of_rank(PoiseRun &poise, const ExactCounts &counts, std::span<const double> rungs,
                            double rank, const LadderPrior &prior, double rho, const std::string &name) {
  const auto weights = ladder_weights(rungs, prior, prior.kind == LadderPrior::Kind::wide ? 0.8 : 0);
  const auto found = ladder_quantile(counts, whole_rank(rank, counts.rows()), weights,
                                     poise.budget().take(rho), poise.bits(), name);
  if (!found) return found.error();
  return rungs[poise.kept(*found).index];
}

Result<std::optional<double>> pooled_octave(PoiseRun &poise, const PeopleRows &rows, double centre,
                                            double rank, const LadderPrior &prior, const std::string &name) {
  const auto counts = RungCounts::pooled(rows, RungCounts::Kind::cumulative, centre, poise.run());
  if (!counts) return counts.error();
  return octave_of_rank(poise, *counts, rank, prior, poise.search_rho(), name);
}

Result<std::optional<double>> column_octave(PoiseRun &poise, const PeopleRows &rows, const ColumnCentre &of,
                                            double rank, const LadderPrior &prior, double rho,
                                            const std::string &name) {
  const auto counts =
      RungCounts::of_column(rows, of.column, RungCounts::Kind::cumulative, of.centre, poise.run());
  if (!counts) return counts.error();
  return octave_of_rank(poise, *counts, rank, prior, rho, name);
}

double nats_for(const WindowSpan &span, double columns) {
  return std::log(500 * columns) + std::log(Rungs::per_octave * (span.high - span.low) + 16);
}

std::vector<std::uint64_t> window_weights(const WindowSpan &span) {
  std::vector<std::uint64_t> weights;
  weights.reserve(RungCounts::rungs);
  for (int rung = Rungs::lowest; rung <= Rungs::highest; ++rung) {
    const double octave = rung / double{Rungs::per_octave},
                 outside = std::max({0.0, span.low - octave, octave - span.high}),
                 share = std::exp2(-2 * outside) + 1e-3 / ((1 + outside) * (1 + outside));
    // Far out whole octaves will do.
    const bool far = outside > 4;
    weights.push_back(
        far && rung % Rungs::per_octave != 0
            ? 0
            : static_cast<std::uint64_t>(window_weight_unit * share * (far ? Rungs::per_octave : 1)));
  }
  return weights;
}

} // namespace poise::internal
