// One hash over all that is published.
#include "poise/shuffle/round_fingerprint.h"

#include <sodium.h>

namespace poise::internal {

RoundFingerprint fingerprint_of(const Session &session, const Round &round, const std::string &numbers) {
  Bytes all = encode(session);
  const std::uint64_t length = all.size();
  const Bytes asked = encode(round);
  all.insert(all.end(), asked.begin(), asked.end());
  const std::uint64_t both = all.size();
  all.insert(all.end(), numbers.begin(), numbers.end());
  for (unsigned i = 0; i < 8; ++i) all.push_back(static_cast<std::uint8_t>(length >> (8 * i)));
  for (unsigned i = 0; i < 8; ++i) all.push_back(static_cast<std::uint8_t>(both >> (8 * i)));
  RoundFingerprint fingerprint;
  static_assert(sizeof(fingerprint) == crypto_generichash_BYTES);
  crypto_generichash(fingerprint.data(), fingerprint.size(), all.data(), all.size(), nullptr, 0);
  return fingerprint;
}

} // namespace poise::internal
