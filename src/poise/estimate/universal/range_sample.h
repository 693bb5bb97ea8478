// Who is looked at to find a range: everybody, or a sample with the budget that allows.
#pragma once

#include "poise/estimate/spent_steps.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/privacy/sampled_grant.h"
#include "poise/random/bits.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace poise::internal {

// Who is looked at to find a range: everybody, or as published where epsilon < 1 a sample of floor(epsilon
// n), with the budget that allows.
template <class Unit> class RangeSample;

template <> class RangeSample<Epsilon> {
public:
  static Result<RangeSample> of(std::uint64_t people, Grant<Epsilon> grant, const Epsilon &whole,
                                const UniversalOptions &options, Bits &bits);

  std::uint64_t people() const { return people_; }
  const std::vector<std::uint64_t> *sample() const { return sample_ ? &*sample_ : nullptr; }
  Grant<Epsilon> inner() { return grant_.inner(); }
  SpentSteps<Epsilon> settled(const SpentSteps<Epsilon> &spent) && {
    return spent.settled(std::move(grant_).settle(spent.receipt(), "range of a sample"));
  }
  // As many of all people as so many of those looked at.
  std::uint64_t of_all(std::uint64_t needed) const;

private:
  RangeSample(SampledGrant grant, std::uint64_t people, std::uint64_t all,
              std::optional<std::vector<std::uint64_t>> sample)
      : grant_(std::move(grant)), people_(people), all_(all), sample_(std::move(sample)) {}

  SampledGrant grant_;
  std::uint64_t people_, all_;
  std::optional<std::vector<std::uint64_t>> sample_;
};

// In zCDP a sample costs no less: everybody.
template <> class RangeSample<Rho> {
public:
  static Result<RangeSample> of(std::uint64_t people, Grant<Rho> grant, const Rho &, const UniversalOptions &,
                                Bits &) {
    return RangeSample(people, std::move(grant));
  }
  std::uint64_t people() const { return people_; }
  static const std::vector<std::uint64_t> *sample() { return nullptr; }
  Grant<Rho> inner() { return std::move(grant_); }
  SpentSteps<Rho> settled(const SpentSteps<Rho> &spent) && { return spent; }
  static std::uint64_t of_all(std::uint64_t needed) { return needed; }

private:
  RangeSample(std::uint64_t people, Grant<Rho> grant) : people_(people), grant_(std::move(grant)) {}

  std::uint64_t people_;
  Grant<Rho> grant_;
};

} // namespace poise::internal
