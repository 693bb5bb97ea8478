// Squares of cells in units of a rough spread, cut off at eight of them, clipped to a private radius.
#include "poise/estimate/poise/spreads.h"

#include "poise/aggregate/people/shell_sums.h"
#include "poise/estimate/poise/ladders.h"

#include <algorithm>
#include <numeric>

namespace poise::internal {
namespace {

constexpr double largest_square = 64;

double within_range(double spread) { return std::clamp(spread, least_spread, most_spread); }

class SpreadSearch {
public:
  SpreadSearch(PoiseRun &poise, const Location &location, const KnownColumns &known)
      : poise_(poise), location_(location), present_(known.present), own_units_(known.own_units),
        unit_(location.spread), d_(static_cast<double>(known.columns())),
        m_(static_cast<double>(poise.sample().rows())) {
    const double enough = (own_units_ ? 900 : 300) * d_ / (m_ * m_);
    rho_ = std::max(0.003 * poise.rho(), std::min(0.02 * poise.rho(), enough));
  }

  Result<std::vector<double>> run() {
    auto moments = squares();
    if (!moments) return moments.error();
    if (location_.by_column) {
      if (const auto low = too_small(*moments); !low.empty()) {
        if (const auto error = look_again(low)) return *error;
        moments = squares();
        if (!moments) return moments.error();
      }
      // Units found by windows are rough, so that one column may fill the radius: once more in better ones.
      if (present_.size() > 1) {
        for (std::size_t j = 0; j < unit_.size(); ++j)
          unit_[j] = within_range(unit_[j] * std::sqrt(std::max(moments->value[j], moments->noise_std)));
        moments = squares();
        if (!moments) return moments.error();
      }
    }
    return spreads(*moments);
  }

private:
  Result<NoisyAverage> squares() {
    RowMap map{location_.centre, unit_, location_.reach};
    for (double &gain : map.gain) gain = 1 / gain;
    for (std::size_t j = 0; j < map.reach.size(); ++j) map.reach[j] /= unit_[j];
    map.squares = true;
    map.most = largest_square;
    auto moments = squares_within(map, {LadderPrior::Kind::up_to, std::log2(longest())});
    if (!moments) return moments;
    // A radius far beyond what most rows have may be chance, and drowns what it lets through: once more.
    const double mean = std::accumulate(moments->value.begin(), moments->value.end(), 0.0) / d_,
                 usual = std::max(mean, moments->noise_std / std::sqrt(d_)) * std::sqrt(3 * d_),
                 before = radius_;
    if (tried_again_ || !(2 * moments->noise_std > mean && before > 6 * usual)) return moments;
    tried_again_ = true; // no more than once, so that there is budget for all steps after this
    auto again = squares_within(map, {LadderPrior::Kind::beyond, std::log2(usual)});
    return again && radius_ > before ? std::move(moments) : std::move(again);
  }

  double longest() const { return largest_square * std::sqrt(d_); } // no row of squares is longer

  Result<NoisyAverage> squares_within(const RowMap &map, const LadderPrior &likely) {
    const auto rungs = norm_rungs(likely.place, 0, 4);
    // With few rows it has more than other searches: what it leaves out no later step sees.
    const double rate = std::max(poise_.search_rate(), std::min(50 / m_, std::sqrt(0.02 * poise_.rho())));
    const double beyond = std::min(0.45 * m_, std::max(0.02 * m_, 8 / rate));
    const auto found = norm_of_rank(poise_, poise_.sample(), map, rungs, m_ - beyond, likely, rate * rate / 2,
                                    "radius of second moments");
    if (!found) return found.error();
    radius_ = *found > 0 ? std::min(*found, longest()) : 1;
    // Where rows are far out in units found so far, noise is as well.
    const double rho = std::max(rho_, std::min(0.02 * poise_.rho(), std::pow(radius_ / (0.6 * m_), 2)));
    const double radii[] = {radius_};
    const auto sum = ShellSums::of(poise_.sample(), map, radii, poise_.run());
    if (!sum) return sum.error();
    return poise_.average(sum->part(0), sum->step(), rho, "second moments");
  }

  static std::vector<std::size_t> too_small(const NoisyAverage &moments) {
    std::vector<std::size_t> columns;
    for (std::size_t j = 0; j < moments.value.size(); ++j)
      if (moments.value[j] > 3 + 4 * moments.noise_std) columns.push_back(j);
    return columns;
  }

  // Columns with atoms or gaps may have spreads found far too small: a high rank of what cells are off.
  std::optional<Error> look_again(const std::vector<std::size_t> &columns) {
    const auto count = static_cast<double>(columns.size());
    const double nats = std::log(500 * count) + 7, rate = nats / (0.04 * m_);
    const double rho =
        std::min(0.05 * poise_.rho(), std::max(0.003 * poise_.rho(), count * rate * rate / 2)) / count;
    for (const std::size_t j : columns) {
      const double cells = m_ * present_[j];
      const double rank = cells - std::min(0.3 * cells, nats / std::sqrt(2 * rho));
      const auto octave =
          column_octave(poise_, poise_.sample(), {j, location_.centre[j]}, rank,
                        {LadderPrior::Kind::beyond, std::log2(unit_[j])}, rho, "spread of a column, again");
      if (!octave) return octave.error();
      if (*octave) unit_[j] = within_range(std::exp2(**octave));
    }
    return std::nullopt;
  }

  std::vector<double> spreads(const NoisyAverage &moments) const {
    std::vector<double> squares = moments.value;
    const double noise = moments.noise_std;
    const bool share = !own_units_ && squares.size() > 2;
    // What is lost in the noise shares one value, where columns are alike.
    double lost = 0, count = 0;
    for (const double square : squares)
      if (square <= 4 * noise) {
        lost += square;
        ++count;
      }
    const double shared = count > 0 ? std::max(lost / count, noise / std::sqrt(count)) : 0;
    std::vector<double> result;
    for (std::size_t j = 0; j < squares.size(); ++j) {
      const double square = share && squares[j] <= 4 * noise ? shared : std::max(squares[j], noise);
      const double least = location_.least_spread.empty() ? 0 : location_.least_spread[j];
      result.push_back(within_range(std::max(unit_[j] * std::sqrt(square), least)));
    }
    return result;
  }

  PoiseRun &poise_;
  const Location &location_;
  const std::vector<double> &present_;
  bool own_units_;
  std::vector<double> unit_;
  double d_, m_, rho_;
  double radius_ = 0; // of the last second moments
  bool tried_again_ = false;
};

} // namespace

Result<std::vector<double>> find_spreads(PoiseRun &poise, const Location &location,
                                         const KnownColumns &known) {
  return SpreadSearch(poise, location, known).run();
}

} // namespace poise::internal
