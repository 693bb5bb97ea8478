// A table that comes in chunks of any size and forgets each as it goes, as a file larger than memory does.
#pragma once

#include "poise/table/kept_rows.h"
#include "table/opened.h"

#include <algorithm>
#include <vector>

namespace poise {

// The rows of a table that keeps them, in chunks that are gone when the next one is asked for.
class InChunks : public RowSource {
public:
  // Chunks of the given lengths, then the rest.
  InChunks(Table table, std::vector<std::size_t> lengths)
      : table_(std::move(table)), lengths_(std::move(lengths)) {}

  std::unique_ptr<RowPass> pass() const override { return std::make_unique<Pass>(*this); }
  bool keeps_rows() const override { return false; }
  bool sparse() const override { return table_.sparse(); }

  static Table of(const Table &table, const std::vector<std::size_t> &lengths) {
    return Table::from(table.columns(), table.rows(), std::make_shared<InChunks>(table, lengths),
                       table.people())
        .value();
  }

private:
  class Pass : public RowPass {
  public:
    explicit Pass(const InChunks &source) : source_(source) {
      const auto pass = source.table_.pass(RawKeyForTests::make());
      whole_ = pass->next().value();
    }
    Result<std::optional<Chunk>> next() override {
      const std::size_t all = source_.table_.rows();
      if (done_ == all) return std::optional<Chunk>();
      std::size_t length = turn_ < source_.lengths_.size() ? source_.lengths_[turn_++] : all;
      length = std::min(length, all - done_);
      Chunk chunk{slice(whole_->rows, done_, done_ + length)};
      if (!whole_->people.empty()) chunk.people = whole_->people.subspan(done_, length);
      done_ += length;
      return std::optional<Chunk>(chunk);
    }

  private:
    const InChunks &source_;
    std::optional<Chunk> whole_;
    std::size_t done_ = 0, turn_ = 0;
  };

  Table table_;
  std::vector<std::size_t> lengths_;
};

} // namespace poise
