// Which columns of a file are wanted: by name, or all of them.
#pragma once

#include "poise/base/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace poise {

// Places in the header of the wanted columns, in the order they were asked for;
// all of them, when none is named. Names must be different from each other, in the
// header and in the wish, and every wished name must be there.
Result<std::vector<std::size_t>> choose_columns(const std::string &source,
                                                const std::vector<std::string> &header,
                                                const std::vector<std::string> &wanted);

} // namespace poise
