// A damaged book is refused, or reads as it was; and a file that is refused is left as it is.
#include "ledger/faulty_vfs.h"
#include "ledger/scratch_book.h"

#include <random>
#include <sys/wait.h>

namespace poise::internal {
namespace damage_test {

// Two datasets and every kind of record.
void fill(const ScratchBook &book) {
  book.create("people", rho_allowance("1"));
  const Ledger ledger = book.open();
  ASSERT_FALSE(ledger.released(*ledger.charge("people", rho("0.25"), some_purpose()), "{\"value\":[1,2]}"));
  ASSERT_FALSE(ledger.nothing_released(*ledger.charge("people", rho("0.5"), some_purpose()), "gone"));
  ASSERT_TRUE(ledger.charge("people", epsilon("0.5"), some_purpose()));
  book.create("others", Allowance::pure(epsilon("2")));
}

// Refused with the file untouched, or the same accounts. True when it was refused.
testing::AssertionResult refused_or_the_same(const ScratchBook &book, const std::string &damaged,
                                             const std::vector<Account> &accounts, bool &refused) {
  write_bytes(book.path(), damaged);
  const Result<Ledger> ledger = Ledger::open(book.path());
  refused = !ledger;
  if (refused) {
    if (ledger.error().kind != ErrorKind::ledger_refuses)
      return testing::AssertionFailure() << ledger.error().wrong;
    if (bytes_of(book.path()) != damaged) return testing::AssertionFailure() << "the file was changed";
    return testing::AssertionSuccess();
  }
  const Result<std::vector<Account>> now = ledger->accounts();
  if (!now || *now != accounts) return testing::AssertionFailure() << "other accounts";
  return testing::AssertionSuccess();
}

TEST(DamagedBook, CutOffAnywhereIsRefusedAndLeftAsItIs) {
  const ScratchBook book;
  fill(book);
  const std::string whole = bytes_of(book.path());
  const std::vector<Account> accounts = book.accounts();
  std::vector<std::size_t> lengths{1, 15, 16, 17, 99, 100, 101, 4095, 4097, 8191, 8193, whole.size() - 1};
  for (std::size_t length = 0; length < whole.size(); length += 64) lengths.push_back(length);
  for (const std::size_t length : lengths) {
    bool refused = false;
    ASSERT_TRUE(refused_or_the_same(book, whole.substr(0, length), accounts, refused)) << length;
    ASSERT_TRUE(refused) << "cut off to " << length << " of " << whole.size();
  }
}

// The last byte belongs to the seal. Where it is zero, a book without it reads as it was; that one
// book in 256 is refused, too. No such book among 5000: a chance of 3e-9.
TEST(DamagedBook, CutOffByZerosAloneIsRefused) {
  for (int attempt = 0; attempt < 5000; ++attempt) {
    const ScratchBook book;
    book.create("people-" + std::to_string(attempt), rho_allowance("1"));
    std::string bytes = bytes_of(book.path());
    if (bytes.back() != '\0') continue;
    bytes.pop_back();
    write_bytes(book.path(), bytes);
    EXPECT_EQ(Ledger::open(book.path()).error().wrong,
              "the book " + book.path() + " is damaged: its end is missing");
    EXPECT_EQ(bytes_of(book.path()), bytes);
    return;
  }
  FAIL() << "no book ends in a zero";
}

// One part of the file per test, so that each is quick.
void flip_bits(std::size_t part, std::size_t parts) {
  const ScratchBook book;
  fill(book);
  const std::string whole = bytes_of(book.path());
  const std::vector<Account> accounts = book.accounts();
  std::mt19937 engine(static_cast<unsigned>(part));
  int noticed = 0;
  for (std::size_t at = part; at < whole.size(); at += parts) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (engine() % 8)));
    bool refused = false;
    ASSERT_TRUE(refused_or_the_same(book, damaged, accounts, refused)) << "byte " << at;
    noticed += refused ? 1 : 0;
  }
  EXPECT_GT(noticed, 200) << "most of a book is in use";
}
TEST(DamagedBook, WithAFlippedBitIsRefusedOrReadsAsItWasPart1) { flip_bits(0, 4); }
TEST(DamagedBook, WithAFlippedBitIsRefusedOrReadsAsItWasPart2) { flip_bits(1, 4); }
TEST(DamagedBook, WithAFlippedBitIsRefusedOrReadsAsItWasPart3) { flip_bits(2, 4); }
TEST(DamagedBook, WithAFlippedBitIsRefusedOrReadsAsItWasPart4) { flip_bits(3, 4); }

// The header decides how SQLite reads and writes all the rest.
TEST(DamagedBook, WithAnyBitOfItsHeaderFlippedIsChargedSoundlyOrNotAtAll) {
  const ScratchBook book;
  fill(book);
  const std::string whole = bytes_of(book.path());
  for (std::size_t bit = 0; bit < 108 * 8; ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    write_bytes(book.path(), damaged);
    const Result<Ledger> ledger = Ledger::open(book.path());
    if (!ledger) continue;
    const bool charged = bool(ledger->charge("people", rho("0.125"), some_purpose()));
    const Result<Ledger> again = Ledger::open(book.path());
    ASSERT_TRUE(again) << "bit " << bit << ": " << again.error().wrong;
    ASSERT_EQ(again->accounts()->front().entries.size(), charged ? 4U : 3U) << "bit " << bit;
  }
}

// Reading would not notice, but the next charge would be written over records.
TEST(DamagedBook, WithPagesInUseThatItCallsFreeIsRefused) {
  const ScratchBook book;
  fill(book);
  const std::string whole = bytes_of(book.path());
  for (const char page : {'\1', '\2', '\3'}) {
    std::string damaged = whole;
    damaged[35] = page; // where the list of free pages starts
    damaged[39] = 1;    // how many there are
    write_bytes(book.path(), damaged);
    EXPECT_FALSE(Ledger::open(book.path())) << int{page};
    EXPECT_EQ(bytes_of(book.path()), damaged);
  }
}

TEST(DamagedBook, OfZerosOrNoiseInThePlaceOfAPageIsRefused) {
  const ScratchBook book;
  fill(book);
  const std::string whole = bytes_of(book.path());
  const std::vector<Account> accounts = book.accounts();
  std::mt19937 engine(7);
  for (std::size_t at = 0; at < whole.size(); at += 4096) {
    std::string zeros = whole, noise = whole;
    for (std::size_t i = at; i < at + 4096; ++i) {
      zeros[i] = 0;
      noise[i] = static_cast<char>(engine());
    }
    for (const std::string &damaged : {zeros, noise}) {
      bool refused = false;
      ASSERT_TRUE(refused_or_the_same(book, damaged, accounts, refused)) << at;
      EXPECT_TRUE(refused) << at;
    }
  }
}

// Changes that SQLite finds nothing wrong with.
TEST(DamagedBook, WithARecordChangedByAnotherProgramIsRefused) {
  for (const std::string change : {
           "UPDATE record SET body = replace(body, 'rho 1/4', 'rho 1/8') WHERE number = 2",
           "UPDATE record SET body = replace(body, 'rho 1', 'rho 9') WHERE number = 1",
           "UPDATE record SET body = replace(body, 'released', 'struck-out') WHERE number = 3",
           "UPDATE record SET body = CAST(body AS BLOB) WHERE number = 3",
           "UPDATE record SET hash = zeroblob(32) WHERE number = 4",
           "DELETE FROM record WHERE number = 3",
           "DELETE FROM record WHERE number = 7",
           "DELETE FROM record WHERE number = 7; UPDATE head SET records = 6",
           "DELETE FROM record WHERE number = 7; "
           "UPDATE head SET records = 6, seal = (SELECT hash FROM record WHERE number = 6)",
           "DELETE FROM record",
           "DELETE FROM record; UPDATE head SET records = 0",
           "UPDATE record SET number = number + 1000000; UPDATE record SET number = number - 999999",
           "UPDATE record SET number = 100 WHERE number = 2; UPDATE record SET number = 2 WHERE number = 4; "
           "UPDATE record SET number = 4 WHERE number = 100",
           "INSERT INTO record SELECT 8, body, hash FROM record WHERE number = 6",
           "UPDATE head SET records = 8",
           "DELETE FROM head",
           "DROP TABLE head",
           "CREATE TABLE more(x)",
           "CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM record; END",
           "ALTER TABLE record ADD COLUMN more",
           "PRAGMA user_version = 0",
           "PRAGMA user_version = 2",
           "PRAGMA application_id = 1",
           "PRAGMA journal_mode = WAL",
       }) {
    const ScratchBook book;
    fill(book);
    sqlite3 *other = nullptr;
    ASSERT_EQ(sqlite3_open(book.path().c_str(), &other), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(other, change.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << change;
    sqlite3_close(other);
    const std::string damaged = bytes_of(book.path());
    const Result<Ledger> ledger = Ledger::open(book.path());
    ASSERT_FALSE(ledger) << change;
    EXPECT_EQ(ledger.error().kind, ErrorKind::ledger_refuses);
    EXPECT_TRUE(Ledger::create(book.path(), "more", rho_allowance("1"))) << change;
    EXPECT_EQ(bytes_of(book.path()), damaged) << change;
  }
}

TEST(DamagedBook, IsNoticedByALedgerThatIsOpen) {
  const ScratchBook book;
  fill(book);
  const Ledger ledger = book.open();
  Result<Charge> charge = ledger.charge("people", rho("0.1"), some_purpose());
  std::string damaged = bytes_of(book.path());
  const std::size_t at = damaged.find("rho 1/4");
  ASSERT_NE(at, std::string::npos);
  damaged.replace(at, 7, "rho 1/5");
  write_bytes(book.path(), damaged);
  EXPECT_EQ(ledger.charge("people", rho("0.1"), some_purpose()).error().wrong,
            "the book " + book.path() + " is damaged: record 2 is not as it was written");
  EXPECT_TRUE(ledger.released(*std::move(charge), "{}"));
  EXPECT_EQ(bytes_of(book.path()), damaged);
}

void expect_foreign(const ScratchBook &book, const std::string &wrong) {
  const std::string before = bytes_of(book.path());
  EXPECT_EQ(Ledger::open(book.path()).error(),
            (Error{ErrorKind::ledger_refuses, book.path() + " is not a book of budgets",
                   "name another file; this one was left as it is"}))
      << wrong;
  const std::optional<Error> created = Ledger::create(book.path(), "people", rho_allowance("1"));
  ASSERT_TRUE(created) << wrong;
  EXPECT_EQ(created->wrong, book.path() + " is not a book of budgets") << wrong;
  EXPECT_EQ(bytes_of(book.path()), before) << wrong;
}

TEST(ForeignFile, IsRefusedAndLeftAsItIs) {
  const ScratchBook book;
  for (const std::string &text : {std::string("x"), std::string("id,salary\n1,100\n"), std::string(5000, 'a'),
                                  std::string(4096, '\0')}) {
    write_bytes(book.path(), text);
    expect_foreign(book, text.substr(0, 10));
  }
  for (const std::string mode : {"DELETE", "WAL"}) {
    std::filesystem::remove(book.path());
    sqlite3 *other = nullptr;
    ASSERT_EQ(sqlite3_open(book.path().c_str(), &other), SQLITE_OK);
    sqlite3_exec(other,
                 ("PRAGMA journal_mode=" + mode + "; CREATE TABLE t(x); INSERT INTO t VALUES(1)").c_str(),
                 nullptr, nullptr, nullptr);
    if (mode == "WAL") expect_foreign(book, "a log that is not yet folded in");
    sqlite3_close(other);
    expect_foreign(book, mode);
  }
}

TEST(EmptyFile, IsRefusedAsABookAndMayBecomeOne) {
  const ScratchBook book;
  write_bytes(book.path(), "");
  EXPECT_EQ(Ledger::open(book.path()).error().wrong, book.path() + " is empty, so it is no book of budgets");
  EXPECT_EQ(bytes_of(book.path()), "");
  book.create("people", rho_allowance("1"));
  const Ledger ledger = book.open();
  write_bytes(book.path(), "");
  EXPECT_FALSE(ledger.charge("people", rho("0.1"), some_purpose()));
  EXPECT_EQ(bytes_of(book.path()), "");
}

// A crash while a charge was written, and on top of it a journal with a flipped bit: SQLite mends the
// book with that journal before anybody can look, so the file may change; but what it then says is true.
struct Crashed {
  std::string book, journal;
  std::vector<Account> before;
};

Crashed crash_at(long steps_before_the_end) {
  const ScratchBook book;
  fill(book);
  const Purpose wide{"poise mean", "mean", "poise", {std::string(6000, 'c')}, {}};
  FaultyVfs vfs;
  const auto charge = [&] {
    return bool(Ledger::open(book.path(), {std::chrono::milliseconds(100), vfs.name()})
                    ->charge("people", rho("0.125"), wide));
  };
  const std::string whole = bytes_of(book.path());
  const std::vector<Account> before = book.accounts();
  EXPECT_TRUE(charge());
  const long steps = vfs.steps();
  write_bytes(book.path(), whole);
  vfs.arm(Fault::io_error, steps - steps_before_the_end);
  EXPECT_FALSE(charge());
  return {bytes_of(book.path()), bytes_of(book.journal()), before};
}

void flip_bits_of_the_journal(const Crashed &crashed) {
  ASSERT_GT(crashed.journal.size(), 4096U) << "there is no journal";
  const ScratchBook book;
  std::mt19937 engine(11);
  int refused = 0, undone = 0;
  const auto look = [&](const std::string &journal, const std::string &what) {
    write_bytes(book.path(), crashed.book);
    write_bytes(book.journal(), journal);
    const Result<Ledger> ledger = Ledger::open(book.path());
    if (!ledger) {
      ++refused;
      return;
    }
    std::vector<Account> now = *ledger->accounts();
    const bool old = now == crashed.before;
    undone += old ? 1 : 0;
    if (old) return;
    ASSERT_EQ(now.front().entries.size(), 4U) << what; // the charge that was being written, whole
    EXPECT_EQ(now.front().entries.back().cost, ratio(1, 8));
    now.front().spent -= now.front().entries.back().cost;
    now.front().entries.pop_back();
    ASSERT_EQ(now, crashed.before) << what;
  };
  look(crashed.journal, "as it was");
  EXPECT_EQ(undone, 1);
  for (std::size_t at = 0; at < crashed.journal.size(); at += at < 64 ? 1 : 13) {
    std::string damaged = crashed.journal;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (engine() % 8)));
    look(damaged, "byte " + std::to_string(at));
  }
  for (std::size_t length = 0; length < crashed.journal.size(); length += 256)
    look(crashed.journal.substr(0, length), "length " + std::to_string(length));
  EXPECT_GT(refused, 20);
}

TEST(DamagedJournal, NeverMakesTheBookSayWhatWasNotSo) {
  flip_bits_of_the_journal(crash_at(0)); // the book is written, the journal not yet deleted
}
TEST(DamagedJournal, OfAHalfWrittenBookNeverMakesItSayWhatWasNotSo) {
  flip_bits_of_the_journal(crash_at(3)); // some of its pages are
}

} // namespace damage_test
} // namespace poise::internal
