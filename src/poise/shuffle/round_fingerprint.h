// Names a published round so that nobody can make two of one name: what all batches of a round must share.
#pragma once

#include "poise/protocol/round.h"

namespace poise::internal {

// PROMISE  Two different pairs of session and round have different fingerprints, even where someone looks for
//          two that have the same.
// WHY      Noise adds up over all participants, so they must have been asked the same. Who tells one of them
//          a larger radius than the others would get its row with their noise, which is too small for it.
//          The session's tag does not help: it has eight bytes, and 2^32 trials make two sessions of one tag.
//          This is BLAKE2b with 32 bytes, over both in full, the length of the first behind them.
// CHECKED  tests/shuffle/shuffler_test.cpp
using RoundFingerprint = std::array<std::uint8_t, 32>;
//
// The numbers that noise follows from, as whoever asks has worked them out, are hashed as well: all must have
// come to the same.
RoundFingerprint fingerprint_of(const Session &session, const Round &round, const std::string &numbers = "");

} // namespace poise::internal
