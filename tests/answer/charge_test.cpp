// Charge, work, settle: who pays when, and what is left in the book after anything that can go wrong.
#include "poise/answer/charge.h"

#include "answer/a_book.h"
#include "poise/answer/answer.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "poise/table/memory/memory_matrix.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace poise::internal {
namespace charge_test {

Question question_for(const ABook &book, const char *rho = "0.25") {
  Question question;
  question.rho = rho;
  question.ledger = book.path();
  question.dataset = "people";
  question.command = "poise mean people.csv";
  return question;
}

Table some_rows(std::size_t rows = 1000) {
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows; ++i) cells.push_back(static_cast<double>(i % 10));
  return Table::dense({"age"}, std::move(cells)).value();
}

TEST(Paid, TheChargeIsInTheBookBeforeTheSourceIsAskedForARow) {
  const ABook book;
  bool asked = false;
  const auto answer = mean(question_for(book), [&](const ReadOptions &) -> Result<Table> {
    asked = true;
    const Account account = book.account();
    EXPECT_EQ(account.entries.size(), 1U);
    EXPECT_EQ(account.entries.at(0).state, EntryState::charged);
    EXPECT_EQ(account.spent, Rational(1, 4));
    return some_rows();
  });
  ASSERT_TRUE(answer) << answer.error().wrong;
  EXPECT_TRUE(asked);
}

TEST(Paid, TheBookKnowsWhatWasReleasedByWhichCommand) {
  const ABook book;
  const auto answer = mean(question_for(book), from_table(some_rows()));
  ASSERT_TRUE(answer);
  const Entry entry = book.account().entries.at(0);
  EXPECT_EQ(entry.state, EntryState::released);
  EXPECT_EQ(entry.purpose.command, "poise mean people.csv");
  EXPECT_EQ(entry.purpose.statistic, "mean");
  const auto released = nlohmann::json::parse(entry.note);
  EXPECT_EQ(released["value"][0].get<double>(), answer->value[0]);
  ASSERT_TRUE(answer->book);
  EXPECT_EQ(answer->book->spent, Rational(1, 4));
  EXPECT_EQ(answer->book->total, Rational(1));
}

TEST(Paid, AnEmptyAccountRefusesAndTheSourceIsNeverAsked) {
  const ABook book("0.3");
  ASSERT_TRUE(mean(question_for(book), from_table(some_rows())));
  const auto refused = mean(question_for(book), [](const ReadOptions &) -> Result<Table> {
    ADD_FAILURE() << "the source was asked";
    return some_rows();
  });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::ledger_refuses);
  EXPECT_EQ(book.account().spent, Rational(1, 4));
}

TEST(Paid, EveryStatisticPays) {
  const ABook book;
  const Question question = question_for(book, "0.1");
  Question quantiles;
  static_cast<Question &>(quantiles) = question;
  quantiles.quantiles = "0.5";
  ASSERT_TRUE(variance(question, from_table(some_rows(20000))));
  ASSERT_TRUE(iqr(question, from_table(some_rows(20000))));
  ASSERT_TRUE(quantile(quantiles, from_table(some_rows(20000))));
  EXPECT_EQ(book.account().spent, Rational(3, 10));
  EXPECT_EQ(book.account().entries.at(2).purpose.statistic, "quantile");
}

TEST(Paid, AFileThatCannotBeUsedCostsNothing) {
  const ABook book;
  const auto failed = mean(question_for(book), from_file("no_such_file.csv"));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(book.account().spent, 0);
  EXPECT_EQ(book.account().entries.at(0).state, EntryState::struck_out);
}

TEST(Paid, TooFewRowsCostNothing) {
  const ABook book;
  Question question = question_for(book);
  question.method = "universal-tuned";
  const auto failed = mean(question, from_table(some_rows(2)));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(book.account().spent, 0);
}

TEST(Paid, BadParametersNeverReachTheBook) {
  const ABook book;
  Question question = question_for(book);
  question.threads = "none";
  ASSERT_FALSE(mean(question, from_table(some_rows())));
  question = question_for(book);
  question.bound = "-1";
  ASSERT_FALSE(mean(question, from_table(some_rows())));
  EXPECT_TRUE(book.account().entries.empty());
}

TEST(Paid, AnErrorAfterTheFirstRandomBitStaysCharged) {
  const ABook book;
  const Question question = question_for(book);
  const Budget budget = read_budget(question).value();
  SystemBits bits;
  const auto failed = charge_and_run(question, "mean", budget, bits, [&]() -> Result<Summary> {
    (void)bits.word();
    return Error{ErrorKind::bad_input, "something in the midst", "do what?"};
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::failure); // exit status 2 would say that nothing was spent
  EXPECT_NE(failed.error().remedy.find("the charge stays"), std::string::npos);
  EXPECT_EQ(book.account().spent, Rational(1, 4));
  EXPECT_EQ(book.account().entries.at(0).state, EntryState::charged);
}

TEST(Paid, AnExceptionStaysCharged) {
  const ABook book;
  EXPECT_THROW(
      (void)mean(question_for(book), [](const ReadOptions &) -> Result<Table> { throw std::bad_alloc(); }),
      std::bad_alloc);
  EXPECT_EQ(book.account().spent, Rational(1, 4));
}

TEST(Paid, WhoeverStopsTheWorkBeforeAnythingRandomPaysNothing) {
  const ABook book;
  Question question = question_for(book);
  question.method = "gaussian";
  question.bound = "10";
  const auto stopped =
      mean(question, from_table(some_rows()), [](std::uint64_t, std::uint64_t) { return false; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(book.account().spent, 0);
}

TEST(Paid, NoBookPaysForASimulation) {
  const ABook book;
  Question question = question_for(book);
  question.seed = "1";
  const auto refused = mean(question, from_table(some_rows()));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::ledger_refuses);
  EXPECT_TRUE(book.account().entries.empty());
}

TEST(Paid, ABookAndADatasetGoTogether) {
  const ABook book;
  Question question = question_for(book);
  question.dataset.reset();
  EXPECT_EQ(mean(question, from_table(some_rows())).error().wrong, "`ledger` needs `dataset`");
  question = question_for(book);
  question.ledger.reset();
  EXPECT_EQ(mean(question, from_table(some_rows())).error().wrong, "`dataset` needs `ledger`");
}

TEST(Paid, AResultThatTheBookCannotTakeIsNotReleased) {
  const ABook book;
  const Question question = question_for(book);
  const auto lost = mean(question, [&](const ReadOptions &) -> Result<Table> {
    std::ofstream(book.path(), std::ios::trunc | std::ios::binary) << "not a book any more";
    return some_rows();
  });
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().kind, ErrorKind::ledger_refuses);
  EXPECT_NE(lost.error().remedy.find("the charge stays"), std::string::npos) << lost.error().remedy;
}

TEST(Paid, ASourceThatIgnoresTheUnitNeverBecomesAPromiseAboutPeople) {
  Question question;
  question.rho = "0.25";
  question.unit = "person";
  const auto deaf = [](const ReadOptions &) -> Result<Table> { return some_rows(); };
  for (const auto &refused :
       {mean(question, deaf), variance(question, deaf), mean(question, from_table(some_rows()))}) {
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
  }
}

TEST(Paid, ASourceThatIgnoresTheColumnsReleasesNothing) {
  const ABook book;
  Question question = question_for(book);
  question.columns = {"income"};
  EXPECT_FALSE(mean(question, [](const ReadOptions &) -> Result<Table> { return some_rows(); }));
  EXPECT_FALSE(mean(question, from_table(some_rows())));
  EXPECT_EQ(book.account().spent, 0);
}

TEST(Paid, OneAccountHasOneKindOfNeighbours) {
  const ABook book;
  Question question = question_for(book);
  question.unit = "person";
  const auto refused = mean(question, [](const ReadOptions &) -> Result<Table> {
    ADD_FAILURE() << "the source was asked";
    return some_rows();
  });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::ledger_refuses);
}

TEST(Paid, WhoeverListensToWorkOnPeopleHearsAShareAlone) {
  Question question;
  question.rho = "0.25";
  question.unit = "person";
  question.seed = "1";
  std::uint64_t received = 0;
  std::vector<double> cells;
  for (int i = 0; i < 3000; ++i)
    cells.insert(cells.end(), {static_cast<double>(i / 3), static_cast<double>(i % 7)});
  const auto answer = mean(
      question,
      [&](const ReadOptions &options) {
        return memory_matrix({NumberType::f8, cells.data(), 3000, 2, 16, 8}, {"person", "x"}, nullptr,
                             options);
      },
      [&](std::uint64_t, std::uint64_t all) {
        received = all;
        return true;
      });
  ASSERT_TRUE(answer) << answer.error().wrong;
  EXPECT_EQ(answer->rows, 1000U);
  EXPECT_EQ(received, 1000U);
}

TEST(Paid, PureChargesAreCountedInTheUnitOfTheAccount) {
  const ABook book("1");
  Question question = question_for(book);
  question.rho.reset();
  question.epsilon = "1";
  const auto answer = mean(question, from_table(some_rows(5000)));
  ASSERT_TRUE(answer) << answer.error().wrong;
  EXPECT_GT(book.account().spent, Rational(4, 10)); // 1 tanh(1/2) = 0.462…
  EXPECT_LE(book.account().spent, Rational(1, 2));
}

} // namespace charge_test
} // namespace poise::internal
