// Exact counts of rows or cells, with how far one row can move them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace poise::internal {

class ReleaseKey; // mechanism/release_key.h: who may turn exact numbers into a release

// Only an aggregate makes them, so what one row moves is what it proved; only a mechanism reads
// the numbers.
class ExactCounts {
public:
  // Public facts.
  std::size_t rows() const { return rows_; }
  std::size_t size() const { return values_.size(); }
  // Replacing one row moves each count by at most so much.
  std::uint64_t moved_by_one_row() const { return moved_; }
  // … and all in the same direction: what is counted in one is counted in the next.
  bool nested() const { return nested_; }

  // Exact numbers about people.
  std::span<const std::uint64_t> values(const ReleaseKey &) const { return values_; }

private:
  friend class ColumnCounts;     // column_counts.h
  friend class ColumnSearch;     // column_search.h
  friend class CumulativeCounts; // cumulative_counts.h
  friend class MappedNorms;      // people/mapped_norms.h
  friend class NormHistogram;    // norm_histogram.h
  friend class PooledHistogram;  // pooled_histogram.h
  friend class RungCounts;       // people/rung_counts.h

  enum class Order { any, nested };

  ExactCounts(std::size_t rows, std::uint64_t moved, std::vector<std::uint64_t> values,
              Order order = Order::any)
      : rows_(rows), moved_(moved), nested_(order == Order::nested), values_(std::move(values)) {}

  std::size_t rows_;
  std::uint64_t moved_;
  bool nested_;
  std::vector<std::uint64_t> values_;
};

} // namespace poise::internal
