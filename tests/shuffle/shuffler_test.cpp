// The shuffler: keeps whole batches of this very round, one a participant, and forgets their order.
#include "poise/shuffle/shuffler.h"

#include "shuffle/small_play.h"
#include "statistical/goodness_of_fit.h"

#include <set>

namespace poise::internal {
namespace shuffler_test {

using Sorted = std::multiset<std::string>;

template <class Strings> Sorted sorted(const Strings &strings) {
  Sorted all;
  for (const auto &string : strings) all.emplace(string.begin(), string.end());
  return all;
}

struct Scene {
  Session session = session_of({});
  ShufflePlan plan = ShufflePlan::of(session).value();
  Round round = first_of(session, plan);
  std::vector<Row> rows = some_rows(session);
  RecordShape shape = RecordShape::of(session, plan, round).value();
  std::vector<Bytes> batches = batches_of(session, plan, round, rows, 4);

  Shuffler open() const { return Shuffler::open(session, plan, round).value(); }
  std::vector<Bytes> records_of(const Bytes &batch) const {
    return records_in(batch, batch_header_bytes, shape.sealed_bytes(session));
  }
  Sorted all_records() const {
    std::vector<Bytes> all;
    for (const Bytes &batch : batches)
      for (Bytes &record : records_of(batch)) all.push_back(std::move(record));
    return sorted(all);
  }
};

// A batch with a digest that fits, whatever is in it.
Bytes batch_with(const SessionTag &tag, std::uint32_t number, const RoundFingerprint &fingerprint,
                 std::uint64_t participant, std::uint32_t count, std::uint32_t bytes, std::size_t really) {
  WireWriter out(WireKind::batch);
  out.raw(tag);
  out.u32(number);
  out.raw(fingerprint);
  out.u64(participant);
  out.u32(count);
  out.u32(bytes);
  out.raw(Bytes(really));
  return std::move(out).sealed();
}

// Refused with two lines, and nothing of it kept: afterwards the right batches alone come out.
void expect_refused(const Scene &scene, const Bytes &batch, const std::string &because) {
  Shuffler shuffler = scene.open();
  ASSERT_FALSE(shuffler.add(scene.batches[0]));
  const auto error = shuffler.add(batch);
  ASSERT_TRUE(error) << because;
  EXPECT_EQ(error->kind, ErrorKind::bad_input);
  EXPECT_NE(error->wrong.find(because), std::string::npos) << error->wrong;
  EXPECT_FALSE(error->remedy.empty());
  EXPECT_EQ(shuffler.received(), 1U);
  for (std::size_t i = 1; i < scene.batches.size(); ++i) ASSERT_FALSE(shuffler.add(scene.batches[i]));
  SeededBits bits(1);
  const Sorted out = sorted(records_in(std::move(shuffler).release(bits).value(), shuffled_header_bytes,
                                       scene.shape.sealed_bytes(scene.session)));
  EXPECT_EQ(out, scene.all_records());
}

TEST(Shuffler, PassesOnEveryRecordOnceAndNothingElse) {
  const Scene scene;
  const Bytes shuffled = shuffled_of(scene.session, scene.plan, scene.round, scene.batches);
  const Sorted out = sorted(records_in(shuffled, shuffled_header_bytes, scene.shape.plain_bytes()));
  const Sorted in = scene.all_records();
  EXPECT_EQ(out, in);
  EXPECT_EQ(shuffled.size(), shuffled_header_bytes + in.size() * scene.shape.plain_bytes() + Digest{}.size());
  EXPECT_EQ(number_at(shuffled, 19, 8), scene.session.participants);
  EXPECT_EQ(number_at(shuffled, 27, 8), in.size());
}

TEST(Shuffler, RefusesBatchesThatAreNotOfThisRound) {
  const Scene scene;
  expect_refused(scene, scene.batches[0], "two batches come from one participant");
  const Session other = session_of({.seed = 2});
  expect_refused(scene, batches_of(other, scene.plan, first_of(other, scene.plan), scene.rows, 4)[1],
                 "another session");
  Round next = scene.round;
  ++next.number;
  ++next.turn;
  expect_refused(scene, batches_of(scene.session, scene.plan, next, scene.rows, 4)[1], "another round");
  expect_refused(scene, encode(scene.session), "not a batch");
  expect_refused(scene, {}, "not a batch");
  expect_refused(scene, Bytes(1000, 7), "not a batch");
}

// An analyzer who tells one participant something else than the others: same session, same number, same
// lengths. In the last round their noise would be too small for its larger radius.
TEST(Shuffler, RefusesAnAnswerToAnotherVersionOfTheRound) {
  const Scene scene;
  Round told = scene.round;
  told.search[0].high = 512;
  const Bytes batch = batches_of(scene.session, scene.plan, told, scene.rows, 4)[1];
  ASSERT_EQ(batch.size(), scene.batches[1].size());
  expect_refused(scene, batch, "another question");

  Round last = scene.round;
  last.number = rounds_of(scene.plan.schedule());
  last.step = Step::sum;
  last.search.clear();
  last.centre.assign(scene.session.width(), 0);
  last.radius = 300;
  Round larger = last;
  larger.radius = 400; // a third more
  const auto few = RecordShape::of(scene.session, scene.plan, last).value(),
             more = RecordShape::of(scene.session, scene.plan, larger).value();
  ASSERT_EQ(std::get<SharePlan>(few.how).shape, std::get<SharePlan>(more.how).shape);
  ASSERT_LT(std::get<SharePlan>(few.how).variance, std::get<SharePlan>(more.how).variance);
  Shuffler shuffler = Shuffler::open(scene.session, scene.plan, last).value();
  EXPECT_TRUE(shuffler.add(batches_of(scene.session, scene.plan, larger, scene.rows, 4)[1]));
  EXPECT_FALSE(shuffler.add(batches_of(scene.session, scene.plan, last, scene.rows, 4)[1]));
}

TEST(Shuffler, RefusesWhoHasWorkedOutOtherNoise) {
  const Scene scene;
  ShufflePlan other = scene.plan;
  std::get<SharePlan>(other.centre.how).variance += ratio(1, 1024);
  Shuffler shuffler = scene.open();
  EXPECT_TRUE(shuffler.add(batches_of(scene.session, other, scene.round, scene.rows, 4)[1]));
  EXPECT_FALSE(shuffler.add(scene.batches[1]));
}

TEST(Shuffler, TwoRoundsOrSessionsNeverShareAFingerprint) {
  const Scene scene;
  std::vector<RoundFingerprint> seen = {fingerprint_of(scene.session, scene.round)};
  Round round = scene.round;
  round.search[1].low = 1;
  seen.push_back(fingerprint_of(scene.session, round));
  Session session = scene.session;
  session.participants += 1; // under the tag of the other: as a collision of tags would have it
  seen.push_back(fingerprint_of(session, scene.round));
  std::get<ShuffleBudget>(session.budget).dishonest = 0;
  seen.push_back(fingerprint_of(session, scene.round));
  for (const char *const numbers : {"1", "11"}) seen.push_back(fingerprint_of(session, scene.round, numbers));
  const Sorted all = sorted(seen);
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST(Shuffler, RefusesEveryTruncatedOrFlippedBatch) {
  const Scene scene;
  const Bytes &batch = scene.batches[1];
  Shuffler shuffler = scene.open();
  for (std::size_t length = 0; length < batch.size(); length += length < 100 ? 1 : 37)
    EXPECT_TRUE(shuffler.add(ByteView(batch).first(length))) << length;
  for (std::size_t at = 0; at < batch.size(); at += at < 100 ? 1 : 37) {
    Bytes flipped = batch;
    flipped[at] ^= static_cast<std::uint8_t>(1U << (at % 8));
    EXPECT_TRUE(shuffler.add(flipped)) << at;
  }
  EXPECT_EQ(shuffler.received(), 0U);
  Bytes flipped = batch;
  flipped[batch.size() / 2] ^= 1;
  expect_refused(scene, flipped, "damaged");
  expect_refused(scene, Bytes(batch.begin(), batch.end() - 10), "damaged");
}

TEST(Shuffler, RefusesBatchesOfTheWrongMakeThoughTheirDigestFits) {
  const Scene scene;
  const SessionTag tag = tag_of(scene.session);
  const RoundFingerprint name = fingerprint_of(scene.session, scene.round, numbers_of(scene.shape));
  const auto bytes = static_cast<std::uint32_t>(scene.shape.plain_bytes());
  const auto count = static_cast<std::uint32_t>(std::get<SharePlan>(scene.shape.how).shape.records());
  const std::size_t all = std::size_t{count} * bytes;
  expect_refused(scene, batch_with(tag, 1, name, 25, count, bytes, all), "whom the session does not have");
  expect_refused(scene, batch_with(tag, 1, name, 1, count - 1, bytes, all - bytes), "other records");
  expect_refused(scene, batch_with(tag, 1, name, 1, count + 1, bytes, all + bytes), "other records");
  expect_refused(scene, batch_with(tag, 1, name, 1, count, bytes + 1, all + count), "other records");
  expect_refused(scene, batch_with(tag, 1, name, 1, count, bytes, all - 1), "shorter or longer");
  expect_refused(scene, batch_with(tag, 1, name, 1, count, bytes, all + 1), "shorter or longer");
  Shuffler shuffler = scene.open();
  EXPECT_FALSE(shuffler.add(batch_with(tag, 1, name, 1, count, bytes, all))); // the same, but right
}

TEST(Shuffler, ABatchOfATreeHoldsAtLeastTheOwnNodes) {
  const Session session = session_of({});
  const ShufflePlan plan = with_trees(ShufflePlan::of(session).value(), Rational(2));
  const Round round = first_of(session, plan);
  const RoundFingerprint name =
      fingerprint_of(session, round, numbers_of(RecordShape::of(session, plan, round).value()));
  const std::uint32_t bytes = record_header_bytes + 8;
  Shuffler shuffler = Shuffler::open(session, plan, round).value();
  EXPECT_TRUE(shuffler.add(batch_with(tag_of(session), 1, name, 0, 39, bytes, 39 * bytes)));
  EXPECT_FALSE(shuffler.add(batch_with(tag_of(session), 1, name, 0, 40, bytes, 40 * bytes)));
}

TEST(Shuffler, ReleasesOnlyCompleteRounds) {
  const Scene scene;
  Shuffler shuffler = scene.open();
  for (std::size_t i = 0; i + 1 < scene.batches.size(); ++i) ASSERT_FALSE(shuffler.add(scene.batches[i]));
  SeededBits bits(1);
  const auto released = std::move(shuffler).release(bits);
  ASSERT_FALSE(released);
  EXPECT_EQ(released.error().wrong, "of 25 participants 24 have sent their batch of this round");
  EXPECT_FALSE(bits.drawn());
}

// Where two records of one participant, first and last of its batch, end up: in each of ten tenths equally
// often, also jointly. Batches come in the order of their senders every time. False alarms at most 1e-6 each.
TEST(Shuffler, WhereARecordEndsUpTellsNothingOfItsSender) {
  const Scene scene;
  Shuffler filled = scene.open();
  for (const Bytes &batch : scene.batches) ASSERT_FALSE(filled.add(batch));
  const std::vector<Bytes> own = scene.records_of(scene.batches[0]);
  const std::size_t bytes = scene.shape.plain_bytes(), records = own.size() * scene.batches.size();
  SeededBits bits(21);
  statistical::Counts pairs;
  for (int trial = 0; trial < 3000; ++trial) {
    const Bytes out = Shuffler(filled).release(bits).value();
    const auto tenth = [&](const Bytes &record) {
      for (std::size_t i = 0; i < records; ++i)
        if (std::equal(record.begin() + 14, record.end(),
                       out.begin() + static_cast<std::ptrdiff_t>(shuffled_header_bytes + i * bytes + 14)))
          return static_cast<std::int64_t>(i * 10 / records);
      return std::int64_t{-1};
    };
    pairs.add(10 * tenth(own.front()) + tenth(own.back()));
  }
  // Tenths differ by a record in size, and a pair is never in one place: less than a thousandth of a share.
  const auto uniform = [](std::int64_t) { return 0.01; };
  EXPECT_EQ(statistical::misfit(pairs, uniform, 0, 99), "");
  const auto near_the_front = [](std::int64_t x) { return x < 50 ? 0.013 : 0.007; };
  EXPECT_NE(statistical::misfit(pairs, near_the_front, 0, 99), "");
}

} // namespace shuffler_test
} // namespace poise::internal
