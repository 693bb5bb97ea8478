// The pure-DP mean of vectors: receipts to the last digit, noise as the radius says, and as precise as told.
#include "poise/estimate/mean/pure_vector_mean.h"

#include "estimate/universal_data.h"
#include "poise/random/system_bits.h"

#include <algorithm>
#include <bit>
#include <gtest/gtest.h>

namespace poise::internal {
namespace pure_vector_mean_test {

const RunOptions alone{.threads = 1};

Table table_of(const Numbers &cells, std::size_t columns) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns; ++j) names.push_back("x" + std::to_string(j));
  return Table::dense(names, cells).value();
}

Numbers column_means(const Numbers &cells, std::size_t columns) {
  Numbers mean(columns);
  for (std::size_t i = 0; i < cells.size(); ++i) mean[i % columns] += cells[i];
  for (double &sum : mean) sum *= static_cast<double>(columns) / static_cast<double>(cells.size());
  return mean;
}

TEST(PureVectorMean, TheReceiptIsTheSharesToTheLastDigit) {
  const Table table = table_of(numbers(20'000 * 4, 5, 1, 1), 4);
  SeededBits bits(111);
  const Estimate found = pure_vector_mean(table, std::nullopt, epsilon("80/7"), bits).value();
  EXPECT_EQ(told_steps(found.receipt),
            (std::vector<std::string>{"scale 4/21", "magnitude 8/21", "centre 19/7", "reach 4/7",
                                      "radius 15/7", found.receipt.steps()[5].name + " 38/7"}));
  EXPECT_EQ(found.receipt.total(), ratio(80, 7));
  EXPECT_TRUE(found.receipt.is_pure());
  EXPECT_FALSE(found.is_private);
  SystemBits system;
  const Estimate with_grid =
      pure_vector_mean(table, Grid::within("20").value(), epsilon("76/7"), system).value();
  EXPECT_EQ(told_steps(with_grid.receipt),
            (std::vector<std::string>{"centre 19/7", "reach 4/7", "radius 15/7",
                                      found.receipt.steps()[5].name + " 38/7"}));
  EXPECT_EQ(with_grid.receipt.total(), ratio(76, 7));
  EXPECT_TRUE(with_grid.is_private);
}

// l1-norms around the medians of the rotated rows, by hand; the signs are the first word drawn.
Numbers norms_by_hand(const Numbers &cells, std::size_t width, std::uint64_t signs, double step) {
  const std::size_t rows = cells.size() / width;
  std::vector<Numbers> columns(width, Numbers(rows));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < width; ++j)
      for (std::size_t k = 0; k < width; ++k) {
        const bool minus = (std::popcount(j & k) % 2 != 0) != ((signs >> k & 1) != 0);
        const double cell = std::round(cells[i * width + k] / step);
        columns[j][i] += minus ? -cell : cell;
      }
  Numbers norms(rows);
  for (Numbers &column : columns) {
    Numbers sorted = column;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < rows; ++i) norms[i] += std::fabs(column[i] - sorted[rows / 2]);
  }
  std::ranges::sort(norms);
  return norms;
}

// Laplace noise that covers two radii costs half of epsilon. The grid is so coarse that the radius, in its
// steps, can be told from its neighbours: it must be a whole number, and one that holds nearly everybody.
TEST(PureVectorMean, TheNoiseIsWhatTheRadiusAndEpsilonSay) {
  const Grid coarse = Grid::of(-2, 64).value(); // steps of 1/4, up to 16
  constexpr std::size_t rows = 20'000, width = 4;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Numbers cells = numbers(rows * width, 5, 1, seed);
    SeededBits bits(112, seed), same(112, seed);
    const Estimate found = pure_vector_mean(table_of(cells, width), coarse, epsilon("76/38"), bits).value();
    const Numbers norms = norms_by_hand(cells, width, same.word(), 0.25);
    // One turned column: sqrt(2) * 2 r / epsilon', where epsilon' = 1; n rows; and width of them back
    // together.
    for (const double noise : found.noise_std) {
      const double radius = noise * static_cast<double>(rows) * std::sqrt(static_cast<double>(width)) /
                            (std::sqrt(2.0) * 2 * 0.25);
      EXPECT_NEAR(radius, std::round(radius), 0.01);
      EXPECT_GE(radius, norms[rows * 98 / 100]);
      EXPECT_LE(radius, 2 * norms.back());
    }
  }
}

struct Spread {
  double squares = 0, noise = 0, in_noise = 0; // added up
};

Spread spread_of(std::uint64_t runs, const std::optional<Grid> &grid, double centre, double unit) {
  Spread all;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const Numbers cells = numbers(20'000 * 4, centre, unit, run);
    SeededBits bits(113, run);
    const Estimate found = pure_vector_mean(table_of(cells, 4), grid, epsilon("1"), bits).value();
    const Numbers right = column_means(cells, 4);
    for (std::size_t j = 0; j < 4; ++j) {
      all.squares += std::pow(found.value[j] - right[j], 2) / (unit * unit);
      all.noise += std::pow(found.noise_std[j], 2) / (unit * unit);
      all.in_noise += std::pow((found.value[j] - right[j]) / found.noise_std[j], 2);
    }
  }
  return all;
}

// Within twice the formula of the header for those within 5 of the centre, wherever they lie. And what is
// added is noise: sums of four Laplace numbers have a kurtosis of 3.75, so the mean square of 80 is above 1 +
// 5 sqrt(2.75 / 80) hardly ever, and seeds are fixed.
TEST(PureVectorMean, IsAsPreciseAsTheFormulaWhereverTheNumbersLie) {
  const double formula = 2.3 * 4 / (0.5 * 20'000) * 5;
  for (const auto &[centre, unit] : {std::pair{5.0, 1.0}, std::pair{5e9, 1e9}, std::pair{1e6, 1.0}}) {
    constexpr std::uint64_t runs = 20;
    const Spread all = spread_of(runs, std::nullopt, centre, unit);
    EXPECT_LE(std::sqrt(all.squares / runs), 2 * formula) << centre;
    EXPECT_GE(std::sqrt(all.noise / runs), formula / 2) << centre;
    EXPECT_LE(all.in_noise / (4.0 * runs), 1 + 5 * std::sqrt(2.75 / (4.0 * runs))) << centre;
  }
}

TEST(PureVectorMean, WithTooFewRowsItRefusesAndNamesHowMany) {
  const auto needed = [](std::size_t rows, std::size_t columns, const char *budget,
                         const std::optional<Grid> &grid) -> std::uint64_t {
    SeededBits bits(114);
    const auto found = pure_vector_mean(table_of(numbers(rows * columns, 0, 1, 1), columns), grid,
                                        epsilon(budget), bits, alone);
    if (found) return 0;
    EXPECT_EQ(found.error().kind, ErrorKind::bad_input);
    EXPECT_EQ(bits.word(), SeededBits(114).word()); // nothing was drawn
    const std::string before = "at least ";
    return std::stoull(found.error().wrong.substr(found.error().wrong.find(before) + before.size()));
  };
  for (const std::optional<Grid> &grid : {std::optional<Grid>(), std::optional(Grid::within("10").value())})
    for (const auto &[columns, budget] : {std::pair{1U, "2"}, std::pair{3U, "1"}, std::pair{8U, "10"}}) {
      const std::uint64_t rows = needed(10, columns, budget, grid);
      ASSERT_GT(rows, 10U);
      EXPECT_EQ(needed(rows - 1, columns, budget, grid), rows);
      EXPECT_EQ(needed(rows, columns, budget, grid), 0U);
    }
}

TEST(PureVectorMean, SeedsRepeatItOnAnyNumberOfThreads) {
  const Table table = table_of(numbers(8000 * 3, 5, 1, 1), 3);
  const auto found = [&](std::uint64_t seed, unsigned threads) {
    SeededBits bits(115, seed);
    return pure_vector_mean(table, std::nullopt, epsilon("2"), bits, {.threads = threads})->value;
  };
  EXPECT_EQ(found(1, 1), found(1, 2));
  EXPECT_EQ(found(1, 1), found(1, 3));
  EXPECT_NE(found(1, 1), found(2, 1));
}

TEST(PureVectorMean, OfATableWithAUnitPeopleCount) {
  SeededBits dice(116), bits(117);
  Numbers cells;
  std::vector<std::uint64_t> whose;
  for (std::uint64_t person = 0; person < 6000; ++person)
    for (std::uint64_t visit = 0; visit <= person % 3; ++visit) {
      cells.push_back(100 + (person % 3 == 0 ? 5 : -5) + normal(dice));
      whose.push_back(person);
    }
  const auto found = pure_vector_mean(visits(cells, whose, 6000), std::nullopt, epsilon("2"), bits).value();
  EXPECT_EQ(found.rows, 6000U);
  EXPECT_NEAR(found.value[0], 100 - 5.0 / 3, 0.2);
}

// Some have so little to say that it refuses; none does anything else.
TEST(PureVectorMean, OddColumnsGetAnAnswer) {
  for (const auto &[name, cells] : odd_columns()) {
    SeededBits bits(118);
    const auto found = pure_vector_mean(one_column(cells), std::nullopt, epsilon("5"), bits, alone);
    ASSERT_TRUE(found) << name << " " << found.error().wrong;
    EXPECT_EQ(found->receipt.total(), 5) << name;
    EXPECT_TRUE(std::isfinite(found->value[0])) << name;
    EXPECT_TRUE(std::isfinite(found->noise_std[0])) << name;
  }
}

} // namespace pure_vector_mean_test
} // namespace poise::internal
