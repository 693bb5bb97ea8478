// One column of a table: the same cells and people as in the original, whatever kind of rows they are.
#include "poise/table/column_of.h"

#include "grid/in_chunks.h"
#include "table/same_table.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace column_of_test {

const std::vector<std::string> names = {"a", "b", "c"};
constexpr std::size_t rows = 5;
const double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> cells = {1, 0, -3, 4, 5, 0, 0, 8, 9, 10, nan, 12, 13, 14, 0};

struct Owner {
  std::vector<double> values;
  std::vector<std::int32_t> whole;
  std::vector<std::uint8_t> present;
  std::vector<std::uint64_t> starts, whose = {0, 1, 0, 2, 1};
  std::vector<std::uint32_t> places;
  std::vector<std::size_t> picks;
  std::vector<Column> parts;
};

Table table_of(const Rows &view, const std::shared_ptr<Owner> &owner, bool with_people) {
  if (!with_people) return Table::of(names, view, owner).value();
  const Chunk chunk{view, owner->whose};
  return Table::from(names, rows, std::make_shared<KeptRows>(std::vector<Chunk>{chunk}, owner), 3).value();
}

// Row by row, column by column, with picks, of several types, apart and sparse.
std::vector<std::pair<std::string, Table>> every_kind(bool with_people) {
  std::vector<std::pair<std::string, Table>> kinds;
  const auto add = [&](const std::string &name, auto make) {
    const auto owner = std::make_shared<Owner>();
    const Rows view = make(*owner);
    kinds.emplace_back(name, table_of(view, owner, with_people));
  };
  const auto bytes = [](const Owner &owner) {
    return reinterpret_cast<const std::byte *>(owner.values.data());
  };
  add("row by row", [](Owner &owner) {
    owner.values = cells;
    return DenseRows<double>(owner.values.data(), rows, 3);
  });
  add("column by column", [&](Owner &owner) {
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t i = 0; i < rows; ++i) owner.values.push_back(cells[3 * i + j]);
    return DenseRows<double>(bytes(owner), rows, 3, sizeof(double), rows * sizeof(double));
  });
  add("picked", [&](Owner &owner) {
    for (std::size_t i = 0; i < rows; ++i)
      owner.values.insert(owner.values.end(), {cells[3 * i + 2], 77, cells[3 * i], cells[3 * i + 1]});
    owner.picks = {2, 3, 0};
    return DenseRows<double>(bytes(owner), rows, 4, 4 * sizeof(double), sizeof(double), owner.picks);
  });
  add("apart", [](Owner &owner) {
    owner.values.resize(2 * rows);
    owner.present = {0};
    for (std::size_t i = 0; i < rows; ++i) {
      owner.values[i] = cells[3 * i];
      owner.values[rows + i] = cells[3 * i + 1] == cells[3 * i + 1] ? cells[3 * i + 1] : 77;
      owner.present[0] =
          static_cast<std::uint8_t>(owner.present[0] | (cells[3 * i + 1] == cells[3 * i + 1]) << i);
      owner.whole.push_back(static_cast<std::int32_t>(cells[3 * i + 2]));
    }
    owner.parts = {
        {owner.values.data()}, {owner.values.data() + rows, owner.present.data()}, {owner.whole.data()}};
    return ColumnRows{owner.parts, 0, rows};
  });
  add("sparse", [](Owner &owner) {
    owner.starts = {0};
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::uint32_t j = 0; j < 3; ++j)
        if (cells[3 * i + j] != 0) owner.places.push_back(j), owner.values.push_back(cells[3 * i + j]);
      owner.starts.push_back(owner.places.size());
    }
    return SparseRows{owner.starts, owner.places, owner.values, 3};
  });
  return kinds;
}

TEST(ColumnOf, EveryKindOfRowsGivesTheCellsAndPeopleOfTheOriginal) {
  for (const bool with_people : {false, true})
    for (const auto &[kind, table] : every_kind(with_people))
      for (const Table &served : {table, InChunks::of(table, {1, 3})})
        for (std::size_t j = 0; j < 3; ++j) {
          const Table column = column_of(served, j);
          std::vector<double> expected;
          for (std::size_t i = 0; i < rows; ++i) expected.push_back(cells[3 * i + j]);
          EXPECT_EQ(column.columns(), std::vector<std::string>{names[j]}) << kind;
          EXPECT_EQ(column.rows(), rows) << kind;
          EXPECT_EQ(column.people(), table.people()) << kind;
          EXPECT_FALSE(column.sparse()) << kind;
          for (int pass = 0; pass < 2; ++pass)
            EXPECT_TRUE(same_cells(opened_cells(column), expected)) << kind << j;
          EXPECT_EQ(opened_people(column), opened_people(table)) << kind;
          EXPECT_TRUE(same_cells(opened_cells(column_of(column, 0)), expected)) << kind;
        }
}

// The format that knows only ones.
TEST(ColumnOf, EntriesWithoutValuesAreOnes) {
  const auto owner = std::make_shared<Owner>();
  owner->starts = {0, 2, 2, 3};
  owner->places = {0, 2, 1};
  const Table table = Table::of(names, SparseRows{owner->starts, owner->places, {}, 3, true}, owner).value();
  EXPECT_EQ(opened_cells(column_of(table, 0)), (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(opened_cells(column_of(table, 1)), (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(opened_cells(column_of(table, 2)), (std::vector<double>{1, 0, 0}));
}

TEST(ColumnOf, OutlivesTheOriginalAndKnowsNoOtherColumn) {
  const auto column = [] { return column_of(Table::dense(names, cells).value(), 2); }();
  EXPECT_EQ(opened_cells(column)[1], 0);
  EXPECT_EQ(opened_cells(column)[3], 12);
  EXPECT_TRUE(column.keeps_rows());
  EXPECT_FALSE(column_of(every_kind(false).back().second, 0).keeps_rows()); // made dense on the way
  EXPECT_THROW((void)column_of(Table::dense(names, cells).value(), 3), std::logic_error);
}

} // namespace column_of_test
} // namespace poise::internal
