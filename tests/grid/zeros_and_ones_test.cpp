// Zeros and ones: by format, by word, and never anything else whatever the table has.
#include "poise/grid/zeros_and_ones.h"

#include "aggregate/any_rows.h"
#include "grid/opened_grid_rows.h"
#include "poise/grid/on_grid.h"
#include "poise/table/kept_rows.h"
#include "poise/table/sparse/read_baskets.h"
#include "poise/table/sparse/read_svm.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace zeros_and_ones_test {

Table baskets(std::string_view text) {
  return read_baskets(text, "baskets", {.columns = {"1", "2", "3"}}).value();
}

TEST(ZerosAndOnes, BasketsAreBinaryByTheirFormat) {
  const Table table = baskets("1 3\n\n2\n");
  EXPECT_TRUE(table.binary());
  const auto rows = zeros_and_ones(table).value();
  EXPECT_TRUE(rows->sparse() && rows->non_negative());
  EXPECT_EQ(rows->bound(), 1);
  EXPECT_EQ(opened_cells(*rows), (std::vector<std::int64_t>{1, 0, 1, 0, 0, 0, 0, 1, 0}));
}

// What is public about a table must not change with whoever is in it: not even when no basket has an item, or
// when all values of a file that could hold others are ones.
TEST(ZerosAndOnes, TheFormatDecidesWhateverTheEntriesAre) {
  EXPECT_TRUE(baskets("\n\n").binary());
  EXPECT_TRUE(baskets("1 2 3\n1 2 3\n").binary());
  const ReadOptions three{.columns = {"1", "2", "3"}};
  for (const char *text : {"0 1:1 2:1\n0\n", "0\n0\n", "0 1:7\n0\n"})
    EXPECT_FALSE(read_svm(text, "svm", three).value().binary()) << text;
  EXPECT_FALSE(Table::dense({"x"}, std::vector<int>{0, 1}).value().binary());
}

TEST(ZerosAndOnes, OnAnyGridBasketsAreNotNegativeAndOtherTablesAreNotKnownToBe) {
  EXPECT_TRUE(on_grid(baskets("1\n2\n"), Grid::within("1000").value()).value()->non_negative());
  const Table dense = Table::dense({"x"}, std::vector<int>{0, 1}).value();
  EXPECT_FALSE(on_grid(dense, Grid::within("1000").value()).value()->non_negative());
}

TEST(ZerosAndOnes, ATableThatClaimsToBeBinaryIsLookedThrough) {
  const auto says = [](std::vector<double> cells) {
    const auto rows = zeros_and_ones(Table::dense({"x", "y"}, std::move(cells)).value(), {.threads = 2});
    return rows ? std::string() : rows.error().wrong;
  };
  EXPECT_EQ(says({0, 1, 1, 0}), "");
  EXPECT_EQ(says({-0.0, 1, std::nan(""), 0}), ""); // a missing cell is a zero
  for (const double other : {2.0, 0.5, -1.0, 1e300, -1e300, 0.001, 1.001, HUGE_VAL, -HUGE_VAL})
    for (std::size_t at = 0; at < 4; ++at) {
      std::vector<double> cells = {0, 1, 1, 0};
      cells[at] = other;
      EXPECT_NE(says(cells).find("neither 0 nor 1"), std::string::npos) << other;
    }
}

// A source that breaks its word is a bug of the program, found out in every pass.
class LyingSource final : public RowSource {
public:
  std::unique_ptr<RowPass> pass() const override {
    struct One final : RowPass {
      Result<std::optional<Chunk>> next() override {
        if (done) return std::optional<Chunk>();
        done = true;
        return std::optional<Chunk>(Chunk{SparseRows{starts, places, values, 1, says}});
      }
      std::vector<std::uint64_t> starts = {0, 1, 2};
      std::vector<std::uint32_t> places = {0, 0};
      std::vector<double> values = {-1, -1};
      bool done = false, says = false;
    };
    auto one = std::make_unique<One>();
    one->says = says;
    return one;
  }
  bool keeps_rows() const override { return true; }
  bool sparse() const override { return true; }
  bool binary() const override { return true; }
  bool says = false; // of each chunk, too
};

TEST(ZerosAndOnes, ASourceThatBreaksItsWordIsABug) {
  for (const bool says : {false, true}) {
    const auto source = std::make_shared<LyingSource>();
    source->says = says;
    const Table table = Table::from({"1"}, 2, source).value();
    EXPECT_THROW((void)opened_cells(*zeros_and_ones(table).value()), std::logic_error);
    EXPECT_THROW((void)opened_cells(*on_grid(table, Grid::of(0, 5).value()).value()), std::logic_error);
  }
}

TEST(ZerosAndOnes, AllChunksAreBinaryOrTheTableIsNot) {
  const std::vector<std::uint64_t> starts = {0, 1};
  const std::vector<std::uint32_t> places = {0};
  const std::vector<double> values = {-1};
  const Chunk ones{SparseRows{starts, places, {}, 1, true}}, numbers{SparseRows{starts, places, values, 1}};
  const auto binary = [](std::vector<Chunk> chunks) { return KeptRows(std::move(chunks), nullptr).binary(); };
  EXPECT_TRUE(binary({ones, ones}));
  EXPECT_FALSE(binary({ones, numbers}));
  EXPECT_FALSE(binary({numbers, ones}));
  EXPECT_FALSE(binary({}));
}

// What slips through the look still counts as zero or one.
TEST(ZerosAndOnes, CellsAreZeroOrOneWhateverTheyWere) {
  const Table table = Table::dense({"x", "y"}, std::vector<double>{1e-9, 1 + 1e-9, -1e-9, 1}).value();
  const auto rows = zeros_and_ones(table).value();
  EXPECT_EQ(opened_cells(*rows), (std::vector<std::int64_t>{0, 1, 0, 1}));
}

RC_GTEST_PROP(ZerosAndOnes, AreTheSameHoweverTheyAreServed, ()) {
  Plain plain = any_plain(1);
  for (std::int64_t &cell : plain.cells) cell = cell == 1;
  for (const Table &table : {dense_table(plain), sparse_table(plain)}) {
    const RunOptions run{.threads = *rc::gen::inRange(1U, 4U),
                         .block_cells = *rc::gen::inRange<std::size_t>(1, 50)};
    RC_ASSERT(opened_cells(*zeros_and_ones(table, run).value(), run) == plain.cells);
  }
}

} // namespace zeros_and_ones_test
} // namespace poise::internal
