// A table that comes in chunks of any size and forgets each as it goes, as a file larger than memory does.
#pragma once

#include "poise/table/kept_rows.h"
#include "table/opened.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace poise::internal {

// A copy of some rows, and the view of it.
struct Copied {
  std::vector<std::byte> cells;
  std::vector<std::uint64_t> starts, people;
  std::vector<std::uint32_t> places;
  std::vector<double> values;

  template <class T> Rows copy(const DenseRows<T> &rows) {
    cells.resize(rows.rows() * rows.columns() * sizeof(T));
    std::byte *to = cells.data();
    for (std::size_t row = 0; row < rows.rows(); ++row)
      for (std::size_t column = 0; column < rows.columns(); ++column, to += sizeof(T)) {
        const T cell = rows.at(row, column);
        std::memcpy(to, &cell, sizeof(T));
      }
    return DenseRows<T>(cells.data(), rows.rows(), rows.columns(), rows.columns() * sizeof(T), sizeof(T));
  }
  Rows copy(const SparseRows &rows) {
    const std::uint64_t begin = rows.starts.front(), end = rows.starts.back();
    for (const std::uint64_t start : rows.starts) starts.push_back(start - begin);
    places.assign(rows.places.begin() + static_cast<std::ptrdiff_t>(begin),
                  rows.places.begin() + static_cast<std::ptrdiff_t>(end));
    if (!rows.values.empty())
      values.assign(rows.values.begin() + static_cast<std::ptrdiff_t>(begin),
                    rows.values.begin() + static_cast<std::ptrdiff_t>(end));
    return SparseRows{starts, places, values, rows.width};
  }
  Rows copy(const ColumnRows &rows) { return rows; } // stays where it is

  // What nobody should look at any more, spoilt: numbers stay numbers, but other ones.
  void spoil() {
    std::ranges::fill(cells, std::byte{0x3F});
    std::ranges::fill(places, 0U);
    std::ranges::fill(values, 1e30);
    std::ranges::fill(people, std::uint64_t{0});
  }
};

// The rows of a table that keeps them, in chunks that are spoilt when the next one is asked for.
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
      if (!copies_.empty()) copies_.back()->spoil(); // kept, so that a look at it finds the wrong numbers
      const std::size_t all = source_.table_.rows();
      if (done_ == all) return std::optional<Chunk>();
      std::size_t length = turn_ < source_.lengths_.size() ? source_.lengths_[turn_++] : all;
      length = std::min(length, all - done_);
      copies_.push_back(std::make_unique<Copied>());
      Copied &copied = *copies_.back();
      const Rows rows = slice(whole_->rows, done_, done_ + length);
      Chunk chunk{std::visit([&](const auto &view) { return copied.copy(view); }, rows)};
      if (!whole_->people.empty()) {
        const auto whose = whole_->people.subspan(done_, length);
        copied.people.assign(whose.begin(), whose.end());
        chunk.people = copied.people;
      }
      done_ += length;
      return std::optional<Chunk>(chunk);
    }

  private:
    const InChunks &source_;
    std::optional<Chunk> whole_;
    std::vector<std::unique_ptr<Copied>> copies_;
    std::size_t done_ = 0, turn_ = 0;
  };

  Table table_;
  std::vector<std::size_t> lengths_;
};

} // namespace poise::internal
