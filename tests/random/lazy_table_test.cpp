// The lazy table: certain entries, and the same draw however little of a word it compares.
#include "poise/random/lazy_table.h"

#include "draw_for_draw.h"
#include "oracle/scripted_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace lazy_table_test {

// P(j) = (1 - e^-1) e^-j: a law whose distribution function, 1 - e^-(j+1), is known exactly.
class UnitGeometricMasses final : public LazyTable::Masses {
public:
  explicit UnitGeometricMasses(unsigned precision)
      : mass_(-expm1(Interval(-1, precision))), decay_(exp(Interval(-1, precision))) {}
  Interval next() override {
    Interval current = mass_;
    mass_ *= decay_;
    return current;
  }

private:
  Interval mass_;
  Interval decay_;
};

LazyTable table(std::size_t entries, unsigned resolution) {
  return LazyTable([](unsigned precision) { return std::make_unique<UnitGeometricMasses>(precision); },
                   entries, resolution);
}

TEST(LazyTable, EntriesAreTheFloorsOfTheDistributionFunction) {
  const LazyTable lazy = table(1000, 64);
  for (std::size_t j = 0; j < lazy.floors().size(); ++j) {
    const Interval truth = scale(-expm1(Interval(-static_cast<long>(j) - 1, 1000U)), 64);
    EXPECT_EQ(to_integer(lazy.floors()[j]), truth.floor_of_low()) << j;
  }
  // It stops where 2^64 F(j) has reached 2^64 - 1: e^-(j+1) <= 2^-64 first holds at j = 44.
  EXPECT_EQ(lazy.floors().size(), 45U);
}

TEST(LazyTable, DrawsDoNotDependOnHowMuchOfAWordIsCompared) {
  const LazyTable full = table(1000, 64);
  for (const unsigned resolution : {2U, 4U, 8U, 16U, 33U})
    expect_equal_draw_for_draw(full, table(1000, resolution), 51, 4000);
}

TEST(LazyTable, DrawsDoNotDependOnHowManyOutcomesAreTabulated) {
  const LazyTable full = table(1000, 64);
  for (const std::size_t entries : {1U, 2U, 5U})
    expect_equal_draw_for_draw(full, table(entries, 64), 52, 4000);
}

TEST(LazyTable, AWordOnTheBorderIsRefinedToTheExactSide) {
  const LazyTable lazy = table(1000, 64);
  for (const unsigned j : {0U, 1U, 7U}) {
    const Integer border = scale(-expm1(Interval(-static_cast<long>(j) - 1, 1000U)), 128).floor_of_low();
    const auto first = static_cast<std::uint64_t>(to_uint128(Integer(border >> 64)));
    const auto second = static_cast<std::uint64_t>(to_uint128(border));
    EXPECT_EQ(first, lazy.floors()[j]);
    oracle::ScriptedBits inside({first, second - 1});
    EXPECT_EQ(lazy(inside), j);
    oracle::ScriptedBits outside({first, second + 1});
    EXPECT_EQ(lazy(outside), j + 1);
  }
}

TEST(LazyTable, TheFarTailIsReachable) {
  // u = 1 - 2^-128 lies between 1 - e^-88 and 1 - e^-89.
  const std::uint64_t ones = ~std::uint64_t{0};
  oracle::ScriptedBits bits({ones, ones, 0});
  EXPECT_EQ(table(1000, 64)(bits), 88U);
}

} // namespace lazy_table_test
} // namespace poise::internal
