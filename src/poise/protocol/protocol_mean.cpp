// On released numbers alone.
#include "poise/protocol/protocol_mean.h"

#include "poise/base/nearest_double.h"
#include "poise/estimate/mean/rotation.h"

#include <cmath>

namespace poise::internal {
ProtocolMean mean_around(const Session &session, std::span<const std::int64_t> centre,
                         std::span<const double> sums, double unit, double noise_variance) {
  const double step = nearest_double(session.grid.step()), n = static_cast<double>(session.participants);
  std::vector<double> turned;
  for (std::size_t j = 0; j < sums.size(); ++j)
    turned.push_back(static_cast<double>(centre[j]) + unit * sums[j] / n);
  std::vector<double> value = rotate_back(std::move(turned), session.signs, session.columns.size());
  for (double &number : value) number *= step;
  const double noise = step * unit / n * std::sqrt(noise_variance / static_cast<double>(session.width()));
  return {std::move(value), std::vector<double>(session.columns.size(), noise)};
}

} // namespace poise::internal
