// Second moments of differences, whitened again and again.
#include "poise/estimate/coinpress/private_whitening.h"

#include "poise/aggregate/exact/second_moments.h"
#include "poise/aggregate/transform/pair_differences.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/coinpress/shrinking_ball.h"
#include "poise/estimate/coinpress/turned_rows.h"
#include "poise/grid/kept_grid_rows.h"
#include "poise/mechanism/noisy_sum.h"
#include "poise/random/sampler/permutation.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>

namespace poise::internal {
namespace {

using Eigen::MatrixXd;

// A step makes no direction more than four times as long, so that numbers stay within the grid however often
// it is done (coinpress_mean checks how often), and none shorter, as none varied with more than 1 before;
// whatever the noise.
constexpr double least_eigenvalue = 1.0 / 16, most_eigenvalue = 1;

// The upper triangle, row by row, as a symmetric matrix.
MatrixXd symmetric(const std::vector<Int128> &triangle, Eigen::Index columns, double scale) {
  MatrixXd matrix(columns, columns);
  std::size_t at = 0;
  for (Eigen::Index j = 0; j < columns; ++j)
    for (Eigen::Index k = j; k < columns; ++k)
      matrix(j, k) = matrix(k, j) = static_cast<double>(triangle[at++]) * scale;
  return matrix;
}

// The inverse root of what is at least the true covariance: the noisy one, and as much more as noise and
// chance may have taken away.
MatrixXd inverse_root(const MatrixXd &noisy, double noise_std, double pairs) {
  const auto d = static_cast<double>(noisy.rows());
  const double chance = std::sqrt(d / pairs) + d / pairs / 2;
  const double more = 2 * noise_std * std::sqrt(d) + chance;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(noisy);
  const Eigen::VectorXd roots =
      (solver.eigenvalues().array() + more).max(least_eigenvalue).min(most_eigenvalue).rsqrt().matrix();
  return solver.eigenvectors() * roots.asDiagonal() * solver.eigenvectors().transpose();
}

} // namespace

Result<Whitening> private_whitening(std::shared_ptr<const GridRows> rows, double step, double largest_std,
                                    unsigned steps, Grant<Rho> grant, Bits &bits, const RunOptions &run) {
  const auto columns = static_cast<Eigen::Index>(rows->columns());
  const std::vector<std::uint64_t> order = permutation(rows->rows(), bits);
  auto differences = pair_differences(std::move(rows), order, PairOrder::secret);
  if (!differences) return differences.error();
  const auto pairs = KeepRows::if_room(std::move(*differences), run); // every step goes over them
  if (!pairs) return pairs.error();
  const double count = static_cast<double>((*pairs)->rows());

  constexpr double fineness = 0x1p12; // cells to a standard deviation
  const Integer reach(std::ceil(normal_reach((*pairs)->columns(), 0.1) * fineness));
  MatrixXd matrix = MatrixXd::Identity(columns, columns) / (std::sqrt(2.0) * largest_std);
  bool is_private = true;
  std::optional<Receipt<Rho>> receipt;
  auto grants = std::move(grant).split(refinement_shares(steps));
  for (unsigned i = 0; i < steps; ++i) {
    const auto turned = turned_rows(*pairs, step, matrix, fineness);
    if (!turned) return turned.error();
    const auto exact = SecondMoments::of(*turned->rows, Ball::l2(reach * reach), run);
    if (!exact) return exact.error();
    const auto sum = noisy_sum(*exact, std::move(grants[i]), bits, "covariance " + std::to_string(i + 1));
    if (!sum) return sum.error();
    const double scale = 1 / (fineness * fineness * count);
    const double noise_std = nearest_root(Rational(sum->value().noise_variance)) * scale;
    matrix = turned->matrix * inverse_root(symmetric(sum->value().values, columns, scale), noise_std, count);
    is_private = is_private && sum->is_private();
    if (receipt) {
      receipt->append(sum->receipt());
    } else {
      receipt = sum->receipt();
    }
  }
  return Whitening{std::sqrt(2.0) * matrix, std::move(*receipt), is_private};
}

} // namespace poise::internal
