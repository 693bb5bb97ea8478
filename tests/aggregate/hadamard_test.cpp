// The rotation: equal to its definition on every instruction set, its own inverse, exact up to the proven
// range.
#include "poise/aggregate/kernel/hadamard.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace hadamard_test {

template <class T> std::vector<T> naive_rows(std::span<const T> cells, std::size_t width) {
  std::vector<T> result;
  for (std::size_t first = 0; first < cells.size(); first += width)
    for (const T cell : naive::hadamard(cells.subspan(first, width))) result.push_back(cell);
  return result;
}

template <class T> void equals_its_definition() {
  const auto width = std::size_t{1} << *rc::gen::inRange(0, 10);
  const auto rows = *rc::gen::inRange<std::size_t>(0, width < 64 ? 100 : 5);
  const auto bound = static_cast<T>(std::numeric_limits<T>::max() / static_cast<T>(width));
  const auto cells = many_cells<T>(rows * width, *rc::gen::elementOf(std::vector<T>{1, bound}));
  const auto expected = naive_rows<T>(cells, width);
  on_every_target([&] {
    auto transformed = cells;
    hadamard_rows(std::span<T>(transformed), width);
    RC_ASSERT(transformed == expected);
  });
}

RC_GTEST_PROP(Hadamard, EqualsItsDefinitionIn32BitsOnEveryTarget, ()) {
  equals_its_definition<std::int32_t>();
}
RC_GTEST_PROP(Hadamard, EqualsItsDefinitionIn64BitsOnEveryTarget, ()) {
  equals_its_definition<std::int64_t>();
}

// H H x = width * x, at widths whose definition would take too long.
template <class T> void is_its_own_inverse(std::size_t first, std::size_t last) {
  for (std::size_t width = first; width <= last; width *= 2) {
    const std::size_t rows = width <= 1024 ? 3 : 1;
    std::vector<T> cells(rows * width);
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<T>(i * 2654435761U % 3) - 1;
    const T first_row_sum = std::accumulate(cells.begin(), cells.begin() + static_cast<long>(width), T{0});
    std::vector<T> expected = cells;
    for (T &cell : expected) cell *= static_cast<T>(width);
    on_every_target([&] {
      auto twice = cells;
      hadamard_rows(std::span<T>(twice), width);
      ASSERT_EQ(twice[0], first_row_sum);
      hadamard_rows(std::span<T>(twice), width);
      ASSERT_TRUE(twice == expected) << width;
    });
  }
}

constexpr std::size_t usual = 1 << 16;

TEST(Hadamard, IsItsOwnInverseAtUsualWidthsIn32Bits) { is_its_own_inverse<std::int32_t>(1, usual); }
TEST(Hadamard, IsItsOwnInverseAtUsualWidthsIn64Bits) { is_its_own_inverse<std::int64_t>(1, usual); }
TEST(Hadamard, IsItsOwnInverseAtLargeWidthsIn32Bits) {
  is_its_own_inverse<std::int32_t>(2 * usual, widest_rotation);
}
TEST(Hadamard, IsItsOwnInverseAtLargeWidthsIn64Bits) {
  is_its_own_inverse<std::int64_t>(2 * usual, widest_rotation);
}

// One cell at a time pins every entry of H, also where recursion and large radices meet.
TEST(Hadamard, AUnitVectorBecomesAColumnOfSigns) {
  for (const std::size_t width : {32U, 64U, 128U, 256U, 512U, 1024U, 2048U, 4096U, 8192U, 16384U, 65536U})
    for (const std::size_t j : {std::size_t{0}, std::size_t{1}, width / 2, width / 3, width - 1})
      on_every_target([&] {
        std::vector<std::int32_t> row(width);
        row[j] = 7;
        hadamard_rows(std::span(row), width);
        for (std::size_t i = 0; i < width; ++i) ASSERT_EQ(row[i], std::popcount(i & j) % 2 == 0 ? 7 : -7);
      });
}

TEST(Hadamard, TheLargestCellsThatFitStayExact) {
  for (const std::size_t columns : {1U, 3U, 100U, 128U, 5000U}) {
    const auto largest = static_cast<std::int32_t>(std::numeric_limits<std::int32_t>::max() / columns);
    ASSERT_TRUE(rotation_fits_32_bits(columns, static_cast<std::uint64_t>(largest)));
    ASSERT_FALSE(rotation_fits_32_bits(columns, static_cast<std::uint64_t>(largest) + 1));
    on_every_target([&] {
      const std::vector<std::int32_t> row(columns, -largest);
      const std::vector<std::uint64_t> no_signs((columns + 63) / 64);
      std::vector<std::int32_t> rotated(padded_width(columns));
      rotate_rows(std::span(row), columns, no_signs, std::span(rotated));
      EXPECT_EQ(rotated[0], -largest * static_cast<std::int32_t>(columns));
    });
  }
  EXPECT_TRUE(rotation_fits_64_bits(2, std::uint64_t{1} << 61));
  EXPECT_FALSE(rotation_fits_64_bits(2, std::uint64_t{1} << 62));
  EXPECT_TRUE(rotation_fits_32_bits(1 << 20, 0));
}

template <class T> void rotating_signs_pads_and_transforms() {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 150);
  const auto rows = *rc::gen::inRange<std::size_t>(0, 6);
  const auto cells = many_cells<T>(rows * columns, std::numeric_limits<T>::max() / 150);
  const auto signs = *rc::gen::container<std::vector<std::uint64_t>>((columns + 63) / 64,
                                                                     rc::gen::arbitrary<std::uint64_t>());
  const std::size_t width = padded_width(columns);
  on_every_target([&] {
    std::vector<T> rotated(rows * width, 77);
    rotate_rows(std::span<const T>(cells), columns, signs, std::span<T>(rotated));
    for (std::size_t row = 0; row < rows; ++row) {
      const auto expected = naive::rotated(std::span<const T>(cells).subspan(row * columns, columns),
                                           std::span<const std::uint64_t>(signs));
      RC_ASSERT(std::equal(expected.begin(), expected.end(),
                           rotated.begin() + static_cast<std::ptrdiff_t>(row * width)));
    }
  });
}

RC_GTEST_PROP(Rotation, SignsPadsAndTransforms32Bits, ()) {
  rotating_signs_pads_and_transforms<std::int32_t>();
}
RC_GTEST_PROP(Rotation, SignsPadsAndTransforms64Bits, ()) {
  rotating_signs_pads_and_transforms<std::int64_t>();
}

// H D is sqrt(width) times an orthogonal matrix.
RC_GTEST_PROP(Rotation, ScalesEverySquaredNormByTheWidth, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 3000);
  const auto cells = many_cells<std::int32_t>(columns, 1000);
  const auto signs = *rc::gen::container<std::vector<std::uint64_t>>((columns + 63) / 64,
                                                                     rc::gen::arbitrary<std::uint64_t>());
  std::vector<std::int32_t> rotated(padded_width(columns));
  rotate_rows(std::span(cells), columns, signs, std::span(rotated));
  RC_ASSERT(naive::norm(Norm::l2, std::span<const std::int32_t>(rotated)) ==
            naive::norm(Norm::l2, std::span<const std::int32_t>(cells)) * padded_width(columns));
}

TEST(Hadamard, AWidthThatIsNoPowerOfTwoIsABug) {
  std::vector<std::int32_t> cells(12);
  std::vector<std::int32_t> rotated(16);
  const std::vector<std::uint64_t> signs(1);
  EXPECT_THROW(hadamard_rows(std::span(cells), 0), std::logic_error);
  EXPECT_THROW(hadamard_rows(std::span(cells), 3), std::logic_error);
  EXPECT_THROW(hadamard_rows(std::span(cells), 8), std::logic_error);
  EXPECT_THROW(padded_width(widest_rotation + 1), std::logic_error);
  EXPECT_THROW(rotate_rows(std::span<const std::int32_t>(cells), 5, signs, std::span(rotated)),
               std::logic_error);
  EXPECT_THROW(rotate_rows(std::span<const std::int32_t>(cells), 4, signs, std::span(rotated)),
               std::logic_error);
  EXPECT_THROW(rotate_rows(std::span<const std::int32_t>(cells), 12, {}, std::span(rotated)),
               std::logic_error);
}

} // namespace hadamard_test
} // namespace poise::internal
