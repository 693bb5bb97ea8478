// The ranges of the units, and what to say when a number is outside.
#include "poise/privacy/units.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace poise::internal {

struct RhoKind {
  static constexpr const char *name = "rho";
  static constexpr const char *example = "0.5 or 1e-3";
  static constexpr const char *usual = "budgets between 0.001 and 10 are usual";
  static constexpr bool below_one = false;
};

struct EpsilonKind {
  static constexpr const char *name = "epsilon";
  static constexpr const char *example = "0.5 or 1e-3";
  static constexpr const char *usual = "budgets between 0.01 and 10 are usual";
  static constexpr bool below_one = false;
};

struct DeltaKind {
  static constexpr const char *name = "delta";
  static constexpr const char *example = "1e-6 or 1e-9";
  static constexpr const char *usual = "choose it well below one over the number of people, such as 1e-9";
  static constexpr bool below_one = true;
};

namespace {

const Rational &most() {
  static const Rational limit(1000000000);
  return limit;
}

const Rational &least() {
  static const Rational limit = *read_exact("1e-100");
  return limit;
}

template <class Kind> Error outside(std::string_view demand, std::string_view got) {
  return bad_parameter(fmt::format("{} must be {}, got {}", Kind::name, demand, got), Kind::usual);
}

// What is wrong with the value, if anything; `got` is how its owner wrote it.
template <class Kind> std::optional<Error> trouble(const Rational &value, std::string_view got) {
  if (value <= 0) return outside<Kind>("positive", got);
  if (Kind::below_one && value >= 1) return outside<Kind>("below 1", got);
  if (!Kind::below_one && value > most()) return outside<Kind>("at most 1e9", got);
  return std::nullopt;
}

template <class Kind> Error unreadable(std::string_view text) {
  const std::string wrong =
      fmt::format("{} must be a number such as {}, got {}", Kind::name, Kind::example, quote(text));
  std::string pointed(text.substr(0, longest_number_text));
  std::replace(pointed.begin(), pointed.end(), ',', '.');
  if (pointed != text && read_exact(pointed))
    return bad_parameter(wrong, fmt::format("write a decimal point: {}", shorten(pointed)));
  return bad_parameter(
      wrong,
      "write digits with an optional decimal point and exponent, or a fraction such as 1/3, without spaces");
}

} // namespace

template <class Kind> Result<Quantity<Kind>> Quantity<Kind>::parse(std::string_view text) {
  if (text.size() > longest_number_text)
    return bad_parameter(fmt::format("{} must be written in at most {} characters, got {}", Kind::name,
                                     longest_number_text, text.size()),
                         fmt::format("write a shorter number such as {}", Kind::example));
  const std::optional<Rational> value = read_exact(text);
  if (!value) return unreadable<Kind>(text);
  if (const std::optional<Error> error = trouble<Kind>(*value, shorten(text))) return *error;
  if (*value < least()) return outside<Kind>("at least 1e-100", shorten(text));
  return Quantity(*value);
}

template <class Kind> Result<Quantity<Kind>> Quantity<Kind>::of(const Rational &exact) {
  return of_fraction(exact.get_num(), exact.get_den());
}

template <class Kind>
Result<Quantity<Kind>> Quantity<Kind>::of_fraction(const Integer &numerator, const Integer &denominator) {
  if (denominator == 0)
    return bad_parameter(fmt::format("{} must not be a fraction over zero", Kind::name),
                         "give a denominator of at least 1");
  if (denominator < 0)
    return bad_parameter(fmt::format("{} must be a fraction over a positive number, got {}/{}", Kind::name,
                                     shorten(numerator.get_str()), shorten(denominator.get_str())),
                         "give a denominator of at least 1");
  const Rational value = poise::internal::ratio(numerator, denominator);
  if (const std::optional<Error> error = trouble<Kind>(value, shorten(exact_text(value)))) return *error;
  return Quantity(value);
}

template <class Kind> Quantity<Kind> Quantity<Kind>::smallest() { return Quantity(least()); }

template <class Kind> double Quantity<Kind>::display() const { return nearest_double(exact_); }

template <class Kind> std::string Quantity<Kind>::text() const { return exact_text(exact_); }

template class Quantity<RhoKind>;
template class Quantity<EpsilonKind>;
template class Quantity<DeltaKind>;

} // namespace poise::internal
