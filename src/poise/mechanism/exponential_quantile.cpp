// All integers between two values that occur are one gap, with the one of the two that has the same score.
#include "poise/mechanism/exponential_quantile.h"

#include "poise/base/crew.h"
#include "poise/base/interval.h"
#include "poise/random/exponential_mechanism.h"

#include <algorithm>
#include <memory>

namespace poise {
namespace {

constexpr unsigned bits_behind_the_point = 32;

std::uint64_t score(std::uint64_t rank, std::uint64_t at_or_below, std::uint64_t below) {
  if (at_or_below < rank) return rank - at_or_below;
  return below >= rank ? below - rank + 1 : 0;
}

struct Gaps {
  std::vector<Gap> gaps;
  std::vector<std::int64_t> firsts; // the lowest candidate of each gap
};

template <class T> Gaps gaps_of(std::span<const T> sorted, std::int64_t bound, std::uint64_t rank) {
  Gaps result;
  result.gaps.reserve(sorted.size() + 2);
  result.firsts.reserve(sorted.size() + 2);
  const auto add = [&](std::int64_t first, std::uint64_t count, std::uint64_t at_or_below,
                       std::uint64_t below) {
    if (count == 0) return;
    const std::uint64_t changes = score(rank, at_or_below, below);
    // Below the rank a value is as good as what follows it, above it as what is before.
    if (!result.gaps.empty() && result.gaps.back().score == changes) {
      result.gaps.back().count += count;
      return;
    }
    result.gaps.push_back({count, changes});
    result.firsts.push_back(first);
  };
  // |cell| <= 2^62, so neighbours of a candidate fit, and differences fit as unsigned numbers.
  std::int64_t next = -bound; // the lowest candidate not in a gap yet
  std::uint64_t below = 0;
  while (below < sorted.size()) {
    const std::int64_t value = sorted[below];
    std::uint64_t at_or_below = below;
    while (at_or_below < sorted.size() && sorted[at_or_below] == value) ++at_or_below;
    add(next, static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(next), below, below);
    add(value, 1, at_or_below, below);
    next = value + 1;
    below = at_or_below;
  }
  add(next, static_cast<std::uint64_t>(bound) + 1 - static_cast<std::uint64_t>(next), below, below);
  return result;
}

// A column ready to be drawn from.
class Weighed {
public:
  Weighed(Gaps gaps, std::shared_ptr<const ExponentialPowers> powers)
      : gaps_(std::move(gaps)), mechanism_(gaps_.gaps, std::move(powers)) {}
  Weighed(const Weighed &) = delete;
  Weighed &operator=(const Weighed &) = delete;

  std::int64_t draw(Bits &bits) const {
    const Choice choice = mechanism_(bits);
    // Modulo 2^64: the candidate fits.
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(gaps_.firsts[choice.gap]) + choice.offset);
  }

private:
  Gaps gaps_;
  ExponentialMechanism mechanism_;
};

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

std::optional<Integer> quantile_rank_error(const Integer &candidates, std::size_t columns, const Rho &rho,
                                           const Rational &beta) {
  const auto rate = quantile_rate(columns, rho);
  if (!rate) return std::nullopt;
  constexpr unsigned precision = 128;
  const Rational chances = Rational(candidates * to_integer(std::uint64_t{columns})) / beta;
  return (log(Interval(chances, precision)) / Interval(*rate, precision)).ceil_of_high();
}

Result<Released<ExponentialQuantiles>> exponential_quantiles(const SortedColumns &columns, std::uint64_t rank,
                                                             Grant<Rho> grant, Bits &bits, std::string step,
                                                             const Work &work) {
  const auto rate = quantile_rate(columns.columns(), grant.amount());
  if (!rate)
    return Error{ErrorKind::bad_parameter,
                 "rho is too small for any answer: every number would be as likely as every other",
                 "give more budget"};
  const std::uint64_t within = std::clamp<std::uint64_t>(rank, 1, columns.rows());
  const auto powers =
      std::make_shared<const ExponentialPowers>(*rate, std::min(columns.rows() + 1, most_powers));
  const ReleaseKey key;
  Crew crew(work.threads);
  const std::size_t at_once = columns_at_once(columns.rows(), crew.size());
  ExponentialQuantiles found;
  for (std::size_t first = 0; first < columns.columns(); first += at_once) {
    std::vector<std::optional<Weighed>> weighed(std::min(at_once, columns.columns() - first));
    crew.each(weighed.size(), [&](unsigned, std::size_t i) {
      std::visit([&](auto sorted) { weighed[i].emplace(gaps_of(sorted, columns.bound(), within), powers); },
                 columns.values(key, first + i));
    });
    for (const auto &column : weighed) found.values.push_back(column->draw(bits));
  }
  return Released<ExponentialQuantiles>(key, std::move(found), std::move(grant).spend(std::move(step)),
                                        bits.provenance());
}

} // namespace poise
