// Range counting without trust: one face over both kinds of reports, as bytes of a fixed size.
#pragma once

#include "poise/local/haar_reports.h"
#include "poise/local/unary_tree_reports.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace poise::internal {

enum class RangeMethod { haar, unary_tree };

struct RangeShape {
  RangeMethod method;
  unsigned levels; // haar: 1 … 20, two branches; unary tree: 1 … 6, five branches

  friend bool operator==(const RangeShape &, const RangeShape &) = default;
};

std::uint32_t leaves(RangeShape shape);

// How long every report of this shape is.
std::size_t report_bytes(RangeShape shape);

// The standard deviation of the estimated share at or below a leaf, as a root mean square over the leaves.
double rank_share_deviation(RangeShape shape, const Epsilon &epsilon, double reports);

// The shape of least deviation among those with at least so many leaves (at most 2^20). It depends on public
// facts alone, and whoever is told another shape is no less private.
RangeShape choose_range_shape(std::uint32_t at_least_leaves, const Epsilon &epsilon);

// PROMISE  One report of this shape with this eps is rho-zCDP; about half of what eps-DP alone would say.
// WHY      With x = eps/2, two leaves that differ on every level of a unary tree have (a-1) D_a =
//          ln cosh(ax) + ln cosh((a-1)x) - ln cosh(x), at most a(a-1) x ((x+1) tanh(x) + x)/(x+2). Haar bits
//          of two leaves differ in at most 1/2 + 1/(2 levels) of the (level, row): x tanh(x) / levels more.
// CHECKED  tests/local/range_reports_test.cpp; docs/proofs/local_range_reports.md
Result<Rho> zcdp_of_range_report(RangeShape shape, const Epsilon &epsilon);

// PROMISE  The returned eps is the largest (of 64 bits) whose zcdp_of_range_report is at most rho.
Result<Epsilon> range_epsilon_for_zcdp(RangeShape shape, const Rho &rho);

// The same choice when zCDP is what a report may cost: each shape at the eps that it may have.
RangeShape choose_range_shape(std::uint32_t at_least_leaves, const Rho &rho);

// PROMISE  eps-DP for the participant; a report's size does not depend on the leaf.
// WHY      The bytes are a one-to-one function of what HaarRandomiser or UnaryTreeRandomiser drew.
// CHECKED  tests/local/range_reports_test.cpp
//
// haar        a little-endian 32-bit word: bit 31 the bit, bits 24 … 30 the level, bits 0 … 23 the row.
// unary tree  a byte for the level; then the bits of its nodes, eight to a byte, the lowest first, with
//             zeros up to ceil(leaves / 8) bytes.
class RangeRandomiser {
public:
  RangeRandomiser(RangeShape shape, const Epsilon &epsilon);

  std::size_t bytes() const { return report_bytes(shape_); }
  void operator()(std::uint32_t leaf, Bits &bits, std::span<std::uint8_t> out) const;

private:
  RangeShape shape_;
  std::variant<HaarRandomiser, UnaryTreeRandomiser> randomiser_;
};

class RangeCounts {
public:
  RangeCounts(RangeShape shape, const Epsilon &epsilon);

  // False where no participant could have sent this: a wrong size, a level or row out of range, a bit set
  // that should be zero. Nothing is counted then.
  bool add(std::span<const std::uint8_t> report);
  void add(const RangeCounts &other);
  std::uint64_t reports() const;

  // The estimated share of participants at or below every leaf: never decreasing, within [0, 1], 1 at the
  // last.
  std::vector<double> cumulative() const;

private:
  RangeShape shape_;
  std::variant<HaarCounts, UnaryTreeCounts> counts_;
};

// Whether a report of this shape could have been made by a participant: what RangeCounts::add says.
bool well_formed(RangeShape shape, std::span<const std::uint8_t> report);

// The first leaf whose cumulative share reaches `share`; the last one where none does.
std::uint32_t leaf_at(std::span<const double> cumulative, double share);

} // namespace poise::internal
