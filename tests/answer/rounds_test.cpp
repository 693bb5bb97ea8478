// The roles without their files: what opens, who answers what, and that everyone comes to the same end.
#include "poise/answer/rounds.h"

#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace rounds_test {

SessionQuestion local_question() {
  return {.model = "local", .participants = "1500", .columns = {"x", "y"}, .rho = "20", .bound = "20"};
}

SessionQuestion shuffle_question() {
  return {.model = "shuffle",
          .participants = "30",
          .columns = {"x", "y"},
          .epsilon = "20",
          .delta = "0.01",
          .bound = "20",
          .dishonest = "0"};
}

ClientQuestion gives(const SessionQuestion &question, const char *participant = "0") {
  return {question.rho, question.epsilon,      question.delta,
          participant,  question.participants, question.dishonest};
}

Table some_rows(std::size_t rows, std::vector<std::string> names = {"x", "y"}) {
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows * names.size(); ++i) cells.push_back(3 + std::sin(static_cast<double>(i)));
  return Table::dense(std::move(names), std::move(cells)).value();
}

// A source that nobody may ask.
Result<Table> closed(const ReadOptions &) {
  ADD_FAILURE() << "a row was read";
  return some_rows(1);
}

NextBytes all_of(const std::vector<RoundAnswer> &answers) {
  return [&answers, next = std::size_t{0}]() mutable -> Result<std::optional<Bytes>> {
    if (next == answers.size()) return std::optional<Bytes>();
    return std::optional<Bytes>(answers[next++].message);
  };
}

void says(const Error &error, const std::string &what) {
  EXPECT_NE(error.wrong.find(what), std::string::npos) << error.wrong;
  EXPECT_FALSE(error.remedy.empty());
}

TEST(Rounds, NoSessionOpensOnNonsense) {
  const auto refuses = [](SessionQuestion question, auto change, const char *what) {
    change(question);
    const auto opened = open_session(question);
    ASSERT_FALSE(opened) << what;
    says(opened.error(), what);
  };
  using Question = SessionQuestion;
  refuses(
      local_question(), [](Question &q) { q.model = "central"; }, "no sessions of a model 'central'");
  refuses(
      local_question(), [](Question &q) { q.model = ""; }, "no sessions of a model ''");
  refuses(
      local_question(), [](Question &q) { q.participants = "1"; }, "`participants`");
  refuses(
      local_question(), [](Question &q) { q.participants = "4294967297"; }, "`participants`");
  refuses(
      local_question(), [](Question &q) { q.participants = "12"; }, "needs at least");
  refuses(
      local_question(), [](Question &q) { q.columns = {}; }, "none is named");
  refuses(
      local_question(),
      [](Question &q) {
        q.columns = {"x", "x"};
      },
      "different names");
  refuses(
      local_question(), [](Question &q) { q.columns = {""}; }, "different names");
  refuses(
      local_question(), [](Question &q) { q.columns.resize(16385); }, "16384 columns");
  refuses(
      local_question(), [](Question &q) { q.rho = "-1"; }, "rho");
  refuses(
      local_question(), [](Question &q) { q.rho.reset(); }, "budget");
  refuses(
      local_question(), [](Question &q) { q.dishonest = "0.1"; }, "`dishonest`");
  refuses(
      local_question(), [](Question &q) { q.bound = "0"; }, "bound");
  refuses(
      shuffle_question(), [](Question &q) { q.delta.reset(); }, "(epsilon, delta)");
  refuses(
      shuffle_question(), [](Question &q) { q.rho = "1"; }, "(epsilon, delta)");
  refuses(
      shuffle_question(), [](Question &q) { q.dishonest = "1"; }, "`dishonest`");
  refuses(
      shuffle_question(), [](Question &q) { q.epsilon = "0.01"; }, "needs at least");
}

TEST(Rounds, NoTwoSessionsAreAlike) {
  const auto one = open_session(shuffle_question()), other = open_session(shuffle_question());
  ASSERT_TRUE(one && other);
  EXPECT_NE(one->session.id, other->session.id);
  EXPECT_NE(one->key->secret, other->key->secret);
  EXPECT_EQ(std::get<ShuffleBudget>(one->session.budget).public_key, one->key->public_key.bytes);
  EXPECT_FALSE(open_session(local_question())->key);
}

TEST(Rounds, WhoeverAsksForMoreThanAgreedIsRefusedBeforeARowIsRead) {
  const auto local = open_session(local_question());
  ASSERT_TRUE(local);
  for (const char *rho : {"19.999", "1/3"}) {
    const auto answers = answer_round(local->session, local->first, {.rho = rho, .participant = "0"}, closed);
    ASSERT_FALSE(answers);
    says(answers.error(), "more than you give");
  }
  EXPECT_TRUE(answer_round(local->session, local->first, {.rho = "20", .participant = "0"},
                           from_table(some_rows(1500)))); // exactly as much is enough
  const auto shuffle = open_session(shuffle_question());
  ASSERT_TRUE(shuffle);
  const std::pair<const char *, const char *> less[] = {{"19.9", "0.01"}, {"20", "0.009"}, {"1", "0.5"}};
  for (const auto &[epsilon, delta] : less) {
    const auto answers = answer_round(shuffle->session, shuffle->first,
                                      {.epsilon = epsilon, .delta = delta, .participant = "0"}, closed);
    ASSERT_FALSE(answers);
    says(answers.error(), "more than you give");
  }
}

TEST(Rounds, BudgetsOfTheOtherModelAreNoAgreement) {
  const auto local = open_session(local_question()), shuffle = open_session(shuffle_question());
  ASSERT_TRUE(local && shuffle);
  const ClientQuestion pure{.epsilon = "1000000", .participant = "0"};
  EXPECT_FALSE(answer_round(local->session, local->first, pure, closed));
  EXPECT_FALSE(answer_round(shuffle->session, shuffle->first, pure, closed));
  EXPECT_FALSE(answer_round(shuffle->session, shuffle->first, {.rho = "1000", .participant = "0"}, closed));
  EXPECT_FALSE(answer_round(shuffle->session, shuffle->first, {.participant = "0"}, closed));
}

TEST(Rounds, ASimulationHasNoKeyAndIsNotAnswered) {
  const auto opened = open_session(shuffle_question());
  ASSERT_TRUE(opened);
  Session open = opened->session;
  std::get<ShuffleBudget>(open.budget).public_key = {};
  Round round = opened->first;
  round.session = tag_of(open);
  const auto answers = answer_round(open, round, gives(shuffle_question()), closed);
  ASSERT_FALSE(answers);
  says(answers.error(), "simulation");
}

TEST(Rounds, RoundsThatDoNotFitAreRefusedBeforeARowIsRead) {
  for (const SessionQuestion &question : {local_question(), shuffle_question()}) {
    const auto opened = open_session(question), other = open_session(question);
    ASSERT_TRUE(opened && other);
    const auto refuses = [&](auto change) {
      Round round = opened->first;
      change(round);
      EXPECT_FALSE(answer_round(opened->session, round, gives(question), closed));
    };
    refuses([&](Round &round) { round = other->first; });
    refuses([](Round &round) { round.number = 2; });
    refuses([](Round &round) { round.step = Step::sum; });
    refuses([](Round &round) { round.turn = 1; });
    refuses([](Round &round) { round.reach += 1; });
    refuses([](Round &round) { round.centre = {0, 0}; });
    refuses([](Round &round) { round.radius = 1; });
    refuses([](Round &round) { round.search.push_back({0, 1}); });
  }
}

// Few participants would have to send very many dummies each, or get nothing for what they pay.
TEST(Rounds, ASessionThatLeadsNowhereIsNotAnsweredWhateverItSaysItself) {
  for (const SessionQuestion &question : {local_question(), shuffle_question()}) {
    const auto opened = open_session(question);
    ASSERT_TRUE(opened);
    Session small = opened->session;
    small.participants = 2;
    Round round = opened->first;
    round.session = tag_of(small);
    EXPECT_FALSE(answer_round(small, round, gives(question), closed));
  }
}

TEST(Rounds, RowsHaveTheSessionsColumnsAndNumbersItKnows) {
  const auto opened = open_session(local_question());
  ASSERT_TRUE(opened);
  const auto answer = [&](const char *participant, const Table &table) {
    return answer_round(opened->session, opened->first, gives(local_question(), participant),
                        from_table(table));
  };
  EXPECT_FALSE(answer("1", some_rows(1500)));
  EXPECT_FALSE(answer("0", some_rows(1501)));
  EXPECT_FALSE(answer("1500", some_rows(1)));
  EXPECT_FALSE(answer("4294967296", some_rows(1)));
  EXPECT_FALSE(answer("", some_rows(1)));
  EXPECT_FALSE(answer("0", some_rows(1, {"x", "z"})));
  EXPECT_FALSE(answer("0", some_rows(1, {"x"})));
  const auto last = answer("1499", some_rows(1));
  ASSERT_TRUE(last);
  ASSERT_EQ(last->size(), 1U);
  EXPECT_EQ(last->front().participant, 1499U);
}

// The whole session with one order of messages, or another: the same rounds and the same mean.
Summary play_local(const OpenedSession &opened, bool backwards, std::vector<std::vector<RoundAnswer>> &kept) {
  Round round = opened.first;
  for (std::size_t number = 0;; ++number) {
    if (number == kept.size())
      kept.push_back(
          answer_round(opened.session, round, gives(local_question()), from_table(some_rows(1500))).value());
    std::vector<RoundAnswer> answers = kept[number];
    if (backwards) std::ranges::reverse(answers);
    const Found found = analyze_messages(opened.session, round, all_of(answers)).value();
    if (const auto *const summary = std::get_if<Summary>(&found)) {
      EXPECT_EQ(number + 1, rounds_in(opened.session).value());
      return *summary;
    }
    round = std::get<Round>(found);
  }
}

TEST(Rounds, ALocalMeanDoesNotDependOnTheOrderOfMessages) {
  const auto opened = open_session(local_question());
  ASSERT_TRUE(opened);
  std::vector<std::vector<RoundAnswer>> kept;
  const Summary one = play_local(*opened, false, kept), other = play_local(*opened, true, kept);
  EXPECT_EQ(one.value, other.value);
  EXPECT_EQ(one.noise_std, other.noise_std);
  // Rows are between 2 and 4, noise is about 0.1, and with so many participants no median is in the wrong
  // half: a false alarm is rarer than 1e-6.
  for (const double value : one.value) EXPECT_NEAR(value, 3, 1.5);
  Rational spent = 0;
  for (const auto &step : one.privacy.spent) spent += step.amount;
  EXPECT_EQ(spent, Rational(20));
  EXPECT_EQ(one.privacy.total, Rational(20));
  EXPECT_EQ(one.privacy.definition, "zCDP");
  EXPECT_EQ(one.model->name, "local");
  EXPECT_FALSE(one.model->simulated);
  EXPECT_TRUE(one.privacy.is_private);
}

TEST(Rounds, WhatComesOfAShuffledRoundDoesNotDependOnTheShuffle) {
  const auto opened = open_session(shuffle_question());
  ASSERT_TRUE(opened);
  Round round = opened->first;
  for (std::uint32_t number = 1;; ++number) {
    const auto answers =
        answer_round(opened->session, round, gives(shuffle_question()), from_table(some_rows(30))).value();
    const Bytes one = shuffle_round(opened->session, round, all_of(answers)).value();
    const Found found = analyze_shuffled(opened->session, round, one, *opened->key).value();
    if (number == 1) {
      const Bytes other = shuffle_round(opened->session, round, all_of(answers)).value();
      EXPECT_NE(one, other);
      const Found again = analyze_shuffled(opened->session, round, other, *opened->key).value();
      EXPECT_EQ(std::get<Round>(found), std::get<Round>(again));
    }
    if (const auto *const summary = std::get_if<Summary>(&found)) {
      EXPECT_EQ(summary->value.size(), 2U);
      EXPECT_EQ(summary->privacy.definition, "approximate");
      EXPECT_TRUE(summary->privacy.order);
      Rational spent = 0;
      for (const auto &step : summary->privacy.spent) spent += step.amount;
      EXPECT_EQ(spent, summary->privacy.total);
      EXPECT_EQ(number, rounds_in(opened->session).value());
      return;
    }
    round = std::get<Round>(found);
  }
}

TEST(Rounds, NothingComesOfMessagesThatAreNotAllThere) {
  const auto opened = open_session(local_question());
  ASSERT_TRUE(opened);
  auto answers =
      answer_round(opened->session, opened->first, gives(local_question()), from_table(some_rows(1500)))
          .value();
  const RoundAnswer last = answers.back();
  answers.pop_back();
  says(analyze_messages(opened->session, opened->first, all_of(answers)).error(),
       "of 1500 participants 1499");
  answers.push_back(answers.front());
  says(analyze_messages(opened->session, opened->first, all_of(answers)).error(), "from one participant");
  answers.back() = last;
  answers.back().message[30] ^= 1;
  says(analyze_messages(opened->session, opened->first, all_of(answers)).error(), "damaged");
  const auto broken = []() -> Result<std::optional<Bytes>> {
    return Error{ErrorKind::bad_input, "the disk is gone", "get another"};
  };
  says(analyze_messages(opened->session, opened->first, broken).error(), "the disk is gone");
}

TEST(Rounds, AShufflerWaitsForEveryoneAndHasNoWorkInTheLocalModel) {
  const auto local = open_session(local_question()), shuffle = open_session(shuffle_question());
  ASSERT_TRUE(local && shuffle);
  const std::vector<RoundAnswer> nobody;
  says(shuffle_round(local->session, local->first, all_of(nobody)).error(), "nothing to shuffle");
  says(shuffle_round(shuffle->session, shuffle->first, all_of(nobody)).error(), "of 30 participants 0");
}

} // namespace rounds_test
} // namespace poise::internal
