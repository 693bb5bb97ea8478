// Contenders run the methods they are named after, with the options they were given.
#include "experiments/frame/contender.h"

#include "experiments/frame/normal_setting.h"
#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace contender_test {

double error(const Contender &contender, const Sample &sample) {
  SeededBits bits(1);
  const auto value = contender.estimate(sample, bits).value();
  double squares = 0;
  for (std::size_t j = 0; j < value.size(); ++j) squares += std::pow(value[j] - sample.mean[j], 2);
  return std::sqrt(squares);
}

// Around a mean of 10 in 64 columns, in the paper's setting: clipping around zero costs more than around the
// centre, one step of CoinPress more than four, and nothing costs nothing.
TEST(Contenders, DifferAsTheyShould) {
  SeededBits bits(2);
  const Sample sample = equal_columns(64, 10, 1)(bits);
  const Public known = normal_knowledge(64, paper_radius(64), rho_of(1, 2));
  EXPECT_EQ(error(non_private(), sample), 0);
  const double shifted = error(instance_optimal("", known), sample), cm = error(clipped("", known), sample);
  EXPECT_LT(shifted, 0.08);
  EXPECT_GT(cm, 5 * shifted);
  const double one = error(coinpress("", known, 1), sample), four = error(coinpress("", known, 4), sample);
  EXPECT_LT(four, 0.08);
  EXPECT_GT(one, 10 * four);
  EXPECT_LT(error(coinpress("", known, 10, Covariance::estimated), sample), 20);
  // A quarter of the rows clipped: more bias, but an answer.
  const double tight = error(clipped("", known, {.clip_quantile = ratio(1, 4)}), sample);
  EXPECT_GT(tight, cm / 4);
  EXPECT_NE(tight, cm);
}

} // namespace contender_test
} // namespace poise::internal::experiments
