// Clip, sum, move the ball, and again. Doubles here are public: they come from releases and beliefs.
#include "poise/estimate/coinpress/shrinking_ball.h"

#include "poise/aggregate/exact/clipped_sums.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/base/nearest_double.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace poise::internal {
namespace {

// Within how many standard deviations of the ball's centre rows should be: what holds for all of them, or for
// nearly all in the direction of the true mean, where 3 stands for sqrt(log(2 / beta)).
double reach_around(double radius, double noise) {
  return std::min(std::sqrt(radius * radius + 2 * radius * 3 + noise * noise), radius + noise);
}

// Back onto the grid, where the next ball is centred.
std::vector<std::int64_t> placed(const std::vector<double> &centre, double cells_per_std,
                                 std::int64_t bound) {
  std::vector<std::int64_t> cells;
  const auto most = static_cast<double>(bound);
  for (const double x : centre) {
    const double cell = std::clamp(std::round(x * cells_per_std), -most, most);
    cells.push_back(std::clamp(static_cast<std::int64_t>(cell), -bound, bound));
  }
  return cells;
}

} // namespace

double normal_reach(std::size_t columns, double beta) {
  const auto d = static_cast<double>(columns);
  const double t = std::log(1 / beta);
  return std::sqrt(d + 2 * std::sqrt(d * t) + 2 * t);
}

std::vector<unsigned> refinement_shares(unsigned steps) {
  std::vector<unsigned> shares(steps, 1);
  shares.back() = steps == 1 ? 1 : 3 * (steps - 1);
  return shares;
}

Result<BallMean> shrinking_ball(const std::shared_ptr<const GridRows> &rows, double cells_per_std,
                                double radius, unsigned steps, Grant<Rho> grant, Bits &bits,
                                const RunOptions &run) {
  const double noise_reach = normal_reach(rows->columns(), 0.01), n = static_cast<double>(rows->rows());
  const double first_radius = radius;
  std::vector<double> centre(rows->columns());
  double noise_std = 0;
  bool is_private = true;
  std::optional<Receipt<Rho>> receipt;
  auto grants = std::move(grant).split(refinement_shares(steps));
  for (unsigned i = 0; i < steps; ++i) {
    const std::vector<std::int64_t> around = placed(centre, cells_per_std, rows->bound());
    const auto shifted = shifted_rows(rows, around);
    if (!shifted) return shifted.error();
    const Integer reach(std::ceil(reach_around(radius, noise_reach) * cells_per_std));
    const auto exact = ClippedSums::of(**shifted, Ball::l2(reach * reach), run);
    if (!exact) return exact.error();
    const auto sum = noisy_sum(*exact, std::move(grants[i]), bits,
                               i + 1 < steps ? "ball " + std::to_string(i + 1) : "sum");
    if (!sum) return sum.error();
    for (std::size_t j = 0; j < centre.size(); ++j)
      centre[j] =
          (static_cast<double>(around[j]) + static_cast<double>(sum->value().values[j]) / n) / cells_per_std;
    noise_std = nearest_root(Rational(sum->value().noise_variance)) / n / cells_per_std;
    // Both the mean and a sensible centre lie in the first ball, however large the noise.
    radius = std::min(std::sqrt(1 / n + noise_std * noise_std) * noise_reach, 2 * first_radius);
    is_private = is_private && sum->is_private();
    if (receipt) {
      receipt->append(sum->receipt());
    } else {
      receipt = sum->receipt();
    }
  }
  return BallMean{std::move(centre), noise_std, std::move(*receipt), is_private};
}

} // namespace poise::internal
