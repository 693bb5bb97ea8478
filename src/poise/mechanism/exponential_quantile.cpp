// All integers between two values that occur are one gap, with the one of the two that has the same score.
#include "poise/mechanism/exponential_quantile.h"

#include "poise/base/interval.h"
#include "poise/base/worker_pool.h"
#include "poise/mechanism/candidate_gaps.h"

#include <algorithm>
#include <memory>

namespace poise::internal {
namespace {

constexpr unsigned bits_behind_the_point = 32;

std::uint64_t score(std::uint64_t rank, std::uint64_t at_or_below, std::uint64_t below) {
  if (at_or_below < rank) return rank - at_or_below;
  return below >= rank ? below - rank + 1 : 0;
}

// Powers are worth keeping while they are fewer than what a cache holds.
constexpr std::size_t most_powers = std::size_t{1} << 15;

// A few a worker, and no more than a quarter of a gigabyte: a row takes a gap of 40 bytes.
std::size_t columns_at_once(std::size_t rows, std::size_t workers) {
  const std::size_t room = (std::size_t{1} << 28) / (40 * std::max<std::size_t>(1, rows));
  return std::clamp<std::size_t>(room, 1, 8 * workers);
}

} // namespace

std::optional<Rational> quantile_rate(std::size_t columns, const Rho &rho) {
  const Rational squared = 2 * rho.exact() / Rational(to_integer(std::uint64_t{columns}));
  const Integer root = isqrt(floor(times_power_of_two(squared, 2L * bits_behind_the_point)));
  if (root == 0) return std::nullopt;
  return ratio(root, power_of_two(bits_behind_the_point));
}

std::optional<Rational> quantile_rate(std::size_t columns, const Epsilon &epsilon) {
  const Rational exact = epsilon.exact() / (2 * Rational(to_integer(std::uint64_t{columns})));
  const Integer steps = floor(times_power_of_two(exact, bits_behind_the_point));
  if (steps == 0) return std::nullopt;
  return ratio(steps, power_of_two(bits_behind_the_point));
}

namespace {

std::optional<Integer> rank_error(const Integer &candidates, std::size_t columns,
                                  const std::optional<Rational> &rate, const Rational &beta) {
  if (!rate) return std::nullopt;
  constexpr unsigned precision = 128;
  const Rational chances = Rational(candidates * to_integer(std::uint64_t{columns})) / beta;
  return (log(Interval(chances, precision)) / Interval(*rate, precision)).ceil_of_high();
}

Error no_answer(const char *unit) {
  return bad_parameter(std::string(unit) +
                           " is too small for any answer: every number would be as likely as every other",
                       "give more budget");
}

ExponentialQuantiles draw_all(const ReleaseKey &key, const SortedColumns &columns, std::uint64_t rank,
                              const Rational &rate, Bits &bits, const RunOptions &run) {
  const std::uint64_t within = std::clamp<std::uint64_t>(rank, 1, columns.rows());
  const auto changes = [&](std::uint64_t at_or_below, std::uint64_t below) {
    return score(within, at_or_below, below);
  };
  const std::int64_t bound = columns.bound();
  const auto powers =
      std::make_shared<const ExponentialPowers>(rate, std::min(columns.rows() + 1, most_powers));
  WorkerPool pool(run.threads);
  const std::size_t at_once = columns_at_once(columns.rows(), pool.size());
  ExponentialQuantiles found;
  for (std::size_t first = 0; first < columns.columns(); first += at_once) {
    std::vector<std::optional<WeighedCandidates>> weighed(std::min(at_once, columns.columns() - first));
    pool.each(weighed.size(), [&](unsigned, std::size_t i) {
      std::visit(
          [&](auto sorted) { weighed[i].emplace(candidate_gaps(sorted, -bound, bound, changes), powers); },
          columns.values(key, first + i));
    });
    for (const auto &column : weighed) found.values.push_back(column->draw(bits));
  }
  return found;
}

} // namespace

std::optional<Integer> quantile_rank_error(const Integer &candidates, std::size_t columns, const Rho &rho,
                                           const Rational &beta) {
  return rank_error(candidates, columns, quantile_rate(columns, rho), beta);
}

std::optional<Integer> quantile_rank_error(const Integer &candidates, std::size_t columns,
                                           const Epsilon &epsilon, const Rational &beta) {
  return rank_error(candidates, columns, quantile_rate(columns, epsilon), beta);
}

Result<Released<ExponentialQuantiles>> exponential_quantiles(const SortedColumns &columns, std::uint64_t rank,
                                                             Grant<Rho> grant, Bits &bits, std::string step,
                                                             const RunOptions &run) {
  const auto rate = quantile_rate(columns.columns(), grant.amount());
  if (!rate) return no_answer("rho");
  const ReleaseKey key;
  return Released<ExponentialQuantiles>(key, draw_all(key, columns, rank, *rate, bits, run),
                                        std::move(grant).spend(std::move(step)), bits.provenance());
}

Result<Released<ExponentialQuantiles, Epsilon>>
exponential_quantiles(const SortedColumns &columns, std::uint64_t rank, Grant<Epsilon> grant, Bits &bits,
                      std::string step, const RunOptions &run) {
  const auto rate = quantile_rate(columns.columns(), grant.amount());
  if (!rate) return no_answer("epsilon");
  const ReleaseKey key;
  return Released<ExponentialQuantiles, Epsilon>(key, draw_all(key, columns, rank, *rate, bits, run),
                                                 std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
