// What a caller may choose about a universal estimator, and the constants behind the two versions.
#pragma once

#include "poise/base/exact.h"
#include "poise/mechanism/sparse_vector.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace poise::internal {

// As published (Dong, Yi: universal private estimators, with the corrections of docs/proofs), or with
// constants of our own: same promise of privacy, smaller error.
enum class UniversalVersion { published, tuned };

struct UniversalOptions {
  UniversalVersion version = UniversalVersion::tuned;

  // The chance that a search may go wrong: margins are made for it.
  Rational beta = Rational(1, 10);

  // A resolution that is public knowledge: numbers are worth telling apart when they differ by 2^bucket. Then
  // no budget goes to finding one: these are the empirical estimators, over the integers for 0.
  std::optional<int> bucket = std::nullopt;

  // Quantiles, tuned: missing cells are left out, and a part of the budget goes to how many there are.
  // Otherwise they count as 0.
  bool skip_gaps = false;
};

std::string_view name_of(UniversalVersion version);

// Why options make no sense, if they do not.
[[nodiscard]] std::optional<Error> check_universal_options(const UniversalOptions &options);

// How a search for a radius is run.
struct RadiusSearch {
  SparseVectorNoise noise;
  Rational margin;      // aims at all rows but so many, in units of 1 / rate of its noise …
  Rational most_margin; // … but no larger a share of the rows
  Rational ramp;        // and settles for fewer by so many with every step, in the same units
  unsigned rungs_per_octave;
};

// A search that hardly ever goes too far, and one that comes close. Published: one and the same.
RadiusSearch safe_search(const UniversalOptions &options);
RadiusSearch close_search(const UniversalOptions &options);
// The same for what is squared afterwards, where those left out matter more.
RadiusSearch close_search_for_squares(const UniversalOptions &options);

// PROMISE  Before anything is spent: a search through so many counts, of which one reaches n, ends with
//          probability at least 1 - beta where the count is n - margin - e at least, e being what this
//          returns; 0 < beta < 1.
// WHY      It ends at a count q below its threshold only if Z - T > threshold - q for two Laplace draws of
//          rate r at least. P(Z - T > x / r) <= (1/2 + x / 4) exp(-x), which is less than beta / counts at x
//          = log(counts / beta) + 3 while that is below 37; a union bound over the counts.
// CHECKED  tests/estimate/find_radius_test.cpp
Integer search_error(const SearchRates &rates, std::uint64_t counts, const Rational &beta);

} // namespace poise::internal
