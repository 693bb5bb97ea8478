// The key to a release: which mechanisms may read exact aggregates and publish.
#pragma once

#include "poise/base/result.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace poise::internal {

class CellPrior;
class ExactCounts;
class ExactProducts;
class ExactSum;
class GridRows;
class SortedCells;
class SortedColumns;
struct CountSearch;
struct ExponentialQuantiles;
struct FirstAbove;
struct FoundCell;
struct FoundWindow;
struct LadderStep;
struct NoisyCount;
struct NoisyProducts;
struct NoisyQuantiles;
struct NoisyRadius;
struct NoisySum;
struct RecursiveQuantiles;
struct RunOptions;
struct WindowPlan;
template <class T, class Unit = Rho> class Released;

// Exact aggregates open, and a Released is made, only for a ReleaseKey; only the
// mechanisms named here can make one. Nobody else compiles
// (tests/must_not_compile/release_by_hand.cpp).
class ReleaseKey {
  friend Result<Released<NoisySum>> noisy_sum(const ExactSum &sum, Grant<Rho> grant, Bits &bits,
                                              std::string step);
  friend Result<Released<NoisySum, Epsilon>> noisy_sum(const ExactSum &sum, Grant<Epsilon> grant, Bits &bits,
                                                       std::string step);
  friend Result<Released<NoisyQuantiles>> noisy_column_quantiles(std::shared_ptr<const GridRows> rows,
                                                                 std::uint64_t rank, Grant<Rho> grant,
                                                                 Bits &bits, const RunOptions &run);
  friend Result<Released<NoisyRadius>> noisy_radius(const ExactCounts &counts, std::uint64_t rank,
                                                    Grant<Rho> grant, Bits &bits);
  friend Result<Released<ExponentialQuantiles>> exponential_quantiles(const SortedColumns &columns,
                                                                      std::uint64_t rank, Grant<Rho> grant,
                                                                      Bits &bits, std::string step,
                                                                      const RunOptions &run);
  friend Result<Released<ExponentialQuantiles, Epsilon>>
  exponential_quantiles(const SortedColumns &columns, std::uint64_t rank, Grant<Epsilon> grant, Bits &bits,
                        std::string step, const RunOptions &run);
  friend Result<Released<FirstAbove, Epsilon>> first_above(const ExactCounts &counts,
                                                           const CountSearch &search, Grant<Epsilon> grant,
                                                           Bits &bits, std::string step);
  friend Result<Released<FirstAbove, Rho>> first_above(const ExactCounts &counts, const CountSearch &search,
                                                       Grant<Rho> grant, Bits &bits, std::string step);
  friend Result<Released<RecursiveQuantiles, Epsilon>>
  recursive_quantiles(const SortedColumns &column, std::span<const Rational> quantiles, Grant<Epsilon> grant,
                      Bits &bits, std::string step);
  friend Result<Released<RecursiveQuantiles>> recursive_quantiles(const SortedColumns &column,
                                                                  std::span<const Rational> quantiles,
                                                                  Grant<Rho> grant, Bits &bits,
                                                                  std::string step);
  friend Result<Released<LadderStep, Epsilon>> ladder_quantile(const ExactCounts &counts, std::uint64_t rank,
                                                               std::span<const std::uint64_t> prior,
                                                               Grant<Epsilon> grant, Bits &bits,
                                                               std::string step);
  friend Result<Released<LadderStep, Rho>> ladder_quantile(const ExactCounts &counts, std::uint64_t rank,
                                                           std::span<const std::uint64_t> prior,
                                                           Grant<Rho> grant, Bits &bits, std::string step);
  friend Result<Released<FoundWindow>> window_search(const ExactCounts &rungs, const WindowPlan &plan,
                                                     Grant<Rho> grant, Bits &bits, std::string step);
  friend Result<Released<FoundCell>> cell_quantile(const SortedCells &cells, std::uint64_t rank,
                                                   const CellPrior &prior, Grant<Rho> grant, Bits &bits,
                                                   std::string step);
  friend Result<Released<NoisyCount>> noisy_count(const ExactCounts &counts, std::size_t which,
                                                  Grant<Rho> grant, Bits &bits, std::string step);
  friend Result<Released<NoisyProducts>> noisy_products(const ExactProducts &products, Grant<Rho> grant,
                                                        Bits &bits, std::string step);
  friend struct ReleaseKeyForTests; // defined in tests/ alone

  ReleaseKey() {}
};

} // namespace poise::internal
