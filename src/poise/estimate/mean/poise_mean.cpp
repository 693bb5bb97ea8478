// Whether there are enough rows; then the mean of everybody's.
#include "poise/estimate/mean/poise_mean.h"

#include "poise/estimate/enough_people.h"
#include "poise/estimate/poise/enough_rows.h"
#include "poise/estimate/poise/known_columns.h"
#include "poise/estimate/poise/people_mean.h"

namespace poise::internal {

Result<Estimate> poise_mean(const Table &table, const std::optional<Grid> & /*grid*/, Grant<Rho> grant,
                            Bits &bits, const MeanOptions &options, const RunOptions &run) {
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  if (const auto error = check_poise_columns(table.columns().size())) return *error;
  const auto rows = PeopleRows::of(table, run);
  if (!rows) return rows.error();
  const std::size_t needed = poise_rows_needed(rows->columns(), grant.amount().display(), options.own_units);
  const bool enough = rows->rows() >= needed, limited = all_limited(options.limits);
  if (!enough && !limited && !options.try_anyway) return too_few_for_poise(rows->rows(), needed);
  auto found = people_mean(*rows, {table.columns(), "mean", options, enough}, std::move(grant), bits, run);
  if (!found) return found.error();
  if (!enough && !limited) found->estimate.warnings.push_back(warning_of_few_rows(rows->rows(), needed));
  return std::move(found->estimate);
}

constinit const MeanMethod poise_method = {
    .name = "poise",
    .summary = "finds where columns are, how they spread and how far rows reach; then one sum with the rest",
    .detail = "the best for nearly every table; pure epsilon and sparse files go to one of the others",
    .assumes = "nothing about the data; of columns c0, c1, ... that they share a unit",
    .takes = {MeanOption::bound, MeanOption::norm, MeanOption::binary, MeanOption::own_units,
              MeanOption::missing, MeanOption::no_missing, MeanOption::try_anyway},
    .run = poise_mean,
    .hands_over = true,
};

} // namespace poise::internal
