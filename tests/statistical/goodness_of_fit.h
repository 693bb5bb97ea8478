// Do these draws come from that distribution? A verdict with a proven false-alarm rate.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace poise::internal::statistical {

// One false-alarm rate for every statistical test of the project.
inline constexpr double false_alarm = 1e-6;

// How often each outcome was drawn.
class Counts {
public:
  void add(std::int64_t outcome) {
    ++counts_[outcome];
    ++draws_;
  }
  std::uint64_t draws() const { return draws_; }
  const std::map<std::int64_t, std::uint64_t> &by_outcome() const { return counts_; }

private:
  std::map<std::int64_t, std::uint64_t> counts_;
  std::uint64_t draws_ = 0;
};

template <class Draw> Counts count(std::uint64_t draws, Draw draw) {
  Counts counts;
  for (std::uint64_t i = 0; i < draws; ++i) counts.add(static_cast<std::int64_t>(draw()));
  return counts;
}

// Empty when the draws fit; otherwise the cell that gives them away.
//
// Cells are {X = x} and {X <= x} for every x in [low, high], plus all that lies outside.
// By Chernoff's bound the observed share q of a cell of probability p satisfies
// P(n KL(q || p) >= t) <= 2 exp(-t); so t = ln(2 cells / false_alarm) keeps the chance
// of any false alarm below `false_alarm`, for every n and every distribution.
std::string misfit(const Counts &counts, const std::function<double(std::int64_t)> &mass, std::int64_t low,
                   std::int64_t high, double alarm = false_alarm);

// Do two samples come from one distribution? The same bound for either sample around the
// pooled share, over the outcomes that turned up; at some loss of power.
std::string two_sample_misfit(const Counts &a, const Counts &b, double alarm = false_alarm);

} // namespace poise::internal::statistical
