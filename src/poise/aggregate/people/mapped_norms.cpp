// Buckets first, then sums of buckets.
#include "poise/aggregate/people/mapped_norms.h"

#include "poise/aggregate/exact/fold.h"
#include "poise/aggregate/people/fold_people.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace poise::internal {
namespace {

// Squares of radii, and where those of one octave begin.
class Edges {
public:
  explicit Edges(std::span<const double> radii) {
    for (const double radius : radii) squares_.push_back(radius * radius);
    if (!std::ranges::is_sorted(squares_)) throw std::logic_error("poise: radii have to rise");
    first_.reserve(2049);
    for (std::uint64_t octave = 0; octave < 2048; ++octave)
      first_.push_back(static_cast<std::size_t>(
          std::ranges::lower_bound(squares_, std::bit_cast<double>(octave << 52)) - squares_.begin()));
    first_.push_back(squares_.size());
  }

  // The first edge that is not below; as many as there are edges if none is.
  std::size_t bucket(double squared) const {
    if (!(squared >= 0)) return squares_.size(); // not a number: beyond all
    const auto octave = static_cast<std::size_t>(std::bit_cast<std::uint64_t>(squared) >> 52);
    const auto begin = squares_.begin() + static_cast<std::ptrdiff_t>(first_[octave]),
               end = squares_.begin() + static_cast<std::ptrdiff_t>(first_[octave + 1]);
    return static_cast<std::size_t>(std::lower_bound(begin, end, squared) - squares_.begin());
  }

private:
  std::vector<double> squares_;
  std::vector<std::size_t> first_; // of every exponent of a double: no edge before is as large
};

} // namespace

Result<ExactCounts> MappedNorms::of(const PeopleRows &rows, const RowMap &map, std::span<const double> radii,
                                    const RunOptions &run) {
  const Edges edges(radii);
  auto tally = fold_people(RawKey(), rows, PaddedMap(map), run, Tally<std::uint64_t>(radii.size() + 1),
                           [&](Tally<std::uint64_t> &sum, const MappedBlock &block) {
                             for (std::size_t i = 0; i < block.rows; ++i)
                               ++sum.values[edges.bucket(block.norms[i])];
                           });
  if (!tally) return tally.error();
  std::vector<std::uint64_t> counts = std::move(tally->values);
  counts.pop_back(); // beyond the last radius
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
  return ExactCounts(rows.rows(), 1, std::move(counts), ExactCounts::Order::nested);
}

} // namespace poise::internal
