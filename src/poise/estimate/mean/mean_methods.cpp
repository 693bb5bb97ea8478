// One line here per method; its file does the rest.
#include "poise/estimate/mean/mean_methods.h"

#include "poise/base/closest.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace poise {
namespace {

template <UniversalVersion version, class Unit>
Result<Estimate> universal_with(const Table &table, const Grid &, Grant<Unit> grant, Bits &bits,
                                const MeanOptions &, const RunOptions &run) {
  return universal_mean(table, std::move(grant), bits, {.version = version}, run);
}

template <UniversalVersion version>
Result<Estimate> pure_universal(const Table &table, const std::optional<Grid> &, Grant<Epsilon> grant,
                                Bits &bits, const RunOptions &run) {
  return universal_mean(table, std::move(grant), bits, {.version = version}, run);
}

constexpr std::array<MeanMethod, 10> methods = {{
    {.name = "gaussian",
     .summary = "cuts every cell off at a public bound and adds Gaussian noise scaled to it",
     .detail = "a baseline: right when a tight bound is known, wasteful when the bound is a guess",
     .assumes = "a public bound on every cell, chosen without looking at the data",
     .takes_bound = true,
     .wants_bound = true,
     .sorts = false,
     .finds_grid = false,
     .by_column = false,
     .finer = 0,
     .grid_bits = 30,
     .clips = false,
     .refines = false,
     .scales = false,
     .run = [](const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits, const MeanOptions &,
               const RunOptions &run) { return gaussian_mean(table, grid, std::move(grant), bits, run); },
     .run_pure = nullptr},
    {.name = "instance-optimal",
     .summary =
         "rotates at random, finds a private centre and radius, and averages what is clipped around it",
     .detail = "error in proportion to the spread of the data, wherever they lie and whatever the bound",
     .assumes = "nothing about the data; enough rows for private medians, or it warns",
     .takes_bound = true,
     .wants_bound = false,
     .sorts = false,
     .finds_grid = true,
     .by_column = false,
     .finer = 8,
     .grid_bits = 30,
     .clips = true,
     .refines = false,
     .scales = false,
     .run = instance_optimal_mean,
     .run_pure = nullptr},
    {.name = "by-column",
     .summary = "each column by itself, as instance-optimal does one, with an equal part of the budget",
     .detail = "columns with units of their own, such as ages and incomes, none of which drowns another",
     .assumes = "nothing about the data; enough rows for private medians, or it warns",
     .takes_bound = true,
     .wants_bound = false,
     .sorts = false,
     .finds_grid = true,
     .by_column = true,
     .finer = 8,
     .grid_bits = 30,
     .clips = true,
     .refines = false,
     .scales = false,
     .run =
         [](const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits, const MeanOptions &options,
            const RunOptions &run) {
           return by_column_mean(table, grid, std::move(grant), bits, options, run);
         },
     .run_pure = nullptr},
    {.name = "clipped",
     .summary = "finds a private radius around zero and averages the rows clipped to it",
     .detail = "error in proportion to the largest norm: good when the data lie around zero",
     .assumes = "nothing about the data; enough rows for a private quantile, or it warns",
     .takes_bound = true,
     .wants_bound = false,
     .sorts = false,
     .finds_grid = true,
     .by_column = false,
     .finer = 8,
     .grid_bits = 30,
     .clips = true,
     .refines = false,
     .scales = false,
     .run = clipped_mean,
     .run_pure = nullptr},
    {.name = "plan",
     .summary =
         "finds a private centre and variance of every column, and scales columns so that noise follows them",
     .detail = "much less noise than instance-optimal where a few columns vary much more than the others",
     .assumes =
         "nothing for privacy; columns that concentrate, as normal ones do, and enough rows, or it warns",
     .takes_bound = true,
     .wants_bound = false,
     .sorts = true,
     .finds_grid = true,
     .by_column = false,
     .finer = 16,
     .grid_bits = 30,
     .clips = true,
     .refines = false,
     .scales = true,
     .run = plan_mean,
     .run_pure = nullptr},
    {.name = "plan-noscale",
     .summary = "finds a private centre of every column and a radius, and averages what is clipped around it",
     .detail = "as instance-optimal, without its rotation: sparse rows stay sparse",
     .assumes = "nothing about the data; enough rows for private medians, or it warns",
     .takes_bound = true,
     .wants_bound = false,
     .sorts = true,
     .finds_grid = true,
     .by_column = false,
     .finer = 16,
     .grid_bits = 30,
     .clips = true,
     .refines = false,
     .scales = false,
     .run = plan_noscale_mean,
     .run_pure = nullptr},
    {.name = "coinpress",
     .summary =
         "shrinks a ball around the mean step by step, each time by a noisy mean of rows clipped to it",
     .detail = "a baseline: good for normal data of known covariance, as good as its number of steps fits",
     .assumes = "rows are normal, with standard deviation 1 in every direction or an estimated covariance",
     .takes_bound = true,
     .wants_bound = false,
     .sorts = false,
     .finds_grid = false,
     .by_column = false,
     .finer = 0,
     .grid_bits = 30,
     .clips = false,
     .refines = true,
     .scales = false,
     .run = coinpress_mean,
     .run_pure = nullptr},
    {.name = "universal",
     .summary = "each column by itself: a private scale and range, then the mean of what is clipped to it",
     .detail = "no bound and no belief at all, with pure epsilon; constants as published",
     .assumes = "nothing about the data; enough rows for its searches, or it refuses",
     .takes_bound = false,
     .wants_bound = false,
     .sorts = true,
     .finds_grid = false,
     .by_column = false,
     .finer = 0,
     .grid_bits = 0,
     .clips = false,
     .refines = false,
     .scales = false,
     .run = universal_with<UniversalVersion::published, Rho>,
     .run_pure = pure_universal<UniversalVersion::published>},
    {.name = "universal-tuned",
     .summary = "as universal, with constants of our own: same promise, several times less noise",
     .detail = "one column without a bound, with pure epsilon; or several with units of their own",
     .assumes = "nothing about the data; enough rows for its searches, or it refuses",
     .takes_bound = false,
     .wants_bound = false,
     .sorts = true,
     .finds_grid = false,
     .by_column = false,
     .finer = 0,
     .grid_bits = 0,
     .clips = false,
     .refines = false,
     .scales = false,
     .run = universal_with<UniversalVersion::tuned, Rho>,
     .run_pure = pure_universal<UniversalVersion::tuned>},
    {.name = "pure-vector",
     .summary = "rotates at random, finds private medians and an l1-radius, and adds Laplace noise",
     .detail = "several columns of one kind together, with pure epsilon",
     .assumes = "nothing about the data; enough rows for private medians, or it refuses",
     .takes_bound = true,
     .wants_bound = false,
     .sorts = true,
     .finds_grid = false,
     .by_column = false,
     .finer = 0,
     .grid_bits = 30,
     .clips = false,
     .refines = false,
     .scales = false,
     .run = nullptr,
     .run_pure = pure_vector_mean},
}};

// With the one that chooses among them.
std::vector<std::string> known_names() {
  std::vector<std::string> names = {"poise"};
  for (const MeanMethod &method : methods) names.emplace_back(method.name);
  return names;
}

} // namespace

std::span<const MeanMethod> mean_methods() { return methods; }

Result<MeanMethod> find_mean_method(std::string_view name) {
  for (const MeanMethod &method : methods)
    if (method.name == name) return method;
  const std::vector<std::string> known = known_names();
  std::string list;
  for (const std::string &one : known) list += (list.empty() ? "" : ", ") + one;
  const auto meant = closest(name, known);
  return bad_parameter("there is no method '" + std::string(name) + "'",
                       (meant ? "did you mean " + *meant + "? " : "") + "methods of the mean: " + list);
}

} // namespace poise
