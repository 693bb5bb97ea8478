// Ten million numbers in memory, and what anybody would compute of them.
#pragma once

#include "poise/table/table.h"

#include <cstddef>
#include <vector>

namespace poise::internal::bench {

// Normal, around 5 with a standard deviation of 2.
const std::vector<double> &ten_million_numbers();
const Table &table_of_ten_million(); // the same, as a table of one column

// In doubles and on one thread.
double plain_mean_of_numbers();
double plain_variance_of_numbers();
double sorted_iqr_of_numbers(); // sorts a copy

} // namespace poise::internal::bench
