// Which numbers are written on an axis, and how.
#include "experiments/chart/axis.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace poise::internal::experiments {
namespace {

// A round number: digit times a power of ten.
struct Round {
  double digit;
  int exponent;
};

// Dividing by a power of ten that is exact rounds once; multiplying by its inverse would round twice.
double times_power_of_ten(double number, int exponent) {
  return exponent >= 0 ? number * std::pow(10.0, exponent) : number / std::pow(10.0, -exponent);
}

bool inside(double value, const Range &range) { return range.low <= value && value <= range.high; }

std::string with_minus_sign(std::string number) {
  if (number.starts_with('-')) number.replace(0, 1, "\u2212");
  return number;
}

std::string decimal(double value, int decimals) {
  std::array<char, 512> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
  return with_minus_sign(std::string(text.data(), end.ptr));
}

std::string whole(int value) { return with_minus_sign(std::to_string(value)); }

int exponent_of(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); }

// Numbers with many zeros before or behind the point are hard to compare.
bool wants_power_of_ten(double largest) { return largest >= 1e6 || largest < 1e-3; }

Tick plain_tick(double value, int last_digit) {
  return {value, decimal(value, std::max(0, -last_digit)), ""};
}

Tick scientific_tick(double value, int exponent, int last_digit) {
  const double mantissa = times_power_of_ten(value, -exponent);
  return {value, decimal(mantissa, std::max(0, exponent - last_digit)) + "\u00d710", whole(exponent)};
}

std::vector<double> multiples_in(const Range &range, const Round &step) {
  const double width = times_power_of_ten(step.digit, step.exponent);
  std::vector<double> values;
  const auto last = static_cast<std::int64_t>(std::floor(range.high / width));
  for (auto i = static_cast<std::int64_t>(std::ceil(range.low / width)); i <= last; ++i) {
    const double value = times_power_of_ten(static_cast<double>(i) * step.digit, step.exponent);
    if (inside(value, range)) values.push_back(value);
  }
  return values;
}

// Multiples of the finest step of 1, 2 or 5 times a power of ten that gives few enough.
std::vector<Tick> even_ticks(const Range &range, std::size_t most) {
  Round step{1, exponent_of(range.high - range.low) - 2};
  std::vector<double> values = multiples_in(range, step);
  while (values.size() > most) {
    step = step.digit == 1   ? Round{2, step.exponent}
           : step.digit == 2 ? Round{5, step.exponent}
                             : Round{1, step.exponent + 1};
    values = multiples_in(range, step);
  }
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  std::vector<Tick> ticks;
  for (const double value : values) {
    const bool scientific = wants_power_of_ten(largest) && value != 0;
    ticks.push_back(scientific   ? scientific_tick(value, exponent_of(largest), step.exponent)
                    : value == 0 ? plain_tick(value, 0)
                                 : plain_tick(value, step.exponent));
  }
  return ticks;
}

double power(Scale scale, int exponent) {
  return scale == Scale::log2 ? std::ldexp(1.0, exponent) : times_power_of_ten(1, exponent);
}

std::vector<int> exponents_in(const Range &range, Scale scale) {
  const auto log = [&](double value) { return scale == Scale::log2 ? std::log2(value) : std::log10(value); };
  std::vector<int> exponents;
  const int last = static_cast<int>(std::ceil(log(range.high)));
  for (int e = static_cast<int>(std::floor(log(range.low))); e <= last; ++e)
    if (inside(power(scale, e), range)) exponents.push_back(e);
  return exponents;
}

// Digits times powers of ten, in order.
std::vector<Round> rounds_in(const Range &range, std::span<const int> digits) {
  std::vector<Round> rounds;
  for (int e = exponent_of(range.low); e <= exponent_of(range.high); ++e)
    for (const int digit : digits)
      if (inside(times_power_of_ten(digit, e), range)) rounds.push_back({static_cast<double>(digit), e});
  return rounds;
}

void add_digits_as_minor(Ticks &ticks, const Range &range) {
  constexpr std::array digits = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (const Round &round : rounds_in(range, digits)) {
    const double value = times_power_of_ten(round.digit, round.exponent);
    if (std::ranges::find(ticks.major, value, &Tick::value) == ticks.major.end())
      ticks.minor.push_back(value);
  }
}

// Every power, or every second, third, ..., with the powers between as minor ticks.
Ticks power_ticks(const Range &range, Scale scale, std::span<const int> exponents, std::size_t most) {
  constexpr std::array strides = {1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 400};
  const auto labelled = [&](int stride) {
    return static_cast<std::size_t>(std::ranges::count_if(exponents, [&](int e) { return e % stride == 0; }));
  };
  const int stride = *std::ranges::find_if(strides, [&](int s) { return labelled(s) <= most; });
  Ticks ticks;
  for (const int e : exponents) {
    const double value = power(scale, e);
    if (e % stride == 0)
      ticks.major.push_back({value, scale == Scale::log2 ? "2" : "10", whole(e)});
    else
      ticks.minor.push_back(value);
  }
  if (scale == Scale::log10 && stride == 1) add_digits_as_minor(ticks, range);
  return ticks;
}

// For a logarithmic axis of less than two powers of ten: such as 1, 2, 5, 10, 20.
Ticks digit_ticks(const Range &range, std::span<const int> digits) {
  Ticks ticks;
  for (const Round &round : rounds_in(range, digits)) {
    const double value = times_power_of_ten(round.digit, round.exponent);
    ticks.major.push_back(wants_power_of_ten(range.high)
                              ? scientific_tick(value, round.exponent, round.exponent)
                              : plain_tick(value, round.exponent));
  }
  add_digits_as_minor(ticks, range);
  return ticks;
}

// At least three, and no end of the logarithmic axis is much further from a tick than ticks are from each
// other.
bool reach_ends(const Ticks &ticks, const Range &range) {
  const std::vector<Tick> &major = ticks.major;
  if (major.size() < 3) return false;
  double widest = 1; // as ratios
  for (std::size_t i = 1; i < major.size(); ++i)
    widest = std::max(widest, major[i].value / major[i - 1].value);
  const double allowed = std::pow(widest, 1.4);
  return major.front().value / range.low <= allowed && range.high / major.back().value <= allowed;
}

} // namespace

Ticks ticks_in(const Range &range, Scale scale, std::size_t most) {
  most = std::max<std::size_t>(most, 5);
  if (scale == Scale::linear) return {even_ticks(range, most), {}};
  const std::vector<int> exponents = exponents_in(range, scale);
  if (exponents.size() >= 2) return power_ticks(range, scale, exponents, most);
  if (scale == Scale::log2) return {even_ticks(range, most), {}};
  constexpr std::array few = {1, 2, 5};
  constexpr std::array more = {1, 2, 3, 5, 7};
  for (const std::span<const int> digits : {std::span<const int>(few), std::span<const int>(more)}) {
    Ticks ticks = digit_ticks(range, digits);
    if (ticks.major.size() <= most && reach_ends(ticks, range)) return ticks;
  }
  return {even_ticks(range, most), {}};
}

} // namespace poise::internal::experiments
