// Files of baskets as they were published, and what stands for them where they are not there.
#include "experiments/baskets/basket_sets.h"

#include "experiments/temporary_folder.h"
#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace basket_sets_test {

using Places = std::vector<std::uint32_t>;

TEST(BasketFiles, ItemsAreNumberedAnewAmongThoseThatOccur) {
  const TemporaryFolder folder;
  const auto read = read_basket_file(folder.write("a.dat", "7 3 7\n100\n3\t9\n"), 1);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->columns, 4U); // 3, 7, 9, 100
  EXPECT_EQ(read->starts, (std::vector<std::uint64_t>{0, 2, 3, 5}));
  EXPECT_EQ(read->places, (Places{0, 1, 3, 0, 2}));
  EXPECT_EQ(shares_of(*read), (std::vector<double>{2.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3}));
}

TEST(BasketFiles, SmallBasketsGoAndTheirItemsWithThem) {
  const TemporaryFolder folder;
  const auto read = read_basket_file(folder.write("a.dat", "1 2 3\n4 4 4 5\n\n2 3 9\n"), 3);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->rows(), 2U);
  EXPECT_EQ(read->columns, 4U); // 1, 2, 3, 9
  EXPECT_EQ(read->places, (Places{0, 1, 2, 1, 2, 3}));
}

TEST(BasketFiles, CommasMayTrail) {
  const TemporaryFolder folder;
  const auto read = read_basket_file(folder.write("a.csv", "2,1,\r\n1,\r\n3,1,2,\r\n"), 1);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->columns, 3U);
  EXPECT_EQ(read->starts, (std::vector<std::uint64_t>{0, 2, 3, 6}));
}

TEST(BasketFiles, OtherFilesAreRefused) {
  const TemporaryFolder folder;
  const auto words = read_basket_file(folder.write("a.csv", "1 2\nmilk bread\n"), 1);
  ASSERT_FALSE(words);
  EXPECT_NE(words.error().wrong.find("line 2"), std::string::npos) << words.error().wrong;
  EXPECT_FALSE(read_basket_file(folder.write("b.csv", "99999999999\n"), 1));
  const auto small = read_basket_file(folder.write("c.csv", "1 2\n"), 20);
  ASSERT_FALSE(small);
  EXPECT_NE(small.error().wrong.find("20 items"), std::string::npos) << small.error().wrong;
  EXPECT_FALSE(read_basket_file(folder.path() / "none", 1));
}

TEST(BasketSets, AFileOfAnotherSizeIsUsedAndSaysSo) {
  const TemporaryFolder folder;
  folder.write("BMS-POS.csv", "1,2,\n2,3,\n2,\n4,\n");
  const auto data = find_baskets(pos, folder.path());
  ASSERT_TRUE(data);
  EXPECT_NE(data->title.find("n = 4, d = 4"), std::string::npos) << data->title;
  EXPECT_EQ(data->title.find("surrogate"), std::string::npos) << data->title;
  SeededBits bits(1);
  EXPECT_EQ(data->draw(bits).mean, (std::vector<double>{0.25, 0.75, 0.25, 0.25}));
  folder.write("BMS-POS.csv", "one,\n");
  EXPECT_FALSE(find_baskets(pos, folder.path()));
}

TEST(BasketSets, WithoutAFileASurrogateSaysSo) {
  const TemporaryFolder folder;
  for (const auto &where : {std::filesystem::path(), folder.path()}) {
    const auto data = find_baskets(pos, where);
    ASSERT_TRUE(data);
    EXPECT_NE(data->title.find("POS-shaped surrogate"), std::string::npos) << data->title;
    SeededBits one(1), two(2);
    const Sample first = data->draw(one), again = data->draw(two); // data that are what they are
    EXPECT_EQ(first.mean, again.mean);
    EXPECT_EQ(first.truth, first.mean);
    EXPECT_EQ(first.table.rows(), pos.shape.rows);
    EXPECT_EQ(first.table.columns().size(), pos.shape.columns);
    EXPECT_TRUE(first.table.binary());
  }
}

} // namespace basket_sets_test
} // namespace poise::internal::experiments
