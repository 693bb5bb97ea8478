// What a participant sends: exactly its row's answer plus the plan's noise, in a form that shows nothing
// else.
#include "poise/shuffle/shuffle_client.h"

#include "oracle/exact_masses.h"
#include "shuffle/small_play.h"
#include "statistical/goodness_of_fit.h"

#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace shuffle_client_test {

std::uint32_t leaf_by_hand(std::int64_t cell, std::int64_t reach, std::int64_t leaves) {
  const std::int64_t inside = std::clamp(cell, -reach, reach);
  return static_cast<std::uint32_t>((inside + reach) * leaves / (2 * reach + 1));
}

// The vector of a participant without noise; in the last round for radii that are counted step by step.
Row vector_by_hand(const Session &session, const ShufflePlan &plan, const Round &round, const Row &row,
                   std::uint64_t gain) {
  Row cells = rotated_by_hand(session, row);
  const auto scale = static_cast<std::int64_t>(gain);
  if (round.step == Step::centre) {
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const auto [low, high] = round.search[j];
      const std::uint32_t leaf = leaf_by_hand(cells[j], static_cast<std::int64_t>(round.reach), 1024);
      cells[j] = leaf < (low + high) / 2 ? scale : 0;
    }
    return cells;
  }
  if (round.step != Step::reach)
    for (std::size_t j = 0; j < cells.size(); ++j) cells[j] -= round.centre[j];
  long double squares = 0;
  for (const std::int64_t cell : cells)
    squares += static_cast<long double>(cell) * static_cast<long double>(cell);
  const long double norm = std::sqrt(squares);
  if (round.step == Step::sum) {
    const long double shrink = std::min(1.0L, static_cast<long double>(round.radius) / norm);
    for (std::int64_t &cell : cells)
      cell = scale *
             static_cast<std::int64_t>(std::trunc(static_cast<long double>(cell) * shrink * (1 + 1e-18L)));
    return cells;
  }
  const RadiusLadder ladder = shuffle_ladder(session, plan, round);
  std::uint32_t bucket = 0;
  while (bucket + 1 < ladder.buckets() &&
         (bucket == 0 ? norm > 0 : norm > static_cast<long double>(ladder.radius(bucket))))
    ++bucket;
  const auto [low, high] = round.search[0];
  return {bucket < (low + high) / 2 ? scale : 0};
}

// Every round of a session whose reach is unknown: three searches and a sum, by 25 participants.
TEST(ShuffleClient, RecordsAddUpToTheExactVectorAndTheNoiseOfThePlan) {
  for (const std::size_t columns : {1U, 3U}) {
    const Session session = session_of({.columns = columns, .reach = 0});
    const ShufflePlan plan = ShufflePlan::of(session).value();
    const std::vector<Row> rows = some_rows(session);
    std::vector<Round> rounds = rounds_by(session, plan, rows, std::nullopt, 11);
    ASSERT_EQ(rounds.size(), rounds_of(plan.schedule()));
    // Not so large that cells are rounded.
    rounds.back().radius = std::min<std::uint64_t>(700, longest_radius(rounds.back().reach, session.width()));
    for (const Round &round : rounds) {
      const auto shape = RecordShape::of(session, plan, round).value();
      const auto &shares = std::get<SharePlan>(shape.how);
      ASSERT_EQ(shape.shift, 0U);
      for (const std::size_t i : {0U, 9U, 24U}) {
        const Bytes batch = batches_of(session, plan, round, rows, 12)[i];
        ShareSums sums(shares.shape);
        for (const Bytes &record : records_in(batch, batch_header_bytes, shape.plain_bytes()))
          ASSERT_TRUE(sums.add(static_cast<std::uint32_t>(number_at(record, 14, 4)),
                               ByteView(record).subspan(record_header_bytes)));
        ASSERT_TRUE(sums.complete(1));
        Row expected = vector_by_hand(session, plan, round, rows[i], shares.gain);
        const Row noise = noise_by_hand(shape, 12, i);
        for (std::size_t j = 0; j < expected.size(); ++j) expected[j] += noise[j];
        EXPECT_EQ(sums.sums(), expected) << name_of(round.step) << round.turn << " of " << i;
      }
    }
  }
}

TEST(ShuffleClient, NamesItsOwnNodesAndDummiesInATree) {
  const Session session = session_of({.columns = 3, .reach = 0});
  const ShufflePlan plan = with_trees(ShufflePlan::of(session).value(), Rational(40));
  const std::vector<Row> rows = some_rows(session);
  const std::vector<Round> rounds = rounds_by(session, plan, rows, std::nullopt, 11);
  ASSERT_EQ(rounds.size(), 4U);
  for (const Round &round : {rounds[0], rounds[1], rounds[2]}) {
    const auto shape = RecordShape::of(session, plan, round).value();
    const TreeShape tree = std::get<TreePlan>(shape.how).shape;
    const ShuffleClient client = ShuffleClient::prepare(session, plan, round).value();
    std::vector<std::uint32_t> leaves(tree.coordinates);
    client.own_leaves(rows[4], leaves);
    if (round.step == Step::centre) {
      for (std::size_t j = 0; j < leaves.size(); ++j)
        EXPECT_EQ(leaves[j], leaf_by_hand(rotated_by_hand(session, rows[4])[j],
                                          static_cast<std::int64_t>(round.reach), 1024));
    }
    SeededBits bits(6), again(6);
    const Bytes batch = client.answer(4, rows[4], bits);
    std::vector<std::uint64_t> bins, expected;
    for (const Bytes &record : records_in(batch, batch_header_bytes, shape.plain_bytes()))
      bins.push_back(number_at(record, record_header_bytes, 8));
    TreeClient(tree, Rational(40))(leaves, again, expected);
    EXPECT_EQ(bins, expected);
  }
}

TEST(ShuffleClient, SealedRecordsHoldWhatOpenOnesDo) {
  const KeyPair key = new_key_pair();
  const Session open_session = session_of({}), session = session_of({.key = key.public_key.bytes});
  ASSERT_FALSE(has_key(open_session));
  ASSERT_TRUE(has_key(session));
  const ShufflePlan plan = ShufflePlan::of(session).value();
  const std::vector<Row> rows = some_rows(session);
  for (const bool trees : {false, true}) {
    const ShufflePlan used = trees ? with_trees(plan, Rational(5)) : plan;
    const Round round = first_of(session, used), open_round = first_of(open_session, used);
    const auto shape = RecordShape::of(session, used, round).value();
    ASSERT_EQ(shape.sealed_bytes(session), shape.plain_bytes() + 48);
    ASSERT_EQ(shape.sealed_bytes(open_session), shape.plain_bytes());
    const auto sealed = records_in(batches_of(session, used, round, rows, 3)[2], batch_header_bytes,
                                   shape.sealed_bytes(session));
    const auto plain = records_in(batches_of(open_session, used, open_round, rows, 3)[2], batch_header_bytes,
                                  shape.plain_bytes());
    ASSERT_EQ(sealed.size(), plain.size());
    for (std::size_t i = 0; i < sealed.size(); ++i) {
      Bytes opened(shape.plain_bytes());
      ASSERT_TRUE(open(key, sealed[i], opened));
      EXPECT_EQ(opened[0], wire_version);
      EXPECT_EQ(opened[1], trees ? 2 : 1);
      EXPECT_TRUE(std::ranges::equal(ByteView(opened).subspan(2, 8), tag_of(session)));
      EXPECT_TRUE(std::ranges::equal(ByteView(opened).subspan(10), ByteView(plain[i]).subspan(10)));
    }
  }
}

// Extremes, ties, ordinary cells.
Row any_row(const Session &session) {
  const std::int64_t bound = session.grid.bound();
  Row row;
  for (std::size_t j = 0; j < session.columns.size(); ++j)
    row.push_back(*rc::gen::oneOf(rc::gen::element<std::int64_t>(0, 1, -1, bound, -bound),
                                  rc::gen::inRange<std::int64_t>(-2000, 2000),
                                  rc::gen::inRange<std::int64_t>(-bound, bound + 1)));
  return row;
}

// Whatever the analyzer asks for within the session: the last round, or any turn of a search.
RC_GTEST_PROP(ShuffleClient, AReplacedRowMovesTheVectorByNoMoreThanThePlanAssumes, ()) {
  const Session session = session_of({.columns = *rc::gen::inRange<std::size_t>(1, 12),
                                      .reach = 0,
                                      .seed = *rc::gen::inRange<std::uint64_t>(1, 1000)});
  static std::map<std::size_t, ShufflePlan> plans; // of sessions of a width
  if (!plans.contains(session.width())) plans.emplace(session.width(), ShufflePlan::of(session).value());
  const ShufflePlan &plan = plans.at(session.width());
  Round round = first_of(session, plan);
  const auto stage = *rc::gen::inRange<std::size_t>(0, 4);
  for (std::size_t s = 0; s < stage; ++s) round.number += plan.schedule()[s].turns;
  round.step = plan.schedule()[stage].step;
  round.search.clear();
  if (round.step != Step::reach)
    round.reach = *rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(1, 5000),
                                  rc::gen::element<std::uint64_t>(1, Session::most_reach, 1U << 20));
  if (round.step >= Step::radius)
    for (std::size_t j = 0; j < session.width(); ++j) {
      const auto reach = static_cast<std::int64_t>(round.reach);
      round.centre.push_back(*rc::gen::element<std::int64_t>(-reach, 0, reach, reach / 3));
    }
  if (round.step == Step::sum) {
    const std::uint64_t longest = longest_radius(round.reach, session.width());
    round.radius = std::max<std::uint64_t>(1, longest >> *rc::gen::inRange(0, 60));
  } else {
    const StepShape shape = plan.shape(round.step);
    for (std::uint32_t j = 0; j < shape.searched; ++j) {
      const auto low = *rc::gen::inRange<std::uint32_t>(0, shape.leaves);
      round.search.push_back({low, *rc::gen::inRange<std::uint32_t>(low + 1, shape.leaves + 1)});
    }
  }
  const ShuffleClient client = ShuffleClient::prepare(session, plan, round).value();
  const auto &shares = std::get<SharePlan>(client.records().how);
  const std::size_t cells = shares.shape.coordinates;
  const auto bare = [&](const Row &row, std::uint64_t seed) {
    SeededBits bits(seed);
    Row vector(cells);
    client.noisy_vector(row, bits, vector);
    const Row noise = noise_by_hand(client.records(), seed, 0);
    for (std::size_t j = 0; j < cells; ++j) vector[j] -= noise[j];
    return vector;
  };
  const Row a = bare(any_row(session), *rc::gen::inRange<std::uint64_t>(0, 1000)),
            b = bare(any_row(session), *rc::gen::inRange<std::uint64_t>(0, 1000));
  // In l2-norm: by gain sqrt(coordinates) in a search; in the last round each vector is within gain C.
  const auto squared = [](const Row &row) {
    Integer sum = 0;
    for (const std::int64_t cell : row) sum += to_integer(Int128{cell}) * to_integer(Int128{cell});
    return sum;
  };
  const Integer gain = to_integer(shares.gain);
  if (round.step == Step::sum) {
    const Integer length =
        to_integer(coarse_radius(round.radius, client.records().shift, session.width())) * gain;
    RC_ASSERT((squared(a) <= length * length));
    RC_ASSERT((squared(b) <= length * length));
  } else {
    Row difference(cells);
    for (std::size_t j = 0; j < cells; ++j) difference[j] = a[j] - b[j];
    RC_ASSERT((squared(difference) <= gain * gain * to_integer(std::uint64_t{cells})));
  }
}

// The bound is reached: a row beyond the radius counts nearly its whole length.
TEST(ShuffleClient, ARowFarOutCountsTheWholeRadius) {
  const Session session = session_of({.columns = 4});
  const ShufflePlan plan = ShufflePlan::of(session).value();
  Round round = first_of(session, plan);
  round.number = rounds_of(plan.schedule());
  round.step = Step::sum;
  round.turn = 0;
  round.search.clear();
  round.centre.assign(4, 0);
  round.radius = 1500;
  const ShuffleClient client = ShuffleClient::prepare(session, plan, round).value();
  Row vector(4);
  SeededBits bits(5);
  client.noisy_vector(Row(4, session.grid.bound()), bits, vector);
  const Row noise = noise_by_hand(client.records(), 5, 0);
  double squares = 0;
  for (std::size_t j = 0; j < 4; ++j) squares += std::pow(static_cast<double>(vector[j] - noise[j]), 2);
  EXPECT_NEAR(std::sqrt(squares),
              1500.0 * static_cast<double>(std::get<SharePlan>(client.records().how).gain), 10);
}

TEST(ShuffleClient, ABatchIsAsLongForEveryRow) {
  for (const bool trees : {false, true}) {
    const Session session = session_of({});
    const ShufflePlan searches = ShufflePlan::of(session).value();
    const ShufflePlan plan = trees ? with_trees(searches, Rational(30)) : searches;
    const ShuffleClient client = ShuffleClient::prepare(session, plan, first_of(session, plan)).value();
    const std::int64_t bound = session.grid.bound();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      std::optional<std::size_t> length;
      for (const Row &row : {Row{0, 0, 0}, Row{bound, bound, bound}, Row{-bound, 5, 77}}) {
        SeededBits bits(seed);
        const std::size_t bytes = client.answer(3, row, bits).size();
        EXPECT_EQ(bytes, length.value_or(bytes)); // for the same dice
        length = bytes;
      }
    }
  }
}

// 4000 batches with 30 dummies on average: their number is Poisson, and 20% fewer would be seen. False alarms
// at most 1e-6.
TEST(ShuffleClient, TheNumberOfDummiesIsPoissonForEveryRow) {
  const Session session = session_of({});
  const ShufflePlan plan = with_trees(ShufflePlan::of(session).value(), Rational(30));
  const ShuffleClient client = ShuffleClient::prepare(session, plan, first_of(session, plan)).value();
  const std::size_t record = client.records().plain_bytes(), own = 4 * 10;
  SeededBits bits(8);
  for (const Row &row : {Row{0, 0, 0}, Row{session.grid.bound(), 1, -5}}) {
    const auto counts = statistical::count(
        4000, [&] { return (client.answer(3, row, bits).size() - batch_bytes(0, 0)) / record - own; });
    EXPECT_EQ(statistical::misfit(
                  counts, [](std::int64_t x) { return oracle::poisson_mass(30, x); }, 0, 90),
              "");
    EXPECT_NE(statistical::misfit(
                  counts, [](std::int64_t x) { return oracle::poisson_mass(24, x); }, 0, 90),
              "");
  }
}

TEST(ShuffleClient, RefusesRoundsThatDoNotFollowFromTheSession) {
  const Session session = session_of({}), other = session_of({.seed = 2});
  const ShufflePlan plan = ShufflePlan::of(session).value();
  const Round round = first_of(session, plan);
  EXPECT_TRUE(ShuffleClient::prepare(session, plan, round));
  EXPECT_FALSE(ShuffleClient::prepare(session, plan, first_of(other, plan)));
  const auto refuses = [&](auto change) {
    Round wrong = round;
    change(wrong);
    const auto client = ShuffleClient::prepare(session, plan, wrong);
    return !client && client.error().kind == ErrorKind::bad_input;
  };
  EXPECT_TRUE(refuses([](Round &r) { r.number = 2; }));
  EXPECT_TRUE(refuses([](Round &r) { r.step = Step::sum; }));
  EXPECT_TRUE(refuses([](Round &r) { r.reach += 1; }));
  EXPECT_TRUE(refuses([](Round &r) { r.search.pop_back(); }));
  EXPECT_TRUE(refuses([](Round &r) { r.search[0].high = 1025; }));
  EXPECT_TRUE(refuses([](Round &r) { r.radius = 1; }));
}

TEST(ShuffleClient, RefusesAKeyThatNobodyCanHold) {
  std::array<std::uint8_t, 32> low_order{};
  low_order[0] = 1;
  const Session session = session_of({.key = low_order});
  const ShufflePlan plan = ShufflePlan::of(session).value();
  const auto client = ShuffleClient::prepare(session, plan, first_of(session, plan));
  ASSERT_FALSE(client);
  EXPECT_EQ(client.error().kind, ErrorKind::bad_input);
}

} // namespace shuffle_client_test
} // namespace poise::internal
