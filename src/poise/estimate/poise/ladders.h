// Searches along ladders, with what is likely beforehand: magnitudes of cells, and norms of rows.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/estimate/poise/poise_run.h"

#include <limits>
#include <optional>
#include <span>

namespace poise::internal {

// How likely the rungs of a ladder are before anybody looked, from a place in octaves on. Steep priors keep a
// search with little budget from running away: a radius grows only if rows earn it.
struct LadderPrior {
  enum class Kind {
    wide,  // 1 / (1 + octaves)^2 to both sides
    near,  // 16^-octaves upwards, 4^-octaves downwards
    up_to, // alike up to the place, 64^-octaves beyond
    beyond // 2^-octaves upwards, 4^-octaves downwards
  };
  Kind kind = Kind::wide;
  double place = 0; // in octaves
  // Up to here no steeper than 4^-octaves, where rows are as likely as not: only beyond as the kind has it.
  double gentle_until = -std::numeric_limits<double>::infinity();
};

// Zero, then 2^(k / fine) within `reach` octaves of a place and 2^(k / 4) further out, from 2^-120 to 2^120.
std::vector<double> norm_rungs(double place, double reach, int fine);

// The weight of every rung: positive, in proportion to its width. `zero` is what the first one, of value
// zero, is worth in octaves.
std::vector<std::uint64_t> ladder_weights(std::span<const double> rungs, const LadderPrior &prior,
                                          double zero);

// The rung on which the norm of that rank stands, of rows where a map takes them, or as they were counted
// before; 0 for zero. The rank is brought within 1 … n. Costs `rho`.
Result<double> norm_of_rank(PoiseRun &poise, const PeopleRows &rows, const RowMap &map,
                            std::span<const double> rungs, double rank, const LadderPrior &prior, double rho,
                            const std::string &name);
Result<double> norm_of_rank(PoiseRun &poise, const ExactCounts &counts, std::span<const double> rungs,
                            double rank, const LadderPrior &prior, double rho, const std::string &name);

// The octave of that rank of how far cells are from a centre: one of every row, or those of a column. Nothing
// for zero. The first costs what a search costs.
Result<std::optional<double>> pooled_octave(PoiseRun &poise, const PeopleRows &rows, double centre,
                                            double rank, const LadderPrior &prior, const std::string &name);
struct ColumnCentre {
  std::size_t column;
  double centre;
};
Result<std::optional<double>> column_octave(PoiseRun &poise, const PeopleRows &rows, const ColumnCentre &of,
                                            double rank, const LadderPrior &prior, double rho,
                                            const std::string &name);

// Where most magnitudes are: see window_search.h. Between two octaves all are as likely; `nats` is how much
// better than by chance a window has to be.
struct WindowSpan {
  double low, high; // in octaves
};
inline constexpr WindowSpan widest_span = {-20, 30};     // where nothing is known
double nats_for(const WindowSpan &span, double columns); // all columns together fail once in about 500
std::vector<std::uint64_t> window_weights(const WindowSpan &span);
inline constexpr double window_weight_unit = 0x1p28; // of a rung within the span

} // namespace poise::internal
