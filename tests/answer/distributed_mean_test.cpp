// A mean in the local or the shuffle model through the front door: what it costs, who pays, what is refused.
#include "poise/answer/distributed_mean.h"

#include "answer/a_book.h"

#include <atomic>
#include <cmath>

namespace poise::internal {
namespace distributed_mean_test {

Question local_question(const char *rho = "5") {
  Question question;
  question.model = "local";
  question.rho = rho;
  question.bound = "10";
  return question;
}

Question shuffle_question(const char *epsilon = "20") {
  Question question;
  question.model = "shuffle";
  question.epsilon = epsilon;
  question.delta = "1e-6";
  question.bound = "10";
  return question;
}

Question paid_by(const ABook &book, Question question) {
  question.ledger = book.path();
  question.dataset = "people";
  question.command = "poise mean people.csv";
  return question;
}

Table some_rows(std::size_t rows = 1000) {
  std::vector<double> cells;
  for (std::size_t i = 0; i < 2 * rows; ++i) cells.push_back(3 + std::sin(static_cast<double>(i)));
  return Table::dense({"x", "y"}, std::move(cells)).value();
}

Result<Table> closed(const ReadOptions &) {
  ADD_FAILURE() << "a row was read";
  return some_rows(1);
}

TEST(MeanWithoutTrust, OnlyTheTwoModelsTrustNobodyHere) {
  const auto asked = [](std::optional<std::string> model, std::optional<std::string> dishonest = {}) {
    Question question;
    question.model = std::move(model);
    question.dishonest = std::move(dishonest);
    return is_distributed(question);
  };
  EXPECT_FALSE(asked(std::nullopt).value());
  EXPECT_FALSE(asked("central").value());
  EXPECT_TRUE(asked("local").value());
  EXPECT_TRUE(asked("shuffle").value());
  EXPECT_FALSE(asked("LOCAL"));
  EXPECT_FALSE(asked(""));
  EXPECT_FALSE(asked(std::nullopt, "0.1"));
}

TEST(MeanWithoutTrust, StepsAddUpToTheBudgetExactly) {
  for (Question question : {local_question("1/3"), local_question(), shuffle_question()})
    for (const bool bounded : {true, false}) {
      if (!bounded) question.bound.reset();
      const auto answer = mean(question, from_table(some_rows(4000)));
      ASSERT_TRUE(answer) << answer.error().wrong;
      Rational spent = 0;
      for (const auto &step : answer->privacy.spent) spent += step.amount;
      EXPECT_EQ(spent, answer->privacy.total);
      EXPECT_EQ(answer->privacy.spent.size(), bounded ? 3U : 4U);
      EXPECT_EQ(answer->method, "instance-optimal");
      ASSERT_TRUE(answer->model);
      EXPECT_TRUE(answer->model->simulated);
      EXPECT_GT(answer->model->bytes_per_participant, 0);
    }
}

TEST(MeanWithoutTrust, OnlyTheShuffleModelHasAnOrderAndADefinitionOfItsOwn) {
  const auto local = mean(local_question(), from_table(some_rows())),
             shuffle = mean(shuffle_question(), from_table(some_rows()));
  ASSERT_TRUE(local && shuffle);
  EXPECT_EQ(local->privacy.definition, "zCDP");
  EXPECT_FALSE(local->privacy.order || local->model->dishonest);
  EXPECT_EQ(shuffle->privacy.definition, "approximate");
  EXPECT_TRUE(shuffle->privacy.order && shuffle->privacy.epsilon && shuffle->privacy.delta);
  EXPECT_EQ(*shuffle->model->dishonest, Rational(1, 10));
}

TEST(MeanWithoutTrust, ASeedGivesTheSameForAnyNumberOfThreads) {
  for (Question question : {local_question(), shuffle_question()}) {
    question.seed = "5";
    question.threads = "1";
    const auto one = mean(question, from_table(some_rows()));
    question.threads = "3";
    const auto three = mean(question, from_table(some_rows()));
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->value, three->value);
    EXPECT_FALSE(one->privacy.is_private);
    for (const double value : one->value) EXPECT_NEAR(value, 3, 0.5);
  }
}

TEST(MeanWithoutTrust, ALocalChargeIsInTheBookBeforeTheSourceIsAskedForARow) {
  const ABook book("8");
  bool asked = false;
  const auto answer = mean(paid_by(book, local_question()), [&](const ReadOptions &) -> Result<Table> {
    asked = true;
    const Account account = book.account();
    EXPECT_EQ(account.entries.size(), 1U);
    EXPECT_EQ(account.entries.at(0).state, EntryState::charged);
    EXPECT_EQ(account.spent, Rational(5));
    return some_rows();
  });
  ASSERT_TRUE(answer) << answer.error().wrong;
  EXPECT_TRUE(asked);
  const Entry entry = book.account().entries.at(0);
  EXPECT_EQ(entry.state, EntryState::released);
  EXPECT_EQ(entry.purpose.method, "instance-optimal");
  const auto refused = mean(paid_by(book, local_question()), closed);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::ledger_refuses);
}

TEST(MeanWithoutTrust, NoBookPaysForTheShuffleModelAndNoRowIsRead) {
  const ABook book("8");
  const auto refused = mean(paid_by(book, shuffle_question()), closed);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::ledger_refuses);
  EXPECT_TRUE(book.account().entries.empty());
}

TEST(MeanWithoutTrust, TooFewRowsAreFoundBeforeABitIsDrawnSoTheChargeIsStruckOut) {
  const ABook book("8");
  const auto refused = mean(paid_by(book, local_question("0.01")), from_table(some_rows()));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
  EXPECT_NE(refused.error().wrong.find("needs at least"), std::string::npos) << refused.error().wrong;
  EXPECT_EQ(book.account().spent, Rational(0));
  EXPECT_EQ(book.account().entries.at(0).state, EntryState::struck_out);
}

TEST(MeanWithoutTrust, AChargeStaysOnceParticipantsHaveDrawn) {
  const ABook book("8");
  std::atomic<int> calls = 0;
  // Rows are put on the grid in a pass or two; later ones are rounds of the protocol.
  const auto stopped = mean(paid_by(book, local_question()), from_table(some_rows(4000)),
                            [&](std::uint64_t done, std::uint64_t all) {
                              if (done >= all) ++calls;
                              return calls < 4;
                            });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(book.account().spent, Rational(5));
  EXPECT_EQ(book.account().entries.at(0).state, EntryState::charged);
}

TEST(MeanWithoutTrust, MissingSourcesCostNothing) {
  const ABook book("8");
  const auto missing = mean(paid_by(book, local_question()), [](const ReadOptions &) -> Result<Table> {
    return Error{ErrorKind::bad_input, "no such table", "name another"};
  });
  ASSERT_FALSE(missing);
  EXPECT_EQ(book.account().spent, Rational(0));
}

TEST(MeanWithoutTrust, OptionsOfOtherModelsAreRefusedBeforeARowIsRead) {
  const auto refuses = [](Question question, auto change) {
    change(question);
    EXPECT_FALSE(mean(question, closed));
  };
  for (const Question &question : {local_question(), shuffle_question()}) {
    refuses(question, [](Question &q) { q.method = "plan"; });
    refuses(question, [](Question &q) { q.norm = "1"; });
    refuses(question, [](Question &q) { q.binary = true; });
    refuses(question, [](Question &q) { q.own_units = true; });
    refuses(question, [](Question &q) { q.variances = "1,2"; });
    refuses(question, [](Question &q) { q.dishonest = "0.95"; });
    refuses(question, [](Question &q) { q.delta.reset(), q.rho.reset(), q.epsilon = "1"; });
  }
}

} // namespace distributed_mean_test
} // namespace poise::internal
