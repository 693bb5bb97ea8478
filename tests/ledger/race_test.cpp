// Many processes, one book: the last of the budget is won exactly as often as it is there.
#include "ledger/scratch_book.h"

#include <map>
#include <sys/wait.h>
#include <thread>

namespace poise::internal {
namespace race_test {

// Forks, lets all children wait at a gate, and opens it. Gives how often each exit status came.
template <class Run> std::map<int, int> race(int processes, Run run) {
  int gate[2];
  if (pipe(gate) != 0) throw std::runtime_error("no pipe");
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process");
    if (child == 0) {
      close(gate[1]);
      char nothing = 0;
      static_cast<void>(!read(gate[0], &nothing, 1)); // returns when the parent has closed its end
      _exit(run(i));
    }
    children.push_back(child);
  }
  close(gate[0]);
  close(gate[1]);
  std::map<int, int> outcomes;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    ++outcomes[WIFEXITED(status) ? WEXITSTATUS(status) : -1];
  }
  return outcomes;
}

enum Outcome { won = 0, nothing_left = 1, something_else = 2 };

int try_to_charge(const Ledger &ledger, const Amount &amount) {
  const Result<Charge> charge = ledger.charge("people", amount, some_purpose());
  if (charge) return won;
  const bool refused = charge.error().kind == ErrorKind::ledger_refuses &&
                       charge.error().wrong.find(" left") != std::string::npos;
  return refused ? nothing_left : something_else;
}

TEST(Race, FiftyProcessesWinExactlyTheSevenChargesThereAre) {
  const ScratchBook book(ScratchBook::On::disk);
  book.create("people", rho_allowance("0.7"));
  const std::map<int, int> outcomes = race(50, [&](int) {
    const Result<Ledger> ledger = Ledger::open(book.path());
    return ledger ? try_to_charge(*ledger, rho("0.1")) : something_else;
  });
  EXPECT_EQ(outcomes, (std::map<int, int>{{won, 7}, {nothing_left, 43}}));
  EXPECT_EQ(book.accounts().front().entries.size(), 7U);
  EXPECT_EQ(book.accounts().front().left(), 0);
}

TEST(Race, ALedgerOpenedBeforeAForkServesAllChildren) {
  const ScratchBook book;
  book.create("people", Allowance::pure(epsilon("1")));
  const Ledger ledger = book.open();
  const std::map<int, int> outcomes = race(12, [&](int) { return try_to_charge(ledger, epsilon("0.2")); });
  EXPECT_EQ(outcomes, (std::map<int, int>{{won, 5}, {nothing_left, 7}}));
}

TEST(Race, ThreadsMayShareALedger) {
  const ScratchBook book;
  book.create("people", rho_allowance("0.5"));
  const Ledger ledger = book.open();
  std::vector<int> outcomes(8, something_else);
  std::vector<std::thread> threads;
  for (int &outcome : outcomes) threads.emplace_back([&] { outcome = try_to_charge(ledger, rho("0.1")); });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(std::count(outcomes.begin(), outcomes.end(), won), 5);
  EXPECT_EQ(std::count(outcomes.begin(), outcomes.end(), nothing_left), 3);
}

TEST(Race, ProcessesThatCreateTheSameBookKeepEachOthersDatasets) {
  for (int round = 0; round < 5; ++round) {
    const ScratchBook book;
    const std::map<int, int> outcomes = race(16, [&](int i) {
      return Ledger::create(book.path(), "dataset " + std::to_string(i / 2), rho_allowance("1")) ? 1 : 0;
    });
    EXPECT_EQ(outcomes, (std::map<int, int>{{0, 8}, {1, 8}})) << "each name was given twice";
    EXPECT_EQ(book.accounts().size(), 8U);
  }
}

} // namespace race_test
} // namespace poise::internal
