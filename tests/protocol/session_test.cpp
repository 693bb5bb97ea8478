// Sessions: one spelling each, a tag that names all of it, and no nonsense.
#include "poise/protocol/session.h"

#include "poise/base/nearest_double.h"
#include "protocol/a_session.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace session_test {

Rho rho(const char *text) { return Rho::parse(text).value(); }

void expect_refused(const Bytes &bytes, const std::string &why = "") {
  const auto decoded = decode_session(bytes);
  ASSERT_FALSE(decoded) << why;
  EXPECT_FALSE(decoded.error().wrong.empty());
  EXPECT_FALSE(decoded.error().remedy.empty());
}

Session any_session() {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 150);
  const auto participants = *rc::gen::inRange<std::uint64_t>(2, std::uint64_t{1} << 32);
  Session session = *rc::gen::arbitrary<bool>() ? local_session(columns, participants, rho("1"), 0)
                                                : shuffle_session(columns, participants);
  session.reach = *rc::gen::inRange<std::uint64_t>(0, Session::most_reach);
  for (auto &byte : session.id) byte = *rc::gen::arbitrary<std::uint8_t>();
  session.columns.back() = *rc::gen::nonEmpty<std::string>();
  if (std::ranges::count(session.columns, session.columns.back()) > 1) session.columns.back() = "another";
  session.grid = Grid::of(*rc::gen::inRange(Grid::least_exponent, Grid::largest_exponent),
                          *rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 50))
                     .value();
  const auto top = *rc::gen::inRange(1, 1'000'000), bottom = *rc::gen::inRange(1, 1'000'000);
  if (auto *const local = std::get_if<LocalBudget>(&session.budget))
    local->rho = Rho::ratio(top, bottom).value();
  return session;
}

RC_GTEST_PROP(Session, WhatIsEncodedIsDecoded, ()) {
  const Session session = any_session();
  RC_ASSERT(!check_session(session).has_value());
  const Bytes bytes = encode(session);
  const auto decoded = decode_session(bytes);
  RC_ASSERT(static_cast<bool>(decoded));
  RC_ASSERT(*decoded == session);
  RC_ASSERT(encode(*decoded) == bytes);
}

TEST(Session, EveryTruncationAndEveryFlippedByteIsRefused) {
  for (const Session &session : {local_session(3, 100, rho("1/3"), 7), shuffle_session(70, 1000)}) {
    const Bytes bytes = encode(session);
    ASSERT_TRUE(decode_session(bytes));
    for (std::size_t length = 0; length < bytes.size(); ++length)
      expect_refused({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)});
    for (std::size_t at = 0; at < bytes.size(); ++at)
      for (const unsigned flip : {1U, 0x80U, 0xffU}) {
        Bytes broken = bytes;
        broken[at] ^= static_cast<std::uint8_t>(flip);
        expect_refused(broken);
      }
    Bytes longer = bytes;
    longer.push_back(0);
    expect_refused(longer);
  }
}

// What passes with a digest that fits is another session, spelt as we would: never half of one.
TEST(Session, AForgedByteGivesAnotherSessionOrNone) {
  for (const Session &session : {local_session(3, 100, rho("1/3"), 7), shuffle_session(70, 1000)}) {
    const Bytes bytes = encode(session);
    unsigned taken = 0;
    for (std::size_t at = 0; at + 8 < bytes.size(); ++at)
      for (const unsigned flip : {1U, 2U, 0x10U, 0x80U, 0xffU}) {
        Bytes forged = bytes;
        forged[at] ^= static_cast<std::uint8_t>(flip);
        forged = sealed_again(std::move(forged));
        const auto decoded = decode_session(forged);
        if (!decoded) continue;
        ++taken;
        EXPECT_FALSE(*decoded == session) << at;
        EXPECT_EQ(encode(*decoded), forged) << at;
        EXPECT_NE(tag_of(*decoded), tag_of(session)) << at;
        EXPECT_FALSE(check_session(*decoded)) << at;
      }
    EXPECT_GT(taken, 100U);
    // Bytes cut out or put in under a digest that fits.
    for (std::size_t at = 7; at + 8 < bytes.size(); ++at) {
      Bytes shorter = bytes, longer = bytes;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(at));
      longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(at), 0);
      for (const Bytes &forged : {sealed_again(shorter), sealed_again(longer)})
        if (const auto decoded = decode_session(forged)) {
          EXPECT_EQ(encode(*decoded), forged) << at;
        }
    }
  }
}

TEST(Session, EverythingInItChangesTheTag) {
  const Session session = shuffle_session(3, 100);
  std::vector<Session> others;
  const auto change = [&](const std::function<void(Session &, ShuffleBudget &)> &how) {
    Session other = session;
    how(other, std::get<ShuffleBudget>(other.budget));
    others.push_back(other);
  };
  change([](Session &, ShuffleBudget &) {});
  change([](Session &s, ShuffleBudget &) { s.id[15] ^= 1; });
  change([](Session &s, ShuffleBudget &) { ++s.participants; });
  change([](Session &s, ShuffleBudget &) { std::swap(s.columns[0], s.columns[1]); });
  change([](Session &s, ShuffleBudget &) { s.grid = Grid::of(-11, s.grid.bound()).value(); });
  change([](Session &s, ShuffleBudget &) { s.grid = Grid::of(-10, s.grid.bound() - 1).value(); });
  change([](Session &s, ShuffleBudget &) { s.signs[0] ^= 1; });
  change([](Session &s, ShuffleBudget &) { s.reach = 0; });
  change([](Session &, ShuffleBudget &b) { b.promise.epsilon = Epsilon::parse("10").value(); });
  change([](Session &, ShuffleBudget &b) { b.promise.delta = Delta::parse("1e-5").value(); });
  change([](Session &, ShuffleBudget &b) { b.dishonest = 0; });
  change([](Session &, ShuffleBudget &b) { b.public_key[31] ^= 1; });
  Session local = session;
  local.budget = LocalBudget{rho("1")};
  others.push_back(local);
  for (std::size_t i = 0; i < others.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(tag_of(others[i]), tag_of(others[j])) << i << ' ' << j;
}

struct Nonsense {
  const char *what;
  std::function<void(Session &)> make;
};

TEST(Session, NonsenseIsRefusedInMemoryAndOnTheWire) {
  const std::vector<Nonsense> all = {
      {"nobody", [](Session &s) { s.participants = 0; }},
      {"alone", [](Session &s) { s.participants = 1; }},
      {"too many people", [](Session &s) { s.participants = Session::most_participants + 1; }},
      {"no columns", [](Session &s) { s.columns.clear(), s.signs.clear(); }},
      {"too many columns",
       [](Session &s) { s.columns = names(Session::most_columns + 1), s.signs.resize(257); }},
      {"a column twice", [](Session &s) { s.columns[2] = s.columns[0]; }},
      {"a column without a name", [](Session &s) { s.columns[1] = ""; }},
      {"an endless name", [](Session &s) { s.columns[1].assign(Session::longest_name + 1, 'x'); }},
      {"a sign of no column", [](Session &s) { s.signs[0] |= 8; }},
      {"the last sign of no column", [](Session &s) { s.signs[0] |= std::uint64_t{1} << 63; }},
      {"too few signs", [](Session &s) { s.signs.clear(); }},
      {"too many signs", [](Session &s) { s.signs.push_back(0); }},
      {"too far", [](Session &s) { s.reach = Session::most_reach + 1; }},
      {"too fine", [](Session &s) { s.grid = Grid::of(0, (std::int64_t{1} << 60) / 3 + 1).value(); }},
      {"dishonest ones below zero",
       [](Session &s) {
         s = shuffle_session(3, 10);
         std::get<ShuffleBudget>(s.budget).dishonest = ratio(-1, 100);
       }},
      {"too many dishonest ones",
       [](Session &s) {
         s = shuffle_session(3, 10);
         std::get<ShuffleBudget>(s.budget).dishonest = ratio(91, 100);
       }},
      {"a budget that no file can hold",
       [](Session &s) {
         const Integer huge(std::string(3000, '7'));
         s.budget = LocalBudget{Rho::of(ratio(huge, huge + 1)).value()};
       }},
  };
  for (const auto &[what, make] : all) {
    Session session = local_session(3, 100, rho("1"), 7);
    ASSERT_FALSE(check_session(session));
    make(session);
    const auto error = check_session(session);
    ASSERT_TRUE(error) << what;
    EXPECT_FALSE(error->wrong.empty() || error->remedy.empty()) << what;
    expect_refused(encode(session), what);
  }
}

TEST(Session, TheLargestOfEverythingIsTaken) {
  Session session = local_session(Session::most_columns, Session::most_participants, rho("1e-100"),
                                  Session::most_reach, std::int64_t{1} << 46);
  session.columns[0].assign(Session::longest_name, 'x');
  EXPECT_FALSE(check_session(session));
  EXPECT_TRUE(decode_session(encode(session)).value() == session);
  // As long a number as a person may type.
  session.budget = LocalBudget{rho(("0." + std::string(1998, '3')).c_str())};
  EXPECT_FALSE(check_session(session));
  EXPECT_TRUE(decode_session(encode(session)).value() == session);
}

TEST(Session, BudgetsInOtherSpellingsAreRefused) {
  const Bytes bytes = encode(local_session(1, 100, rho("1/2"), 7));
  // The last thing before the digest: a length of three, and "1/2".
  const auto with_budget = [&](const std::string &spelling) {
    Bytes forged(bytes.begin(), bytes.end() - 8 - 3 - 4);
    forged.push_back(static_cast<std::uint8_t>(spelling.size()));
    forged.insert(forged.end(), 3, 0);
    forged.insert(forged.end(), spelling.begin(), spelling.end());
    forged.insert(forged.end(), 8, 0);
    return sealed_again(forged);
  };
  ASSERT_EQ(with_budget("1/2"), bytes);
  EXPECT_TRUE(decode_session(with_budget("2/3")));
  for (const char *bad : {"2/4", "0", "-1", "-1/2", "1/0", "", "0.5", "2000000000", "1/2 ", "01/2"})
    expect_refused(with_budget(bad), bad);
}

TEST(Session, HugeCountsAreRefusedBeforeMemoryIsTaken) {
  Bytes bytes = encode(local_session(1, 100, rho("1/2"), 7));
  for (std::size_t i = 0; i < 4; ++i) bytes[7 + 16 + 8 + i] = 0xff; // the number of columns
  expect_refused(sealed_again(bytes));
  bytes = encode(local_session(1, 100, rho("1/2"), 7));
  for (std::size_t i = 0; i < 4; ++i) bytes[7 + 16 + 8 + 4 + i] = 0xff; // the length of a name
  expect_refused(sealed_again(bytes));
}

TEST(Session, SignsAndIdsAreFairBits) {
  SeededBits bits(5);
  for (const std::size_t columns : {1U, 63U, 64U, 65U, 130U}) {
    const auto signs = random_signs(columns, bits);
    EXPECT_EQ(signs.size(), (columns + 63) / 64);
    if (columns % 64 != 0) {
      EXPECT_EQ(signs.back() >> (columns % 64), 0U);
    }
  }
  EXPECT_NE(random_id(bits), random_id(bits));
}

// The largest rotated cell of a vector of this norm is within the reach for nine of ten sign patterns; with
// hundreds of them the share is far above.
TEST(Session, TheReachHoldsTheRotatedMeanNineTimesInTen) {
  for (const std::size_t columns : {1U, 2U, 5U, 64U, 1000U}) {
    const Grid grid = Grid::of(0, 1'000'000).value();
    for (const bool spread : {false, true}) {
      std::vector<double> mean(columns, spread ? 1000.0 / std::sqrt(static_cast<double>(columns)) : 0.0);
      if (!spread) mean[0] = 1000;
      const auto reach = static_cast<double>(reach_for(Rational(1000), grid, columns));
      int inside = 0;
      for (std::uint64_t trial = 0; trial < 200; ++trial) {
        SeededBits bits(6, trial);
        const auto signs = random_signs(columns, bits);
        double largest = 0;
        for (std::size_t row = 0; row < std::min<std::size_t>(64, columns); ++row) {
          double cell = 0;
          for (std::size_t j = 0; j < columns; ++j) {
            const auto turns =
                static_cast<unsigned>(std::popcount(row & j)) + (signs[j / 64] >> (j % 64) & 1);
            cell += turns % 2 == 0 ? mean[j] : -mean[j];
          }
          largest = std::max(largest, std::abs(cell));
        }
        inside += largest <= reach ? 1 : 0;
      }
      EXPECT_GE(inside, 180) << columns;
    }
  }
}

TEST(Session, TheReachStaysWithinItsLimitsHoweverFarTheMeanMayBe) {
  const Grid grid = Grid::of(-20, std::int64_t{1} << 40).value();
  EXPECT_EQ(reach_for(Rational(0), grid, 3), 1U);
  EXPECT_EQ(reach_for(Rational(-5), grid, 3), 1U);
  EXPECT_EQ(reach_for(Rational(power_of_two(300)), grid, 3), Session::most_reach);
  EXPECT_EQ(reach_for_length(0, 3), 1U);
  EXPECT_EQ(reach_for_length(~std::uint64_t{0}, 3), Session::most_reach);
}

} // namespace session_test
} // namespace poise::internal
