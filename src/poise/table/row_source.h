// Where rows come from: chunk by chunk, from the first to the last, as often as one asks.
#pragma once

#include "poise/base/result.h"
#include "poise/table/rows.h"

#include <memory>
#include <optional>

namespace poise::internal {

struct Chunk {
  Rows rows;
  // Whose each row is, when rows were read with a unit: a number below Table::people().
  std::span<const std::uint64_t> people = {};
};

// One walk over the rows.
class RowPass {
public:
  virtual ~RowPass() = default;

  // The next chunk, or nothing after the last. Unless its source keeps the rows, a chunk is
  // gone when the next one is asked for. Fails when a file is no longer what it was.
  virtual Result<std::optional<Chunk>> next() = 0;
};

// Never changes: every pass shows the same rows. Where it cuts them into chunks is its own
// affair, and what is computed from them must not depend on it.
class RowSource {
public:
  virtual ~RowSource() = default;

  virtual std::unique_ptr<RowPass> pass() const = 0;

  // Whether chunks stay where they are for as long as the source lives.
  virtual bool keeps_rows() const = 0;

  // Whether its chunks are SparseRows: all of them are, or none.
  virtual bool sparse() const { return false; }

  // Whether no cell can be anything but 0 or 1: by the format, whatever cells there are.
  virtual bool binary() const { return false; }
};

} // namespace poise::internal
