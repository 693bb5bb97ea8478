// Scales that balance the noise of the columns; directions out of a noisy sum of products.
#include "poise/estimate/poise/frame.h"

#include "poise/aggregate/people/exact_products.h"
#include "poise/aggregate/people/shell_sums.h"
#include "poise/base/nearest_double.h"
#include "poise/mechanism/noisy_products.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace poise::internal {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Eigen::Index most_directions = 64;

double square_of_length(std::span<const double> x) {
  return std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
}

struct Eigenpairs {
  VectorXd values; // falling
  MatrixXd vectors;
};

// The largest eigenvalues and their directions: all of a small matrix, some of a large one, by iterating on
// a subspace. Directions need not be exact: any will do, as what they are worth is computed anew.
Eigenpairs largest_eigenpairs(const MatrixXd &matrix) {
  const Eigen::Index d = matrix.rows(), some = std::min<Eigen::Index>(d, most_directions + 16);
  MatrixXd basis = MatrixXd::Identity(d, d);
  if (d > 192) {
    // Begins with the longest columns, which lean towards the directions sought.
    std::vector<Eigen::Index> order(static_cast<std::size_t>(d));
    std::iota(order.begin(), order.end(), 0);
    const VectorXd lengths = matrix.colwise().squaredNorm();
    std::ranges::stable_sort(order, [&](auto a, auto b) { return lengths(a) > lengths(b); });
    basis.resize(d, some);
    for (Eigen::Index k = 0; k < some; ++k) basis.col(k) = matrix.col(order[static_cast<std::size_t>(k)]);
    for (int round = 0; round < 6; ++round) {
      const Eigen::HouseholderQR<MatrixXd> qr(basis);
      basis = qr.householderQ() * MatrixXd::Identity(d, some);
      basis = matrix * basis;
    }
    const Eigen::HouseholderQR<MatrixXd> qr(basis);
    basis = qr.householderQ() * MatrixXd::Identity(d, some);
  }
  const MatrixXd small = d > 192 ? MatrixXd(basis.transpose() * matrix * basis) : matrix;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver((small + small.transpose()) / 2);
  Eigenpairs result{solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
  if (d > 192) result.vectors = basis * result.vectors;
  return result;
}

// Directions that stand out of a noisy matrix, with how much rows vary along them.
struct Spikes {
  MatrixXd directions; // one a column
  VectorXd variances;  // along them, without what noise adds
  double total;        // of all directions
};

// A matrix of symmetric noise with this standard deviation has eigenvalues up to 2 sqrt(d) of them; what is
// beyond stands out, larger than it is and turned away a little, as is known of spiked matrices.
Spikes find_spikes(const MatrixXd &matrix, double noise_std) {
  const auto d = static_cast<double>(matrix.rows());
  const Eigenpairs pairs = largest_eigenpairs(matrix);
  const double edge = 2 * noise_std * std::sqrt(d);
  const double total = std::max(matrix.trace(), 0.0);
  // The middle of all eigenvalues, or what is left for each once the large ones are out.
  double bulk = total / d;
  if (pairs.values.size() == matrix.rows())
    bulk = std::max(0.0, pairs.values(pairs.values.size() / 2));
  else
    bulk = std::max(0.0, (matrix.trace() - pairs.values.head(most_directions).sum()) /
                             (d - static_cast<double>(most_directions)));
  Spikes spikes{MatrixXd(matrix.rows(), 0), VectorXd(0), total};
  std::vector<double> variances;
  for (Eigen::Index k = 0; k < std::min(pairs.values.size(), most_directions); ++k) {
    const double above = pairs.values(k) - bulk;
    if (!(above > std::max(1.05 * edge + 2.5 * noise_std, 0.5 * edge + bulk))) break;
    const double size = above / 2 + std::sqrt(std::max(above * above / 4 - noise_std * noise_std * d, 0.0));
    const double overlap = std::max(0.0, 1 - noise_std * noise_std * d / (size * size));
    variances.push_back(bulk + size * overlap);
  }
  const auto found = static_cast<Eigen::Index>(variances.size());
  spikes.directions = pairs.vectors.leftCols(found);
  spikes.variances = Eigen::Map<const VectorXd>(variances.data(), found);
  return spikes;
}

} // namespace

Frame::Frame(std::vector<double> centre, std::vector<double> scale, std::vector<double> metric,
             std::vector<double> reach)
    : centre_(std::move(centre)), scale_(std::move(scale)), metric_(std::move(metric)),
      reach_(std::move(reach)) {
  measure();
}

Frame Frame::turned(std::vector<double> directions, std::vector<double> shortened) const {
  Frame result = *this;
  result.directions_ = std::move(directions);
  result.shortened_ = std::move(shortened);
  result.measure();
  return result;
}

RowMap Frame::map() const {
  RowMap map{centre_, scale_, reach_, {}, directions_, directions_};
  for (double &gain : map.gain) gain = 1 / gain;
  const std::size_t d = columns();
  for (std::size_t j = 0; j < reach_.size(); ++j) map.reach[j] /= scale_[j];
  for (std::size_t k = 0; k < shortened_.size(); ++k)
    for (std::size_t j = 0; j < d; ++j) map.into[k * d + j] *= shortened_[k] - 1;
  return map;
}

double Frame::furthest_cell() const {
  double furthest = 0;
  for (std::size_t j = 0; j < reach_.size(); ++j)
    if (std::isfinite(reach_[j])) furthest = std::max(furthest, reach_[j] / scale_[j]);
  return furthest;
}

std::vector<double> Frame::into(std::span<const double> x) const {
  const std::size_t d = columns();
  std::vector<double> y(d);
  for (std::size_t j = 0; j < d; ++j) y[j] = x[j] / scale_[j];
  const std::vector<double> first = y;
  for (std::size_t k = 0; k < shortened_.size(); ++k) {
    const double *p = &directions_[k * d];
    const double along = std::inner_product(p, p + d, first.begin(), 0.0) * (shortened_[k] - 1);
    for (std::size_t j = 0; j < d; ++j) y[j] += along * p[j];
  }
  return y;
}

std::vector<double> Frame::back(std::span<const double> y) const {
  const std::size_t d = columns();
  std::vector<double> x(y.begin(), y.end());
  for (std::size_t k = 0; k < shortened_.size(); ++k) {
    const double *p = &directions_[k * d];
    const double along = std::inner_product(p, p + d, y.begin(), 0.0) * (1 / shortened_[k] - 1);
    for (std::size_t j = 0; j < d; ++j) x[j] += along * p[j];
  }
  for (std::size_t j = 0; j < d; ++j) x[j] *= scale_[j];
  return x;
}

double Frame::variance(std::size_t column) const {
  double total = 1;
  for (std::size_t k = 0; k < shortened_.size(); ++k) {
    const double p = directions_[k * columns() + column];
    total += (1 / (shortened_[k] * shortened_[k]) - 1) * p * p;
  }
  return total * scale_[column] * scale_[column];
}

double Frame::error(std::span<const double> y) const {
  const std::vector<double> x = back(y);
  double total = 0;
  for (std::size_t j = 0; j < x.size(); ++j) total += x[j] * x[j] / (metric_[j] * metric_[j]);
  return total;
}

void Frame::measure() {
  const auto d = static_cast<Eigen::Index>(columns());
  const auto some = static_cast<Eigen::Index>(shortened_.size());
  VectorXd weight(d);
  noise_error_ = 0;
  for (Eigen::Index j = 0; j < d; ++j) {
    const auto at = static_cast<std::size_t>(j);
    weight(j) = scale_[at] / metric_[at];
    noise_error_ += variance(at) / (metric_[at] * metric_[at]);
  }
  largest_error_ = weight.array().square().maxCoeff();
  double squares = weight.array().pow(4).sum();
  if (some > 0) {
    // The sum of squares of W (I + P E P') W, W the weights.
    const Eigen::Map<const MatrixXd> directions(directions_.data(), d, some);
    const VectorXd extra = Eigen::Map<const VectorXd>(shortened_.data(), some).array().square().inverse() - 1;
    const MatrixXd weighted = weight.asDiagonal() * directions;
    const MatrixXd products = weighted.transpose() * weighted;
    const VectorXd along = (weight.asDiagonal() * weighted).colwise().squaredNorm();
    squares += 2 * extra.dot(along);
    squares += (extra.asDiagonal() * products * extra.asDiagonal()).cwiseProduct(products).sum();
    largest_error_ *= 1 + std::max(0.0, extra.maxCoeff());
  }
  effective_ = noise_error_ * noise_error_ / squares;
}

Result<Recentred> recentre(PoiseRun &poise, const Location &location, const std::vector<double> &spread,
                           const KnownColumns &known) {
  const std::size_t columns = spread.size();
  const auto d = static_cast<double>(columns), m = static_cast<double>(poise.sample().rows());
  const double usual = std::accumulate(spread.begin(), spread.end(), 0.0) / d;
  // Errors of a column where few cells are there count by what they are divided by. Own units: in units of
  // the spread of the cells that are there.
  std::vector<double> metric(columns), scale(columns);
  double energy = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    // In l_p the noise of a column is to be as its spread to the power 2 / (p + 2), if not by its scale then
    // by how errors count.
    metric[j] = known.own_units ? spread[j] * std::sqrt(known.present[j])
                                : known.present[j] * usual *
                                      std::pow(spread[j] / usual, (2 - known.norm) / (known.norm + 2));
    scale[j] = std::sqrt(metric[j] * spread[j]);
    energy += spread[j] * spread[j] / (scale[j] * scale[j]);
  }
  Frame frame(location.centre, scale, metric, location.reach);
  const double share = std::clamp(std::sqrt(3.6 * d / poise.rho()) / m, 0.03, 0.06);
  const double radii[] = {1.35 * std::sqrt(energy)};
  const auto sum = ShellSums::of(poise.sample(), frame.map(), radii, poise.run());
  if (!sum) return sum.error();
  const auto moved = poise.average(sum->part(0), sum->step(), share * poise.rho(), "centre");
  if (!moved) return moved.error();
  const double noise = moved->noise_std * moved->noise_std, length = square_of_length(moved->value);
  std::vector<double> centre = location.centre, way(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    way[j] = moved->value[j] * scale[j] / known.present[j];
    centre[j] = known.within_limits(j, centre[j] + way[j]);
  }
  // A sample's mean differs from that of all.
  const double left_out = 1 - m / static_cast<double>(poise.rows().rows());
  const double sampling = left_out * energy / (d * m);
  Recentred result{Frame(std::move(centre), std::move(scale), std::move(metric), location.reach),
                   energy,
                   (noise + sampling) * frame.noise_error(),
                   spread,
                   {}};
  if (length > 2 * d * noise) result.moved = std::move(way);
  result.energy -= std::clamp(length - d * noise, 0.0, 0.8 * energy);
  return result;
}

Result<Recentred> turn(PoiseRun &poise, Recentred seen) {
  const std::size_t columns = seen.spread.size();
  const auto d = static_cast<double>(columns), m = static_cast<double>(poise.sample().rows());
  if (columns < 3 || columns > ExactProducts::most_columns) return seen;
  const double rho = std::min(0.03 * poise.rho(), std::max(0.01 * poise.rho(), 400 * d / (m * m)));
  if (std::sqrt(2 * d / rho) / m >= 0.15) return seen; // nothing would stand out of the noise
  const auto exact =
      ExactProducts::of(poise.sample(), seen.frame.map(), 1.1 * std::sqrt(seen.energy), poise.run());
  if (!exact) return exact.error();
  const auto released = noisy_products(*exact, poise.budget().take(rho), poise.bits(), "covariance");
  if (!released) return released.error();
  const NoisyProducts &noisy = poise.kept(*released);
  const double unit = exact->step() * exact->step() / m;
  const auto size = static_cast<Eigen::Index>(columns);
  MatrixXd matrix(size, size);
  for (Eigen::Index i = 0; i < size; ++i)
    for (Eigen::Index j = 0; j < size; ++j)
      matrix(i, j) = static_cast<double>(noisy.values[static_cast<std::size_t>(i * size + j)]) * unit;
  const Spikes spikes = find_spikes(matrix, nearest_root(Rational(noisy.other_variance)) * unit);
  const Eigen::Index some = spikes.directions.cols();
  if (some == 0) return seen;

  // What error y has is (mean square of its length) times (error of unit noise). Shortening direction k to f
  // makes it (a + sum f^2 v) (b + sum w / f^2), least where f^2 = sqrt(w / v) times one number for all.
  double rest = std::max(spikes.total - spikes.variances.sum(), 0.0), base = seen.frame.noise_error();
  VectorXd weight(some);
  for (Eigen::Index k = 0; k < some; ++k) {
    weight(k) = seen.frame.error(std::span(spikes.directions.col(k).data(), columns));
    base -= weight(k);
  }
  rest = std::max(rest, 1e-3 * spikes.total);
  base = std::max(base, 1e-9 * seen.frame.noise_error());
  const VectorXd shape = (weight.array() / spikes.variances.array()).sqrt();
  VectorXd squares = VectorXd::Ones(some);
  const double before = (rest + spikes.variances.sum()) * (base + weight.sum());
  for (int round = 0; round < 50; ++round) {
    const double energy = rest + squares.dot(spikes.variances),
                 error = base + (weight.array() / squares.array()).sum();
    squares = (shape * std::sqrt(energy / error)).cwiseMin(1).cwiseMax(1e-4);
  }
  const double energy = rest + squares.dot(spikes.variances),
               error = base + (weight.array() / squares.array()).sum();
  // Roots, as errors go: less than a fourteenth is not worth the turning.
  if (!(energy * error < 0.93 * 0.93 * before)) return seen;
  std::vector<double> directions, shortened;
  for (Eigen::Index k = 0; k < some; ++k) {
    const auto p = spikes.directions.col(k);
    directions.insert(directions.end(), p.begin(), p.end());
    shortened.push_back(std::sqrt(squares(k)));
  }
  seen.frame = seen.frame.turned(std::move(directions), std::move(shortened));
  seen.energy *= energy / (rest + spikes.variances.sum());
  return seen;
}

} // namespace poise::internal
