// A noisy sum of products: what all neighbours of small tables lose, by exact laws, and the noise it states.
#include "poise/mechanism/noisy_products.h"

#include "aggregate/opened_sum.h"
#include "aggregate/people_tables.h"
#include "mechanism/shifted_renyi.h"
#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>
#include <map>

namespace poise::internal {
namespace noisy_products_test {

constexpr long double alphas[] = {1.01L, 2, 10};

ExactProducts products_of(const std::vector<double> &cells) {
  return ExactProducts::of(people_of(2, cells), {.centre = {0, 0}, .gain = {1, 1}}, 1).value();
}

NoisyProducts noisy(const ExactProducts &products, const char *rho, Bits &bits) {
  return noisy_products(products, Grant<Rho>::open(Rho::parse(rho).value()), bits, "s")->value();
}

// The loss of a discrete Gaussian is that of the continuous one at most, and of such wide ones as good as it:
// alpha shift^2 / (2 variance), which the exact sum confirms for shifts that are not too long to add up.
long double loss_between(const ExactProducts &a, const ExactProducts &b, const Integer &diagonal,
                         const Integer &other, long double alpha) {
  const auto key = ReleaseKeyForTests::make();
  long double loss = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = i; j < 2; ++j) {
      const auto shift = static_cast<long double>(a.values(key)[2 * i + j]) -
                         static_cast<long double>(b.values(key)[2 * i + j]);
      loss += alpha * shift * shift / (2 * static_cast<long double>((i == j ? diagonal : other).get_d()));
    }
  return loss;
}

TEST(NoisyProducts, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  std::vector<ExactProducts> all;
  const double values[] = {-5, -1, -0.7, 0, 0.5, 0.7, 1, a_gap};
  for (const double a : values)
    for (const double b : values) all.push_back(products_of({0.3, -0.4, a, b}));
  for (const char *text : {"0.1", "2"}) {
    SeededBits bits(1);
    const NoisyProducts stated = noisy(all[0], text, bits);
    const auto rho = static_cast<long double>(Rho::parse(text).value().display());
    long double worst = 0;
    for (const long double alpha : alphas)
      for (const ExactProducts &a : all)
        for (const ExactProducts &b : all) {
          const long double loss =
              loss_between(a, b, stated.diagonal_variance, stated.other_variance, alpha) / alpha;
          EXPECT_LE(loss, rho * (1 + 1e-9L));
          worst = std::max(worst, loss);
        }
    EXPECT_GT(worst, 0.99L * rho); // and some pair loses all of it: the check has teeth
  }
  // The formula is that of the exact law.
  for (const long shift : {1L, 7L, 40L})
    for (const long double alpha : alphas)
      EXPECT_NEAR(static_cast<double>(shifted_renyi(shift, 900, alpha)),
                  static_cast<double>(alpha * static_cast<long double>(shift * shift) / 1800), 1e-9);
}

// 4000 draws: a standard deviation is known to 1.1%, and 6 of those are 1e-9 of false alarm.
TEST(NoisyProducts, HaveTheNoiseTheyState) {
  const ExactProducts products = products_of({0.3, -0.4, 0.6, 0.1});
  const auto exact = products.values(ReleaseKeyForTests::make());
  SeededBits bits(2);
  double squares[4] = {}, cross = 0;
  constexpr int draws = 4000;
  NoisyProducts last{{}, 0, 0};
  for (int i = 0; i < draws; ++i) {
    last = noisy(products, "0.5", bits);
    EXPECT_EQ(last.values[1], last.values[2]); // symmetric
    double noise[4];
    for (std::size_t k = 0; k < 4; ++k) {
      noise[k] = static_cast<double>(last.values[k] - exact[k]);
      squares[k] += noise[k] * noise[k];
    }
    cross += noise[0] * noise[3];
  }
  const double diagonal = std::sqrt(last.diagonal_variance.get_d()),
               other = std::sqrt(last.other_variance.get_d());
  EXPECT_NEAR(std::sqrt(squares[0] / draws) / diagonal, 1, 0.07);
  EXPECT_NEAR(std::sqrt(squares[3] / draws) / diagonal, 1, 0.07);
  EXPECT_NEAR(std::sqrt(squares[1] / draws) / other, 1, 0.07);
  EXPECT_NEAR(cross / draws / (diagonal * diagonal), 0, 0.1);
  EXPECT_NEAR(diagonal / other, std::sqrt(2.0), 1e-6);
}

TEST(NoisyProducts, ReceiptsAndRefusals) {
  SeededBits bits(3);
  const ExactProducts products = products_of({0.3, -0.4});
  const auto released =
      noisy_products(products, Grant<Rho>::open(Rho::parse("2/7").value()), bits, "covariance").value();
  EXPECT_EQ(released.receipt().total(), ratio(2, 7));
  EXPECT_EQ(released.receipt().steps()[0].name, "covariance");
  const auto poor = noisy_products(products, Grant<Rho>::open(Rho::parse("1e-60").value()), bits, "s");
  ASSERT_FALSE(poor);
  EXPECT_EQ(poor.error().kind, ErrorKind::bad_parameter);
}

} // namespace noisy_products_test
} // namespace poise::internal
