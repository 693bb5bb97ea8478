// Too few rows: refused by public numbers alone, with the number that would do, before anything is drawn.
#include "poise/estimate/universal/universal_guard.h"

#include "estimate/universal_data.h"
#include "poise/estimate/universal/universal_mean.h"
#include "poise/estimate/universal/universal_quantile.h"
#include "poise/estimate/universal/universal_variance.h"

#include <functional>
#include <gtest/gtest.h>

namespace poise::internal {
namespace universal_guard_test {

using Ask = std::function<std::optional<Error>(std::uint64_t people)>;

// The number in "… needs at least so many rows …".
std::uint64_t named_in(const Error &error) {
  const std::string before = "at least ";
  const auto at = error.wrong.find(before);
  return at == std::string::npos ? 0 : std::stoull(error.wrong.substr(at + before.size()));
}

template <class Unit> std::vector<std::pair<std::string, Ask>> guards(const char *budget_text) {
  const Unit budget = Unit::parse(budget_text).value();
  std::vector<std::pair<std::string, Ask>> all;
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned})
    for (const std::optional<int> bucket : {std::optional<int>(), std::optional(0)})
      for (const Rational &beta : {ratio(1, 10), ratio(1, 1000)}) {
        if (bucket && beta < ratio(1, 10)) continue;
        const UniversalOptions options{.version = version, .beta = beta, .bucket = bucket};
        const std::string which = std::string(name_of(version)) + " " + budget_text + " beta " +
                                  beta.get_str() + (bucket ? " bucket" : "");
        all.emplace_back("mean " + which,
                         [=](std::uint64_t n) { return check_enough_for_mean(n, budget, options); });
        all.emplace_back("variance " + which,
                         [=](std::uint64_t n) { return check_enough_for_variance(n, budget, options); });
        for (const std::size_t quantiles : {2U})
          all.emplace_back("quantiles " + which, [=](std::uint64_t n) {
            return check_enough_for_quantiles(n, quantiles, budget, options);
          });
      }
  return all;
}

// Fewer are refused as well, and more are not: looked at here and there.
void expect_the_least(const std::string &name, const Ask &ask) {
  const auto refused = ask(2);
  ASSERT_TRUE(refused) << name;
  EXPECT_EQ(refused->kind, ErrorKind::bad_input);
  EXPECT_NE(refused->wrong.find("and there are 2"), std::string::npos);
  const std::uint64_t needed = named_in(*refused);
  ASSERT_GT(needed, 2U) << refused->wrong;
  EXPECT_FALSE(ask(needed)) << name;
  const auto one_less = ask(needed - 1);
  ASSERT_TRUE(one_less) << name << needed;
  EXPECT_EQ(named_in(*one_less), needed) << name;
  for (const std::uint64_t part : {1U, 5U, 7U})
    EXPECT_TRUE(ask(std::max<std::uint64_t>(1, needed * part / 8))) << name << " " << part;
  for (const std::uint64_t more : {needed + 1, needed * 9 / 8, needed * 50})
    EXPECT_FALSE(ask(more)) << name << " " << needed << " " << more;
}

TEST(UniversalGuard, NamesTheLeastNumberOfRowsThatIsEnough) {
  for (const char *budget : {"1", "3/10"}) {
    for (const auto &[name, ask] : guards<Epsilon>(budget)) expect_the_least(name, ask);
  }
  for (const auto &[name, ask] : guards<Rho>("1/2")) expect_the_least(name, ask);
}

TEST(UniversalGuard, WhereNoNumberWouldDoItSaysFarMore) {
  for (const auto &[name, ask] : guards<Epsilon>("1e-15")) {
    const auto refused = ask(1000);
    ASSERT_TRUE(refused) << name;
    EXPECT_NE(refused->wrong.find("needs far more rows"), std::string::npos) << refused->wrong;
  }
}

// Published numbers are larger: margins for beta in every search.
TEST(UniversalGuard, ForOneEpsilonAFewHundredOrThousandRowsAreEnough) {
  const Epsilon one = Epsilon::parse("1").value();
  const UniversalOptions published{.version = UniversalVersion::published}, tuned;
  EXPECT_FALSE(check_enough_for_mean(1000, one, published));
  EXPECT_FALSE(check_enough_for_variance(1000, one, published));
  EXPECT_FALSE(check_enough_for_quantiles(1000, 2, one, published));
  EXPECT_FALSE(check_enough_for_mean(600, one, tuned));
  EXPECT_FALSE(check_enough_for_variance(600, one, tuned));
  EXPECT_FALSE(check_enough_for_quantiles(600, 2, one, tuned));
}

template <class Unit> void expect_nothing_drawn(const char *budget) {
  const auto grant = [&] { return Grant<Unit>::open(Unit::parse(budget).value()); };
  const Table few = one_column(numbers(10, 0, 1, 1));
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned}) {
    const UniversalOptions options{.version = version};
    SeededBits bits(65);
    const auto mean = universal_mean(few, grant(), bits, options);
    const auto variance = universal_variance(few, grant(), bits, options);
    const auto quantiles = universal_quantiles(few, {ratio(1, 3)}, grant(), bits, options);
    const auto iqr = universal_iqr(few, grant(), bits, options);
    ASSERT_FALSE(mean || variance || quantiles || iqr);
    for (const Error &error : {mean.error(), variance.error(), quantiles.error(), iqr.error()}) {
      EXPECT_GT(named_in(error), 10U);
      EXPECT_NE(error.remedy.find("nothing was spent"), std::string::npos);
    }
    EXPECT_EQ(bits.word(), SeededBits(65).word());
  }
}

TEST(UniversalGuard, NothingIsDrawnBeforeItRefuses) {
  expect_nothing_drawn<Epsilon>("1");
  expect_nothing_drawn<Epsilon>("1/3"); // from a sample
  expect_nothing_drawn<Rho>("1/2");
}

// Two tables of the same shape are refused in the same words, whatever is in them.
TEST(UniversalGuard, RefusesByTheNumberOfRowsAlone) {
  SeededBits bits(66);
  const auto one = universal_mean(one_column(Numbers(10, 0.0)), epsilon("1"), bits);
  const auto other = universal_mean(one_column(numbers(10, 1e300, 1e299, 1)), epsilon("1"), bits);
  EXPECT_EQ(one.error().wrong, other.error().wrong);
}

// The number that is named is one that works: nothing ends in an Error.
TEST(UniversalGuard, AsManyAsAreNamedGetAnAnswer) {
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned})
    for (const char *budget : {"1/3", "1"}) {
      const UniversalOptions options{.version = version};
      const Epsilon amount = Epsilon::parse(budget).value();
      SeededBits bits(67);
      const auto cells = [](const std::optional<Error> &error) {
        return one_column(numbers(named_in(*error), 3, 1, 1));
      };
      EXPECT_TRUE(
          universal_mean(cells(check_enough_for_mean(2, amount, options)), epsilon(budget), bits, options));
      EXPECT_TRUE(universal_variance(cells(check_enough_for_variance(2, amount, options)), epsilon(budget),
                                     bits, options));
      EXPECT_TRUE(universal_iqr(cells(check_enough_for_quantiles(2, 2, amount, options)), epsilon(budget),
                                bits, options));
    }
}

TEST(UniversalGuard, PublishedASampleOfEpsilonNIsLookedAtBelowOne) {
  const UniversalOptions published{.version = UniversalVersion::published}, tuned;
  const UniversalOptions bucket{.version = UniversalVersion::published, .bucket = 0};
  const auto looked_at = [](std::uint64_t people, const char *budget, const UniversalOptions &options) {
    return people_looked_at(people, Epsilon::parse(budget).value(), options);
  };
  EXPECT_EQ(looked_at(1000, "1/3", published), 333U);
  EXPECT_EQ(looked_at(999, "1/3", published), 333U);
  EXPECT_EQ(looked_at(998, "1/3", published), 332U);
  EXPECT_EQ(looked_at(7, "0.01", published), 1U); // at least one
  EXPECT_EQ(looked_at(1000, "999999/1000000", published), 999U);
  for (const char *budget : {"1", "1.5", "20"}) EXPECT_EQ(looked_at(1000, budget, published), 1000U);
  for (const char *budget : {"1/3", "1"}) {
    EXPECT_EQ(looked_at(1000, budget, tuned), 1000U);
    EXPECT_EQ(looked_at(1000, budget, bucket), 1000U);
    EXPECT_EQ(people_looked_at(1000, Rho::parse(budget).value(), published), 1000U);
  }
}

} // namespace universal_guard_test
} // namespace poise::internal
