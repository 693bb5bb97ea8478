// Rows that stay in memory, as one chunk or several.
#pragma once

#include "poise/table/row_source.h"

#include <algorithm>
#include <vector>

namespace poise::internal {

class KeptRows : public RowSource {
public:
  // The owner is kept alive: whatever the chunks are views of.
  KeptRows(std::vector<Chunk> chunks, std::shared_ptr<const void> owner)
      : chunks_(std::move(chunks)), owner_(std::move(owner)) {}

  std::unique_ptr<RowPass> pass() const override;
  bool keeps_rows() const override { return true; }
  bool sparse() const override {
    return !chunks_.empty() && std::holds_alternative<SparseRows>(chunks_.front().rows);
  }

  bool binary() const override {
    return !chunks_.empty() && std::ranges::all_of(chunks_, [](const Chunk &chunk) {
      const auto *const rows = std::get_if<SparseRows>(&chunk.rows);
      return rows != nullptr && rows->only_ones;
    });
  }

private:
  std::vector<Chunk> chunks_;
  std::shared_ptr<const void> owner_;
};

} // namespace poise::internal
