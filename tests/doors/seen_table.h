// What a reader hands on, as the tests of the doors compare it: every cell to its last bit.
#pragma once

#include "poise/table/table.h"

#include <string>

namespace poise::internal::doors {

// One JSON object. Of a table that was read: its public facts; the bits of every cell, as estimators take it,
// null where it is missing; whose each row is; and what each participant of a protocol holds, in the order
// that is drawn with the seed. Of one that was not: the words of the refusal.
std::string seen_table(const Result<Table> &table, std::uint64_t seed);

} // namespace poise::internal::doors
