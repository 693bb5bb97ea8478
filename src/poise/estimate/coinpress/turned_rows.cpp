// Scaling a real matrix to integers; the matrix is public, so doubles are welcome.
#include "poise/estimate/coinpress/turned_rows.h"

#include "poise/aggregate/transform/multiplied_rows.h"

#include <cmath>

namespace poise::internal {

Result<TurnedRows> turned_rows(std::shared_ptr<const GridRows> rows, double step,
                               const Eigen::MatrixXd &matrix, double fineness) {
  const double largest = std::max(matrix.cwiseAbs().maxCoeff() * step * fineness, 0x1p-60);
  const int shift = std::clamp(30 - std::ilogb(largest), 0, 90);
  const double scale = std::ldexp(step * fineness, shift);

  IntegerMatrix integers{
      static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()), {}};
  Eigen::MatrixXd used(matrix.rows(), matrix.cols());
  integers.entries.reserve(static_cast<std::size_t>(matrix.size()));
  for (Eigen::Index j = 0; j < matrix.rows(); ++j)
    for (Eigen::Index k = 0; k < matrix.cols(); ++k) {
      const double entry = std::round(matrix(j, k) * scale);
      integers.entries.push_back(static_cast<std::int64_t>(entry));
      used(j, k) = entry / scale;
    }
  auto turned = multiplied_rows(std::move(rows), integers, static_cast<unsigned>(shift));
  if (!turned) return turned.error();
  return TurnedRows{std::move(*turned), std::move(used)};
}

} // namespace poise::internal
