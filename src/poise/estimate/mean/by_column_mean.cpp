// One column after the other, then all of it told as one estimate.
#include "poise/estimate/mean/by_column_mean.h"

#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/table/column_of.h"

#include <algorithm>
#include <utility>

namespace poise::internal {
namespace {

// What was said about which columns, in the order it was first said.
class Warnings {
public:
  void add(const std::string &column, const std::vector<std::string> &warnings) {
    for (const std::string &text : warnings) {
      const auto same = std::ranges::find(said_, text, &Said::text);
      if (same == said_.end())
        said_.push_back({text, {column}});
      else
        same->columns.push_back(column);
    }
  }

  // What is true of all columns needs no names.
  std::vector<std::string> texts(std::size_t columns) const {
    std::vector<std::string> result;
    for (const Said &one : said_) result.push_back(one.columns.size() == columns ? one.text : named(one));
    return result;
  }

private:
  struct Said {
    std::string text;
    std::vector<std::string> columns;
  };

  static std::string named(const Said &one) {
    constexpr std::size_t most_names = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(most_names, one.columns.size()); ++i)
      names += (i == 0 ? "" : ", ") + one.columns[i];
    if (one.columns.size() > most_names)
      names += " and " + std::to_string(one.columns.size() - most_names) + " more";
    return names + ": " + one.text;
  }

  std::vector<Said> said_;
};

template <class T> void append(std::vector<T> &to, const std::vector<T> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

} // namespace

Result<Estimate> by_column_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant,
                                Bits &bits, const MeanOptions &options, const RunOptions &run) {
  if (const auto error = check_enough_people(table)) return *error;
  const std::size_t columns = table.columns().size();
  auto grants = std::move(grant).split(std::vector<unsigned>(columns, 1));
  // What the last column would refuse is refused before the first spends anything.
  if (const auto error = check_mean_options(options, grants.front().amount())) return *error;
  std::optional<Estimate> all;
  Warnings warnings;
  for (std::size_t j = 0; j < columns; ++j) {
    const Table column = column_of(table, j);
    auto one = instance_optimal_mean(column, grid, std::move(grants[j]), bits, options, run);
    if (!one) return one.error();
    const std::string &name = table.columns()[j];
    warnings.add(name, one->warnings);
    if (columns > 1) one->receipt = one->receipt.under(name + ": ");
    if (!all) {
      all = std::move(*one);
      continue;
    }
    append(all->columns, one->columns);
    append(all->value, one->value);
    append(all->noise_std, one->noise_std);
    append(all->interval.low, one->interval.low);
    append(all->interval.high, one->interval.high);
    all->receipt.append(one->receipt);
    all->is_private = all->is_private && one->is_private;
  }
  all->method = "by-column";
  all->warnings = warnings.texts(columns);
  return std::move(*all);
}

constinit const MeanMethod by_column_method = {
    .name = "by-column",
    .summary = "each column by itself, as instance-optimal does one, with an equal part of the budget",
    .detail = "columns with units of their own, such as ages and incomes, none of which drowns another",
    .assumes = "nothing about the data; enough rows for private medians, or it warns",
    .takes = {MeanOption::bound, MeanOption::mean_within, MeanOption::clip_quantile},
    .run = by_column_mean,
};

} // namespace poise::internal
