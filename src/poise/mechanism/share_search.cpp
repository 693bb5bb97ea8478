// What is far from the rank is hardly ever chosen, so it is not looked at before it is.
#include "poise/mechanism/share_search.h"

#include "poise/mechanism/candidate_gaps.h"
#include "poise/random/sampler/bernoulli.h"

#include <algorithm>

namespace poise::internal {

std::uint64_t rows_that_matter(const Rational &rate) {
  // 2^63 candidates of weight exp(-128) are less than exp(-84) together.
  const Integer rows = ceil(128 / rate) + 1;
  const Integer most = power_of_two(46);
  return std::min(rows, most).get_ui();
}

std::int64_t draw_at_share(std::span<const std::int64_t> rows, std::int64_t low, std::int64_t high,
                           const ShareSearch &search, std::uint64_t near, Bits &bits) {
  const std::uint64_t whole = search.whole, rank = search.part * rows.size(); // rank and scores, times whole
  const auto score = [&](std::uint64_t at_or_below, std::uint64_t below) {
    if (whole * at_or_below < rank) return rank - whole * at_or_below;
    return whole * below > rank ? whole * below - rank : std::uint64_t{0};
  };
  const auto below = [&](std::int64_t y) {
    return static_cast<std::size_t>(std::ranges::lower_bound(rows, y) - rows.begin());
  };
  const auto at_or_below = [&](std::int64_t y) {
    return static_cast<std::size_t>(std::ranges::upper_bound(rows, y) - rows.begin());
  };

  // The rows from … to - 1 are near. Below the first of them at most `from` rows are at or below a candidate;
  // above the last at least `to` rows are below it.
  const std::uint64_t middle = rank / whole;
  const std::size_t from = middle > near ? middle - near : 0;
  const std::size_t to = std::min<std::uint64_t>(rows.size(), middle + near + 1);
  const std::int64_t first = from == 0 ? low : rows[from];
  const std::int64_t last = to == rows.size() ? high : rows[to - 1];

  const std::size_t before = below(first);
  CandidateGaps gaps = candidate_gaps(rows.subspan(before, at_or_below(last) - before), first, last,
                                      [&](std::uint64_t here_or_below, std::uint64_t under) {
                                        return score(before + here_or_below, before + under);
                                      });
  const std::uint64_t best_on_the_left = score(from, from), best_on_the_right = score(to, to);
  const auto add = [&](std::int64_t begin, std::int64_t end, std::uint64_t best) {
    gaps.gaps.push_back({static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin), best});
    gaps.firsts.push_back(begin);
  };
  add(low, first, best_on_the_left);
  add(last + 1, high + 1, best_on_the_right);

  const Rational rate = search.rate / Rational(to_integer(whole));
  const WeighedCandidates candidates(std::move(gaps), std::make_shared<const ExponentialPowers>(rate, 0));
  for (;;) {
    const std::int64_t y = candidates.draw(bits);
    if (y >= first && y <= last) return y;
    const std::uint64_t best = y < first ? best_on_the_left : best_on_the_right;
    const std::uint64_t worse = score(at_or_below(y), below(y)) - best;
    if (bernoulli_exp_minus(rate * Rational(to_integer(worse)), bits)) return y;
  }
}

} // namespace poise::internal
