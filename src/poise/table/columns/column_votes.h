// Which columns hold words, where nobody named the columns: by what most people have in them.
#pragma once

#include "poise/table/cell.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poise::internal {

// A column holds words where more than half of all people have a word in it; gaps count as people, too. So
// what a column of gaps is does not hang on the first one that is filled. With a unit everyone has one vote
// on each column, their first cell there that is not missing: otherwise one person with many rows could
// decide.
class ColumnVotes {
public:
  explicit ColumnVotes(std::size_t columns) : words_(columns) {}

  // A row of nobody in particular; kind_of(column) says what its cells are.
  template <class KindOf> void add(const KindOf &kind_of) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += kind_of(i) == CellKind::word;
    ++voters_;
  }

  // A row of a person, numbered from 0 on as they first appear.
  template <class KindOf> void add(const KindOf &kind_of, std::uint64_t person) {
    const std::size_t first = person * words_.size();
    if (person >= voters_) voted_.resize((voters_ = person + 1) * words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const CellKind kind = kind_of(i);
      if (kind == CellKind::missing || voted_[first + i]) continue;
      voted_[first + i] = true;
      words_[i] += kind == CellKind::word;
    }
  }

  bool holds_words(std::size_t column) const { return 2 * words_[column] > voters_; }

private:
  std::vector<std::size_t> words_; // votes for words
  std::vector<bool> voted_;        // person by person
  std::size_t voters_ = 0;
};

} // namespace poise::internal
