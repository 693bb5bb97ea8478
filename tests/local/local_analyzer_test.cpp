// The analyzer: every participant once, nothing foreign, nothing half counted.
#include "poise/local/local_analyzer.h"

#include "local/local_rounds.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace poise::internal {
namespace local_analyzer_test {

constexpr std::uint64_t people = 25;

Rho rho(const char *text) { return Rho::parse(text).value(); }

std::vector<Bytes> messages_of(const SmallSession &small, const Round &round, std::uint64_t seed = 1) {
  const LocalClient client = small.client(round);
  SeededBits bits(2000, seed);
  std::vector<Bytes> all;
  for (std::uint64_t i = 0; i < people; ++i) {
    std::vector<std::int64_t> row(small.session.columns.size());
    for (auto &cell : row) cell = static_cast<std::int64_t>(bits.word() % 2000) - 300;
    all.push_back(message_of(client, i, row, bits));
  }
  return all;
}

LocalAnalyzer analyzer_of(const SmallSession &small, const Round &round) {
  return LocalAnalyzer::for_round(small.session, small.plan, round).value();
}

// Bytes that say what was found: a round, or a mean.
std::vector<double> found(const LocalAnalyzer &analyzer) {
  const auto outcome = analyzer.finish().value();
  if (const auto *const mean = std::get_if<ProtocolMean>(&outcome)) {
    std::vector<double> all = mean->value;
    all.insert(all.end(), mean->noise_std.begin(), mean->noise_std.end());
    return all;
  }
  const Bytes bytes = encode(std::get<Round>(outcome));
  return {bytes.begin(), bytes.end()};
}

std::vector<double> found(const SmallSession &small, const Round &round, const std::vector<Bytes> &messages) {
  LocalAnalyzer analyzer = analyzer_of(small, round);
  for (const Bytes &message : messages) EXPECT_FALSE(analyzer.add(message));
  return found(analyzer);
}

// A session of every kind that messages come in: reports on all columns, on one, and bits of trees.
std::vector<SmallSession> sessions() {
  std::vector<SmallSession> all;
  for (const char *budget : {"1e-3", "2", "100"})
    all.push_back(SmallSession::of(local_session(3, people, rho(budget), 0)));
  EXPECT_FALSE(all[0].plan.everyone_on_every_column());
  EXPECT_TRUE(all[1].plan.everyone_on_every_column());
  EXPECT_EQ(all[2].plan.radius.shape.method, RangeMethod::unary_tree);
  return all;
}

std::vector<Round> rounds(const SmallSession &small) {
  std::vector<Round> all;
  for (const Step step : {Step::reach, Step::centre, Step::radius, Step::sum})
    all.push_back(small.round(step, 5000, 100, 3000));
  return all;
}

Bytes sealed_with(Bytes message, std::size_t at, std::uint8_t byte) {
  message[at] = byte;
  return sealed_again(std::move(message));
}

// Everything that must not be counted after the messages of `heard` have been.
std::vector<std::pair<std::string, Bytes>> strangers(const SmallSession &small, const Round &round,
                                                     const std::vector<Bytes> &messages) {
  std::vector<std::pair<std::string, Bytes>> all;
  const Bytes &next = messages[1];
  all.emplace_back("a duplicate", messages[0]);
  all.emplace_back("another message of the same participant", messages_of(small, round, 2)[0]);
  all.emplace_back("nothing", Bytes{});
  for (std::size_t length = 1; length < next.size(); length += 1 + length / 16)
    all.emplace_back("a truncated one",
                     Bytes(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(length)));
  for (std::size_t at = 0; at < next.size(); at += 1 + at / 16) {
    Bytes flipped = next;
    flipped[at] ^= 0x40;
    all.emplace_back("a flipped one", flipped);
  }
  Bytes longer = next;
  longer.push_back(0);
  all.emplace_back("a longer one", longer);
  all.emplace_back("a longer one with a digest", sealed_again(longer));
  Bytes shorter = next;
  shorter.pop_back();
  all.emplace_back("a shorter one with a digest", sealed_again(shorter));
  all.emplace_back("of another session", sealed_with(next, 7, static_cast<std::uint8_t>(next[7] ^ 1)));
  all.emplace_back("of another round", sealed_with(next, 15, static_cast<std::uint8_t>(next[15] + 1)));
  all.emplace_back("of another kind", sealed_with(next, 5, 'R'));
  all.emplace_back("of another version", sealed_with(next, 6, 2));
  all.emplace_back("of nobody", sealed_with(next, 19, people));
  all.emplace_back("of a number far away", sealed_with(next, 26, 0x80));
  all.emplace_back("a round", encode(round));
  if (round.step == Step::sum) return all;
  // The last report of the message is one that no participant could have made; those before are fine.
  const RangeShape shape = round.step == Step::centre  ? small.plan.centre.shape
                           : round.step == Step::reach ? small.plan.reach->shape
                                                       : small.plan.radius.shape;
  const std::size_t last = next.size() - digest_bytes - report_bytes(shape);
  const std::size_t level_at = shape.method == RangeMethod::haar ? last + 3 : last;
  all.emplace_back("of no level", sealed_with(next, level_at, 0x7f));
  if (shape.method == RangeMethod::haar) {
    Bytes no_row = sealed_with(next, level_at, 0); // level 0 has one row
    all.emplace_back("of no row", sealed_with(no_row, last, 1));
  } else {
    Bytes stray = sealed_with(next, level_at, 1); // level 1 has five nodes
    all.emplace_back("with a stray bit", sealed_with(stray, last + 1, 0x20));
  }
  return all;
}

TEST(LocalAnalyzer, WhatIsForeignOrBrokenIsRefusedAndChangesNothing) {
  for (const SmallSession &small : sessions())
    for (const Round &round : rounds(small)) {
      const auto messages = messages_of(small, round);
      LocalAnalyzer analyzer = analyzer_of(small, round);
      ASSERT_FALSE(analyzer.add(messages[0]));
      for (const auto &[what, bytes] : strangers(small, round, messages)) {
        const auto error = analyzer.add(bytes);
        ASSERT_TRUE(error) << what << ' ' << name_of(round.step);
        EXPECT_FALSE(error->wrong.empty() || error->remedy.empty());
        EXPECT_EQ(analyzer.received(), 1U) << what;
      }
      for (std::size_t i = 1; i < people; ++i) ASSERT_FALSE(analyzer.add(messages[i]));
      EXPECT_EQ(found(analyzer), found(small, round, messages)) << name_of(round.step);
    }
}

TEST(LocalAnalyzer, NothingComesOutUntilEverybodyHasAnswered) {
  const SmallSession small = sessions()[1];
  for (const Round &round : rounds(small)) {
    const auto messages = messages_of(small, round);
    LocalAnalyzer analyzer = analyzer_of(small, round);
    for (std::size_t i = 0; i < people; ++i) {
      const auto early = analyzer.finish();
      ASSERT_FALSE(early);
      EXPECT_NE(early.error().wrong.find(std::to_string(i) + " have answered"), std::string::npos);
      EXPECT_FALSE(analyzer.add(messages[people - 1 - i]));
    }
    EXPECT_TRUE(analyzer.finish());
    EXPECT_EQ(analyzer.received(), people);
    EXPECT_EQ(analyzer.message_bytes(), messages[0].size());
  }
}

TEST(LocalAnalyzer, TheOrderOfMessagesDoesNotMatter) {
  for (const SmallSession &small : sessions())
    for (const Round &round : rounds(small)) {
      auto messages = messages_of(small, round);
      const auto in_order = found(small, round, messages);
      std::ranges::reverse(messages);
      EXPECT_EQ(found(small, round, messages), in_order);
      // clang 14 knows no std::ranges::rotate.
      std::rotate(messages.begin(), messages.begin() + 7, messages.end());
      EXPECT_EQ(found(small, round, messages), in_order);
    }
}

TEST(LocalAnalyzer, TwoThatShareTheWorkFindTheSameAsOne) {
  for (const SmallSession &small : sessions())
    for (const Round &round : rounds(small)) {
      const auto messages = messages_of(small, round);
      LocalAnalyzer one = analyzer_of(small, round), other = one, both = one;
      for (std::size_t i = 0; i < people; ++i) ASSERT_FALSE((i % 3 == 0 ? one : other).add(messages[i]));
      ASSERT_FALSE(both.add(one));
      EXPECT_TRUE(both.add(one)) << "everyone once";
      EXPECT_EQ(both.received(), one.received());
      ASSERT_FALSE(both.add(other));
      EXPECT_EQ(found(both), found(small, round, messages));
      for (const Round &elsewhere : rounds(small))
        if (elsewhere.number != round.number) {
          EXPECT_TRUE(analyzer_of(small, elsewhere).add(both));
        }
    }
}

TEST(LocalAnalyzer, WhatItFindsIsARoundThatParticipantsAnswer) {
  // With reaches from one step on and whatever the noise: nobody is asked what they would refuse.
  for (const char *budget : {"1e-6", "2", "1000"})
    for (const std::uint64_t reach : {0U, 1U, 2U, 7U, 5000U}) {
      const auto small = SmallSession::of(local_session(3, people, rho(budget), reach));
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto shape = [&](Step step) { return small.plan.shape(step); };
        Round round = first_round(small.session, small.plan.schedule(), shape);
        for (std::uint32_t i = 1; i < rounds_of(small.plan.schedule()); ++i) {
          LocalAnalyzer analyzer = analyzer_of(small, round);
          for (const Bytes &message : messages_of(small, round, seed)) ASSERT_FALSE(analyzer.add(message));
          round = std::get<Round>(analyzer.finish().value());
          const auto error = check_round(round, small.session, small.plan.schedule(), shape);
          ASSERT_FALSE(error) << error->wrong << ' ' << budget << ' ' << reach << ' ' << name_of(round.step);
        }
      }
    }
}

TEST(LocalAnalyzer, RoundsThatDoNotFitAreNotListenedTo) {
  const SmallSession small = sessions()[1];
  Round round = small.round(Step::sum, 5000, 0, 100);
  ASSERT_TRUE(LocalAnalyzer::for_round(small.session, small.plan, round));
  round.radius = 0;
  EXPECT_FALSE(LocalAnalyzer::for_round(small.session, small.plan, round));
}

TEST(MedianCell, LiesWithinItsLeafInProportion) {
  const CentreLeaves leaves(50, 4); // 101 cells from -50: leaves begin at -50, -24, 1, 26
  ASSERT_EQ(leaves.first_cell(1), -24);
  ASSERT_EQ(leaves.first_cell(2), 1);
  const auto median = [&](std::vector<double> cumulative) { return median_cell(cumulative, leaves); };
  EXPECT_EQ(median({0.25, 0.5, 0.75, 1}), 0);    // at the end of leaf 1
  EXPECT_EQ(median({0.25, 0.75, 0.75, 1}), -12); // half of its 25 cells
  EXPECT_EQ(median({0, 1, 1, 1}), -12);
  EXPECT_EQ(median({0.375, 0.875, 1, 1}), -24 + 6); // a quarter
  EXPECT_EQ(median({1, 1, 1, 1}), -50 + 13);
  EXPECT_EQ(median({0.5, 0.5, 0.5, 1}), -25); // the last cell of leaf 0
  EXPECT_EQ(median({0, 0, 0, 1}), 26 + 12);
  EXPECT_EQ(median({0, 0, 0, 0}), 26 + 12) << "noise may leave nothing: the middle of the last";
}

TEST(MedianCell, IsWithinTheReachWhateverTheLeaf) {
  for (const std::uint64_t reach :
       {std::uint64_t{1}, std::uint64_t{5}, std::uint64_t{511}, std::uint64_t{512}, Session::most_reach}) {
    const CentreLeaves leaves(reach, 1024);
    const auto end = static_cast<std::int64_t>(reach);
    std::int64_t before = -end;
    for (std::size_t leaf = 0; leaf < 1024; ++leaf) {
      std::vector<double> cumulative(1024, 0);
      std::fill(cumulative.begin() + static_cast<std::ptrdiff_t>(leaf), cumulative.end(), 1);
      const std::int64_t median = median_cell(cumulative, leaves);
      EXPECT_GE(median, before);
      EXPECT_LE(median, end);
      before = median;
    }
  }
}

} // namespace local_analyzer_test
} // namespace poise::internal
