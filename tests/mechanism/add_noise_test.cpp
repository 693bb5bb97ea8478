// Adding noise at the edges of what 128 bits hold.
#include "poise/mechanism/add_noise.h"

#include <gtest/gtest.h>
#include <vector>

namespace poise::internal {
namespace add_noise_test {

// With integers of any size: the true draw, clamped after the addition.
Integer oracle(const Integer &exact, const Integer &true_noise) {
  const Integer edge = to_integer(release_edge), sum = exact + true_noise;
  return sum > edge ? edge : sum < -edge ? Integer(-edge) : sum;
}

Int128 as_returned_by_the_sampler(const Integer &true_noise) {
  const Integer largest = to_integer(DiscreteGaussian::largest);
  if (true_noise >= largest) return DiscreteGaussian::largest;
  if (true_noise <= -largest) return -DiscreteGaussian::largest;
  return to_int128(true_noise);
}

TEST(AddNoise, GivesTheClampedSumOfTheTrueDrawHoweverLargeThatIs) {
  std::vector<Integer> exacts, noises;
  for (const unsigned exponent : {0U, 30U, 62U, 94U, 124U})
    for (const int offset : {-1, 0, 1})
      for (const int sign : {-1, 1}) exacts.push_back(sign * (power_of_two(exponent) + offset));
  for (const unsigned exponent : {0U, 64U, 124U, 125U, 126U, 127U, 200U})
    for (const int offset : {-1, 0, 1})
      for (const int sign : {-1, 1}) noises.push_back(sign * (power_of_two(exponent) + offset));
  for (const Integer &exact : exacts)
    for (const Integer &noise : noises)
      EXPECT_EQ(to_integer(add_noise(to_int128(exact), as_returned_by_the_sampler(noise))),
                oracle(exact, noise))
          << exact << " + " << noise;
}

} // namespace add_noise_test
} // namespace poise::internal
