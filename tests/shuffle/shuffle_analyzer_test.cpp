// The analyzer: what whole rounds lead to, by hand; and that broken ones lead nowhere.
#include "poise/shuffle/shuffle_analyzer.h"

#include "shuffle/small_play.h"

namespace poise::internal {
namespace shuffle_analyzer_test {

using Outcome = ShuffleAnalyzer::Outcome;

// The sums that everyone's vectors and noise add up to.
Row sums_by_hand(const Session &session, const ShufflePlan &plan, const Round &round,
                 const std::vector<Row> &rows, std::uint64_t seed) {
  const ShuffleClient client = ShuffleClient::prepare(session, plan, round).value();
  Row sums(std::get<SharePlan>(client.records().how).shape.coordinates), vector(sums.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SeededBits bits(seed, i);
    client.noisy_vector(rows[i], bits, vector); // checked in shuffle_client_test.cpp
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += vector[j];
  }
  return sums;
}

// D H (centre + unit sum / n) / width, in the units of the table.
std::vector<double> mean_by_hand(const Session &session, const Round &round, const Row &sums, double unit) {
  const auto width = static_cast<double>(session.width());
  std::vector<double> mean;
  for (std::size_t j = 0; j < session.columns.size(); ++j) {
    double cell = 0;
    for (std::size_t i = 0; i < session.width(); ++i) {
      const double turned = static_cast<double>(round.centre[i]) +
                            unit * static_cast<double>(sums[i]) / static_cast<double>(session.participants);
      cell += std::popcount(i & j) % 2 != 0 ? -turned : turned;
    }
    const bool negative = ((session.signs[j / 64] >> (j % 64)) & 1) != 0;
    mean.push_back((negative ? -cell : cell) / width / 1024); // a step is 2^-10
  }
  return mean;
}

// Too few to hide anything, and quick to seal.
ShufflePlan with_few_shares(ShufflePlan plan) {
  plan.security_bits = 2;
  for (CountPlan *const count : {&plan.centre, &plan.radius})
    std::get<SharePlan>(count->how).shape.shares = 3;
  if (plan.reach) std::get<SharePlan>(plan.reach->how).shape.shares = 3;
  return plan;
}

// Searches and the sum, sealed and open, with a known and an unknown reach.
TEST(ShuffleAnalyzer, ReadsTheSumsThatVectorsAndNoiseAddUpTo) {
  const KeyPair key = new_key_pair();
  for (const bool sealed : {false, true})
    for (const std::uint64_t reach : {0U, 1000U}) {
      const Session session =
          session_of({.columns = 3,
                      .reach = reach,
                      .key = sealed ? key.public_key.bytes : std::array<std::uint8_t, 32>{}});
      ShufflePlan plan = ShufflePlan::of(session).value();
      if (sealed) plan = with_few_shares(plan);
      const std::vector<Row> rows = some_rows(session);
      const std::optional<KeyPair> own = sealed ? std::optional(key) : std::nullopt;
      Round round = first_of(session, plan);
      for (std::uint32_t number = 1;; ++number) {
        ASSERT_EQ(round.number, number);
        const std::uint64_t seed = 70 + number;
        const auto analyzer = ShuffleAnalyzer::for_round(session, plan, round).value();
        const auto outcome = analyzer.decode(
            shuffled_of(session, plan, round, batches_of(session, plan, round, rows, seed)), own);
        ASSERT_TRUE(outcome);
        const Row sums = sums_by_hand(session, plan, round, rows, seed);
        const auto &shares = std::get<SharePlan>(analyzer.records().how);
        if (round.step == Step::sum) {
          const auto &mean = std::get<ProtocolMean>(*outcome);
          const double unit =
              std::ldexp(1.0, static_cast<int>(analyzer.records().shift)) / static_cast<double>(shares.gain);
          const auto expected = mean_by_hand(session, round, sums, unit);
          ASSERT_EQ(mean.value.size(), 3U);
          for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(mean.value[j], expected[j], 1e-9);
          EXPECT_EQ(number, rounds_of(plan.schedule()));
          break;
        }
        const auto &next = std::get<Round>(*outcome);
        EXPECT_FALSE(
            check_round(next, session, plan.schedule(), [&](Step step) { return plan.shape(step); }));
        if (next.step == round.step) {
          for (std::size_t j = 0; j < sums.size(); ++j) {
            const auto [low, high] = round.search[j];
            const double share = static_cast<double>(sums[j]) / static_cast<double>(shares.gain) /
                                 static_cast<double>(session.participants);
            const std::uint32_t middle = (low + high) / 2;
            if (round.step == Step::centre) {
              EXPECT_EQ(next.search[j], (share >= 0.5 ? LeafRange{low, middle} : LeafRange{middle, high}));
            } else {
              EXPECT_TRUE(next.search[j] == (LeafRange{low, middle}) ||
                          next.search[j] == (LeafRange{middle, high}));
            }
          }
        }
        round = next;
      }
    }
}

// With hardly a dummy and hardly any noise, the centre is the median of every rotated column, up to a leaf.
TEST(ShuffleAnalyzer, FindsTheMediansByTreeAndBySearch) {
  const Session session = session_of({.participants = 401, .columns = 3});
  ShufflePlan searches = ShufflePlan::of(session).value();
  for (CountPlan *const count : {&searches.centre, &searches.radius})
    std::get<SharePlan>(count->how).variance = ratio(1, 1000);
  const std::vector<Row> rows = some_rows(session);
  for (const ShufflePlan &plan : {searches, with_trees(searches, ratio(1, 1000))}) {
    std::vector<Round> rounds = rounds_by(session, plan, rows, std::nullopt, 15);
    const auto around = std::ranges::find(rounds, Step::radius, &Round::step);
    ASSERT_NE(around, rounds.end());
    for (std::size_t j = 0; j < session.width(); ++j) {
      std::vector<std::int64_t> column;
      for (const Row &row : rows) column.push_back(rotated_by_hand(session, row)[j]);
      std::ranges::nth_element(column, column.begin() + 200);
      EXPECT_NEAR(static_cast<double>(around->centre[j]), static_cast<double>(column[200]), 8) << j;
    }
    // Four of five rows are within 2 * 50 * sqrt(3) of the centre, one of ten beyond any radius; the rank of
    // the radius is well inside.
    EXPECT_GT(rounds.back().radius, 30U);
    EXPECT_LE(rounds.back().radius, longest_radius(1000, 4));
  }
}

// A file of shuffled records with a digest that fits, whatever is in it.
Bytes file_of(const Session &session, const Round &round, const std::vector<Bytes> &records,
              std::size_t record_bytes) {
  WireWriter out(WireKind::shuffled);
  out.raw(tag_of(session));
  out.u32(round.number);
  out.u64(session.participants);
  out.u64(records.size());
  out.u32(static_cast<std::uint32_t>(record_bytes));
  for (const Bytes &record : records) out.raw(record);
  return std::move(out).sealed();
}

// A session of two blocks a participant, sealed to a key.
struct Scene {
  KeyPair key = new_key_pair();
  Session session = session_of({.participants = 25, .columns = 2, .key = key.public_key.bytes});
  ShufflePlan plan = two_blocks();
  Round round = first_of(session, plan);
  std::vector<Row> rows = some_rows(session);
  std::size_t bytes = RecordShape::of(session, plan, round).value().sealed_bytes(session);
  Bytes file = shuffled_of(session, plan, round, batches_of(session, plan, round, rows, 4));
  std::vector<Bytes> records = records_in(file, shuffled_header_bytes, bytes);
  ShuffleAnalyzer analyzer = ShuffleAnalyzer::for_round(session, plan, round).value();

  ShufflePlan two_blocks() const {
    ShufflePlan small = ShufflePlan::of(session).value();
    ShareShape &shape = std::get<SharePlan>(small.centre.how).shape;
    shape.block = 1;
    shape.shares = 4;
    return small;
  }
  Result<Outcome> decode(const std::vector<Bytes> &changed) const {
    return analyzer.decode(file_of(session, round, changed, bytes), key);
  }
  std::uint64_t tag_of_record(const Bytes &record) const {
    Bytes plain(bytes - 48);
    EXPECT_TRUE(open(key, record, plain));
    return number_at(plain, 14, 4);
  }
};

void expect_refused(const Result<Outcome> &outcome, const std::string &because) {
  ASSERT_FALSE(outcome) << because;
  EXPECT_NE(outcome.error().wrong.find(because), std::string::npos) << outcome.error().wrong;
  EXPECT_FALSE(outcome.error().remedy.empty());
}

TEST(ShuffleAnalyzer, RefusesLostAndDuplicatedRecords) {
  const Scene scene;
  ASSERT_TRUE(scene.decode(scene.records));
  auto fewer = scene.records;
  fewer.pop_back();
  expect_refused(scene.decode(fewer), "records are missing, or there are too many");
  auto more = scene.records;
  more.push_back(more[3]);
  expect_refused(scene.decode(more), "records are missing, or there are too many");
  expect_refused(scene.decode({}), "records are missing");
  // In the place of one of the other tag: as many records in all, but not of each tag.
  const auto other = std::ranges::find_if(scene.records, [&](const Bytes &record) {
    return scene.tag_of_record(record) != scene.tag_of_record(scene.records[0]);
  });
  ASSERT_NE(other, scene.records.end());
  auto swapped = scene.records;
  swapped[0] = *other;
  expect_refused(scene.decode(swapped), "records are missing, or there are too many");
}

// Nobody can tell: any share may be any residue. What comes out is noise, and harms nobody.
TEST(ShuffleAnalyzer, DoesNotSeeARecordInThePlaceOfAnotherOfItsTag) {
  const Scene scene;
  auto swapped = scene.records;
  for (std::size_t i = 1; i < swapped.size(); ++i)
    if (scene.tag_of_record(swapped[i]) == scene.tag_of_record(swapped[0])) {
      swapped[0] = swapped[i];
      break;
    }
  EXPECT_TRUE(scene.decode(swapped));
}

TEST(ShuffleAnalyzer, RefusesRecordsThatWereChangedOrComeFromElsewhere) {
  const Scene scene;
  for (std::size_t at = 0; at < scene.bytes; ++at) {
    auto flipped = scene.records;
    flipped[5][at] ^= 4;
    expect_refused(scene.decode(flipped), "not sealed to this session's key, or was changed");
  }
  // A record of the next round, and one of another session with the same key.
  Round next = scene.round;
  ++next.number;
  ++next.turn;
  Session other = scene.session;
  other.id[0] ^= 1;
  const std::pair<Session, Round> elsewhere[] = {{scene.session, next}, {other, first_of(other, scene.plan)}};
  for (const auto &[session, round] : elsewhere) {
    auto foreign = scene.records;
    foreign[7] = records_in(batches_of(session, scene.plan, round, scene.rows, 4)[0], batch_header_bytes,
                            scene.bytes)[0];
    expect_refused(scene.decode(foreign), "a record belongs to another round or session");
  }
  // Tags that the round does not have, in an envelope that opens.
  auto odd = scene.records;
  Bytes plain(scene.bytes - 48);
  ASSERT_TRUE(open(scene.key, odd[2], plain));
  plain[14] = 2;
  ASSERT_TRUE(seal(scene.key.public_key, plain, odd[2]));
  expect_refused(scene.decode(odd), "names something that this round does not have");
}

TEST(ShuffleAnalyzer, RefusesBrokenAndForeignFiles) {
  const Scene scene;
  const auto decode = [&](ByteView file) { return scene.analyzer.decode(file, scene.key); };
  ASSERT_TRUE(decode(scene.file));
  for (std::size_t length = 0; length < scene.file.size(); length += length < 100 ? 1 : 97)
    EXPECT_FALSE(decode(ByteView(scene.file).first(length))) << length;
  for (std::size_t at = 0; at < scene.file.size(); at += at < 100 ? 1 : 97) {
    Bytes flipped = scene.file;
    flipped[at] ^= 16;
    EXPECT_FALSE(decode(flipped)) << at;
  }
  Session other = scene.session;
  other.id[0] ^= 1;
  expect_refused(decode(file_of(other, scene.round, scene.records, scene.bytes)), "another session");
  Round next = scene.round;
  ++next.number;
  expect_refused(decode(file_of(scene.session, next, scene.records, scene.bytes)), "another round");
  expect_refused(decode(file_of(scene.session, scene.round, scene.records, scene.bytes - 1)),
                 "not those of this round");
  expect_refused(decode(batches_of(scene.session, scene.plan, scene.round, scene.rows, 4)[0]),
                 "not a shuffled round");
  const auto crowd = [&](std::uint64_t participants, std::uint64_t records, std::size_t surplus) {
    WireWriter out(WireKind::shuffled);
    out.raw(tag_of(scene.session));
    out.u32(1);
    out.u64(participants);
    out.u64(records);
    out.u32(static_cast<std::uint32_t>(scene.bytes));
    for (const Bytes &record : scene.records) out.raw(record);
    out.raw(Bytes(surplus));
    return decode(std::move(out).sealed());
  };
  ASSERT_TRUE(crowd(25, scene.records.size(), 0));
  expect_refused(crowd(24, scene.records.size(), 0), "has not heard every participant");
  expect_refused(crowd(25, scene.records.size() + 1, 0), "not those of this round");
  expect_refused(crowd(25, ~std::uint64_t{0}, 0), "not those of this round");
  expect_refused(crowd(25, scene.records.size() - 1, 0), "more bytes than");
  expect_refused(crowd(25, scene.records.size(), 1), "more bytes than");
}

TEST(ShuffleAnalyzer, NeedsTheKeyOfTheSession) {
  const Scene scene;
  expect_refused(scene.analyzer.decode(scene.file, std::nullopt), "there is no key");
  expect_refused(scene.analyzer.decode(scene.file, new_key_pair()), "not the one");
  KeyPair pretender = new_key_pair(); // the right public half alone
  pretender.public_key = scene.key.public_key;
  expect_refused(scene.analyzer.decode(scene.file, pretender), "not sealed to this session's key");
}

TEST(ShuffleAnalyzer, RefusesTreesThatMissAParticipant) {
  const Session session = session_of({.columns = 2});
  const ShufflePlan plan = with_trees(ShufflePlan::of(session).value(), ratio(1, 1000));
  const Round round = first_of(session, plan);
  const std::vector<Row> rows = some_rows(session);
  const std::size_t bytes = record_header_bytes + 8;
  const auto records =
      records_in(shuffled_of(session, plan, round, batches_of(session, plan, round, rows, 4)),
                 shuffled_header_bytes, bytes);
  ASSERT_EQ(records.size(), 25U * 2 * 10);
  const auto analyzer = ShuffleAnalyzer::for_round(session, plan, round).value();
  const auto decode = [&](const std::vector<Bytes> &changed) {
    return analyzer.decode(file_of(session, round, changed, bytes), std::nullopt);
  };
  ASSERT_TRUE(decode(records));
  auto fewer = records;
  fewer.erase(fewer.begin() + 40);
  expect_refused(decode(fewer), "fewer than there are participants");
  // Instead, a record of another level: as many in all.
  auto moved = records;
  const std::uint64_t bin = number_at(records[40], record_header_bytes, 8);
  moved[40][record_header_bytes] = bin < 2 ? 2 : 0;
  moved[40][record_header_bytes + 1] = 0;
  expect_refused(decode(moved), "fewer than there are participants");
  auto beyond = records;
  for (std::size_t i = 0; i < 8; ++i) beyond[3][record_header_bytes + i] = 0xff;
  expect_refused(decode(beyond), "names something that this round does not have");
  auto more = records; // looks like a dummy
  more.push_back(records[3]);
  EXPECT_TRUE(decode(more));
}

} // namespace shuffle_analyzer_test
} // namespace poise::internal
