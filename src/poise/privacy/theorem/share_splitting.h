// Sums through a shuffler: how many shares hide every input but the sum.
#pragma once

#include "poise/privacy/units.h"

#include <cstdint>

namespace poise::internal {

// PROMISE  If `honest` participants each split an element of a finite abelian group of 2^group_bits
//          elements into m uniform shares with that sum, and all shares are shuffled together, then the
//          views of any two inputs with equal sums are within total variation 2^-security_bits.
// WHY      m = ceil((2 security + group_bits)/(log2 n - log2 e)) + 2, for n >= 19 and m >= 3 (Balle, Bell,
//          Gascon, Nissim, CCS 2020). One share is a one-time pad; for the others the distance is at
//          most sqrt(E|G|^(C-1) - 1), C the components of a random graph that glues participants: only
//          the order of the group enters. Re-derived in docs/proofs/share_splitting.md.
// CHECKED  tests/privacy/share_splitting_test.cpp
//
// Rounded up. An error for fewer than 19 participants, or where more than 10000 shares were needed.
Result<unsigned> shares_needed(std::uint64_t honest, std::uint64_t group_bits, unsigned security_bits);

// PROMISE  Where the sums are (eps, delta)-DP, the views of that many sums ("instances") are
//          (eps, delta + share_delta)-DP.
// WHY      Distances add up to t = instances * 2^-security, and P'(S) <= P(S) + t <= e^eps Q(S) + delta + t
//          <= e^eps Q'(S) + delta + (1+e^eps) t. Rounded up; never above 1, which promises nothing.
Rational share_delta(const Epsilon &epsilon, std::uint64_t instances, unsigned security_bits);

// The fewest bits whose share_delta is at most delta. An error where 4096 are not enough.
Result<unsigned> security_bits_for(const Epsilon &epsilon, std::uint64_t instances, const Rational &delta);

} // namespace poise::internal
