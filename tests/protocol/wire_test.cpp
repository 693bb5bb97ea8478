// Bytes on the wire: what was written comes back, and nothing else is taken.
#include "poise/protocol/wire.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace wire_test {

using Opening = WireReader::Opening;

Bytes sealed_text(const std::string &text) {
  WireWriter out(WireKind::message);
  out.text(text);
  return std::move(out).sealed();
}

// A fraction as a stranger could spell it.
WireReader read_fraction(const Bytes &bytes, Rational &value) {
  WireReader in(bytes, WireKind::message);
  value = in.fraction();
  return in;
}

bool takes_fraction(const std::string &spelling) {
  Rational value;
  return read_fraction(sealed_text(spelling), value).whole();
}

RC_GTEST_PROP(Wire, WhatWasWrittenComesBack,
              (std::uint8_t a, std::uint32_t b, std::uint64_t c, std::int64_t d, const std::string &text,
               const Bytes &raw, std::int64_t top, std::uint32_t bottom)) {
  const Rational fraction = ratio(Integer(top), Integer(bottom) + 1);
  WireWriter out(WireKind::round);
  out.u8(a);
  out.u32(b);
  out.u64(c);
  out.i64(d);
  out.text(text);
  out.fraction(fraction);
  out.raw(raw);
  const Bytes bytes = std::move(out).sealed();
  WireReader in(bytes, WireKind::round);
  RC_ASSERT(in.u8() == a);
  RC_ASSERT(in.u32() == b);
  RC_ASSERT(in.u64() == c);
  RC_ASSERT(in.i64() == d);
  RC_ASSERT(in.text(text.size()) == text);
  RC_ASSERT((in.fraction() == fraction));
  RC_ASSERT(in.whole() == raw.empty());
  const ByteView rest = in.raw(raw.size());
  RC_ASSERT(Bytes(rest.begin(), rest.end()) == raw);
  RC_ASSERT(in.whole());
  RC_ASSERT(in.u8() == 0);
  RC_ASSERT(!in.good());
}

TEST(Wire, TheBytesAreTheSameOnEveryMachine) {
  WireWriter out(WireKind::session);
  out.u32(0x01020304);
  out.i64(-2);
  out.fraction(ratio(-3, 7));
  const Bytes bytes = std::move(out).sealed();
  const Bytes body = {'p',  'o',  'i',  's',  'e',  'S', 1, 4, 3, 2,   1,   0xfe, 0xff, 0xff,
                      0xff, 0xff, 0xff, 0xff, 0xff, 4,   0, 0, 0, '-', '3', '/',  '7'};
  ASSERT_EQ(bytes.size(), body.size() + 8);
  EXPECT_TRUE(std::equal(body.begin(), body.end(), bytes.begin()));
  // BLAKE2b of 16 bytes, cut to eight, by another implementation: see the digest of nothing.
  EXPECT_EQ(digest_of({}), (Digest{0xca, 0xe6, 0x69, 0x41, 0xd9, 0xef, 0xbd, 0x40}));
}

TEST(Wire, EveryTruncationIsRefused) {
  const Bytes bytes = sealed_text("some text");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    WireReader in(ByteView(bytes).first(length), WireKind::message);
    EXPECT_NE(in.opening(), Opening::fine) << length;
    EXPECT_EQ(in.text(100), "");
    EXPECT_FALSE(in.whole());
  }
}

TEST(Wire, EveryFlippedByteIsRefusedForWhatItIs) {
  const Bytes bytes = sealed_text("some text");
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (unsigned flip = 1; flip < 256; ++flip) {
      Bytes broken = bytes;
      broken[at] ^= static_cast<std::uint8_t>(flip);
      const Opening expected = at < 5    ? Opening::not_ours
                               : at == 5 ? Opening::other_kind
                               : at == 6 ? Opening::other_version
                                         : Opening::damaged;
      ASSERT_EQ(WireReader(broken, WireKind::message).opening(), expected) << at << ' ' << flip;
    }
}

TEST(Wire, BytesAtTheEndAreRefused) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    Bytes longer = sealed_text("text");
    longer.push_back(static_cast<std::uint8_t>(byte));
    EXPECT_EQ(WireReader(longer, WireKind::message).opening(), Opening::damaged);
  }
}

TEST(Wire, EveryKindIsToldFromEveryOther) {
  const WireKind kinds[] = {WireKind::session, WireKind::round, WireKind::message, WireKind::batch,
                            WireKind::shuffled};
  for (const WireKind written : kinds)
    for (const WireKind read : kinds) {
      const Bytes bytes = WireWriter(written).sealed();
      EXPECT_EQ(WireReader(bytes, read).opening(), written == read ? Opening::fine : Opening::other_kind);
    }
}

TEST(Wire, AFractionHasOneSpelling) {
  for (const char *fine : {"0", "1", "-1", "1/2", "-7/3", "123456789012345678901234567891/7"}) {
    EXPECT_TRUE(takes_fraction(fine)) << fine;
  }
  for (const char *other : {"",   "2/4",  "4/2",   "3/1", "0/1",  "0/5", "-0",  "00",  "01",   "1/02",
                            "+1", "1/-2", "-1/-2", "1/0", "0/0",  "/",   "/2",  "1/",  "1//2", "1/2/3",
                            "-",  "--1",  " 1",    "1 ",  "1/ 2", "0x1", "1e5", "0.5", "a",    "1\n"}) {
    EXPECT_FALSE(takes_fraction(other)) << other;
  }
  EXPECT_FALSE(takes_fraction(std::string("1\0", 2)));
}

TEST(Wire, AFractionMayBeLongButNotEndless) {
  EXPECT_TRUE(takes_fraction(std::string(longest_fraction, '7')));
  EXPECT_FALSE(takes_fraction(std::string(longest_fraction + 1, '7')));
}

TEST(Wire, ACountIsHeldAgainstTheBytesThereAreBeforeMemoryIsTaken) {
  WireWriter out(WireKind::message);
  out.u64(1);
  out.u64(2);
  const Bytes bytes = std::move(out).sealed();
  for (const std::uint64_t count : {std::uint64_t{3}, std::uint64_t{1} << 61, ~std::uint64_t{0}}) {
    WireReader in(bytes, WireKind::message);
    EXPECT_TRUE(in.has(2, 8));
    EXPECT_FALSE(in.has(count, 8)) << count;
    EXPECT_FALSE(in.good());
    EXPECT_EQ(in.u64(), 0U) << "after the first trouble everything is zero";
  }
}

TEST(Wire, ATextLongerThanAllowedOrThanThereIsIsRefused) {
  const Bytes bytes = sealed_text("12345");
  WireReader five(bytes, WireKind::message);
  EXPECT_EQ(five.text(5), "12345");
  EXPECT_TRUE(five.whole());
  WireReader four(bytes, WireKind::message);
  EXPECT_EQ(four.text(4), "");
  EXPECT_FALSE(four.good());
  WireWriter out(WireKind::message);
  out.u32(0xffffffff); // a length without its text
  const Bytes empty = std::move(out).sealed();
  WireReader in(empty, WireKind::message);
  EXPECT_EQ(in.text(~std::size_t{0}), "");
  EXPECT_FALSE(in.good());
}

TEST(Wire, TroubleIsToldInWords) {
  std::vector<std::string> told;
  for (const Opening opening :
       {Opening::not_ours, Opening::other_kind, Opening::other_version, Opening::damaged, Opening::fine}) {
    told.push_back(opening_trouble(opening, "a message"));
    EXPECT_NE(told.back().find("a message"), std::string::npos);
  }
  std::ranges::sort(told);
  EXPECT_EQ(std::ranges::adjacent_find(told), told.end());
}

} // namespace wire_test
} // namespace poise::internal
