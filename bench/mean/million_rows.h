// A million rows of 128 numbers in memory, about a gigabyte, and their plain mean.
#pragma once

#include "poise/table/table.h"

#include <cstdint>
#include <vector>

namespace poise::internal::bench {

// Rows of so many columns around a mean of 3, nearly normal with a standard deviation of 1.
Table bell_table(std::size_t rows, std::size_t columns);

// The means of all columns of the same cells, in doubles and on one thread: what anybody would write.
std::vector<double> plain_mean(std::size_t rows, std::size_t columns);

} // namespace poise::internal::bench
