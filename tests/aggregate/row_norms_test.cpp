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
