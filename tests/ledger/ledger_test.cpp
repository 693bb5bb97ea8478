// What the book remembers, and what it says no to.
#include "ledger/scratch_book.h"

#include <regex>
#include <type_traits>

namespace poise::internal {
namespace ledger_test {

static_assert(!std::is_copy_constructible_v<Charge>, "a charge is settled once");

TEST(LedgerHistory, KeepsWhatWasAskedWhatItCostAndWhatWasReleased) {
  const ScratchBook book;
  book.create("salaries", rho_allowance("1"));
  const Ledger ledger = book.open();
  Result<Charge> first = ledger.charge("salaries", rho("0.25"), some_purpose());
  ASSERT_TRUE(first);
  EXPECT_EQ(first->amount(), Amount(rho("0.25")));
  EXPECT_EQ(first->dataset(), "salaries");
  EXPECT_EQ(ledger.released(*std::move(first), "{\"value\":[1.5]}"), std::nullopt);
  Result<Charge> second = ledger.charge("salaries", rho("0.5"), {"poise iqr", "iqr", "universal", {}, {}});
  EXPECT_EQ(ledger.nothing_released(*std::move(second), "no such column"), std::nullopt);
  { const Result<Charge> third = ledger.charge("salaries", rho("0.125"), {}); } // dropped unsettled

  const Account account = book.accounts().at(0);
  ASSERT_EQ(account.entries.size(), 3U);
  const Entry &released = account.entries[0];
  EXPECT_EQ(released.state, EntryState::released);
  EXPECT_EQ(released.note, "{\"value\":[1.5]}");
  EXPECT_EQ(released.purpose, some_purpose());
  EXPECT_EQ(released.cost, ratio(1, 4));
  EXPECT_TRUE(
      std::regex_match(released.time, std::regex(R"(20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\dZ)")));
  EXPECT_LE(released.time, *released.settled);
  EXPECT_EQ(account.entries[1].state, EntryState::struck_out);
  EXPECT_EQ(account.entries[1].note, "no such column");
  EXPECT_EQ(account.entries[1].purpose.unit, std::nullopt);
  EXPECT_EQ(account.entries[2].state, EntryState::charged);
  EXPECT_EQ(account.entries[2].settled, std::nullopt);
  EXPECT_EQ(account.spent, ratio(3, 8)) << "what was charged counts, what was struck out does not";
  EXPECT_EQ(account.left(), ratio(5, 8));
}

TEST(LedgerHistory, KeepsAnyTextAsItIs) {
  const ScratchBook book;
  const std::string odd = std::string("two\nlines, \\x0a, a \0 in the midst", 32) + "\x7f\xff and ü";
  book.create("naïve name: \\", rho_allowance("1"), odd);
  const Ledger ledger = book.open();
  Result<Charge> charge = ledger.charge("naïve name: \\", rho("0.1"), {odd, "", odd, {"", odd}, odd});
  ASSERT_TRUE(charge) << charge.error().wrong;
  EXPECT_FALSE(ledger.released(*std::move(charge), odd));
  const Entry entry = book.accounts().at(0).entries.at(0);
  EXPECT_EQ(entry.purpose, (Purpose{odd, "", odd, {"", odd}, odd}));
  EXPECT_EQ(entry.note, odd);
}

TEST(LedgerHistory, OneAccountHasOneKindOfNeighbours) {
  const ScratchBook book;
  book.create("people", rho_allowance("1"), "person");
  book.create("visits", rho_allowance("1"));
  const Ledger ledger = book.open();
  const auto asked = [&](const char *dataset, std::optional<std::string> unit) {
    Purpose purpose = some_purpose();
    purpose.unit = std::move(unit);
    const auto charge = ledger.charge(dataset, rho("0.1"), purpose);
    if (!charge) {
      EXPECT_EQ(charge.error().kind, ErrorKind::ledger_refuses);
    }
    return static_cast<bool>(charge);
  };
  EXPECT_TRUE(asked("people", "person"));
  EXPECT_FALSE(asked("people", std::nullopt));
  EXPECT_FALSE(asked("people", "income"));
  EXPECT_TRUE(asked("visits", std::nullopt));
  EXPECT_FALSE(asked("visits", "person"));
  EXPECT_EQ(book.accounts().at(0).unit, "person");
  EXPECT_EQ(book.accounts().at(0).spent, ratio(1, 10));
}

TEST(LedgerSettling, IsForTheBookThatWasChargedAndForChargesThatAreThere) {
  const ScratchBook book, other;
  book.create("people", rho_allowance("1"));
  other.create("people", rho_allowance("1"));
  Result<Charge> charge = book.open().charge("people", rho("0.1"), some_purpose());
  ASSERT_TRUE(other.open().charge("people", rho("0.2"), some_purpose())); // of the same number
  const std::optional<Error> refused = other.open().nothing_released(*std::move(charge), "");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind, ErrorKind::ledger_refuses);
  EXPECT_EQ(other.spent(), ratio(1, 5));
  EXPECT_EQ(book.spent(), ratio(1, 10));
}

TEST(LedgerRefuses, AnUnknownDatasetWithTheNearestName) {
  const ScratchBook book;
  book.create("salaries", rho_allowance("1"));
  book.create("visits", rho_allowance("1"));
  const Result<Charge> slip = book.open().charge("salareis", rho("0.1"), some_purpose());
  EXPECT_EQ(slip.error(),
            (Error{ErrorKind::ledger_refuses, "the book " + book.path() + " has no dataset \"salareis\"",
                   "did you mean salaries?"}));
  const Result<Charge> other = book.open().charge("weather", rho("0.1"), some_purpose());
  EXPECT_EQ(other.error().remedy, "open an account: poise ledger create " + book.path() +
                                      " --dataset weather --rho R; the book has salaries, visits");
}

TEST(LedgerRefuses, ADatasetThatIsOpenAlready) {
  const ScratchBook book;
  book.create("salaries", rho_allowance("0.5"));
  const std::string before = bytes_of(book.path());
  const std::optional<Error> again = Ledger::create(book.path(), "salaries", rho_allowance("100"));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kind, ErrorKind::ledger_refuses);
  EXPECT_EQ(again->wrong, "the book " + book.path() + " has a dataset salaries already, with rho = 0.5");
  EXPECT_EQ(bytes_of(book.path()), before);
}

TEST(LedgerRefuses, NamesThatCannotBeShown) {
  const ScratchBook book;
  for (const std::string &name : {std::string(), std::string("a\nb"), std::string(201, 'a')}) {
    const std::optional<Error> error = Ledger::create(book.path(), name, rho_allowance("1"));
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind, ErrorKind::bad_parameter);
  }
  EXPECT_FALSE(std::filesystem::exists(book.path())) << "and makes no file";
}

TEST(LedgerRefuses, ABookThatIsNotThereAndMakesNone) {
  const ScratchBook book;
  EXPECT_EQ(Ledger::open(book.path()).error(),
            (Error{ErrorKind::ledger_refuses, "there is no book of budgets at " + book.path(),
                   "open one: poise ledger create " + book.path() + " --dataset NAME --rho R"}));
  EXPECT_FALSE(std::filesystem::exists(book.path()));
  book.create("people", rho_allowance("1"));
  const Ledger ledger = book.open();
  std::filesystem::remove(book.path());
  EXPECT_FALSE(ledger.charge("people", rho("0.1"), some_purpose())) << "it is gone";
  EXPECT_FALSE(std::filesystem::exists(book.path()));
}

TEST(LedgerRefuses, ADirectoryThatIsNotThere) {
  const ScratchBook book;
  const std::optional<Error> error =
      Ledger::create(book.directory() + "/nowhere/book.db", "people", rho_allowance("1"));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::ledger_refuses);
}

// SQLite would forget such a book when the program ends, or put it elsewhere.
TEST(LedgerPaths, AreFilesWhateverTheyAreCalled) {
  const ScratchBook book;
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::current_path(book.directory());
  for (const std::string name : {":memory:", "file:people.db?mode=memory", "file:a.db"}) {
    EXPECT_EQ(Ledger::create(name, "people", rho_allowance("1")), std::nullopt);
    EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::path(book.directory()) / name)) << name;
    EXPECT_TRUE(Ledger::open(name)->charge("people", rho("1"), some_purpose()));
    EXPECT_FALSE(Ledger::open(name)->charge("people", rho("1"), some_purpose()));
  }
  const Result<Ledger> relative = Ledger::open("file:a.db");
  std::filesystem::current_path(here);
  EXPECT_TRUE(relative->accounts()) << "the path is the one from where it was opened";
  for (const std::string &name : {std::string(), std::string("a\0b", 3)})
    EXPECT_EQ(Ledger::open(name).error().kind, ErrorKind::ledger_refuses);
}

TEST(LedgerPaths, MayBeSymbolicLinksButNotTwoNamesOfOneFile) {
  const ScratchBook book;
  book.create("people", rho_allowance("1"));
  const std::string link = book.directory() + "/link";
  std::filesystem::create_symlink(book.path(), link);
  EXPECT_TRUE(Ledger::open(link)->charge("people", rho("1"), some_purpose()));
  EXPECT_EQ(book.spent(), 1);
  std::filesystem::create_hard_link(book.path(), book.directory() + "/twin");
  EXPECT_EQ(Ledger::open(book.path()).error().wrong,
            "the book " + book.path() + " has several names (hard links)");
}

TEST(LedgerPaths, ThatAreNoFilesAreRefused) {
  const ScratchBook book;
  for (const std::string &path : {book.directory(), std::string("/dev/null")}) {
    EXPECT_EQ(Ledger::open(path).error().wrong, path + " is not a book of budgets");
    EXPECT_EQ(Ledger::create(path, "people", rho_allowance("1"))->wrong, path + " is not a book of budgets");
  }
}

} // namespace ledger_test
} // namespace poise::internal
