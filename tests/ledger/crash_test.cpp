// A crash, a full or broken disk, or a power cut at every single step: nothing that was acknowledged is
// lost, nothing is half there, and nothing beyond the allowance is ever spent.
#include "ledger/faulty_vfs.h"
#include "ledger/scratch_book.h"

#include <memory>
#include <random>
#include <sys/wait.h>

namespace poise::internal {
namespace crash_test {

// What a reader can tell about the book, but for the times.
std::string state_of(const std::vector<Account> &accounts) {
  std::string state;
  for (const Account &account : accounts) {
    state += account.dataset + " " + account.allowance.text() + "\n";
    for (const Entry &entry : account.entries)
      state += " " + std::to_string(entry.id) + " " + name_of(entry.state) + " " + entry.cost.get_str() +
               " " + entry.note + "\n";
  }
  return state;
}

// Long enough to need pages of its own, so that a commit has many steps.
Purpose wide_purpose() {
  return {"poise mean", "mean", "poise", std::vector<std::string>(3, std::string(3000, 'c')), std::nullopt};
}

// One change of the book. The setting is the same each time; what it did is told by the book.
struct Change {
  std::function<void(const ScratchBook &)> prepare;                      // without faults
  std::function<bool(const ScratchBook &, const Ledger::Options &)> run; // whether it was acknowledged
};

std::shared_ptr<Charge> prepared; // a charge to settle

void prepare_charges(const ScratchBook &book) {
  book.create("people", rho_allowance("1"));
  const Ledger ledger = book.open();
  Result<Charge> first = ledger.charge("people", rho("1/4"), some_purpose());
  ASSERT_FALSE(ledger.released(*std::move(first), "{\"value\":1}"));
  prepared = std::make_shared<Charge>(*ledger.charge("people", rho("1/4"), some_purpose()));
}

// With a disk that fails, even opening may.
template <class Use> bool with_ledger(const ScratchBook &book, const Ledger::Options &options, Use use) {
  const Result<Ledger> ledger = Ledger::open(book.path(), options);
  return ledger && use(*ledger);
}

Change creating() {
  return {[](const ScratchBook &) {},
          [](const ScratchBook &book, const Ledger::Options &options) {
            return !Ledger::create(book.path(), "people", rho_allowance("1"), options);
          }};
}
Change adding() {
  return {prepare_charges, [](const ScratchBook &book, const Ledger::Options &options) {
            return !Ledger::create(book.path(), "others", rho_allowance("1/2"), options);
          }};
}
Change charging() {
  return {prepare_charges, [](const ScratchBook &book, const Ledger::Options &options) {
            return with_ledger(book, options, [](const Ledger &ledger) {
              return bool(ledger.charge("people", rho("1/4"), wide_purpose()));
            });
          }};
}
Change releasing() {
  return {prepare_charges, [](const ScratchBook &book, const Ledger::Options &options) {
            return with_ledger(book, options, [](const Ledger &ledger) {
              return !ledger.released(std::move(*prepared), std::string(20000, '7'));
            });
          }};
}
Change striking_out() {
  return {prepare_charges, [](const ScratchBook &book, const Ledger::Options &options) {
            return with_ledger(book, options, [](const Ledger &ledger) {
              return !ledger.nothing_released(std::move(*prepared), "the file was gone");
            });
          }};
}

// The book before the change and after it, without faults, and the number of steps between.
struct Course {
  std::string before; // empty: there is no book
  std::string after;
  long steps;
};

std::string state_at(const ScratchBook &book) {
  const Result<Ledger> ledger = Ledger::open(book.path());
  return ledger ? state_of(*ledger->accounts()) : "";
}

Course course_of(const Change &change, FaultyVfs &vfs) {
  const ScratchBook book;
  change.prepare(book);
  const std::string before = state_at(book);
  vfs.arm(Fault::none, 0);
  EXPECT_TRUE(change.run(book, {std::chrono::milliseconds(1000), vfs.name()}));
  return {before, state_at(book), vfs.steps()};
}

// Whatever happened, the book goes on: all that is left can be spent, and not a bit more.
void expect_sound(const ScratchBook &book, const Course &course, bool acknowledged) {
  if (course.before.empty() && !Ledger::open(book.path())) {
    ASSERT_FALSE(acknowledged) << "a book that was made is gone";
    const std::optional<Error> again = Ledger::create(book.path(), "people", rho_allowance("1"));
    ASSERT_FALSE(again) << again->wrong;
  }
  const Result<Ledger> ledger = Ledger::open(book.path());
  ASSERT_TRUE(ledger) << ledger.error().wrong;
  const std::string state = state_of(*ledger->accounts());
  if (acknowledged) {
    ASSERT_EQ(state, course.after) << "what was acknowledged is not there";
  } else {
    ASSERT_TRUE(state == course.before || state == course.after) << "half of it is there:\n" << state;
  }
  const Account account = ledger->accounts()->front();
  ASSERT_LE(account.spent, account.allowance.total());
  if (account.left() > 0) {
    ASSERT_TRUE(ledger->charge("people", *Rho::of(account.left()), some_purpose()));
  }
  const Result<Charge> beyond = ledger->charge("people", rho("1e-90"), some_purpose());
  ASSERT_FALSE(beyond) << "more than the allowance was spent";
  EXPECT_NE(beyond.error().wrong.find("no rho left"), std::string::npos) << beyond.error().wrong;
}

// Runs the change in a process of its own, which may be killed on the way.
bool run_until_killed(const Change &change, const ScratchBook &book, FaultyVfs &vfs, long step) {
  const pid_t child = fork();
  if (child == 0) {
    vfs.arm(Fault::kill, step);
    _exit(change.run(book, {std::chrono::milliseconds(1000), vfs.name()}) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) || WIFEXITED(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

using Keeping = std::function<FaultyVfs::Keeps(long step)>; // after a power cut

// One step more than there are: the fault comes when all is done and acknowledged.
void walk(const Change &change, Fault fault, const std::vector<Keeping> &keepings = {nullptr}) {
  FaultyVfs vfs;
  const Course course = course_of(change, vfs);
  ASSERT_GT(course.steps, 8) << "this is no commit";
  for (long step = 1; step <= course.steps + 1; ++step) {
    for (const Keeping &keeping : keepings) {
      const ScratchBook book;
      change.prepare(book);
      bool acknowledged = false;
      if (fault == Fault::kill) {
        acknowledged = run_until_killed(change, book, vfs, step);
      } else {
        vfs.arm(fault, step);
        acknowledged = change.run(book, {std::chrono::milliseconds(1000), vfs.name()});
        if (keeping) vfs.cut_power(keeping(step));
      }
      SCOPED_TRACE("step " + std::to_string(step) + " of " + std::to_string(course.steps));
      if (step > course.steps) {
        ASSERT_TRUE(acknowledged) << "the fault was beyond the last step";
      }
      expect_sound(book, course, acknowledged);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Nothing that was not synced, all of it, and six mixtures.
std::vector<Keeping> keepings() {
  std::vector<Keeping> all;
  all.push_back([](long) { return [] { return false; }; });
  all.push_back([](long) { return [] { return true; }; });
  for (unsigned seed = 0; seed < 6; ++seed)
    all.push_back([seed](long step) {
      auto engine = std::make_shared<std::mt19937>(seed * 1000 + static_cast<unsigned>(step));
      return [engine, seed] { return (*engine)() % 6 <= seed; };
    });
  return all;
}

TEST(Killed, ABookBeingCreatedIsThereOrCanBeCreatedAgain) { walk(creating(), Fault::kill); }
TEST(Killed, ADatasetBeingAddedIsThereOrNot) { walk(adding(), Fault::kill); }
TEST(Killed, AnAcknowledgedChargeStaysAndAnotherIsWholeOrAbsent) { walk(charging(), Fault::kill); }
TEST(Killed, AReleaseIsSettledOrStillCharged) { walk(releasing(), Fault::kill); }
TEST(Killed, AStrikeOutIsWholeOrAbsent) { walk(striking_out(), Fault::kill); }

TEST(DiskFull, ABookBeingCreatedIsThereOrCanBeCreatedAgain) { walk(creating(), Fault::full); }
TEST(DiskFull, ADatasetBeingAddedIsThereOrNot) { walk(adding(), Fault::full); }
TEST(DiskFull, AnAcknowledgedChargeStaysAndAnotherIsWholeOrAbsent) { walk(charging(), Fault::full); }
TEST(DiskFull, AReleaseIsSettledOrStillCharged) { walk(releasing(), Fault::full); }
TEST(DiskFull, AStrikeOutIsWholeOrAbsent) { walk(striking_out(), Fault::full); }

TEST(DiskError, ABookBeingCreatedIsThereOrCanBeCreatedAgain) { walk(creating(), Fault::io_error); }
TEST(DiskError, ADatasetBeingAddedIsThereOrNot) { walk(adding(), Fault::io_error); }
TEST(DiskError, AnAcknowledgedChargeStaysAndAnotherIsWholeOrAbsent) { walk(charging(), Fault::io_error); }
TEST(DiskError, AReleaseIsSettledOrStillCharged) { walk(releasing(), Fault::io_error); }
TEST(DiskError, AStrikeOutIsWholeOrAbsent) { walk(striking_out(), Fault::io_error); }

TEST(OneDiskError, ABookBeingCreatedIsThereOrCanBeCreatedAgain) { walk(creating(), Fault::io_error_once); }
TEST(OneDiskError, AnAcknowledgedChargeStaysAndAnotherIsWholeOrAbsent) {
  walk(charging(), Fault::io_error_once);
}
TEST(OneDiskError, AReleaseIsSettledOrStillCharged) { walk(releasing(), Fault::io_error_once); }

TEST(PowerCut, ABookBeingCreatedIsThereOrCanBeCreatedAgain) {
  walk(creating(), Fault::power_cut, keepings());
}
TEST(PowerCut, ADatasetBeingAddedIsThereOrNot) { walk(adding(), Fault::power_cut, keepings()); }
TEST(PowerCut, AnAcknowledgedChargeStaysAndAnotherIsWholeOrAbsent) {
  walk(charging(), Fault::power_cut, keepings());
}
TEST(PowerCut, AReleaseIsSettledOrStillCharged) { walk(releasing(), Fault::power_cut, keepings()); }
TEST(PowerCut, AStrikeOutIsWholeOrAbsent) { walk(striking_out(), Fault::power_cut, keepings()); }

// The first crash leaves a journal; the second comes while the book is being mended with it.
void crash_while_mending(Fault second) {
  FaultyVfs vfs;
  const Course course = course_of(charging(), vfs);
  long mended = 0;
  for (long first = 1; first <= course.steps; ++first) {
    bool struck = true;
    for (long step = 1; struck; ++step) {
      const ScratchBook book;
      prepare_charges(book);
      vfs.arm(Fault::io_error, first); // as a crash does, leaves the journal as it is
      const bool acknowledged = charging().run(book, {std::chrono::milliseconds(1000), vfs.name()});
      vfs.arm(second, step);
      static_cast<void>(Ledger::open(book.path(), {std::chrono::milliseconds(1000), vfs.name()}));
      struck = vfs.steps() >= step;
      if (second == Fault::power_cut) {
        std::mt19937 engine(static_cast<unsigned>(1000 * first + step));
        vfs.cut_power([&] { return engine() % 2 == 0; });
      }
      SCOPED_TRACE("step " + std::to_string(step) + " of mending step " + std::to_string(first));
      expect_sound(book, course, acknowledged);
      if (testing::Test::HasFatalFailure()) return;
      mended += struck ? 1 : 0;
    }
  }
  EXPECT_GT(mended, 20) << "no crash came while mending";
}

TEST(PowerCut, WhileACrashIsMendedLosesNothing) { crash_while_mending(Fault::power_cut); }
TEST(DiskError, WhileACrashIsMendedLosesNothing) { crash_while_mending(Fault::io_error); }

// The teeth: a row committed with weaker settings, and a power cut that keeps nothing unsynced.
int rows_after_power_cut(const std::string &synchronous) {
  const ScratchBook book;
  FaultyVfs vfs;
  int rows = -1;
  const auto run = [&](const std::string &commands) {
    sqlite3 *connection = nullptr;
    sqlite3_open_v2(book.path().c_str(), &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs.name());
    const auto note = [](void *count, int, char **texts, char **) {
      *static_cast<int *>(count) = std::stoi(texts[0]);
      return 0;
    };
    const std::string all = "PRAGMA synchronous=" + synchronous + ";" + commands;
    EXPECT_EQ(sqlite3_exec(connection, all.c_str(), note, &rows, nullptr), SQLITE_OK) << all;
    sqlite3_close(connection);
  };
  run("CREATE TABLE t(x)");
  vfs.arm(Fault::none, 0);
  run("INSERT INTO t VALUES(1)");
  vfs.cut_power([] { return false; });
  run("SELECT count(*) FROM t");
  return rows;
}

TEST(FaultyVfs, NoticesACommitThatWasNotSynced) {
  EXPECT_EQ(rows_after_power_cut("OFF"), 0);
  EXPECT_EQ(rows_after_power_cut("FULL"), 0) << "the deletion of the journal is not synced";
  EXPECT_EQ(rows_after_power_cut("EXTRA"), 1);
}

} // namespace crash_test
} // namespace poise::internal
