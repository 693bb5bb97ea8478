// One hash over all that is published.
#include "poise/shuffle/round_fingerprint.h"

#include <sodium.h>

namespace poise {

RoundFingerprint fingerprint_of(const Session &session, const Round &round) {
  Bytes all = encode(session);
  const std::uint64_t length = all.size();
  const Bytes asked = encode(round);
  all.insert(all.end(), asked.begin(), asked.end());
  for (unsigned i = 0; i < 8; ++i) all.push_back(static_cast<std::uint8_t>(length >> (8 * i)));
  RoundFingerprint fingerprint;
  static_assert(sizeof(fingerprint) == crypto_generichash_BYTES);
  crypto_generichash(fingerprint.data(), fingerprint.size(), all.data(), all.size(), nullptr, 0);
  return fingerprint;
}

} // namespace poise
