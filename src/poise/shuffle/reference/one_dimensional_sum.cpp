// Pólya noise, shares, residues.
#include "poise/shuffle/reference/one_dimensional_sum.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/theorem/share_splitting.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {
namespace {

Rational least_rate() { return ratio(1, power_of_two(16)); }

} // namespace

std::uint64_t levels_for(const Epsilon &epsilon, std::uint64_t most) {
  const Integer finest = floor(epsilon.exact() / least_rate());
  return finest < to_integer(most)
             ? std::max<std::uint64_t>(1, static_cast<std::uint64_t>(to_uint128(finest)))
             : most;
}

OneDimensionalSum::OneDimensionalSum(std::uint64_t participants, std::uint64_t honest, std::uint64_t levels,
                                     Rational rate, const ShareShape &shape)
    : participants_(participants), honest_(honest), levels_(levels), rate_(std::move(rate)), shape_(shape),
      noise_(honest, rate_) {}

Result<OneDimensionalSum> OneDimensionalSum::of(std::uint64_t participants, std::uint64_t honest,
                                                std::uint64_t levels, const Epsilon &epsilon,
                                                unsigned security_bits) {
  const auto refuse = [](const char *wrong, const char *remedy) { return bad_parameter(wrong, remedy); };
  if (levels == 0 || honest == 0 || honest > participants)
    return refuse("a sum needs at least one level, and honest participants among all",
                  "give at least one level, and no more honest participants than there are");
  Rational rate = epsilon.exact() / Rational(to_integer(levels));
  if (rate < least_rate())
    return refuse("so little budget needs coarser levels", "choose a larger epsilon or fewer levels");
  // Noise of everyone: one discrete Laplace variable for every `honest` of them. Beyond 100 / rate lies
  // e^-100.
  const Integer noise = ceil(Rational(100) / rate) * (to_integer(participants / honest) + 1);
  const Integer room = 2 * (to_integer(levels) * to_integer(participants) + noise);
  for (std::uint32_t bytes = 3; bytes <= 8; ++bytes) {
    if (room >= power_of_two(8 * bytes)) continue;
    const auto shares = shares_needed(honest, std::uint64_t{8} * bytes, security_bits);
    if (!shares) return shares.error();
    return OneDimensionalSum(participants, honest, levels, std::move(rate), ShareShape{1, 1, bytes, *shares});
  }
  return refuse("a sum would outgrow 64 bits", "choose fewer levels");
}

std::int64_t OneDimensionalSum::noisy(std::uint64_t number, Bits &bits) const {
  return static_cast<std::int64_t>(std::min(number, levels_)) + noise_(bits);
}

void OneDimensionalSum::answer(std::uint64_t number, Bits &bits, const ShareSink &emit) const {
  const std::int64_t value = noisy(number, bits);
  split(shape_, std::span(&value, 1), bits, emit);
}

double OneDimensionalSum::noise_variance() const {
  // 2 a / (1 - a)^2 = 1 / (2 sinh^2(rate / 2)), a = exp(-rate), for every `honest` participants.
  const double root = std::sinh(nearest_double(rate_) / 2);
  return static_cast<double>(participants_) / static_cast<double>(honest_) / (2 * root * root);
}

} // namespace poise::internal
