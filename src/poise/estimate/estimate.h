// What an estimator hands back: values, their noise, and the receipt.
#pragma once

#include "poise/privacy/any_receipt.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

// Of every interval and rank error.
inline constexpr double interval_level = 0.95;

// Covers what the noise does to the answer, at the given level for each column by
// itself. It says nothing about cells cut off at a bound, nor about how far a
// sample stands from the population. Not a number where only ranks are known.
struct NoiseInterval {
  double level;
  std::vector<double> low, high;
};

// For answers that are values of the data: with at least this probability, one found for a rank has the rank
// up to so many rows.
struct RankError {
  double level;
  std::uint64_t rows;
};

// Where participants answer for themselves: in how many rounds, and how many bytes each sends on average.
struct Traffic {
  std::uint32_t rounds;
  double bytes;
};

// What share of every column is there, where gaps are gaps.
struct PresentShares {
  std::vector<double> value;
  std::vector<double> noise_std; // 0 where it is public
};

struct Estimate {
  std::string method; // the one really used
  std::size_t rows;   // people, where the table was read with a unit
  std::vector<std::string> columns;
  std::vector<double> value;     // one per column, as all below
  std::vector<double> noise_std; // of the noise we added; public; not a number where only ranks are known
  NoiseInterval interval;
  AnyReceipt receipt;
  bool is_private; // false in a simulation with a seed
  std::vector<std::string> warnings;
  std::optional<PresentShares> present = std::nullopt;
  std::optional<NoiseInterval> population_interval = std::nullopt; // with chance in who is in the table
  std::optional<RankError> rank_error = std::nullopt;
  std::optional<Traffic> traffic = std::nullopt;
};

} // namespace poise::internal
