// What the universal estimators share: columns one by one, their samples, and the words about the result.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/search/find_scale.h"
#include "poise/privacy/sampled_grant.h"
#include "poise/table/table.h"

#include <functional>
#include <vector>

namespace poise {

// What was found in one column.
template <class Unit> struct FoundValue {
  double value;
  double noise_std; // not a number where only ranks are known
  std::uint64_t needed_rows;
  SpentSteps<Unit> spent;
  bool mostly_equal = false; // no distance between people was found: few of them differ, if any
};

// Every column with an equal part of the grant, one after the other; then the whole told, with intervals of
// 95% and warnings. `column` is called with a table of one column.
template <class Unit>
Result<Estimate>
every_column(std::string method, const Table &table, Grant<Unit> grant,
             const std::function<Result<FoundValue<Unit>>(const Table &column, Grant<Unit> part)> &estimate);

// The words and numbers of one estimate: intervals, warnings.
template <class Unit>
Estimate make_estimate(std::string method, const Table &table, const std::vector<FoundValue<Unit>> &columns);

// What a reader should be warned of: a simulation, too few rows for the method's own promise of accuracy.
std::vector<std::string> warnings_about(const std::string &method, std::size_t people, std::uint64_t needed,
                                        bool is_private);

// Rungs of the distances of pairs, in a secret order drawn for this release.
Result<std::shared_ptr<const GridRows>> distances(const Table &column, std::span<const std::uint64_t> order,
                                                  const RunOptions &run);

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

} // namespace poise
