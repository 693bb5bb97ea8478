// Random order: all permutations and all subsets are equally likely.
#include "poise/random/sampler/permutation.h"

#include "poise/random/sampler/uniform.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

namespace poise::internal {
namespace permutation_test {

// Numbers the distinct outcomes in the order they turn up.
class Numbering {
public:
  std::int64_t operator()(const std::vector<std::uint64_t> &outcome) {
    return numbers_.try_emplace(outcome, static_cast<std::int64_t>(numbers_.size())).first->second;
  }

private:
  std::map<std::vector<std::uint64_t>, std::int64_t> numbers_;
};

TEST(Permutation, All120OrdersOfFiveAreEquallyLikely) {
  SeededBits bits(91);
  Numbering number;
  const auto counts = statistical::count(240'000, [&] { return number(permutation(5, bits)); });
  EXPECT_EQ(statistical::misfit(
                counts, [](std::int64_t) { return 1.0 / 120; }, 0, 119),
            "");
}

TEST(Permutation, KeepsEveryElement) {
  SeededBits bits(92);
  for (const std::uint64_t n : {0U, 1U, 2U, 1000U}) {
    std::vector<std::uint64_t> order = permutation(n, bits);
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), n);
    for (std::uint64_t i = 0; i < n; ++i) EXPECT_EQ(order[i], i);
  }
}

// The plainest shuffle there is: drawing ahead must not change what a seed gives.
TEST(Permutation, IsTheShuffleOfFisherAndYatesDrawForDraw) {
  for (const std::uint64_t n : {0U, 1U, 2U, 63U, 64U, 65U, 66U, 129U, 10'000U}) {
    SeededBits bits(95, n), same_bits(95, n);
    std::vector<std::uint64_t> expected(n);
    std::iota(expected.begin(), expected.end(), std::uint64_t{0});
    for (std::uint64_t left = n; left > 1; --left)
      std::swap(expected[left - 1], expected[uniform_below(left, same_bits)]);
    EXPECT_EQ(permutation(n, bits), expected) << n;
    EXPECT_EQ(bits.word(), same_bits.word()); // not one draw more
  }
}

// All subsets of m out of n, most of them many times.
std::string misfit_of_samples(std::uint64_t m, std::uint64_t n, double subsets, std::uint64_t draws) {
  SeededBits bits(93, 100 * m + n);
  Numbering number;
  const auto counts =
      statistical::count(draws, [&] { return number(sample_without_replacement(m, n, bits)); });
  return statistical::misfit(
      counts, [&](std::int64_t) { return 1.0 / subsets; }, 0, static_cast<std::int64_t>(subsets) - 1);
}

// More than a sixteenth: number by number.
TEST(SampleWithoutReplacement, AllSubsetsOfManyAreEquallyLikely) {
  EXPECT_EQ(misfit_of_samples(3, 7, 35, 140'000), "");
  EXPECT_EQ(misfit_of_samples(4, 8, 70, 140'000), "");
  EXPECT_EQ(misfit_of_samples(7, 8, 8, 80'000), "");
  EXPECT_EQ(misfit_of_samples(1, 5, 5, 80'000), "");
  EXPECT_EQ(misfit_of_samples(2, 31, 465, 400'000), "");
}

// At most a sixteenth: draw by draw.
TEST(SampleWithoutReplacement, AllSubsetsOfFewAreEquallyLikely) {
  EXPECT_EQ(misfit_of_samples(1, 16, 16, 80'000), "");
  EXPECT_EQ(misfit_of_samples(2, 32, 496, 400'000), "");
}

// One subset two parts in a hundred too likely.
TEST(SampleWithoutReplacement, ASampleThatPrefersSomeSubsetsWouldBeCaught) {
  SeededBits bits(96);
  Numbering number;
  const auto counts = statistical::count(140'000, [&] {
    auto sample = sample_without_replacement(3, 7, bits);
    if (uniform_below(std::uint64_t{50}, bits) == 0) sample = {0, 1, 2};
    return number(sample);
  });
  EXPECT_NE(statistical::misfit(
                counts, [](std::int64_t) { return 1.0 / 35; }, 0, 34),
            "");
}

TEST(SampleWithoutReplacement, OfManyIsSortedDistinctAndInRange) {
  SeededBits bits(97);
  for (const std::uint64_t m : {626U, 5'000U, 9'999U, 10'000U}) {
    const auto sample = sample_without_replacement(m, 10'000, bits);
    ASSERT_EQ(sample.size(), m);
    EXPECT_TRUE(std::is_sorted(sample.begin(), sample.end()));
    EXPECT_EQ(std::adjacent_find(sample.begin(), sample.end()), sample.end());
    EXPECT_LT(sample.back(), 10'000U);
  }
}

TEST(SampleWithoutReplacement, IsSortedDistinctAndInRange) {
  SeededBits bits(94);
  const std::uint64_t n = std::uint64_t{1} << 60;
  const auto sample = sample_without_replacement(1000, n, bits);
  EXPECT_EQ(sample.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(sample.begin(), sample.end()));
  EXPECT_EQ(std::adjacent_find(sample.begin(), sample.end()), sample.end());
  EXPECT_LT(sample.back(), n);
  EXPECT_TRUE(sample_without_replacement(0, 5, bits).empty());
  EXPECT_EQ(sample_without_replacement(5, 5, bits), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_THROW(sample_without_replacement(6, 5, bits), std::logic_error);
}

} // namespace permutation_test
} // namespace poise::internal
