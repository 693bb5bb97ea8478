// Exact numbers in writing: from text to a rational and back, never through a double.
#pragma once

#include "poise/base/exact.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace poise::internal {

// Longer text is refused unread; everything exact_text writes for a unit is shorter in practice.
inline constexpr std::size_t longest_number_text = 2000;

// Decimal text ("0.5", ".25", "-1e-9") or a fraction of whole numbers ("1/3"); nothing else,
// not even a space. Exponents beyond +-9999 read as +-9999: such a number is far outside every
// range we accept, on the same side, and "1e999999999" must not cost a gigabyte to refuse.
std::optional<Rational> read_exact(std::string_view text);

// A finite decimal of at most 40 digits where there is one ("0.125", "1e-9"), else "p/q".
std::string exact_text(const Rational &value);

// Somebody's text, fit for an error message: short, on one line, without control characters.
std::string quote(std::string_view text);
std::string shorten(std::string_view text);

} // namespace poise::internal
