// Rank by rank outwards; what is further out is believed only if rows earn it.
#include "poise/estimate/poise/radii.h"

#include "poise/aggregate/people/mapped_norms.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/poise/ladders.h"
#include "poise/mechanism/noisy_count.h"

#include <algorithm>

namespace poise::internal {
namespace {

constexpr double reach = 8;    // octaves around the usual norm where rungs are fine
constexpr int fine = 64;       // rungs an octave
constexpr double furthest = 3; // octaves beyond the last radius that one more may be

class RadiusFinder {
public:
  RadiusFinder(PoiseRun &poise, const ExactCounts &counts, std::vector<double> rungs, double energy,
               double least)
      : poise_(poise), counts_(counts), rungs_(std::move(rungs)), energy_(energy),
        usual_(std::log2(energy) / 2),
        least_(std::max(usual_ - 1, least > 0 ? std::log2(std::min(least, rungs_.back())) : usual_ - 1)),
        n_(static_cast<double>(poise.rows().rows())) {}

  Result<Radii> run(double columns) {
    const double search = poise_.search_rho();
    const double most = std::min(0.25 * n_, std::max(0.1 * n_, 8 / std::sqrt(2 * search)));
    if (const auto error = add(0.7 * n_, {LadderPrior::Kind::wide, usual_}, search)) return *error;
    if (const auto error = add(0.35 * n_, near(0.35 * n_), search)) return *error;
    if (const auto error = add(most, near(most), search)) return *error;
    const double share = share_further_out(most);
    const double top = std::max(search, share * poise_.rho() * std::min(0.03, 2.25 / columns));
    const double least =
        std::min(most, std::max(std::sqrt(2 * columns / poise_.rho()), 5 / std::sqrt(2 * top)));
    if (least < 0.25 * most)
      if (const auto error = further(std::sqrt(most * least), std::max(search, top / 2))) return *error;
    if (least < 0.8 * most)
      if (const auto error = further(least, top)) return *error;
    if (const auto error = look_beyond(beyond_.back(), 0.02 * share * poise_.rho())) return *error;
    return result();
  }

private:
  double last() const { return octaves_.back(); }

  LadderPrior near(double beyond) const {
    return {LadderPrior::Kind::near, last() + 0.25, octave_allowed(beyond)};
  }

  Result<double> octave_of(double beyond, const LadderPrior &prior, double rho, const std::string &name) {
    const auto found = norm_of_rank(poise_, counts_, rungs_, n_ - beyond, prior, rho, name);
    if (!found) return found.error();
    return *found > 0 ? std::log2(*found) : usual_ - 2;
  }
  std::optional<Error> add(double beyond, const LadderPrior &prior, double rho) {
    const auto octave = octave_of(beyond, prior, rho, "radius");
    if (!octave) return octave.error();
    // No radius is much below what rows have on average, nor below what is known to be too small: where most
    // are equal, the others have it all.
    const double least = octaves_.empty() ? least_ : last();
    octaves_.push_back(std::max(*octave, least));
    beyond_.push_back(beyond);
    return std::nullopt;
  }
  // Of what the searches further out may have. Where radii grow slowly, it matters little which few rows one
  // leaves out: less than all. But all, where second moments have more than radii explain, or where radii do
  // not grow at all: cells that are equal say nothing of the others.
  double share_further_out(double beyond) const {
    const bool equal = octaves_[2] - octaves_[1] < 1.5 / fine;
    if (equal || octave_allowed(beyond) > last()) return 1;
    const double power = slope();
    return std::clamp(9 / (power * power), 0.25, 1.0);
  }
  double slope() const {
    const std::size_t k = octaves_.size() - 1;
    return std::max(1.0, std::log(beyond_[k - 1] / beyond_[k]) /
                             std::max((octaves_[k] - octaves_[k - 1]) * std::log(2.0), 0.05));
  }
  // As far as a power law through the last two would have it, or as second moments allow where they are more
  // than the radii explain; further only if rows are there.
  std::optional<Error> further(double beyond, double rho) {
    const double power_law = last() + std::log2(beyond_.back() / beyond) / slope();
    return add(beyond, {LadderPrior::Kind::up_to, power_law, octave_allowed(beyond)}, rho);
  }
  // So many rows are no further out than this, if the mean square of all is the energy (Chebyshev). Of
  // columns that few rows have, as rare flags, nothing else tells: most radii are those of the others.
  double octave_allowed(double beyond) const {
    double explained = 0, within = n_;
    for (std::size_t k = 0; k < octaves_.size(); ++k) {
      explained += (within - beyond_[k]) / n_ * std::exp2(2 * octaves_[k]);
      within = beyond_[k];
    }
    const double rest = energy_ - explained;
    return rest > 0.2 * energy_ ? std::log2(rest * n_ / beyond) / 2 : last();
  }

  // How many rows are beyond the last radius; if they may be many, how far out they are.
  std::optional<Error> look_beyond(double expected, double counting) {
    const double octave = last();
    const auto rung = std::ranges::find_if(
        rungs_, [&](double radius) { return radius > 0 && std::log2(radius) >= octave - 1e-9; });
    const auto released =
        noisy_count(counts_, static_cast<std::size_t>(std::min(rung, rungs_.end() - 1) - rungs_.begin()),
                    poise_.budget().take(counting), poise_.bits(), "rows beyond the radii");
    if (!released) return released.error();
    const NoisyCount &noisy = poise_.kept(*released);
    const double std = nearest_root(Rational(noisy.noise_variance)),
                 count = n_ - static_cast<double>(noisy.value);
    // The search was for the expected number; it is found where rows are close together, and cells of few
    // values have none beyond.
    most_beyond_ = std::max({std::min(expected, std::max(count, 0.0) + 2 * std), count, 1.0});
    fewer_beyond_ = count + 2 * std < expected;
    beyond_.back() = fewer_beyond_ ? std::max(count, 0.7 * std) : std::max((count + expected) / 2, 1.0);
    rows_beyond_ = count > 2.5 * std;
    // Many more than were looked for: the search did not get to them, over a gap between rows and rows. The
    // gap beyond all rows is as good a place as theirs but for exp(-rate * some), which has to be little.
    const double some = 0.6 * count, rho = std::pow(9 / some, 2) / 2;
    if (!(count > std::max(1.5 * expected, 3 * std)) || rho > 0.03 * poise_.rho()) return std::nullopt;
    const auto far =
        octave_of(some, {LadderPrior::Kind::beyond, octave}, std::max(rho, 0.005 * poise_.rho()), "far rows");
    if (!far) return far.error();
    // One more radius, if it is not so far that the noise of its shell would drown the others.
    if (*far > octave + furthest) {
      far_ = Radii::Far{count / n_, std::exp2(*far)};
    } else if (*far > octave + 0.05) {
      beyond_.back() = count;
      octaves_.push_back(*far);
      beyond_.push_back(some);
      most_beyond_ = some + 2 * std;
    }
    return std::nullopt;
  }

  // Each radius once, with the smaller number beyond it.
  Radii result() const {
    Radii radii;
    radii.far = far_;
    radii.rows_beyond = rows_beyond_;
    radii.fewer_beyond = fewer_beyond_;
    radii.most_beyond = most_beyond_ / n_;
    for (std::size_t k = 0; k < octaves_.size(); ++k) {
      const double radius = std::exp2(octaves_[k]);
      if (!radii.radius.empty() && !(radius > radii.radius.back())) {
        radii.beyond.back() = beyond_[k] / n_;
        continue;
      }
      radii.radius.push_back(radius);
      radii.beyond.push_back(beyond_[k] / n_);
    }
    return radii;
  }

  PoiseRun &poise_;
  const ExactCounts &counts_;
  std::vector<double> rungs_;
  double energy_, usual_, least_, n_;
  std::vector<double> octaves_, beyond_;
  std::optional<Radii::Far> far_;
  bool rows_beyond_ = false, fewer_beyond_ = false;
  double most_beyond_ = 0;
};

} // namespace

Result<Radii> find_radii(PoiseRun &poise, const Frame &frame, double energy, double least) {
  const double usual = std::log2(energy) / 2;
  auto rungs = norm_rungs(usual, reach, fine);
  const auto counts = MappedNorms::of(poise.rows(), frame.map(), rungs, poise.run());
  if (!counts) return counts.error();
  return RadiusFinder(poise, *counts, std::move(rungs), energy, least)
      .run(static_cast<double>(frame.columns()));
}

} // namespace poise::internal
