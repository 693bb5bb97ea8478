// Norms of rows: equal to big integers on every instruction set, up to the largest cells.
#include "poise/aggregate/kernel/row_norms.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace row_norms_test {

template <class T> void equal_big_integers() {
  const auto block = any_block<T>();
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  on_every_target([&] {
    std::vector<UInt192> norms(block.rows());
    row_norms(norm, block.all(), block.columns, norms);
    for (std::size_t i = 0; i < norms.size(); ++i)
      RC_ASSERT(to_integer(norms[i]) == naive::norm(norm, block.row(i)));
  });
}

RC_GTEST_PROP(RowNorms, EqualBigIntegersIn32Bits, ()) { equal_big_integers<std::int32_t>(); }
RC_GTEST_PROP(RowNorms, EqualBigIntegersIn64Bits, ()) { equal_big_integers<std::int64_t>(); }

// 64-bit cells at and around the magnitudes where their arithmetic changes, of both signs.
std::vector<std::int64_t> cells_at_the_seams() {
  std::vector<std::int64_t> seams = {0, 1, -1, std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max()};
  for (const int bits : {25, 26, 31, 32, 49, 50, 51, 52, 53, 57, 58, 62})
    for (const std::int64_t step : {-1, 0, 1})
      for (const std::int64_t sign : {-1, 1}) {
        seams.push_back(sign * ((std::int64_t{1} << bits) + step));
        seams.push_back(sign * ((std::int64_t{3} << (bits - 1)) + step)); // halfway to the next
      }
  return seams;
}

// Rows of small cells, of cells at the seams, and of both; few of them large, so that one may be alone.
RC_GTEST_PROP(RowNorms, EqualBigIntegersAroundEverySeam, ()) {
  const auto columns = *rc::gen::oneOf(rc::gen::inRange<std::size_t>(1, 71),
                                       rc::gen::element<std::size_t>(2047, 2048, 2049, 2050, 4099));
  const auto rows = *rc::gen::inRange<std::size_t>(1, columns > 70 ? 4 : 20);
  const auto seams = cells_at_the_seams();
  const auto bound = *rc::gen::element<std::int64_t>(1000, std::int64_t{1} << 26, std::int64_t{1} << 38,
                                                     (std::int64_t{1} << 52) - 1);
  Block<std::int64_t> block{columns, many_cells<std::int64_t>(rows * columns, bound)};
  const auto at_seams = *rc::gen::element<std::uint64_t>(0, 1, 10, 1000); // of a thousand cells
  const auto words = many_cells<std::int64_t>(block.cells.size(), std::int64_t{1} << 50);
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    const auto word = static_cast<std::uint64_t>(words[i]) >> 3;
    if (word % 1000 < at_seams) block.cells[i] = seams[word / 1000 % seams.size()];
  }
  if (*rc::gen::arbitrary<bool>()) {
    const auto place = *rc::gen::inRange<std::size_t>(0, block.cells.size());
    block.cells[place] = *rc::gen::elementOf(seams);
  }
  for (const Norm norm : {Norm::l1, Norm::l2}) {
    std::vector<Integer> expected;
    for (std::size_t i = 0; i < block.rows(); ++i) expected.push_back(naive::norm(norm, block.row(i)));
    on_every_target([&] {
      std::vector<UInt192> norms(block.rows());
      row_norms(norm, block.all(), block.columns, norms);
      for (std::size_t i = 0; i < norms.size(); ++i) RC_ASSERT(to_integer(norms[i]) == expected[i]);
    });
  }
}

// No other rows fill a sum of 64 bits sooner; the widest would fill it in every lane.
TEST(RowNorms, EqualCellsOfEverySizeFillNoSum) {
  for (const std::size_t columns : {1U, 9U, 31U, 32U, 39U, 2047U, 2048U, 2050U, 4099U, 20'009U})
    for (const std::int64_t cell : cells_at_the_seams()) {
      const std::size_t rows = columns < 100 ? 9 : 1;
      const std::vector<std::int64_t> cells(rows * columns, cell);
      const Integer one = abs(naive::exactly(cell));
      on_every_target([&] {
        std::vector<UInt192> norms(rows);
        row_norms(Norm::l2, std::span<const std::int64_t>(cells), columns, norms);
        for (const UInt192 &norm : norms) ASSERT_EQ(to_integer(norm), one * one * columns) << cell;
      });
    }
}

// A cell that is too large for the fast road is seen wherever it is, and so is the cell beside it.
TEST(RowNorms, ALargeCellIsSeenAtEveryPlace) {
  for (const std::size_t columns : {1U, 2U, 8U, 15U, 33U, 45U, 2049U, 2063U})
    for (const std::int64_t large : {std::int64_t{1} << 52, -(std::int64_t{1} << 52) - 1,
                                     std::int64_t{1} << 58, std::numeric_limits<std::int64_t>::min()}) {
      const std::size_t rows = columns < 100 ? 9 : 1;
      std::vector<std::int64_t> cells(rows * columns, -3);
      const Integer others = to_integer(std::uint64_t{9 * (columns - 1)});
      const Integer square = naive::exactly(large) * naive::exactly(large);
      on_every_target([&] {
        std::vector<UInt192> norms(rows);
        for (std::size_t place = 0; place < cells.size(); ++place) {
          // In a long row, at its ends alone.
          if (columns > 100 && place > 20 && place < 2030) continue;
          cells[place] = large;
          row_norms(Norm::l2, std::span<const std::int64_t>(cells), columns, norms);
          cells[place] = -3;
          for (std::size_t row = 0; row < rows; ++row)
            ASSERT_EQ(to_integer(norms[row]), others + (row == place / columns ? square : Integer(9)));
        }
      });
    }
}

// Cells small enough for 64 bits, and others; rows of every width that has a road of its own.
RC_GTEST_PROP(RowNorms, TheRowsBeyondALimitAreFoundWithTheirNorms, ()) {
  auto block = any_block<std::int32_t>(100, *rc::gen::element<std::size_t>(1, 2, 3, 8, 70));
  for (std::int32_t &cell : block.cells) cell /= *rc::gen::element(1, 8, 1000);
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  std::vector<RowNorm> all, expected;
  bool fit = true;
  Integer largest = 0;
  for (const std::int32_t cell : block.cells) largest = std::max<Integer>(largest, abs(naive::exactly(cell)));
  for (std::size_t row = 0; row < block.rows(); ++row) {
    const Integer size = naive::norm(norm, block.row(row));
    fit = fit && fits_uint64(size);
    if (fit) all.push_back({row, static_cast<std::uint64_t>(to_uint128(size))});
  }
  std::uint64_t limit = *rc::gen::arbitrary<std::uint64_t>();
  if (!all.empty()) limit = all[limit % all.size()].norm - (limit % 2 == 0 && all[0].norm > 0 ? 1 : 0);
  for (const RowNorm &row : all)
    if (row.norm > limit) expected.push_back(row);
  // A union of magnitudes is below twice the largest of them.
  const Integer most = 2 * largest;
  const Integer most_norm = (norm == Norm::l1 ? most : Integer(most * most)) * block.columns;
  on_every_target([&] {
    std::vector<RowNorm> found(block.rows());
    const auto count = find_rows_beyond(norm, block.all(), block.columns, limit, found);
    RC_ASSERT(count.has_value() || !fits_uint64(most_norm));
    if (!count) return;
    RC_ASSERT(fit);
    found.resize(*count);
    RC_ASSERT(found == expected);
  });
}

TEST(RowNorms, NormsThatMightNotFit64BitsAreNotGuessed) {
  const std::int32_t least = std::numeric_limits<std::int32_t>::min();
  on_every_target([&] {
    std::vector<RowNorm> found(1);
    EXPECT_FALSE(find_rows_beyond(Norm::l2, std::vector<std::int32_t>(4, least), 4, 5, found));
    EXPECT_EQ(find_rows_beyond(Norm::l2, std::vector<std::int32_t>(3, least), 3, 5, found), 1U);
    EXPECT_EQ(found[0], (RowNorm{0, 3 * (std::uint64_t{1} << 62)}));
    EXPECT_EQ(find_rows_beyond(Norm::l1, std::vector<std::int32_t>(40, least), 40, 5, found), 1U);
    EXPECT_EQ(found[0], (RowNorm{0, 40 * (std::uint64_t{1} << 31)}));
    EXPECT_EQ(find_rows_beyond(Norm::l2, std::vector<std::int32_t>(63, 0x1fffffff), 63, 5, found), 1U);
    EXPECT_EQ(found[0], (RowNorm{0, 63 * (std::uint64_t{0x1fffffff} * 0x1fffffff)}));
  });
}

template <class T> void largest_cells() {
  const std::size_t columns = 100'003;
  for (const T extreme : {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()})
    for (const Norm norm : {Norm::l1, Norm::l2})
      on_every_target([&] {
        const std::vector<T> row(columns, extreme);
        std::vector<UInt192> norms(1);
        row_norms(norm, std::span<const T>(row), columns, norms);
        const Integer one = abs(naive::exactly(extreme));
        EXPECT_EQ(to_integer(norms[0]), (norm == Norm::l1 ? one : Integer(one * one)) * columns);
      });
}

TEST(RowNorms, TheLargestCellsDoNotOverflowIn32Bits) { largest_cells<std::int32_t>(); }
TEST(RowNorms, TheLargestCellsDoNotOverflowIn64Bits) { largest_cells<std::int64_t>(); }

TEST(RowNorms, APieceOfARowIsABug) {
  const std::vector<std::int32_t> cells(6);
  std::vector<UInt192> norms(2);
  EXPECT_THROW(row_norms(Norm::l1, std::span(cells), 0, norms), std::logic_error);
  EXPECT_THROW(row_norms(Norm::l1, std::span(cells), 4, norms), std::logic_error);
  EXPECT_THROW(row_norms(Norm::l2, std::span(cells), 2, norms), std::logic_error);
  std::vector<RowNorm> found(2);
  EXPECT_THROW(find_rows_beyond(Norm::l2, std::span(cells), 2, 0, found), std::logic_error);
}

RC_GTEST_PROP(UInt192, SubtractsModulo192Bits, ()) {
  const auto any = [] {
    const auto word = [] {
      return *rc::gen::elementOf(std::vector<std::uint64_t>{0, 1, 7, ~std::uint64_t{0}});
    };
    const std::uint64_t high = word(), middle = word(), low = word();
    return UInt192{high, UInt128{middle} << 64 | low};
  };
  const UInt192 a = any(), b = any();
  UInt192 difference = a;
  difference.subtract(b);
  Integer expected = to_integer(a) - to_integer(b);
  if (expected < 0) expected += power_of_two(192);
  RC_ASSERT(to_integer(difference) == expected);
}

RC_GTEST_PROP(UInt192, OrdersMeasuresAndSaturatesAsBigIntegersDo, ()) {
  const auto any = [] {
    Integer value = to_integer(*rc::gen::arbitrary<std::uint64_t>());
    value <<= *rc::gen::inRange<unsigned>(0, 200);
    value += to_integer(*rc::gen::arbitrary<std::uint64_t>());
    return value;
  };
  const Integer a = any(), b = any(), most = power_of_two(192) - 1;
  const Integer cut_a = a < most ? a : most, cut_b = b < most ? b : most;
  const UInt192 wide_a = saturated_uint192(a), wide_b = saturated_uint192(b);
  RC_ASSERT(to_integer(wide_a) == cut_a);
  RC_ASSERT((wide_a < wide_b) == (cut_a < cut_b));
  RC_ASSERT((wide_a == wide_b) == (cut_a == cut_b));
  RC_ASSERT(wide_a.bit_length() == (cut_a == 0 ? 0 : static_cast<int>(mpz_sizeinbase(cut_a.get_mpz_t(), 2))));
}

} // namespace row_norms_test
} // namespace poise::internal
