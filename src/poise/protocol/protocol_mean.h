// From the noisy sum of a protocol's last round back to the columns of the table.
#pragma once

#include "poise/protocol/session.h"

namespace poise::internal {

// What the last round leads to, column by column, in the units of the table.
struct ProtocolMean {
  std::vector<double> value, noise_std;
};

// The centre plus the sum in `unit`s, divided by the number of participants, turned back. The noise in the
// sum has this variance in every rotated column.
ProtocolMean mean_around(const Session &session, std::span<const std::int64_t> centre,
                         std::span<const double> sums, double unit, double noise_variance);

} // namespace poise::internal
