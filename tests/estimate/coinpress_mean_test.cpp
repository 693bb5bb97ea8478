// CoinPress: receipts that add up, errors as its design says, and calm in odd cases.
#include "poise/estimate/mean/coinpress_mean.h"

#include "aggregate/any_rows.h"
#include "grid/opened_grid_rows.h"
#include "poise/estimate/coinpress/private_whitening.h"
#include "poise/estimate/coinpress/shrinking_ball.h"
#include "poise/estimate/coinpress/turned_rows.h"
#include "poise/estimate/mean/mean_grids.h"
#include "poise/random/seeded_bits.h"
#include "poise/table/csv/read_csv.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace coinpress_mean_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

// Close to normal: sums of twelve uniform numbers, then each column times its own factor and the first added
// to all.
std::vector<double> rows_with(std::size_t rows, const std::vector<double> &stds, double shared, double centre,
                              std::uint64_t seed) {
  SeededBits dice(seed);
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows; ++i) {
    double first = 0;
    for (std::size_t j = 0; j < stds.size(); ++j) {
      double sum = -6;
      for (int k = 0; k < 12; ++k) sum += static_cast<double>(dice.word() >> 11) * 0x1p-53;
      if (j == 0) first = sum;
      cells.push_back(centre + stds[j] * sum + (j == 0 ? 0 : shared * first));
    }
  }
  return cells;
}

double error_of(const Estimate &mean, double truth) {
  double squares = 0;
  for (const double value : mean.value) squares += (value - truth) * (value - truth);
  return std::sqrt(squares);
}

const GaussianModel model{500, ratio(1, 10), 50};

Estimate estimate(const std::vector<double> &cells, std::size_t columns, const char *rho, unsigned steps,
                  Covariance covariance, std::uint64_t seed) {
  SeededBits bits(seed);
  const Table table = Table::dense(numbered_names(columns), cells).value();
  const Grid grid = gaussian_grid(model, table.rows(), columns).value();
  return coinpress_mean(table, grid, grant(rho), bits,
                        {.steps = steps, .covariance = covariance, .model = model})
      .value();
}

TEST(CoinPress, TheReceiptAddsUpStepByStep) {
  const std::vector<double> cells = rows_with(500, {1, 1, 1}, 0, 0, 1);
  for (const unsigned steps : {1U, 2U, 3U, 4U, 10U}) {
    const auto mean = estimate(cells, 3, "1/7", steps, Covariance::identity, 1);
    EXPECT_EQ(mean.receipt.total(), ratio(1, 7));
    ASSERT_EQ(mean.receipt.steps().size(), steps);
    EXPECT_EQ(mean.receipt.steps().back().name, "sum");
    EXPECT_EQ(mean.receipt.steps().back().amount, steps == 1 ? ratio(1, 7) : ratio(3, 28));
    const auto scaled = estimate(cells, 3, "1/7", steps, Covariance::estimated, 1);
    EXPECT_EQ(scaled.receipt.total(), ratio(1, 7));
    ASSERT_EQ(scaled.receipt.steps().size(), 2 * steps);
    EXPECT_EQ(scaled.receipt.steps()[0].name, "covariance 1");
    EXPECT_FALSE(mean.is_private || scaled.is_private);
  }
}

// With identity covariance and d = 64, n = 4000, rho = 1/2, the last ball has a radius of about g = 9.6,
// clips nearly at sqrt(d + …), and the noise is 2 C sqrt(d / (2 rho')) / n: between 0.04 and 0.08 in all,
// beside 0.126 of chance.
TEST(CoinPress, FindsTheMeanOfNormalRowsWhereverItLies) {
  for (const double centre : {0.0, 5.0, -30.0}) {
    double total = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      total += error_of(estimate(rows_with(4000, std::vector<double>(64, 1), 0, centre, seed), 64, "0.5", 3,
                                 Covariance::identity, seed),
                        centre);
    EXPECT_NEAR(total / 8, std::sqrt(0.126 * 0.126 + 0.055 * 0.055), 0.015) << centre;
  }
}

// Clipped much too tightly, the noise it reports is still what it adds.
TEST(CoinPress, ReportsTheNoiseItAdds) {
  const std::vector<double> cells = rows_with(4000, std::vector<double>(64, 1), 0, 0, 5);
  std::vector<double> mean(64);
  for (std::size_t i = 0; i < cells.size(); ++i) mean[i % 64] += cells[i] / 4000;
  const auto found = estimate(cells, 64, "0.05", 3, Covariance::identity, 6);
  double squares = 0;
  for (std::size_t j = 0; j < 64; ++j)
    squares += std::pow((found.value[j] - mean[j]) / found.noise_std[j], 2) / 64;
  EXPECT_NEAR(std::sqrt(squares), 1, 0.2); // a fixed seed; the spread of this number is 0.09
}

// Columns that vary by 0.5 to 20 and go along with the first: with a large budget the whitened covariance is
// near the identity, never above it by much, and not far below.
TEST(PrivateWhitening, MakesRowsVaryEquallyInEveryDirection) {
  const std::vector<double> stds = {3, 0.5, 20, 1, 7};
  const double shared = 2;
  const std::vector<double> cells = rows_with(40'000, stds, shared, 100, 7);
  SeededBits bits(8);
  const Grid grid = Grid::within("1000").value();
  const Table table = Table::dense(numbered_names(5), cells).value();
  const auto whitening = private_whitening(on_grid(table, grid).value(), std::ldexp(1, grid.exponent()), 50,
                                           10, grant("10"), bits)
                             .value();
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(5, 5);
  for (int j = 0; j < 5; ++j)
    for (int k = 0; k < 5; ++k) {
      if (j > 0 && k > 0) covariance(j, k) = shared * shared;
      if ((j == 0) != (k == 0)) covariance(j, k) = shared * 3;
      if (j == k) covariance(j, k) += stds[static_cast<std::size_t>(j)] * stds[static_cast<std::size_t>(j)];
    }
  const Eigen::MatrixXd left = whitening.matrix.transpose() * covariance * whitening.matrix;
  const Eigen::VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(left).eigenvalues();
  EXPECT_GT(eigenvalues.minCoeff(), 0.75);
  EXPECT_LT(eigenvalues.maxCoeff(), 1.1);
}

// The data's own mean, in rows that vary by 1 or 30: what is left is the noise, which it reports column by
// column, less where rows vary less. 64 numbers with a standard deviation of 1 have a root mean square
// beyond 1.5 or below 0.6 less than once in a million times (chi-squared).
TEST(CoinPress, WithAnEstimatedCovarianceReportsTheNoiseItAddsColumnByColumn) {
  const std::vector<double> cells = rows_with(20'000, {30, 1, 1, 30}, 0, 50, 9);
  std::vector<double> mean(4);
  for (std::size_t i = 0; i < cells.size(); ++i) mean[i % 4] += cells[i] / 20'000;
  double squares = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const auto found = estimate(cells, 4, "1", 4, Covariance::estimated, seed);
    EXPECT_LT(found.noise_std[1], found.noise_std[0] / 2);
    EXPECT_LT(found.noise_std[2], found.noise_std[3] / 2);
    for (std::size_t j = 0; j < 4; ++j)
      squares += std::pow((found.value[j] - mean[j]) / found.noise_std[j], 2) / 64;
  }
  EXPECT_LT(std::sqrt(squares), 1.5);
  EXPECT_GT(std::sqrt(squares), 0.6);
}

TEST(CoinPress, HalfTheBudgetGoesToTheCovariance) {
  const auto mean = estimate(rows_with(500, {1, 1}, 0, 0, 1), 2, "1", 4, Covariance::estimated, 1);
  Rational covariance = 0;
  for (const auto &step : mean.receipt.steps())
    if (step.name.starts_with("covariance")) covariance += step.amount;
  EXPECT_EQ(covariance, ratio(1, 2));
}

// The order in which people come is not public, so pairs must be drawn by a secret one: rows of people are
// taken.
TEST(CoinPress, TakesPeopleAndPairsThemInSecret) {
  std::string text = "who,a,b\n";
  for (int i = 0; i < 600; ++i)
    text += "p" + std::to_string(i % 300) + "," + std::to_string(i % 7) + "," + std::to_string(i % 5) + "\n";
  const auto table = read_csv(text, ',', "people", {.columns = {"a", "b"}, .unit = "who"}).value();
  SeededBits bits(3);
  const auto mean = coinpress_mean(table, Grid::within("10").value(), grant("5"), bits,
                                   {.covariance = Covariance::estimated});
  ASSERT_TRUE(mean) << mean.error().wrong;
  EXPECT_EQ(mean->rows, 300U);
}

// Two seeds pair the same rows differently: with an open order the exact moments, and so the released ones
// but for their noise, would be the same for every seed. Rows come in pairs that differ by nothing;
// neighbours in the order of the file would show no spread at all.
TEST(PrivateWhitening, PairsRowsInAnOrderOfItsOwn) {
  std::vector<double> cells;
  for (int i = 0; i < 4000; ++i) cells.push_back(static_cast<double>((i / 2) % 20 - 10));
  const Grid grid = Grid::within("100").value();
  const Table table = Table::dense({"a"}, cells).value();
  SeededBits bits(4);
  const auto whitening = private_whitening(on_grid(table, grid).value(), std::ldexp(1, grid.exponent()), 50,
                                           8, grant("1000"), bits)
                             .value();
  // The standard deviation is 5.8, so the factor about a sixth; paired as they stand the rows would not vary.
  EXPECT_NEAR(whitening.matrix(0, 0), 1 / 5.77, 0.05);
}

// With hardly any budget the noise is all there is; a covariance that was taken at its word would be far too
// small. Cut off at what was known before, the matrix never makes a direction longer than it is sure of.
TEST(PrivateWhitening, AddsWhatNoiseAndChanceMayHaveTakenAway) {
  const std::vector<double> cells = rows_with(200, std::vector<double>(10, 1), 0, 0, 5);
  const Grid grid = Grid::within("100").value();
  const Table table = Table::dense(numbered_names(10), cells).value();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SeededBits bits(seed);
    const auto whitening = private_whitening(on_grid(table, grid).value(), std::ldexp(1, grid.exponent()), 1,
                                             3, grant("0.5"), bits)
                               .value();
    const Eigen::MatrixXd left = whitening.matrix.transpose() * whitening.matrix;
    // Its true covariance is the identity, which was known: nothing is gained, and nothing may be lost.
    EXPECT_LT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(left).eigenvalues().maxCoeff(), 1.5) << seed;
  }
}

TEST(TurnedRows, AreTheRowsTimesTheMatrixThatIsToldToTheNearestCell) {
  const std::vector<double> cells = rows_with(50, {1, 10, 100}, 1, 0, 10);
  const Grid grid = Grid::within("1000").value();
  const auto rows = on_grid(Table::dense(numbered_names(3), cells).value(), grid).value();
  const double step = std::ldexp(1, grid.exponent());
  Eigen::MatrixXd matrix(3, 3);
  matrix << 0.5, -2, 1e-3, 1e-7, 3.25, 0, -1, 0.125, 7;
  const auto turned = turned_rows(rows, step, matrix, 0x1p10).value();
  EXPECT_LT((turned.matrix - matrix).cwiseAbs().maxCoeff(), 1e-8);
  const auto before = opened_cells(*rows), after = opened_cells(*turned.rows);
  for (std::size_t i = 0; i < 50; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      double expected = 0;
      for (std::size_t j = 0; j < 3; ++j)
        expected += static_cast<double>(before[3 * i + j]) * step * 0x1p10 *
                    turned.matrix(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(k));
      EXPECT_NEAR(static_cast<double>(after[3 * i + k]), expected, 0.500001);
    }
  }
}

TEST(CoinPress, OddTablesAreNoError) {
  for (const Covariance covariance : {Covariance::identity, Covariance::estimated})
    for (const std::size_t columns : {1U, 3U})
      for (const std::size_t rows : {2U, 3U, 1000U})
        for (const double cell : {0.0, 7.0, 1e300, -1e300, std::nan("")})
          for (const char *rho : {"0.01", "1", "1e6"}) {
            SeededBits bits(11);
            const Table table =
                Table::dense(numbered_names(columns), std::vector<double>(rows * columns, cell)).value();
            for (const Grid &grid : {Grid::generous(columns), Grid::within("0.001").value()})
              for (const unsigned steps : {1U, 20U}) {
                const auto mean =
                    coinpress_mean(table, grid, grant(rho), bits, {.steps = steps, .covariance = covariance});
                ASSERT_TRUE(mean) << mean.error().wrong;
                EXPECT_EQ(mean->value.size(), columns);
                for (const double value : mean->value) EXPECT_TRUE(std::isfinite(value));
              }
          }
}

TEST(CoinPress, ChoicesThatMakeNoSenseSpendNothingAndSaySo) {
  SeededBits bits(12);
  const Table table = Table::dense({"a"}, {1.0, 2.0}).value();
  const Grid grid = Grid::within("10").value();
  for (const unsigned steps : {0U, 21U})
    EXPECT_NE(
        coinpress_mean(table, grid, grant("1"), bits, {.steps = steps}).error().wrong.find("1 to 20 steps"),
        std::string::npos);
  const Table wide = Table::dense(numbered_names(2049), std::vector<double>(2 * 2049)).value();
  EXPECT_NE(coinpress_mean(wide, grid, grant("1"), bits, {.covariance = Covariance::estimated})
                .error()
                .wrong.find("at most 2048 columns"),
            std::string::npos);
  const Table one = Table::dense({"a"}, {1.0}).value();
  EXPECT_EQ(coinpress_mean(one, grid, grant("1"), bits).error().kind, ErrorKind::bad_input);
}

// Whether numbers fit is decided before anything is spent, from public facts: data have no say.
TEST(CoinPress, ARangeThatWouldOutgrowTheGridIsRefusedWhateverTheData) {
  for (const double cell : {0.0, 3.0}) {
    SeededBits bits(15);
    std::vector<double> cells(300, cell);
    const Table table = Table::dense(numbered_names(3), cells).value();
    const GaussianModel far{Rational(10'000'000'000'000), 1, 1};
    const Grid grid = gaussian_grid(far, 100, 3).value();
    EXPECT_NE(coinpress_mean(table, grid, grant("100"), bits,
                             {.steps = 10, .covariance = Covariance::estimated, .model = far})
                  .error()
                  .wrong.find("outgrow"),
              std::string::npos);
  }
}

TEST(CoinPress, IsTheSameForAnyThreads) {
  const std::vector<double> cells = rows_with(2000, {1, 2, 3, 4}, 1, 5, 13);
  const Table table = Table::dense(numbered_names(4), cells).value();
  const Grid grid = gaussian_grid(model, 2000, 4).value();
  for (const Covariance covariance : {Covariance::identity, Covariance::estimated}) {
    std::vector<std::vector<double>> values;
    for (const unsigned threads : {1U, 3U}) {
      SeededBits bits(14);
      values.push_back(coinpress_mean(table, grid, grant("1"), bits,
                                      {.covariance = covariance, .model = model},
                                      {.threads = threads, .block_cells = 100})
                           .value()
                           .value);
    }
    EXPECT_EQ(values[0], values[1]);
  }
}

} // namespace coinpress_mean_test
} // namespace poise::internal
