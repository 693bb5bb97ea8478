// Counting shares and their price, rounded against ourselves.
#include "poise/privacy/theorem/share_splitting.h"

#include "poise/privacy/theorem/claim.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace poise::internal {
namespace {

constexpr std::uint64_t fewest_participants = 19;
constexpr unsigned most_shares = 10000;
constexpr unsigned most_security_bits = 4096;

// ln(1+e^eps) without a huge power.
Interval log_of_one_plus_exp(const Rational &epsilon, unsigned precision) {
  return Interval(epsilon, precision) + log1p(exp(Interval(Rational(-epsilon), precision)));
}

} // namespace

Result<unsigned> shares_needed(std::uint64_t honest, std::uint64_t group_bits, unsigned security_bits) {
  if (honest < fewest_participants)
    return bad_parameter(fmt::format("splitting into shares needs at least {} honest participants, got {}",
                                     fewest_participants, honest),
                         "ask more participants, or trust more of them");
  const unsigned precision = 128;
  const Interval two(2, precision);
  const Interval wanted(Integer(2 * Integer(security_bits) + to_integer(group_bits)), precision);
  // log2 n - log2 e = (ln n - 1)/ln 2
  const Interval per_share =
      (log(Interval(to_integer(honest), precision)) - Interval(1, precision)) / log(two);
  const Integer shares = (wanted / per_share).ceil_of_high() + 2;
  if (shares > most_shares)
    return bad_parameter(fmt::format("{} bits a record and {} bits of security take {} shares, more than {}",
                                     group_bits, security_bits, shares.get_str(), most_shares),
                         "put fewer cells into one record");
  return static_cast<unsigned>(std::max(shares, Integer(3)).get_ui());
}

Rational share_delta(const Epsilon &epsilon, std::uint64_t instances, unsigned security_bits) {
  if (instances == 0) return 0;
  const Interval delta = enclose([&](unsigned precision) {
    const Interval count(to_integer(instances), precision);
    return scale(exp(log_of_one_plus_exp(epsilon.exact(), precision)) * count,
                 -static_cast<long>(security_bits));
  });
  const Rational nothing_promised = 1;
  return std::min(claim_above(delta).value_or(nothing_promised), nothing_promised);
}

Result<unsigned> security_bits_for(const Epsilon &epsilon, std::uint64_t instances, const Rational &delta) {
  if (delta <= 0)
    return bad_parameter("the delta set aside for shares must be positive",
                         "leave a part of delta to the shares");
  const auto enough = [&](unsigned bits) { return share_delta(epsilon, instances, bits) <= delta; };
  if (!enough(most_security_bits))
    return bad_parameter(
        fmt::format("epsilon = {:.6g} with so small a delta for the shares takes more than {} bits "
                    "of security",
                    epsilon.display(), most_security_bits),
        "choose a smaller epsilon or a larger delta");
  unsigned low = 0; // invariant: the answer is in low..high, and high is enough
  unsigned high = most_security_bits;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (enough(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

} // namespace poise::internal
