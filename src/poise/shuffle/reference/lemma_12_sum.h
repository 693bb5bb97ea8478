// The paper's vector sum in the shuffle model: rotate again, clip every coordinate, sum each by itself.
#pragma once

#include "poise/privacy/approximate.h"
#include "poise/shuffle/reference/one_dimensional_sum.h"

namespace poise::internal {

// PROMISE  For vectors of l2-norm at most C: width sums, each epsilon_each-DP by itself (OneDimensionalSum),
//          whatever the vectors are. The answer is unbiased for vectors that the second clipping leaves
//          alone: with probability 9/10 over the signs, all of them.
// WHY      A coordinate of H D x is a sum of signed cells: above C sqrt(2 ln(20 n width)) with probability at
//          most 1/(10 n width). The bound is never above sqrt(width) C, which no coordinate can pass.
//          Rounding at random to one of `levels` parts keeps the mean exactly. Each coordinate's number is in
//          [0, levels]: a replaced vector moves it by at most that. Together: accounting is the caller's.
// CHECKED  tests/shuffle/lemma_12_sum_test.cpp
//
// Lemma 12 of instance-optimal mean estimation, as a reference beside the Gaussian sum. A simulation: it has
// no place on the wire.
class Lemma12Sum {
public:
  struct Everyone {
    std::uint64_t participants, honest;
    unsigned security_bits;
  };
  // `length` is C; the width a power of two; a sign a coordinate, as for rotations. Levels: about 4 sqrt(n),
  // fewer where the noise would be too wide for its sampler.
  static Result<Lemma12Sum> of(std::uint32_t width, std::uint64_t length, std::vector<std::uint64_t> signs,
                               const Everyone &everyone, const Epsilon &epsilon_each);

  const OneDimensionalSum &each() const { return each_; }
  std::uint64_t bound() const { return bound_; } // of a coordinate, after clipping: C'

  // A participant's vector into noisy levels, one a coordinate.
  void noisy_levels(std::span<const std::int64_t> vector, Bits &bits, std::span<std::int64_t> levels) const;
  // From the sums of everyone's levels back to the sum of vectors.
  std::vector<double> sum_of(std::span<const std::int64_t> level_sums) const;

  double noise_variance() const;        // of a cell of the sum
  double bytes_per_participant() const; // of sealed records

private:
  Lemma12Sum(std::uint32_t width, std::uint64_t participants, std::uint64_t bound,
             std::vector<std::uint64_t> signs, OneDimensionalSum each);

  std::uint32_t width_;
  std::uint64_t participants_, bound_;
  std::vector<std::uint64_t> signs_;
  OneDimensionalSum each_;
};

// The epsilon of every coordinate so that all `width` of them together are (epsilon, delta)-DP by advanced
// composition, as published: epsilon / (2 sqrt(2 width ln(width / delta))), rounded down. Poise composes by
// zCDP instead, rho / width a coordinate, read as pure epsilon (privacy/theorem/pure_to_zcdp.h): less noise.
Result<Epsilon> published_epsilon_each(const Approximate &step, std::uint32_t width);

} // namespace poise::internal
