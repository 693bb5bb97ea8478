// Counts within a ladder of radii, and a sparse vector through them.
#include "poise/estimate/search/find_radius.h"

#include "poise/aggregate/exact/cumulative_counts.h"
#include "poise/aggregate/exact/norm_histogram.h"
#include "poise/estimate/saturated.h"
#include "poise/grid/magnitudes.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace poise::internal {
namespace {

template <class Unit>
Result<Released<FirstAbove, Unit>> search(const ExactCounts &counts, Grant<Unit> grant, Bits &bits,
                                          const RadiusSearch &how, std::string name) {
  const Rational rate = search_rates(grant.amount(), how.noise).threshold;
  const Rational everybody(to_integer(std::uint64_t{counts.rows()}));
  const Rational unit =
      rate > 0 ? Rational(1 / rate) : everybody; // first_above knows what to say about no rate
  const Rational margin = std::min<Rational>(how.margin * unit, how.most_margin * everybody);
  const CountSearch wish{.threshold = everybody - margin, .noise = how.noise, .ramp = how.ramp * unit};
  return first_above(counts, wish, std::move(grant), bits, std::move(name));
}

// Twice what the search may leave out.
template <class Unit>
std::uint64_t rows_to_trust(const Unit &budget, std::size_t counts, const RadiusSearch &how,
                            const Rational &beta) {
  const SearchRates rates = search_rates(budget, how.noise);
  if (rates.count <= 0) return ~std::uint64_t{0};
  return saturated(2 * search_error(rates, counts, beta) + ceil(how.margin / rates.threshold));
}

template <class Unit>
Result<FoundRadius<Unit>> find(const ExactCounts &counts, Grant<Unit> grant, Bits &bits,
                               const RadiusSearch &how, const Rational &beta, std::string name,
                               const std::function<std::int64_t(std::size_t)> &radius_at) {
  const std::uint64_t needed = rows_to_trust(grant.amount(), counts.size(), how, beta);
  const auto found = search(counts, std::move(grant), bits, how, std::move(name));
  if (!found) return found.error();
  FoundRadius<Unit> radius{radius_at(found->value().index), needed, {}};
  radius.spent.add(*found);
  return radius;
}

// A safe reach leaves out some: the close search goes on beyond it, and begins well within.
constexpr std::int64_t wider = 256, narrower = 2;

} // namespace

template <class Unit>
Result<FoundRadius<Unit>> find_rung(const GridRows &rungs, const RungLadder &ladder, Grant<Unit> grant,
                                    Bits &bits, const RadiusSearch &how, const Rational &beta,
                                    std::string name, const RunOptions &run) {
  std::vector<std::int64_t> radii;
  const int last = std::min(ladder.last, Rungs::highest);
  for (int rung = std::max(ladder.first, Rungs::lowest); rung < last; rung += ladder.step)
    radii.push_back(rung);
  radii.push_back(last);
  const auto counts = CumulativeCounts::of(rungs, radii, run);
  if (!counts) return counts.error();
  return find(*counts, std::move(grant), bits, how, beta, std::move(name),
              [&](std::size_t index) { return radii[index]; });
}

template <class Unit>
Result<FoundRadius<Unit>> find_radius(const GridRows &rows, std::int64_t first, std::int64_t last,
                                      Grant<Unit> grant, Bits &bits, const RadiusSearch &how,
                                      const Rational &beta, std::string name, const RunOptions &run) {
  const std::int64_t limit = std::max<std::int64_t>(1, last);
  const GeometricGrid radii =
      GeometricGrid::octaves(to_integer(Int128{std::clamp<std::int64_t>(first, 1, limit)}),
                             to_integer(Int128{limit}), how.rungs_per_octave);
  const auto counts = NormHistogram::of(rows, Norm::l1, radii, run);
  if (!counts) return counts.error();
  return find(*counts, std::move(grant), bits, how, beta, std::move(name), [&](std::size_t index) {
    const Integer within = std::min(radii.radii()[index], to_integer(Int128{limit}));
    return std::max<std::int64_t>(1, within.get_si());
  });
}

template <class Unit>
Result<FoundRadius<Unit>> find_close_radius(const GridRows &rows, std::int64_t first, std::int64_t last,
                                            std::optional<Grant<Unit>> for_reach, Grant<Unit> for_radius,
                                            Bits &bits, const UniversalOptions &options,
                                            const RunOptions &run) {
  SpentSteps<Unit> spent;
  std::uint64_t needed = 0;
  if (for_reach) {
    const auto reach = find_radius(rows, first, last, std::move(*for_reach), bits, safe_search(options),
                                   options.beta, "reach", run);
    if (!reach) return reach.error();
    spent.add(reach->spent);
    needed = reach->needed_rows;
    first = std::max(first, reach->radius / narrower);
    last = reach->radius < last / wider ? reach->radius * wider : last;
  }
  const auto radius = find_radius(rows, first, last, std::move(for_radius), bits, close_search(options),
                                  options.beta, "radius", run);
  if (!radius) return radius.error();
  spent.add(radius->spent);
  return FoundRadius<Unit>{radius->radius, std::max(needed, radius->needed_rows), spent};
}

template Result<FoundRadius<Epsilon>> find_close_radius(const GridRows &, std::int64_t, std::int64_t,
                                                        std::optional<Grant<Epsilon>>, Grant<Epsilon>, Bits &,
                                                        const UniversalOptions &, const RunOptions &);
template Result<FoundRadius<Rho>> find_close_radius(const GridRows &, std::int64_t, std::int64_t,
                                                    std::optional<Grant<Rho>>, Grant<Rho>, Bits &,
                                                    const UniversalOptions &, const RunOptions &);
template Result<FoundRadius<Epsilon>> find_rung(const GridRows &, const RungLadder &, Grant<Epsilon>, Bits &,
                                                const RadiusSearch &, const Rational &, std::string,
                                                const RunOptions &);
template Result<FoundRadius<Rho>> find_rung(const GridRows &, const RungLadder &, Grant<Rho>, Bits &,
                                            const RadiusSearch &, const Rational &, std::string,
                                            const RunOptions &);
template Result<FoundRadius<Epsilon>> find_radius(const GridRows &, std::int64_t, std::int64_t,
                                                  Grant<Epsilon>, Bits &, const RadiusSearch &,
                                                  const Rational &, std::string, const RunOptions &);
template Result<FoundRadius<Rho>> find_radius(const GridRows &, std::int64_t, std::int64_t, Grant<Rho>,
                                              Bits &, const RadiusSearch &, const Rational &, std::string,
                                              const RunOptions &);

} // namespace poise::internal
