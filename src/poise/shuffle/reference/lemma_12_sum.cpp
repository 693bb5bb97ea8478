// Integers on the participant's side; doubles for what was released.
#include "poise/shuffle/reference/lemma_12_sum.h"

#include "poise/aggregate/kernel/hadamard.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/mean/rotation.h"
#include "poise/privacy/theorem/claim.h"
#include "poise/random/sampler/uniform.h"
#include "poise/shuffle/sealed_records.h"
#include "poise/shuffle/shuffle_plan.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {
namespace {

std::uint64_t as_word(const Integer &value) { return static_cast<std::uint64_t>(to_uint128(value)); }

Integer root_above(const Integer &value) {
  const Integer root = isqrt(value);
  return root * root < value ? Integer(root + 1) : root;
}

// C sqrt(2 ln(20 n width)), rounded up, but not above sqrt(width) C.
Integer coordinate_bound(const Integer &length, std::uint32_t width, std::uint64_t participants) {
  const Integer wide = to_integer(std::uint64_t{width});
  const Interval squared = enclose([&](unsigned precision) {
    const Interval chances(Integer(20 * to_integer(participants) * wide), precision);
    return scale(log(chances) * Interval(Integer(length * length), precision), 1);
  });
  return std::min(root_above(squared.ceil_of_high()), root_above(length * length * wide));
}

} // namespace

Lemma12Sum::Lemma12Sum(std::uint32_t width, std::uint64_t participants, std::uint64_t bound,
                       std::vector<std::uint64_t> signs, OneDimensionalSum each)
    : width_(width), participants_(participants), bound_(bound), signs_(std::move(signs)),
      each_(std::move(each)) {}

Result<Lemma12Sum> Lemma12Sum::of(std::uint32_t width, std::uint64_t length, std::vector<std::uint64_t> signs,
                                  const Everyone &everyone, const Epsilon &epsilon_each) {
  if (width == 0 || padded_width(width) != width || signs.size() != (width + 63) / 64 || length == 0 ||
      length >> 40 != 0)
    throw std::logic_error("poise: vectors to sum are as wide as a rotation, and below 2^40 long");
  const std::uint64_t most = as_word(4 * root_above(to_integer(everyone.participants)));
  auto each = OneDimensionalSum::of(everyone.participants, everyone.honest, levels_for(epsilon_each, most),
                                    epsilon_each, everyone.security_bits);
  if (!each) return each.error();
  const std::uint64_t bound = as_word(coordinate_bound(to_integer(length), width, everyone.participants));
  return Lemma12Sum(width, everyone.participants, bound, std::move(signs), std::move(*each));
}

void Lemma12Sum::noisy_levels(std::span<const std::int64_t> vector, Bits &bits,
                              std::span<std::int64_t> levels) const {
  if (vector.size() != width_ || levels.size() != width_)
    throw std::logic_error("poise: a vector to sum has another width");
  rotate_rows(vector, width_, signs_, levels);
  const auto bound = static_cast<std::int64_t>(bound_);
  for (std::int64_t &cell : levels) {
    // (x + C') levels / (2 C'), rounded to one of its neighbours at random, right on average.
    const auto above = static_cast<std::uint64_t>(std::clamp(cell, -bound, bound) + bound);
    const UInt128 scaled = UInt128{above} * each_.levels();
    const auto below = static_cast<std::uint64_t>(scaled / (2 * bound_)),
               rest = static_cast<std::uint64_t>(scaled % (2 * bound_));
    const bool up = rest != 0 && uniform_below(2 * bound_, bits) < rest;
    cell = each_.noisy(below + (up ? 1 : 0), bits);
  }
}

std::vector<double> Lemma12Sum::sum_of(std::span<const std::int64_t> level_sums) const {
  const auto bound = static_cast<double>(bound_), participants = static_cast<double>(participants_);
  std::vector<double> turned;
  for (const std::int64_t sum : level_sums)
    turned.push_back(static_cast<double>(sum) * 2 * bound / static_cast<double>(each_.levels()) -
                     participants * bound);
  return rotate_back(std::move(turned), signs_, width_);
}

double Lemma12Sum::noise_variance() const {
  const double level = 2 * static_cast<double>(bound_) / static_cast<double>(each_.levels());
  return level * level * each_.noise_variance() /
         static_cast<double>(width_); // turning back divides by width
}

double Lemma12Sum::bytes_per_participant() const {
  const ShareShape &shape = each_.shape();
  return static_cast<double>(width_) * static_cast<double>(shape.records()) *
         static_cast<double>(sealed_bytes(record_header_bytes + shape.payload_bytes()));
}

Result<Epsilon> published_epsilon_each(const Approximate &step, std::uint32_t width) {
  if (width == 0) throw std::logic_error("poise: no coordinates to compose");
  const Rational wide(to_integer(std::uint64_t{width}));
  const auto each = claim_below(enclose([&](unsigned precision) {
    const Interval chances(Rational(wide / step.delta.exact()), precision);
    const Interval squared = scale(Interval(wide, precision) * log(chances), 3);
    return Interval(step.epsilon.exact(), precision) / sqrt(squared);
  }));
  return Epsilon::of(each.value_or(0));
}

} // namespace poise::internal
