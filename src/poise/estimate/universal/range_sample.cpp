// A sample is drawn, or nobody is left out.
#include "poise/estimate/universal/range_sample.h"

#include "poise/estimate/saturated.h"
#include "poise/estimate/universal/universal_guard.h"
#include "poise/random/sampler/permutation.h"

namespace poise::internal {

Result<RangeSample<Epsilon>> RangeSample<Epsilon>::of(std::uint64_t people, Grant<Epsilon> grant,
                                                      const Epsilon &whole, const UniversalOptions &options,
                                                      Bits &bits) {
  const std::uint64_t looked_at = people_looked_at(people, whole, options);
  auto sampled = SampledGrant::of(std::move(grant), SamplingRate::of(looked_at, people).value());
  if (!sampled) return sampled.error();
  std::optional<std::vector<std::uint64_t>> sample;
  if (looked_at < people) sample = sample_without_replacement(looked_at, people, bits);
  return RangeSample(std::move(*sampled), looked_at, people, std::move(sample));
}

std::uint64_t RangeSample<Epsilon>::of_all(std::uint64_t needed) const {
  const Rational all = ratio(to_integer(needed), to_integer(people_)) * Rational(to_integer(all_));
  const Integer rows = ceil(all);
  return saturated(rows);
}

} // namespace poise::internal
