// Flip coins: the binary digits of their bias, read from the code lane by lane, and confirmed by draws.
#include "poise/random/sampler/flip_coins.h"

#include "draw_for_draw.h"
#include "oracle/probe.h"
#include "oracle/scripted_bits.h"
#include "poise/base/interval.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace flip_coins_test {

constexpr std::uint64_t zeros = 0;
constexpr std::uint64_t ones = ~std::uint64_t{0};
constexpr unsigned prefix_digits = 12;

Rational tiny() {
  Integer power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, 100);
  return ratio(1, power);
}

const Rational epsilons[] = {tiny(),       ratio(1, 1000000), ratio(1, 3),  ratio(1, 1),
                             ratio(22, 7), ratio(40, 1),      ratio(100, 1)};

// floor(2^digits / (1+e^eps)), by another formula than the code's and far more precision.
Integer bias_in_units(const Rational &epsilon, unsigned digits) {
  const unsigned precision = 4000;
  const Interval one(1, precision);
  const Interval scaled = scale(one / (one + exp(Interval(epsilon, precision))), digits);
  EXPECT_EQ(scaled.floor_of_low() + 1, scaled.ceil_of_high());
  return scaled.floor_of_low();
}

// Words whose lane i holds the digits of prefix first + i, the most significant one first.
std::vector<std::uint64_t> lanes_of(unsigned first, std::uint64_t then, std::size_t times) {
  std::vector<std::uint64_t> script;
  for (unsigned digit = prefix_digits; digit-- > 0;) {
    std::uint64_t word = 0;
    for (unsigned lane = 0; lane < 64; ++lane)
      word |= static_cast<std::uint64_t>((first + lane) >> digit & 1) << lane;
    script.push_back(word);
  }
  script.insert(script.end(), times, then);
  return script;
}

TEST(FlipCoins, DigitsAreThoseOfTheBias) {
  for (const Rational &epsilon : epsilons) {
    const FlipCoins coins(epsilon);
    for (unsigned index = 0; index < 8; ++index) { // four from the table, four found when asked for
      const Integer units = bias_in_units(epsilon, 64 * (index + 1));
      EXPECT_EQ(coins.digits(index), static_cast<std::uint64_t>(to_uint128(units))) << epsilon;
    }
  }
}

TEST(FlipCoins, ShareOfWordsIsTheBiasToTheLastBit) {
  for (const Rational &epsilon : epsilons) {
    const FlipCoins coins(epsilon);
    const Integer border = bias_in_units(epsilon, 64);
    for (const std::uint64_t next : {zeros, ones}) {
      const long double share = oracle::share_of_words([&](std::uint64_t word) {
        oracle::ScriptedBits bits({word, next, next, next, next, next, next, next});
        return coins(bits);
      });
      const Integer yes = border + (next == zeros ? 1 : 0); // the border itself as its successors decide
      EXPECT_EQ(share, static_cast<long double>(to_uint128(yes)) * 0x1p-64L) << epsilon; // both exact
    }
  }
}

// All 2^12 beginnings of u, in 64 lanes at a time: exactly the share 1/(1+e^eps) of them is true.
TEST(FlipCoins, EveryLaneComparesItsOwnDigitsWithTheBias) {
  for (const Rational &epsilon : epsilons) {
    const FlipCoins coins(epsilon);
    for (const std::uint64_t next : {zeros, ones}) {
      const Integer border = bias_in_units(epsilon, prefix_digits) + (next == zeros ? 1 : 0);
      for (unsigned first = 0; first < 1U << prefix_digits; first += 64) {
        oracle::ScriptedBits bits(lanes_of(first, next, 400));
        const std::uint64_t word = coins.word(bits);
        for (unsigned lane = 0; lane < 64; ++lane)
          ASSERT_EQ(word >> lane & 1, first + lane < border ? 1U : 0U) << epsilon << ' ' << first + lane;
      }
    }
  }
}

TEST(FlipCoins, LanesBeyondTheTableAreDecidedByLaterDigits) {
  const FlipCoins coins(ratio(1, 3));
  std::vector<std::uint64_t> follow; // all lanes agree with the first 300 digits
  for (unsigned digit = 0; digit < 300; ++digit)
    follow.push_back(coins.digits(digit / 64) >> (63 - digit % 64) & 1 ? ones : zeros);
  for (const std::uint64_t mixed : {std::uint64_t{0x0123456789abcdef}, ~std::uint64_t{0x0123456789abcdef}}) {
    std::vector<std::uint64_t> script = follow;
    script.push_back(mixed); // this digit decides one half of the lanes, the next ones the others
    const bool one = coins.digits(300 / 64) >> (63 - 300 % 64) & 1;
    script.insert(script.end(), 64, zeros); // they go on below the bias
    oracle::ScriptedBits bits(script);
    EXPECT_EQ(coins.word(bits), one ? ones : ~mixed);
  }
  std::vector<std::uint64_t> words{coins.digits(0), coins.digits(1), coins.digits(2),
                                   coins.digits(3), coins.digits(4), coins.digits(5) - 1};
  oracle::ScriptedBits below(words);
  EXPECT_TRUE(coins(below));
  words.back() += 2;
  oracle::ScriptedBits above(words);
  EXPECT_FALSE(coins(above));
}

TEST(FlipCoins, TheSizeOfTheTableChangesNoDraw) {
  for (const Rational &epsilon : {ratio(1, 1000000), ratio(1, 1), ratio(22, 7)}) {
    const FlipCoins full(epsilon);
    const FlipCoins none(epsilon, 0);
    expect_equal_draw_for_draw([&](Bits &bits) { return full.word(bits); },
                               [&](Bits &bits) { return none.word(bits); }, 3, 300);
    expect_equal_draw_for_draw(full, none, 4, 300);
  }
}

TEST(FlipCoins, AHugeEpsilonNeverFlipsButStillAsks) {
  const FlipCoins coins(Rational(1000000000));
  SeededBits bits(5);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(coins.word(bits), 0U);
    EXPECT_FALSE(coins(bits));
  }
  EXPECT_EQ(coins.digits(1000), 0U);
}

TEST(FlipCoins, SixtyFourCoinsTakeAboutSevenWords) {
  SeededBits source(6);
  std::vector<std::uint64_t> script(20000);
  for (std::uint64_t &word : script) word = source.word();
  oracle::ScriptedBits bits(script);
  const FlipCoins coins(ratio(1, 1));
  for (int i = 0; i < 2000; ++i) coins.word(bits);
  EXPECT_LT(bits.used(), 2000U * 8); // the mean is 7.3, its standard deviation 0.04
  EXPECT_GT(bits.used(), 2000U * 7);
}

// The number of true coins in a word is binomial only if all 64 are independent.
double binomial_of_64(double p, std::int64_t k) {
  const double x = static_cast<double>(k);
  return std::exp(std::lgamma(65.0) - std::lgamma(x + 1) - std::lgamma(65 - x) + x * std::log(p) +
                  (64 - x) * std::log1p(-p));
}

// False-alarm rate 1e-6 a fit; a bias off by 2% must be seen.
TEST(FlipCoins, DrawsFitTheLawAndNoOther) {
  for (const double epsilon : {0.125, 1.0, 4.0}) {
    const FlipCoins coins{Rational(epsilon)};
    const double p = 1 / (1 + std::exp(epsilon));
    SeededBits bits(7);
    const statistical::Counts words =
        statistical::count(200000, [&] { return std::popcount(coins.word(bits)); });
    const auto law = [&](double bias) {
      return statistical::misfit(
          words, [&](std::int64_t k) { return binomial_of_64(bias, k); }, 0, 64);
    };
    EXPECT_EQ(law(p), "");
    EXPECT_NE(law(0.98 * p), "");
    EXPECT_NE(law(1.02 * p), "");

    const statistical::Counts single = statistical::count(400000, [&] { return coins(bits) ? 1 : 0; });
    const auto mass = [&](std::int64_t k) { return k == 1 ? p : 1 - p; };
    EXPECT_EQ(statistical::misfit(single, mass, 0, 1), "");
  }
}

TEST(FlipCoins, AnEpsilonOfZeroIsABrokenContract) {
  EXPECT_THROW(FlipCoins{Rational(0)}, std::logic_error);
  EXPECT_THROW(FlipCoins{Rational(-1)}, std::logic_error);
}

} // namespace flip_coins_test
} // namespace poise::internal
