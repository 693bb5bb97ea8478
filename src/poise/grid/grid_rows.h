// Rows on the public grid, one a person: what every aggregate is asked about.
#pragma once

#include "poise/base/error.h"
#include "poise/base/run_options.h"
#include "poise/grid/block.h"
#include "poise/grid/grid.h"
#include "poise/table/raw_key.h"

#include <functional>
#include <memory>
#include <optional>

namespace poise::internal {

template <class Cell> class KeptGridRows;
template <class Map> class MappedRows;
class Shift;
class Clamp;
class Scale;
class Square;

// Who may say what rows on the grid look like. Whoever makes GridRows is handed the key to other people's,
// and is believed about the bound; so they are made in these classes alone.
class GridRowsMaker {
  friend class TableOnGrid;                // grid/
  friend class ZerosAndOnes;               // grid/
  friend class KeptGridRows<std::int32_t>; // grid/
  friend class KeptGridRows<std::int64_t>; // grid/
  friend class MappedRows<Shift>;          // aggregate/
  friend class MappedRows<Scale>;          // aggregate/
  friend class MappedRows<Clamp>;          // aggregate/
  friend class MappedRows<Square>;         // aggregate/
  friend class SampledRows;                // aggregate/
  friend class RotatedRows;                // aggregate/
  friend class MultipliedRows;             // aggregate/
  friend class PairDifferences;            // aggregate/
  friend class GroupSpreads;               // aggregate/

  GridRowsMaker() {}
};

// Served from memory, from a file that is larger than memory, from sparse rows, or from other
// GridRows under a public transform. Never changes: every pass shows the same rows.
class GridRows {
public:
  explicit GridRows(GridRowsMaker) {}
  virtual ~GridRows() = default;

  // Public facts. The cells are in 32 bits when the bound allows, otherwise in 64.
  virtual std::size_t rows() const = 0;
  virtual std::size_t columns() const = 0;
  virtual std::int64_t bound() const = 0;             // no cell is further from zero; at most 2^62
  virtual bool non_negative() const { return false; } // no cell is below zero, whoever is in the table
  bool narrow() const { return bound() <= Grid::largest_narrow_bound; }

  // Whether blocks are sparse; and then what a cell has that no block names: one value a column, or
  // none for zero everywhere. It comes from the public transform alone, never from a person.
  virtual bool sparse() const = 0;
  virtual std::span<const std::int64_t> implicit_values() const { return {}; }

  // Whether row i of neighbouring tables is the same person for all i but one. People collapsed from many
  // rows are not: someone's first row may move everybody else's place.
  virtual bool in_public_order() const = 0;

  // Whether a pass costs no more than reading memory.
  virtual bool kept() const { return false; }

  struct Where {
    unsigned worker;       // below worker_count(work): for what a worker keeps to itself
    std::size_t first_row; // of the block
  };
  using Visit = std::function<void(Where, const AnyBlock &)>;

  // Raw data: every row once, in blocks cut anyhow, several workers at a time. What is computed from
  // them must not depend on the cut, the order or the workers. Fails when a file has changed, or when
  // the listener to the progress says so.
  [[nodiscard]] virtual std::optional<Error> pass(RawKey key, const RunOptions &run,
                                                  const Visit &visit) const = 0;
};

// How many workers a pass has at most.
unsigned worker_count(const RunOptions &run);

// How many dense rows make a block, and how many entries a sparse one: the latter is never small beside
// the number of columns, as aggregates do some work for every column of every block.
std::size_t rows_of_a_block(std::size_t columns, const RunOptions &run);
std::size_t entries_of_a_block(std::size_t columns, const RunOptions &run);

} // namespace poise::internal
