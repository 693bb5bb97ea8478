// Coins: their exact bias, read from the code and confirmed by draws.
#include "poise/random/sampler/bernoulli.h"

#include "draw_for_draw.h"
#include "oracle/probe.h"
#include "oracle/scripted_bits.h"
#include "oracle/textbook_samplers.h"
#include "poise/base/interval.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace bernoulli_test {

const Rational gammas[] = {ratio(0, 1), ratio(1, 1000000), ratio(1, 3),  ratio(1, 2),
                           ratio(1, 1), ratio(22, 7),      ratio(40, 1), ratio(123457, 1000)};

auto coin_of(const Rational &gamma, Arithmetic arithmetic) {
  return [gamma, arithmetic](Bits &bits) { return bernoulli_exp_minus(gamma, bits, arithmetic); };
}

TEST(BernoulliExp, ShareOfWordsIsTheExponentialToTheLastBit) {
  constexpr std::uint64_t zeros = 0;
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  for (const Rational &gamma : gammas) {
    // Words below floor(2^64 exp(-gamma)) say yes; that one itself as its successors decide.
    const Integer border = scale(exp(Interval(Rational(-gamma), 400U)), 64).floor_of_low();
    for (const Arithmetic arithmetic : {Arithmetic::fast_first, Arithmetic::exact_only}) {
      for (const std::uint64_t next : {zeros, ones}) {
        const long double share = oracle::share_of_words([&](std::uint64_t word) {
          oracle::ScriptedBits bits({word, next, next, next, next});
          return bernoulli_exp_minus(gamma, bits, arithmetic);
        });
        const Integer yes = std::min(Integer(border + (next == zeros ? 1 : 0)), power_of_two(64));
        EXPECT_EQ(share, static_cast<long double>(to_uint128(yes)) * 0x1p-64L) << gamma; // both exact
      }
    }
  }
}

TEST(BernoulliExp, FastAndExactRoadsAgreeDrawForDraw) {
  for (const Rational &gamma : gammas)
    expect_equal_draw_for_draw(coin_of(gamma, Arithmetic::fast_first), coin_of(gamma, Arithmetic::exact_only),
                               11, 3000);
}

TEST(BernoulliExp, FastRoadStepsAsideAtTheThresholdAndTheSlowOneDecides) {
  const Rational gamma = ratio(1, 3);
  const Integer digits = scale(exp(Interval(Rational(-gamma), 400U)), 128).floor_of_low();
  const auto first = static_cast<std::uint64_t>(to_uint128(Integer(digits >> 64)));
  const auto second = static_cast<std::uint64_t>(to_uint128(digits));
  const auto decide = [&](std::vector<std::uint64_t> script) {
    oracle::ScriptedBits bits(std::move(script));
    const bool answer = bernoulli_exp_minus(gamma, bits);
    EXPECT_EQ(bits.used(), 2U);
    return answer;
  };
  EXPECT_TRUE(decide({first, second - 1}));
  EXPECT_FALSE(decide({first, second + 1}));
}

TEST(BernoulliExp, DrawsFitAndATenthMoreOrLessDoesNot) {
  SeededBits bits(12);
  for (const double gamma : {0.05, 0.5, 1.0, 3.0}) {
    const Rational exact(gamma);
    const auto mass = [](double rate) {
      return [rate](std::int64_t yes) { return yes == 1 ? std::exp(-rate) : -std::expm1(-rate); };
    };
    const auto fast = statistical::count(300'000, [&] { return bernoulli_exp_minus(exact, bits); });
    EXPECT_EQ(statistical::misfit(fast, mass(gamma), 0, 1), "") << gamma;
    EXPECT_NE(statistical::misfit(fast, mass(1.1 * gamma), 0, 1), "") << gamma;
    EXPECT_NE(statistical::misfit(fast, mass(0.9 * gamma), 0, 1), "") << gamma;
    const auto book =
        statistical::count(50'000, [&] { return oracle::textbook_bernoulli_exp_minus(exact, bits); });
    EXPECT_EQ(statistical::misfit(book, mass(gamma), 0, 1), "") << gamma;
    EXPECT_EQ(statistical::two_sample_misfit(fast, book), "") << gamma;
  }
}

TEST(BernoulliExp, HugeAndTinyGammasAreDecided) {
  SeededBits bits(13);
  for (int i = 0; i < 50; ++i) {
    EXPECT_FALSE(bernoulli_exp_minus(Rational(power_of_two(40)), bits));
    EXPECT_FALSE(bernoulli_exp_minus(Rational(power_of_two(90)), bits));
    EXPECT_TRUE(bernoulli_exp_minus(ratio(1, power_of_two(200)), bits));
  }
}

TEST(Bernoulli, RationalBiasIsExact) {
  SeededBits bits(14);
  const auto narrow = statistical::count(200'000, [&] { return bernoulli(3, 10, bits); });
  const auto wide = statistical::count(200'000, [&] { return bernoulli(ratio(3, 10), bits); });
  const auto mass = [](std::int64_t yes) { return yes == 1 ? 0.3 : 0.7; };
  EXPECT_EQ(statistical::misfit(narrow, mass, 0, 1), "");
  EXPECT_EQ(statistical::misfit(wide, mass, 0, 1), "");
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(bernoulli(Rational(1), bits));
    EXPECT_FALSE(bernoulli(Rational(0), bits));
    EXPECT_TRUE(bernoulli(7, 7, bits));
    EXPECT_FALSE(bernoulli(0, 7, bits));
  }
}

} // namespace bernoulli_test
} // namespace poise::internal
