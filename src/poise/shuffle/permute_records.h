// What a shuffler does: records in random order.
#pragma once

#include "poise/random/bits.h"

#include <span>

namespace poise::internal {

// PROMISE  Every order of the records with equal probability, in place; a record is so many bytes.
// WHY      Fisher and Yates: from the last place on, each takes any of the records that are left.
// CHECKED  tests/shuffle/permute_records_test.cpp
void permute_records(std::span<std::uint8_t> records, std::size_t record_bytes, Bits &bits);

} // namespace poise::internal
