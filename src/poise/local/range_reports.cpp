// Range reports as bytes, and the choice between their two kinds.
#include "poise/local/range_reports.h"

#include "poise/privacy/theorem/claim.h"
#include "poise/privacy/theorem/dyadic_search.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::size_t haar_bytes = 4;
constexpr std::size_t most_unary_words = (15'625 + 63) / 64; // 5^6 bits

std::size_t unary_bytes(unsigned level) { return (std::size_t{unary_tree_nodes(level)} + 7) / 8; }

using UnaryWords = std::array<std::uint64_t, most_unary_words>;

std::variant<HaarRandomiser, UnaryTreeRandomiser> randomiser_of(RangeShape shape, const Epsilon &epsilon) {
  if (shape.method == RangeMethod::haar) return HaarRandomiser(shape.levels, epsilon);
  return UnaryTreeRandomiser(shape.levels, epsilon);
}

std::variant<HaarCounts, UnaryTreeCounts> counts_of(RangeShape shape, const Epsilon &epsilon) {
  if (shape.method == RangeMethod::haar) return HaarCounts(shape.levels, epsilon);
  return UnaryTreeCounts(shape.levels, epsilon);
}

void write(const HaarReport &report, std::span<std::uint8_t> out) {
  const std::uint32_t word =
      (report.bit ? std::uint32_t{1} << 31 : 0) | std::uint32_t{report.level} << 24 | report.row;
  for (std::size_t i = 0; i < haar_bytes; ++i) out[i] = static_cast<std::uint8_t>(word >> (8 * i));
}

std::optional<HaarReport> read_haar(std::span<const std::uint8_t> bytes, unsigned levels) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < haar_bytes; ++i) word |= std::uint32_t{bytes[i]} << (8 * i);
  const std::uint32_t level = word >> 24 & 0x7f;
  const std::uint32_t row = word & 0xff'ffff;
  if (level >= levels || row >> level != 0) return std::nullopt;
  return HaarReport{static_cast<std::uint8_t>(level), row, word >> 31 != 0};
}

// Words to bytes and back, the lowest byte first; eight at once where there are eight, which compiles to one
// move.
void put_bytes(std::span<const std::uint64_t> words, std::span<std::uint8_t> bytes) {
  const std::size_t whole = bytes.size() / 8;
  for (std::size_t i = 0; i < whole; ++i)
    for (std::size_t k = 0; k < 8; ++k) bytes[8 * i + k] = static_cast<std::uint8_t>(words[i] >> (8 * k));
  for (std::size_t at = 8 * whole; at < bytes.size(); ++at)
    bytes[at] = static_cast<std::uint8_t>(words[whole] >> (8 * (at % 8)));
}

std::span<const std::uint64_t> take_bytes(std::span<const std::uint8_t> bytes, UnaryWords &words) {
  const std::size_t whole = bytes.size() / 8;
  for (std::size_t i = 0; i < whole; ++i) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 8; ++k) word |= std::uint64_t{bytes[8 * i + k]} << (8 * k);
    words[i] = word;
  }
  if (8 * whole == bytes.size()) return std::span(words).first(whole);
  words[whole] = 0;
  for (std::size_t at = 8 * whole; at < bytes.size(); ++at)
    words[whole] |= std::uint64_t{bytes[at]} << (8 * (at % 8));
  return std::span(words).first(whole + 1);
}

// The words of the level's nodes; nothing where the level is not one or where a bit is set beyond its nodes.
std::optional<std::span<const std::uint64_t>> read_unary(std::span<const std::uint8_t> bytes, unsigned levels,
                                                         UnaryWords &words) {
  const unsigned level = bytes[0];
  if (level < 1 || level > levels) return std::nullopt;
  const std::span<const std::uint8_t> used = bytes.subspan(1, unary_bytes(level));
  const std::span<const std::uint8_t> padding = bytes.subspan(1 + used.size());
  if (std::any_of(padding.begin(), padding.end(), [](std::uint8_t byte) { return byte != 0; }))
    return std::nullopt;
  const unsigned last_bits = unary_tree_nodes(level) % 8; // never 0: a power of five is odd
  if (used.back() >> last_bits != 0) return std::nullopt;
  return take_bytes(used, words);
}

// What zcdp_of_range_report promises; see there.
Formula cost_of(RangeShape shape, const Rational &epsilon) {
  return [shape, epsilon](unsigned precision) {
    const auto number = [precision](long value) { return Interval(value, precision); };
    const Interval x = scale(Interval(epsilon, precision), -1);
    const Interval slope = tanh(x);
    const Interval unary = x * ((x + number(1)) * slope + x) / (x + number(2));
    return shape.method == RangeMethod::haar ? unary + x * slope / number(static_cast<long>(shape.levels))
                                             : unary;
  };
}

// More levels than needed only add variance, so each kind offers its smallest tree that has the leaves.
template <class EpsilonOf> RangeShape least_deviation(std::uint32_t at_least_leaves, EpsilonOf epsilon_of) {
  RangeShape haar{RangeMethod::haar, 1};
  while (haar.levels <= most_haar_levels && leaves(haar) < at_least_leaves) ++haar.levels;
  if (haar.levels > most_haar_levels) throw std::logic_error("poise: a range has at most 2^20 leaves");
  RangeShape tree{RangeMethod::unary_tree, 1};
  while (tree.levels <= most_unary_tree_levels && leaves(tree) < at_least_leaves) ++tree.levels;
  if (tree.levels > most_unary_tree_levels) return haar;
  const auto deviation = [&](RangeShape shape) { return rank_share_deviation(shape, epsilon_of(shape), 1); };
  return deviation(tree) < deviation(haar) ? tree : haar;
}

} // namespace

std::uint32_t leaves(RangeShape shape) {
  return shape.method == RangeMethod::haar ? std::uint32_t{1} << shape.levels
                                           : unary_tree_nodes(shape.levels);
}

std::size_t report_bytes(RangeShape shape) {
  return shape.method == RangeMethod::haar ? haar_bytes : 1 + unary_bytes(shape.levels);
}

double rank_share_deviation(RangeShape shape, const Epsilon &epsilon, double reports) {
  return shape.method == RangeMethod::haar ? haar_rank_deviation(shape.levels, epsilon, reports)
                                           : unary_tree_rank_deviation(shape.levels, epsilon, reports);
}

RangeShape choose_range_shape(std::uint32_t at_least_leaves, const Epsilon &epsilon) {
  return least_deviation(at_least_leaves, [&](RangeShape) { return epsilon; });
}

RangeShape choose_range_shape(std::uint32_t at_least_leaves, const Rho &rho) {
  return least_deviation(at_least_leaves, [&](RangeShape shape) {
    const Result<Epsilon> epsilon = range_epsilon_for_zcdp(shape, rho);
    return epsilon ? *epsilon : Epsilon::smallest();
  });
}

Result<Rho> zcdp_of_range_report(RangeShape shape, const Epsilon &epsilon) {
  const Result<Rho> pure = zcdp_of_pure(epsilon);
  if (!pure) return pure;
  const std::optional<Rational> tight = claim_above(enclose(cost_of(shape, epsilon.exact())));
  return tight ? Rho::of(std::min(*tight, pure->exact())) : pure;
}

Result<Epsilon> range_epsilon_for_zcdp(RangeShape shape, const Rho &rho) {
  const Result<Epsilon> pure = pure_for_zcdp(rho);
  if (!pure) return pure;
  const std::optional<Rational> tight = largest_that_passes(
      [&](const Rational &epsilon) { return surely_within(cost_of(shape, epsilon), rho.exact()); });
  return Epsilon::of(std::max(pure->exact(), tight.value_or(0)));
}

RangeRandomiser::RangeRandomiser(RangeShape shape, const Epsilon &epsilon)
    : shape_(shape), randomiser_(randomiser_of(shape, epsilon)) {}

void RangeRandomiser::operator()(std::uint32_t leaf, Bits &bits, std::span<std::uint8_t> out) const {
  if (out.size() != bytes()) throw std::logic_error("poise: a range report has a fixed size");
  if (const auto *haar = std::get_if<HaarRandomiser>(&randomiser_)) return write((*haar)(leaf, bits), out);
  const auto &tree = std::get<UnaryTreeRandomiser>(randomiser_);
  UnaryWords words;
  const auto used = std::span(words).first(tree.words());
  std::uint8_t level = 0;
  tree(leaf, bits, level, used);
  out[0] = level;
  put_bytes(used, out.subspan(1));
}

RangeCounts::RangeCounts(RangeShape shape, const Epsilon &epsilon)
    : shape_(shape), counts_(counts_of(shape, epsilon)) {}

bool RangeCounts::add(std::span<const std::uint8_t> report) {
  if (report.size() != report_bytes(shape_)) return false;
  if (auto *haar = std::get_if<HaarCounts>(&counts_)) {
    const std::optional<HaarReport> read = read_haar(report, shape_.levels);
    if (read) haar->add(*read);
    return read.has_value();
  }
  UnaryWords words;
  const auto read = read_unary(report, shape_.levels, words);
  if (read) std::get<UnaryTreeCounts>(counts_).add(report[0], *read);
  return read.has_value();
}

void RangeCounts::add(const RangeCounts &other) {
  if (!(other.shape_ == shape_))
    throw std::logic_error("poise: only counts of one shape and one eps are merged");
  if (auto *haar = std::get_if<HaarCounts>(&counts_)) return haar->add(std::get<HaarCounts>(other.counts_));
  std::get<UnaryTreeCounts>(counts_).add(std::get<UnaryTreeCounts>(other.counts_));
}

std::uint64_t RangeCounts::reports() const {
  return std::visit([](const auto &counts) { return counts.reports(); }, counts_);
}

std::vector<double> RangeCounts::cumulative() const {
  return std::visit([](const auto &counts) { return counts.cumulative(); }, counts_);
}

bool well_formed(RangeShape shape, std::span<const std::uint8_t> report) {
  if (report.size() != report_bytes(shape)) return false;
  if (shape.method == RangeMethod::haar) return read_haar(report, shape.levels).has_value();
  UnaryWords words;
  return read_unary(report, shape.levels, words).has_value();
}

std::uint32_t leaf_at(std::span<const double> cumulative, double share) {
  if (cumulative.empty()) throw std::logic_error("poise: a range has at least one leaf");
  const auto reached = std::lower_bound(cumulative.begin(), cumulative.end() - 1, share);
  return static_cast<std::uint32_t>(reached - cumulative.begin());
}

} // namespace poise::internal
