// Real disks that refuse: full, read-only, locked. The book says so, and keeps what it has.
#include "ledger/in_a_child.h"
#include "ledger/scratch_book.h"

#include <csignal>
#include <sched.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/resource.h>

namespace poise::internal {
namespace disk_test {

Purpose wide_purpose() {
  return {"poise mean", "mean", "poise", std::vector<std::string>(3, std::string(1000, 'c')), {}};
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

// Charges until the disk refuses. What is wrong about that, if anything.
std::string charge_until_refused(const ScratchBook &book, const std::string &reason) {
  const Ledger ledger = book.open();
  std::size_t acknowledged = ledger.accounts()->front().entries.size();
  for (int i = 0; i < 1000; ++i) {
    const Result<Charge> charge = ledger.charge("people", rho("0.001"), wide_purpose());
    if (charge) {
      ++acknowledged;
      continue;
    }
    if (charge.error().kind != ErrorKind::ledger_refuses || !contains(charge.error().wrong, reason))
      return "another error: " + charge.error().wrong;
    const Result<std::vector<Account>> accounts = ledger.accounts();
    if (!accounts) return "the book does not open: " + accounts.error().wrong;
    if (accounts->front().entries.size() != acknowledged) return "another number of charges";
    if (acknowledged < 3) return "refused too early";
    return "";
  }
  return "never refused";
}

TEST(RealDisk, AFullOneRefusesAndTheBookGoesOnWhenThereIsRoom) {
  const ScratchBook book;
  const std::string complaint = in_a_child([&]() -> std::string {
    const bool mounted = unshare(CLONE_NEWNS) == 0 &&
                         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                         mount("none", book.directory().c_str(), "tmpfs", 0, "size=256k") == 0;
    if (!mounted) return "cannot mount";
    book.create("people", rho_allowance("1"));
    const std::string ballast = book.directory() + "/ballast";
    write_bytes(ballast, std::string(100000, 'b'));
    if (std::string wrong = charge_until_refused(book, "no room"); !wrong.empty()) return wrong;
    std::filesystem::remove(ballast);
    if (!book.open().charge("people", rho("0.001"), wide_purpose())) return "refused with room";
    return charge_until_refused(book, "no room");
  });
  if (complaint == "cannot mount") GTEST_SKIP() << "this system lets nobody mount a small disk";
  EXPECT_EQ(complaint, "");
}

TEST(RealDisk, ALimitOnTheSizeOfFilesRefusesAndTheBookStaysSound) {
  const ScratchBook book;
  book.create("people", rho_allowance("1"));
  EXPECT_EQ(in_a_child([&]() -> std::string {
              signal(SIGXFSZ, SIG_IGN);
              const rlimit limit{100000, 100000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return "no limit";
              return charge_until_refused(book, "could not read or write");
            }),
            "");
  EXPECT_TRUE(book.open().charge("people", rho("0.001"), wide_purpose())) << "without the limit";
}

// The superuser may write everywhere, so becomes nobody first.
std::string as_nobody(const std::function<std::string()> &check) {
  return in_a_child([&]() -> std::string {
    constexpr unsigned nobody = 65534;
    if (getuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) return "cannot become nobody";
    return check();
  });
}

std::string reads_but_does_not_charge(const ScratchBook &book) {
  const Result<Ledger> ledger = Ledger::open(book.path());
  if (!ledger) return "does not open: " + ledger.error().wrong;
  if (ledger->accounts()->front().entries.size() != 1) return "other accounts";
  const Result<Charge> charge = ledger->charge("people", rho("0.1"), some_purpose());
  if (charge) return "charged";
  if (Ledger::create(book.path(), "others", rho_allowance("1")) == std::nullopt) return "created";
  return charge.error().kind == ErrorKind::ledger_refuses &&
                 contains(charge.error().wrong, "cannot be written")
             ? ""
             : "another error: " + charge.error().wrong;
}

struct Permissions {
  const char *name;
  unsigned directory;
  unsigned file;
};

TEST(RealDisk, ABookOrDirectoryThatMayNotBeWrittenIsReadAndNotCharged) {
  for (const Permissions &permissions :
       {Permissions{"neither", 0555, 0444}, Permissions{"the file alone", 0555, 0666},
        Permissions{"the directory alone", 0777, 0444}}) {
    const ScratchBook book;
    book.create("people", rho_allowance("1"));
    ASSERT_TRUE(book.open().charge("people", rho("0.1"), some_purpose()));
    std::filesystem::permissions(book.path(), std::filesystem::perms(permissions.file));
    std::filesystem::permissions(book.directory(), std::filesystem::perms(permissions.directory));
    const std::string before = bytes_of(book.path());
    EXPECT_EQ(as_nobody([&] { return reads_but_does_not_charge(book); }), "")
        << "may write " << permissions.name;
    std::filesystem::permissions(book.directory(), std::filesystem::perms(0755));
    EXPECT_EQ(bytes_of(book.path()), before);
  }
}

TEST(RealDisk, ABookThatMayNotBeReadIsRefused) {
  const ScratchBook book;
  book.create("people", rho_allowance("1"));
  std::filesystem::permissions(book.directory(), std::filesystem::perms(0755));
  std::filesystem::permissions(book.path(), std::filesystem::perms::none);
  EXPECT_EQ(as_nobody([&]() -> std::string {
              const Result<Ledger> ledger = Ledger::open(book.path());
              return ledger ? "opened" : ledger.error().wrong;
            }),
            "the book " + book.path() + " or its journal cannot be opened");
}

// SQLite would leave out the sync of such a directory without a word.
TEST(RealDisk, ADirectoryThatCannotBeSyncedIsRefused) {
  const ScratchBook book;
  book.create("people", rho_allowance("1"));
  std::filesystem::permissions(book.path(), std::filesystem::perms(0666));
  std::filesystem::permissions(book.directory(), std::filesystem::perms(0333));
  EXPECT_EQ(as_nobody([&]() -> std::string {
              const Result<Charge> charge = book.open().charge("people", rho("0.1"), some_purpose());
              return charge ? "charged" : charge.error().wrong;
            }),
            "the directory of the book " + book.path() +
                " may not be read, so a power cut could undo a charge");
  std::filesystem::permissions(book.directory(), std::filesystem::perms(0755));
  EXPECT_EQ(book.spent(), 0);
}

TEST(LockedBook, IsRefusedAfterTheWaitAndServesAgainAfterwards) {
  const ScratchBook book;
  book.create("people", rho_allowance("1"));
  const Ledger::Options hasty{std::chrono::milliseconds(20), ""};
  const Ledger ledger = *Ledger::open(book.path(), hasty);
  Result<Charge> charge = ledger.charge("people", rho("0.1"), some_purpose());
  ASSERT_TRUE(charge);

  sqlite3 *other = nullptr;
  ASSERT_EQ(sqlite3_open(book.path().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  const std::string wrong = "the book " + book.path() + " has been in use by another program for 20 ms";
  const Result<Charge> refused = ledger.charge("people", rho("0.1"), some_purpose());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::ledger_refuses);
  EXPECT_EQ(refused.error().wrong, wrong);
  EXPECT_EQ(ledger.accounts().error().wrong, wrong);
  EXPECT_EQ(Ledger::open(book.path(), hasty).error().wrong, wrong);
  EXPECT_EQ(Ledger::create(book.path(), "others", rho_allowance("1"), hasty)->wrong, wrong);
  EXPECT_EQ(ledger.released(*std::move(charge), "{}")->wrong, wrong);
  sqlite3_close(other);

  EXPECT_EQ(ledger.accounts()->front().entries.front().state, EntryState::charged);
  EXPECT_TRUE(ledger.charge("people", rho("0.9"), some_purpose()));
}

TEST(LockedBook, AReaderKeepsNobodyFromReading) {
  const ScratchBook book;
  book.create("people", rho_allowance("1"));
  sqlite3 *other = nullptr;
  ASSERT_EQ(sqlite3_open(book.path().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN; SELECT * FROM head", nullptr, nullptr, nullptr), SQLITE_OK);
  const Ledger ledger = *Ledger::open(book.path(), {std::chrono::milliseconds(20), ""});
  EXPECT_TRUE(ledger.accounts());
  EXPECT_FALSE(ledger.charge("people", rho("0.1"), some_purpose())) << "a commit waits for readers";
  sqlite3_close(other);
  EXPECT_EQ(book.spent(), 0);
}

} // namespace disk_test
} // namespace poise::internal
