// A session for tests: any number of columns, and a budget to choose.
#pragma once

#include "poise/protocol/session.h"
#include "poise/random/seeded_bits.h"

#include <string>

namespace poise::internal {

inline std::vector<std::string> names(std::size_t columns) {
  std::vector<std::string> all;
  for (std::size_t j = 0; j < columns; ++j) all.push_back("c" + std::to_string(j));
  return all;
}

inline Session local_session(std::size_t columns, std::uint64_t participants, const Rho &rho,
                             std::uint64_t reach, std::int64_t bound = 1 << 20, std::uint64_t seed = 1) {
  SeededBits bits(seed, 77);
  return {random_id(bits),
          participants,
          names(columns),
          Grid::of(-10, bound).value(),
          random_signs(columns, bits),
          reach,
          LocalBudget{rho}};
}

inline Session shuffle_session(std::size_t columns, std::uint64_t participants) {
  Session session = local_session(columns, participants, Rho::ratio(1, 1).value(), 100);
  ShuffleBudget budget{{Epsilon::ratio(1, 3).value(), Delta::parse("1e-9").value()}, ratio(1, 10), {}};
  for (std::size_t i = 0; i < budget.public_key.size(); ++i)
    budget.public_key[i] = static_cast<std::uint8_t>(3 * i);
  session.budget = budget;
  return session;
}

// The same bytes under a digest that fits them: what a stranger could write, not an accident.
inline Bytes sealed_again(Bytes bytes) {
  const std::size_t body = bytes.size() - Digest{}.size();
  const Digest digest = digest_of(ByteView(bytes).first(body));
  std::copy(digest.begin(), digest.end(), bytes.begin() + static_cast<std::ptrdiff_t>(body));
  return bytes;
}

} // namespace poise::internal
