// The l_p-norm that errors of many columns have on average.
#pragma once

#include "poise/forecast/assumed_table.h"

#include <vector>

namespace poise::internal {

// Of independent normal errors of such sizes, one for every column of its group.
double expected_norm(const std::vector<ColumnGroup> &groups, const std::vector<double> &sizes, double norm);

} // namespace poise::internal
