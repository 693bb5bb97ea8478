// Random order: all permutations and all subsets are equally likely.
#include "poise/random/permutation.h"

#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace poise {
namespace {

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

TEST(SampleWithoutReplacement, All35TriplesOfSevenAreEquallyLikely) {
  SeededBits bits(93);
  Numbering number;
  const auto counts =
      statistical::count(140'000, [&] { return number(sample_without_replacement(3, 7, bits)); });
  EXPECT_EQ(statistical::misfit(
                counts, [](std::int64_t) { return 1.0 / 35; }, 0, 34),
            "");
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

} // namespace
} // namespace poise
