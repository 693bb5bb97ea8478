// Baskets, LIBSVM and Matrix Market text: the same table as a naive reader makes of a map of cells.
#include "poise/table/sparse/read_baskets.h"
#include "poise/table/sparse/read_matrix_market.h"
#include "poise/table/sparse/read_svm.h"

#include "table/any_choice.h"
#include "table/opened.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace sparse_readers_test {

using Names = std::vector<std::string>;
using Reader = std::function<Result<Table>(std::string_view, const std::string &, const ReadOptions &)>;
using Cells = std::vector<double>;

std::string wrong(const Reader &reader, const std::string &text, const Names &wanted = {}) {
  const auto table = reader(text, "x", {.columns = wanted});
  EXPECT_FALSE(table) << text;
  if (table) return "";
  EXPECT_FALSE(table.error().remedy.empty());
  return table.error().wrong;
}

// Few cells, by row and by the number of their column.
struct Sparse {
  std::vector<std::map<std::size_t, double>> rows;
  std::size_t largest = 1;
};

Sparse any_sparse(bool ones) {
  Sparse sparse;
  sparse.rows.resize(*rc::gen::inRange<std::size_t>(1, 8));
  for (auto &row : sparse.rows)
    for (int entries = *rc::gen::inRange(0, 6); entries > 0; --entries)
      row[*rc::gen::inRange<std::size_t>(1, 12)] = ones ? 1.0 : *rc::gen::inRange(-1000, 1000) / 8.0;
  for (const auto &row : sparse.rows)
    if (!row.empty()) sparse.largest = std::max(sparse.largest, row.rbegin()->first);
  sparse.rows[0][sparse.largest] = 1;
  return sparse;
}

Cells expected(const Sparse &sparse, const std::vector<std::size_t> &columns) {
  Cells cells;
  for (const auto &row : sparse.rows)
    for (const std::size_t column : columns) cells.push_back(row.contains(column) ? row.at(column) : 0.0);
  return cells;
}

// With all columns, with a choice of them, and cut anywhere.
void reads_back(const Reader &reader, const std::string &text, const Sparse &sparse) {
  std::vector<std::size_t> all(sparse.largest);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i + 1;
  const Table table = reader(text, "x", {}).value();
  RC_ASSERT(table.columns().size() == all.size());
  RC_ASSERT(table.columns().front() == "1");
  RC_ASSERT(table.rows() == sparse.rows.size());
  const Cells cells = expected(sparse, all);
  RC_ASSERT(opened_cells(table) == cells);
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows() + 1);
  Cells both = opened_rows(table, 0, cut);
  const Cells rest = opened_rows(table, cut, table.rows());
  both.insert(both.end(), rest.begin(), rest.end());
  RC_ASSERT(both == cells);

  std::vector<std::size_t> chosen = any_choice(1, sparse.largest + 1);
  if (chosen.empty()) chosen = {sparse.largest};
  Names wanted;
  for (const std::size_t column : chosen) wanted.push_back(std::to_string(column));
  const Table some = reader(text, "x", {.columns = wanted}).value();
  RC_ASSERT(some.columns() == wanted);
  RC_ASSERT(opened_cells(some) == expected(sparse, chosen));
}

std::string any_end() { return *rc::gen::element<std::string>("\n", "\r\n", " \n", "\t\n"); }

RC_GTEST_PROP(ReadBaskets, MakesTheTableOfANaiveReader, ()) {
  const Sparse sparse = any_sparse(true);
  std::string text;
  for (const auto &row : sparse.rows) {
    std::vector<std::size_t> ids;
    for (const auto &[id, one] : row) ids.insert(ids.end(), *rc::gen::inRange<std::size_t>(1, 3), id);
    std::rotate(ids.begin(), ids.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(ids) + 1),
                ids.end());
    for (const std::size_t id : ids)
      text += std::to_string(id) + *rc::gen::element<std::string>(" ", "\t", "  ");
    text += any_end();
  }
  reads_back(read_baskets, text, sparse);
}

RC_GTEST_PROP(ReadSvm, MakesTheTableOfANaiveReader, ()) {
  const Sparse sparse = any_sparse(false);
  std::string text;
  for (const auto &row : sparse.rows) {
    text += *rc::gen::element<std::string>("1", "-1", "+1", "0.5", "2,3", "1 qid:7");
    for (const auto &[column, value] : row)
      text += " " + std::to_string(column) + ":" + std::to_string(value);
    text += *rc::gen::element<std::string>("", " # a remark 1:2", "#") + any_end();
  }
  reads_back(read_svm, text, sparse);
}

RC_GTEST_PROP(ReadMatrixMarket, MakesTheTableOfANaiveReader, ()) {
  const bool pattern = *rc::gen::arbitrary<bool>();
  const Sparse sparse = any_sparse(pattern);
  std::vector<std::string> entries;
  for (std::size_t row = 0; row < sparse.rows.size(); ++row)
    for (const auto &[column, value] : sparse.rows[row])
      entries.push_back(std::to_string(row + 1) + " " + std::to_string(column) +
                        (pattern ? "" : " " + std::to_string(value)) + any_end());
  const auto order =
      *rc::gen::container<std::vector<unsigned>>(entries.size(), rc::gen::arbitrary<unsigned>());
  for (std::size_t i = 0; i < entries.size(); ++i) std::swap(entries[i], entries[order[i] % entries.size()]);
  std::string text = pattern ? "%%MatrixMarket matrix coordinate pattern general\n"
                             : "%%MatrixMarket MATRIX Coordinate Real General\n% remark\n";
  text += std::to_string(sparse.rows.size()) + " " + std::to_string(sparse.largest) + " " +
          std::to_string(entries.size()) + "\n";
  for (const std::string &entry : entries) text += entry;
  reads_back(read_matrix_market, text, sparse);
}

// Otherwise one person could change the public number of rows.
TEST(ReadBaskets, AnEmptyLineIsAPersonWithAnEmptyBasket) {
  EXPECT_EQ(read_baskets("1\n\n2\n", "x", {})->rows(), 3U);
  EXPECT_EQ(read_baskets("1\n\n2", "x", {})->rows(), 3U);
}

TEST(ReadBaskets, AnyItemMayBeWantedWhetherItOccursOrNot) {
  const auto table = read_baskets("1 2\n2\n", "x", {.columns = {"77", "2", "0"}});
  ASSERT_TRUE(table);
  EXPECT_EQ(opened_cells(*table), (Cells{0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(read_baskets("\n\n", "x", {.columns = {"5"}})->rows(), 2U);
}

TEST(ReadBaskets, AnItemNumberedZeroHasItsColumn) {
  const auto table = read_baskets("0 2\n1\n", "x", {});
  EXPECT_EQ(table->columns(), (Names{"0", "1", "2"}));
  EXPECT_EQ(opened_cells(*table), (Cells{1, 0, 1, 0, 1, 0}));
}

TEST(ReadBaskets, UnusableTextIsRefusedWithAReason) {
  EXPECT_EQ(wrong(read_baskets, ""), "x is empty");
  EXPECT_EQ(wrong(read_baskets, "\n\n"), "x holds no items");
  const std::string most = std::to_string(Table::most_columns - 1);
  EXPECT_EQ(wrong(read_baskets, "milk\n3 bread\n1\n"),
            "x is no file of baskets: most of its lines hold something else than item ids from 0 to " + most);
  EXPECT_EQ(wrong(read_baskets, "1\n", {"milk"}), "x has no column 'milk'");
  EXPECT_EQ(wrong(read_baskets, "1\n", {"1", "1"}), "column '1' is asked for more than once");
}

TEST(ReadSvm, LinesWithoutWordsAreNoRows) {
  const auto table = read_svm("# a remark\n1 1:2\n\n-1\n", "x", {});
  EXPECT_EQ(opened_cells(*table), (Cells{2, 0}));
}

// Otherwise somebody's label could take their row away.
TEST(ReadSvm, ARemarkStandsBehindTheLabelOrBeforeAllRows) {
  EXPECT_EQ(opened_cells(*read_svm("#\n# two\n1 1:2 # three 1:9\n#N/A 1:3\n1 1:4#5\n", "x", {}))[1], 3);
  EXPECT_EQ(read_svm("1 1:3\n#N/A 1:4\n1 1:5\n", "x", {})->rows(), 3U);
}

TEST(SparseReaders, WhereColumnsAreNamedNoLineDecidesWhetherThereIsAnAnswer) {
  EXPECT_TRUE(read_svm("x\ny\n", "x", {.columns = {"1"}}));
  EXPECT_TRUE(read_baskets("x\ny\n", "x", {.columns = {"1"}}));
}

// Otherwise one person could decide whether there is an answer.
TEST(ReadBaskets, WordsThatAreNoItemsCountForNothing) {
  for (const char *word : {"4194304", "99999999999999999999999", "-1", "1.5", "milk", "1,2", "0x1", "+1"}) {
    const auto table = read_baskets("1 2\n2 " + std::string(word) + " 1\n", "x", {});
    ASSERT_TRUE(table) << word;
    EXPECT_EQ(opened_cells(*table), (Cells{1, 1, 1, 1})) << word;
  }
}

TEST(ReadSvm, WhatIsNoPairCountsForNothing) {
  for (const char *pair : {"2", "a:1", ":1", "-1:1", "1.5:1", "4194304:1", "1:9", "word"}) {
    const auto table = read_svm("1 1:2\n1 1:3 " + std::string(pair) + "\n", "x", {});
    ASSERT_TRUE(table) << pair;
    EXPECT_EQ(opened_cells(*table), (Cells{2, 3})) << pair;
  }
  EXPECT_EQ(opened_cells(*read_svm("1 1:2\n1:3\n", "x", {})), (Cells{2, 3})); // no label
}

TEST(ReadSvm, AValueThatIsNoNumberIsAMissingCell) {
  for (const char *word : {"x", "", "NA"})
    EXPECT_TRUE(std::isnan(opened_cells(*read_svm("1 1:" + std::string(word) + "\n", "x", {}))[0])) << word;
}

TEST(ReadMatrixMarket, AValueThatIsNoNumberIsAMissingCell) {
  const std::string text = "%%MatrixMarket matrix coordinate real general\n2 1 2\n1 1 x\n2 1 3\n";
  const auto table = read_matrix_market(text, "x", {});
  ASSERT_TRUE(table);
  EXPECT_TRUE(std::isnan(opened_cells(*table)[0]));
  EXPECT_EQ(opened_cells(*table)[1], 3);
}

TEST(ReadSvm, AnotherKindOfTextIsRefusedWithAReason) {
  EXPECT_EQ(wrong(read_svm, ""), "x is empty");
  EXPECT_EQ(wrong(read_svm, "\n"), "x has no rows");
  EXPECT_EQ(wrong(read_svm, "1\n-1\n"), "x holds no columns");
  EXPECT_EQ(wrong(read_svm, "name,age\nann,1\nbob,2\n1 1:2\n"),
            "x is not LIBSVM text: most of its lines are something else");
}

TEST(ReadMatrixMarket, MalformedTextIsRefusedWithAReason) {
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  const auto says = [&](const std::string &text) { return wrong(read_matrix_market, banner + text); };
  EXPECT_EQ(wrong(read_matrix_market, ""), "x is empty");
  EXPECT_EQ(wrong(read_matrix_market, "1 1 1\n"), "x does not begin with %%MatrixMarket");
  for (const char *kind : {"matrix array real general", "matrix coordinate complex general",
                           "matrix coordinate real symmetric", "vector coordinate real general", ""})
    EXPECT_EQ(wrong(read_matrix_market, "%%MatrixMarket " + std::string(kind) + "\n1 1 1\n1 1 1\n"),
              "x holds another kind of matrix than this version reads");
  EXPECT_EQ(says(""), "x ends before its sizes");
  EXPECT_EQ(says("2 2\n"), "x: line 2 should give the numbers of rows, columns and entries");
  EXPECT_EQ(says("2 2 x\n"), "x: line 2 should give the numbers of rows, columns and entries");
  EXPECT_EQ(says("0 2 0\n"), "x has no rows");
  EXPECT_EQ(says("2 0 0\n"), "x has no columns");
  EXPECT_EQ(says("2 4194305 0\n"), "x says it has more than 4194304 columns");
  EXPECT_EQ(says("2 2 1000000000000\n1 1 1\n"), "x is too small for the sizes in its header");
  EXPECT_EQ(says("1000000000000 2 1\n1 1 1\n"), "x is too small for the sizes in its header");
  EXPECT_EQ(says("2 2 2\n1 1 1\n"), "x holds 1 entries, its header says 2");
  EXPECT_EQ(says("2 2 1\n1 1 1\n2 2 2\n"), "x holds 2 entries, its header says 1");
  for (const char *entry : {"1 1", "a 1 1", "1 1 1 1", "1 -1 1", "1.5 1 1"})
    EXPECT_EQ(says("2 2 1\n" + std::string(entry) + "\n"), "x: line 3 is not an entry of the matrix")
        << entry;
  for (const char *entry : {"0 1 1", "3 1 1", "1 0 1", "1 3 1"})
    EXPECT_EQ(says("2 2 1\n" + std::string(entry) + "\n"), "x: line 3 holds an entry outside of the matrix")
        << entry;
  EXPECT_EQ(says("2 2 2\n1 1 1\n1 1 2\n"), "x holds an entry twice");
  EXPECT_EQ(wrong(read_matrix_market, banner + "2 2 1\n1 1 1\n", {"3"}), "x has no column '3'");
}

TEST(SparseReaders, NoMessageQuotesACell) {
  for (const std::string &said :
       {wrong(read_baskets, "90125x\n"), wrong(read_svm, "x90125\n"), wrong(read_svm, "1 90125\n"),
        wrong(read_matrix_market, "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 2 x90125\n")})
    EXPECT_EQ(said.find("90125"), std::string::npos) << said;
}

TEST(SparseReaders, OneLineIsOnePersonSoThereIsNoUnit) {
  for (const Reader &reader : {Reader(read_baskets), Reader(read_svm), Reader(read_matrix_market)}) {
    const auto table = reader("1\n", "x", {.unit = "1"});
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().kind, ErrorKind::bad_parameter);
    EXPECT_EQ(table.error().wrong, "x has no column '1' of people: each of its rows is one person");
  }
}

RC_GTEST_PROP(SparseReaders, AnyTextIsReadOrRefused, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "1", "2", "0", ":", " ", "\n", "\r", "-", ".", "#", "%", "999999999999", "qid:1"));
  std::string text;
  for (const std::string &piece : pieces) text += piece;
  for (const Reader &reader : {Reader(read_baskets), Reader(read_svm), Reader(read_matrix_market)}) {
    const auto table = reader(text, "x", {.columns = {"1"}});
    if (table) RC_ASSERT(opened_cells(*table).size() == table->rows());
  }
  const auto matrix = read_matrix_market("%%MatrixMarket matrix coordinate real general\n" + text, "x", {});
  if (matrix) RC_ASSERT(matrix->rows() > 0U);
}

} // namespace sparse_readers_test
} // namespace poise::internal
