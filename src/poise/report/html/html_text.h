// Text and numbers as they may stand in a page: escaped, short enough, and carrying their full value.
#pragma once

#include "poise/base/exact.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace poise::internal::html {

// Any bytes as text of a page or of a quoted attribute. What is not UTF-8, control characters and marks that
// turn the direction of the text around them become U+FFFD; line ends and tabs become spaces.
std::string escaped(std::string_view bytes);

// A name from outside, kept apart from the text around it, cut in its middle when it is very long.
std::string name(std::string_view bytes);

// As many decimals as show two digits of the noise; six digits where the noise is not known.
std::string number(double value, double noise);
std::string six_digits(double value);
std::string whole(std::size_t value);       // 35,156
std::string percent(double share);          // 12.5 %
std::string rounded_up(double value);       // three digits, never less than the value
std::string amount(const Rational &amount); // exact where that is short, else six digits

// The exact amount, which a browser may break anywhere.
std::string exact(const Rational &amount);

// Attributes. A number of the JSON has its value and its place there; others are derived.
std::string carries(double value, std::string_view path);
std::string carries_whole(std::size_t value, std::string_view path);
std::string carries(const Rational &amount, std::string_view path);
std::string derived(double value);
std::string derived(const Rational &amount);

// "rho" as its letter, "epsilon" as its.
std::string letter(std::string_view unit);

// A statistic as it reads in a sentence: "interquartile range" for "iqr".
std::string statistic_in_words(std::string_view statistic);

// "1 column", "5 columns".
std::string counted(std::size_t count, std::string_view noun);

} // namespace poise::internal::html
