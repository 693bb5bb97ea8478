// Turning rows by random signs and a Hadamard transform, and turning a mean back.
#pragma once

#include "poise/base/result.h"
#include "poise/base/run_options.h"
#include "poise/grid/grid_rows.h"

#include <memory>
#include <vector>

namespace poise::internal {

// The rows rotated, in memory if there is room for them, as every search goes over them many times. An Error
// when rows around a centre could outgrow 62 bits.
Result<std::shared_ptr<const GridRows>>
rotate(std::shared_ptr<const GridRows> rows, const std::vector<std::uint64_t> &signs, const RunOptions &run);

// D H y / width, cut to the columns there are: what undoes the rotation. On released numbers.
std::vector<double> rotate_back(std::vector<double> y, const std::vector<std::uint64_t> &signs,
                                std::size_t columns);

} // namespace poise::internal
