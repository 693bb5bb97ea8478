// A book written down: nothing left out, and the JSON says what the accounts say.
#include "poise/report/ledger_report.h"

#include "answer/a_book.h"

#include <nlohmann/json.hpp>

namespace poise::internal {
namespace ledger_report_test {

Account a_story(const ABook &book) {
  const Ledger ledger = Ledger::open(book.path()).value();
  const Purpose purpose{"poise mean people.csv --rho 0.1", "mean", "poise", {"age"}, std::nullopt};
  const Amount tenth = Rho::ratio(1, 10).value();
  EXPECT_FALSE(ledger.released(ledger.charge("people", tenth, purpose).value(),
                               R"({"columns":["age","income"],"value":[48.5,36012.25]})"));
  EXPECT_FALSE(ledger.nothing_released(ledger.charge("people", tenth, purpose).value(), "no such file"));
  EXPECT_TRUE(ledger.charge("people", tenth, purpose));
  return book.account();
}

TEST(LedgerReport, TheTextTellsEveryEntryAndWhatBecameOfIt) {
  const ABook book;
  const Account account = a_story(book);
  const std::string text = to_text(std::span(&account, 1));
  for (const char *what :
       {"people: rho = 1", "spent rho = 0.2, left 0.8 of 1", "age = 48.5, income = 36012.2",
        "struck out, nothing was released: no such file", "charged, and never settled"})
    EXPECT_NE(text.find(what), std::string::npos) << "missing: " << what << "\n" << text;
}

TEST(LedgerReport, TheJsonHasExactAmountsAndWhatWasReleased) {
  const ABook book;
  const Account account = a_story(book);
  const auto json = nlohmann::json::parse(to_json(std::span(&account, 1)));
  const auto &people = json["datasets"][0];
  EXPECT_EQ(people["dataset"], "people");
  EXPECT_EQ(people["spent"]["exact"], "0.2");
  EXPECT_EQ(people["left"]["exact"], "0.8");
  ASSERT_EQ(people["entries"].size(), 3U);
  EXPECT_EQ(people["entries"][0]["released"]["value"][0], 48.5);
  EXPECT_EQ(people["entries"][1]["state"], "struck-out");
  EXPECT_EQ(people["entries"][1]["why"], "no such file");
  EXPECT_EQ(people["entries"][2]["state"], "charged");
}

} // namespace ledger_report_test
} // namespace poise::internal
