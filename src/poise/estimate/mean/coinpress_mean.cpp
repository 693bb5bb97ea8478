// Beliefs, perhaps a whitening, the shrinking ball; then back to the user's scale.
#include "poise/estimate/mean/coinpress_mean.h"

#include "poise/base/nearest_double.h"
#include "poise/estimate/coinpress/private_whitening.h"
#include "poise/estimate/coinpress/shrinking_ball.h"
#include "poise/estimate/coinpress/turned_rows.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/kept_grid_rows.h"
#include "poise/grid/on_grid.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <array>
#include <cmath>

namespace poise::internal {
namespace {

constexpr unsigned usual_steps = 3, most_steps = 20;
constexpr std::size_t most_columns = 2048; // with an estimated covariance, which has this many squared

struct Beliefs {
  double radius;      // of the ball around zero that holds the mean
  double largest_std; // in any direction
};

// A model may say more than the grid does, never less: no mean is outside the ball around all that is let in.
Beliefs beliefs(const MeanOptions &options, const Grid &grid, std::size_t columns) {
  const double most = reach_of(grid) * std::sqrt(static_cast<double>(columns));
  if (!options.model) return {most, most};
  return {std::min(nearest_double(options.model->mean_within), most),
          std::min(nearest_double(options.model->largest_std), most)};
}

std::optional<Error> check_coinpress_options(const MeanOptions &options, const Grid &grid,
                                             std::size_t columns) {
  const unsigned steps = options.steps.value_or(usual_steps);
  if (steps < 1 || steps > most_steps)
    return bad_parameter("coinpress takes 1 to " + std::to_string(most_steps) + " steps, got " +
                             std::to_string(steps),
                         "choose a few, such as 3");
  if (options.covariance == Covariance::estimated && columns > most_columns)
    return bad_parameter("coinpress estimates the covariance of at most " + std::to_string(most_columns) +
                             " columns, got " + std::to_string(columns),
                         "choose fewer columns, or the method instance-optimal");
  // Every step of a whitening makes rows at most four times as long, whatever the data; with 2^17 cells to a
  // standard deviation they must fit the grid to the end.
  const double longest = reach_of(grid) * std::sqrt(static_cast<double>(columns)) /
                         beliefs(options, grid, columns).largest_std *
                         std::ldexp(1, 17 + 2 * static_cast<int>(steps));
  if (options.covariance == Covariance::estimated && !(longest < 0x1p60))
    return bad_parameter(
        "coinpress would outgrow 62 bits: so many steps, and so far from the largest standard "
        "deviation to the bound",
        "take fewer steps, or give a smaller range for the mean");
  return std::nullopt;
}

// How much longer the matrix makes a row at most.
double longest(const Eigen::MatrixXd &matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> squares(matrix.transpose() * matrix,
                                                               Eigen::EigenvaluesOnly);
  return std::sqrt(squares.eigenvalues().maxCoeff());
}

Result<FoundMean> with_identity(const std::shared_ptr<const GridRows> &rows, double step,
                                const Beliefs &beliefs, unsigned steps, Grant<Rho> grant, Bits &bits,
                                const RunOptions &run) {
  auto mean = shrinking_ball(rows, 1 / step, beliefs.radius, steps, std::move(grant), bits, run);
  if (!mean) return mean.error();
  std::vector<double> noise(mean->centre.size(), mean->noise_std);
  return FoundMean{std::move(mean->centre), std::move(noise), std::move(mean->receipt), mean->is_private};
}

Result<FoundMean> with_whitening(const std::shared_ptr<const GridRows> &rows, double step,
                                 const Beliefs &beliefs, unsigned steps, Grant<Rho> grant, Bits &bits,
                                 const RunOptions &run) {
  constexpr std::array<unsigned, 2> halves = {1, 1};
  auto grants = std::move(grant).split(halves);
  auto whitening = private_whitening(rows, step, beliefs.largest_std, steps, std::move(grants[0]), bits, run);
  if (!whitening) return whitening.error();
  constexpr double fineness = 0x1p16; // cells to a standard deviation
  const auto turned = turned_rows(rows, step, whitening->matrix, fineness);
  if (!turned) return turned.error();
  const auto kept = KeepRows::if_room(turned->rows, run);
  if (!kept) return kept.error();
  const double stretch = longest(turned->matrix);
  const auto mean =
      shrinking_ball(*kept, fineness, beliefs.radius * stretch, steps, std::move(grants[1]), bits, run);
  if (!mean) return mean.error();

  const Eigen::MatrixXd back = turned->matrix.inverse();
  const Eigen::Map<const Eigen::RowVectorXd> centre(mean->centre.data(), back.rows());
  const Eigen::RowVectorXd value = centre * back;
  const Eigen::RowVectorXd noise = back.colwise().norm() * mean->noise_std;
  Receipt<Rho> receipt = whitening->receipt;
  receipt.append(mean->receipt);
  return FoundMean{{value.begin(), value.end()},
                   {noise.begin(), noise.end()},
                   std::move(receipt),
                   whitening->is_private && mean->is_private};
}

} // namespace

Result<Estimate> coinpress_mean(const Table &table, const std::optional<Grid> &given, Grant<Rho> grant,
                                Bits &bits, const MeanOptions &options, const RunOptions &run) {
  const std::size_t columns = table.columns().size();
  const Grid grid = given ? *given : Grid::generous(columns);
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  if (const auto error = check_coinpress_options(options, grid, columns)) return *error;
  if (grid.bound() > Grid::largest_bound / 2) // the centre takes as much again, whatever it is
    return bad_parameter("rows around a centre could outgrow 62 bits", "choose a coarser grid");
  auto placed = on_grid(table, grid, run);
  if (!placed) return placed.error();
  const auto rows = KeepRows::if_room(std::move(*placed), run); // every step goes over them
  if (!rows) return rows.error();
  const auto find = options.covariance == Covariance::identity ? with_identity : with_whitening;
  auto found = find(*rows, nearest_double(grid.step()), beliefs(options, grid, columns),
                    options.steps.value_or(usual_steps), std::move(grant), bits, run);
  if (!found) return found.error();

  return make_estimate("coinpress", table, grid, std::move(*found));
}

constinit const MeanMethod coinpress_method = {
    .name = "coinpress",
    .summary = "shrinks a ball around the mean step by step, each time by a noisy mean of rows clipped to it",
    .detail = "a baseline: good for normal data of known covariance, as good as its number of steps fits",
    .assumes = "rows are normal, with standard deviation 1 in every direction or an estimated covariance",
    .takes = {MeanOption::bound, MeanOption::mean_within, MeanOption::steps, MeanOption::covariance},
    .run = coinpress_mean,
};

} // namespace poise::internal
