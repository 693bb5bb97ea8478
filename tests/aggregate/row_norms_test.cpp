// Norms of rows: equal to big integers on every instruction set, up to the largest cells.
#include "poise/aggregate/row_norms.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise {
namespace {

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

} // namespace
} // namespace poise
