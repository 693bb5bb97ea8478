// The sum of one number each, with discrete Laplace noise that nobody adds alone: lemma 11, after Balle et
// al.
#pragma once

#include "poise/privacy/units.h"
#include "poise/shuffle/noise_shares.h"
#include "poise/shuffle/vector_shares.h"

namespace poise::internal {

// PROMISE  The records of all participants, shuffled, are (epsilon, (1 + e^epsilon) 2^-security_bits)-DP;
//          neighbours replace one number. When all are honest, the analyzer reads the sum plus discrete
//          Laplace noise of rate epsilon / levels, exactly: P(x) proportional to exp(-rate |x|).
// WHY      A number is in [0, levels], so a replaced one moves the sum by at most `levels`. PolyaShares of
//          `honest` participants add up to that noise; noise of the others comes on top. Numbers travel as
//          shares over Z_2^k (vector_shares.h), k so large that sum and noise do not wrap but with
//          probability e^-100; a wrap tells nothing more.
// CHECKED  tests/shuffle/lemma_12_sum_test.cpp
//
// Balle, Bell, Gascon, Nissim: Private Summation in the Multi-Message Shuffle Model (2020), with the discrete
// Laplace law in place of a rounded one.
class OneDimensionalSum {
public:
  // An Error where there are too few honest participants for shares, or epsilon / levels is below 2^-16.
  static Result<OneDimensionalSum> of(std::uint64_t participants, std::uint64_t honest, std::uint64_t levels,
                                      const Epsilon &epsilon, unsigned security_bits);

  const ShareShape &shape() const { return shape_; } // of one coordinate
  std::uint64_t levels() const { return levels_; }
  const Rational &rate() const { return rate_; }

  // A participant's number with its share of the noise; then that number in shares, for the shuffler. A
  // number above `levels` counts as that.
  std::int64_t noisy(std::uint64_t number, Bits &bits) const;
  void answer(std::uint64_t number, Bits &bits, const ShareSink &emit) const;

  // The variance of the noise that everyone adds together.
  double noise_variance() const;

private:
  OneDimensionalSum(std::uint64_t participants, std::uint64_t honest, std::uint64_t levels, Rational rate,
                    const ShareShape &shape);

  std::uint64_t participants_, honest_, levels_;
  Rational rate_;
  ShareShape shape_;
  PolyaShare noise_;
};

// The finest levels that a rate of at least 2^-16 allows, at most this many.
std::uint64_t levels_for(const Epsilon &epsilon, std::uint64_t most);

} // namespace poise::internal
