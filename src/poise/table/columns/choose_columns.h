// Which columns of a file are wanted: by name, or all of them.
#pragma once

#include "poise/base/result.h"
#include "poise/table/read_options.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poise::internal {

// Whether a column has no name of its own: what programs write when they number the rows of a table. It is
// taken only when it is asked for.
bool is_unnamed(std::string_view name);

// Whether two columns that have names have the same one.
bool repeats_a_name(const std::vector<std::string> &header);

// Places in the header of the wanted columns, in the order they were asked for;
// all that have a name, when none is asked for. Names must be different from each other, in the
// header and in the wish, and every wished name must be there.
Result<std::vector<std::size_t>> choose_columns(const std::string &source,
                                                const std::vector<std::string> &header,
                                                const std::vector<std::string> &wanted);

struct ChosenColumns {
  std::vector<std::size_t> columns;
  std::optional<std::size_t> unit;
};

// The same with a unit, which must be there and is not among the columns.
Result<ChosenColumns> choose_columns_and_unit(const std::string &source,
                                              const std::vector<std::string> &header,
                                              const ReadOptions &options);

// Why a column cannot be wanted: it is the unit. Nothing when it is not.
[[nodiscard]] std::optional<Error> refuse_unit_as_column(const ReadOptions &options);

} // namespace poise::internal
