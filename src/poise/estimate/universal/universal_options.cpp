// Constants as published, and those that measured better (docs/reproduction.md).
#include "poise/estimate/universal/universal_options.h"

#include "poise/base/interval.h"
#include "poise/grid/magnitudes.h"

#include <algorithm>

namespace poise::internal {

std::string_view name_of(UniversalVersion version) {
  return version == UniversalVersion::published ? "universal" : "universal-tuned";
}

std::optional<Error> check_universal_options(const UniversalOptions &options) {
  if (options.beta <= 0 || options.beta >= 1)
    return bad_parameter("the chance of failure must be above 0 and below 1",
                         "give a small number, such as 0.1");
  constexpr int least = Rungs::lowest / Rungs::per_octave, most = Rungs::highest / Rungs::per_octave;
  if (options.bucket && (*options.bucket < least || *options.bucket > most))
    return bad_parameter("a resolution of 2^" + std::to_string(*options.bucket) + " is beyond all numbers",
                         "give an exponent between " + std::to_string(least) + " and " +
                             std::to_string(most));
  return std::nullopt;
}

namespace {

RadiusSearch published_search(const Rational &beta) {
  // 6 / epsilon * log(2 / beta), where 1 / rate of the threshold is 2 / epsilon; a third of beta a search.
  const Interval chance(Rational(6 / beta), 64);
  return {.noise = SparseVectorNoise::textbook,
          .margin = 3 * log(chance).high(),
          .most_margin = 1,
          .ramp = 0,
          .rungs_per_octave = 1};
}

} // namespace

RadiusSearch safe_search(const UniversalOptions &options) {
  if (options.version == UniversalVersion::published) return published_search(options.beta);
  return {.noise = SparseVectorNoise::one_direction,
          .margin = 10,
          .most_margin = Rational(1, 8),
          .ramp = 0,
          .rungs_per_octave = 1};
}

RadiusSearch close_search(const UniversalOptions &options) {
  if (options.version == UniversalVersion::published) return published_search(options.beta);
  return {.noise = SparseVectorNoise::one_direction,
          .margin = 2,
          .most_margin = Rational(1, 4),
          .ramp = Rational(1, 4),
          .rungs_per_octave = 4};
}

RadiusSearch close_search_for_squares(const UniversalOptions &options) {
  RadiusSearch search = close_search(options);
  if (options.version == UniversalVersion::tuned) {
    search.margin = 2;
    search.ramp = Rational(1, 3);
  }
  return search;
}

Integer search_error(const SearchRates &rates, std::uint64_t counts, const Rational &beta) {
  const Interval chances(Rational(Rational(to_integer(counts)) / beta), 64);
  const Rational least = std::min(rates.threshold, rates.count);
  return ceil(Rational((log(chances).high() + 3) / least));
}

} // namespace poise::internal
