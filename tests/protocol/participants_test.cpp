// Participants see their own row, and draw the same whatever the number of threads.
#include "poise/protocol/participants.h"

#include "poise/grid/kept_grid_rows.h"
#include "poise/random/sampler/permutation.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"

#include <gtest/gtest.h>
#include <mutex>

namespace poise::internal {
namespace participants_test {

constexpr std::size_t people = 3 * Participants::chunk + 7, columns = 5;

std::int64_t cell_of(std::size_t row, std::size_t column) {
  return static_cast<std::int64_t>(row * columns + column);
}

KeptGridRows<std::int32_t> dense_rows() {
  KeptGridRows<std::int32_t>::Cells cells;
  for (std::size_t i = 0; i < people; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      cells.values.push_back(static_cast<std::int32_t>(cell_of(i, j)));
  return {people, columns, 1 << 20, std::move(cells)};
}

std::vector<std::uint64_t> words_drawn(unsigned threads, std::uint64_t seed) {
  const RunOptions run{.threads = threads};
  SeededBits bits(seed);
  const auto all = Participants::of(dense_rows(), bits, run).value();
  std::vector<std::uint64_t> words(people);
  EXPECT_FALSE(all.each(run, bits, [&](unsigned, std::size_t i, std::span<const std::int64_t>, Bits &own) {
    words[i] = own.word();
  }));
  return words;
}

TEST(Participants, EveryoneIsAskedOnceAndSeesTheirOwnRow) {
  const RunOptions run{.threads = 3};
  SystemBits bits;
  const auto all = Participants::of(dense_rows(), bits, run).value();
  ASSERT_EQ(all.count(), people);
  EXPECT_FALSE(bits.drawn());
  std::vector<unsigned> asked(people);
  const auto failed =
      all.each(run, bits, [&](unsigned worker, std::size_t i, std::span<const std::int64_t> row, Bits &) {
        EXPECT_LT(worker, 3U);
        ++asked[i];
        ASSERT_EQ(row.size(), columns);
        for (std::size_t j = 0; j < columns; ++j) EXPECT_EQ(row[j], cell_of(i, j));
      });
  EXPECT_FALSE(failed);
  EXPECT_EQ(asked, std::vector<unsigned>(people, 1));
}

// People who were told apart by a unit are numbered by where they first appear, which somebody else's row can
// move.
KeptGridRows<std::int32_t> rows_of_people() {
  using Rows = KeptGridRows<std::int32_t>;
  Rows::Cells cells;
  for (std::size_t i = 0; i < people * columns; ++i) cells.values.push_back(static_cast<std::int32_t>(i));
  return {people, columns, 1 << 20, std::move(cells), Rows::Order::of_people};
}

TEST(Participants, PeopleWithoutAPublicOrderGetTheOneThatIsDrawn) {
  SeededBits bits(11), same(11);
  const auto all = Participants::of(rows_of_people(), bits, {}).value();
  const std::vector<std::uint64_t> order = permutation(people, same);
  ASSERT_NE(order.front(), 0U);
  EXPECT_TRUE(bits.drawn());
  EXPECT_FALSE(all.each({}, bits, [&](unsigned, std::size_t i, std::span<const std::int64_t> row, Bits &) {
    for (std::size_t j = 0; j < columns; ++j)
      EXPECT_EQ(row[j], cell_of(static_cast<std::size_t>(order[i]), j));
  }));
}

TEST(Participants, SparseRowsAreFilledUp) {
  KeptGridRows<std::int32_t>::Cells cells;
  cells.starts = {0, 1, 1, 3};
  cells.places = {2, 0, 1};
  cells.values.assign({7, 8, 9});
  cells.implicit_values = {1, 2, 3};
  const KeptGridRows<std::int32_t> rows(3, 3, 10, std::move(cells));
  SeededBits bits(1);
  const auto all = Participants::of(rows, bits, {}).value();
  const std::vector<std::vector<std::int64_t>> expected = {{1, 2, 7}, {1, 2, 3}, {8, 9, 3}};
  EXPECT_FALSE(all.each({}, bits, [&](unsigned, std::size_t i, std::span<const std::int64_t> row, Bits &) {
    EXPECT_EQ(std::vector(row.begin(), row.end()), expected[i]);
  }));
}

TEST(Participants, WhatTheyDrawDoesNotDependOnThreads) {
  const auto one = words_drawn(1, 7);
  EXPECT_EQ(one, words_drawn(4, 7));
  EXPECT_NE(one, words_drawn(1, 8));
  // No two draw the same word (a chance of 2^-40).
  auto sorted = one;
  std::ranges::sort(sorted);
  EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end());
}

TEST(Participants, EveryCallOfTheSameOriginDrawsAnew) {
  SeededBits bits(3);
  const auto all = Participants::of(dense_rows(), bits, {}).value();
  std::vector<std::uint64_t> first(people), second(people);
  for (auto *words : {&first, &second})
    EXPECT_FALSE(all.each({}, bits, [&](unsigned, std::size_t i, std::span<const std::int64_t>, Bits &own) {
      (*words)[i] = own.word();
    }));
  EXPECT_NE(first, second);
}

TEST(Participants, AListenerThatSaysStopEndsTheWork) {
  RunOptions run;
  run.progress = [](std::uint64_t, std::uint64_t) { return false; };
  SeededBits bits(3);
  const auto all = Participants::of(dense_rows(), bits, {}).value();
  EXPECT_TRUE(all.each(run, bits, [](unsigned, std::size_t, std::span<const std::int64_t>, Bits &) {}));
}

} // namespace participants_test
} // namespace poise::internal
