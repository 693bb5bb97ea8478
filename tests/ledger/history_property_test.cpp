// Any sequence of creating, charging, settling and forgetting, against a few lines of bookkeeping.
#include "ledger/scratch_book.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"

#include <map>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace history_property_test {

struct ModelEntry {
  std::string dataset;
  Rational cost;
  std::string state;
  std::string note;
};

struct ModelAccount {
  bool pure;
  Rational total;
  Rational spent;
};

struct Model {
  std::map<std::string, ModelAccount> accounts;
  std::vector<ModelEntry> entries; // in the order they were charged
};

Rational arbitrary_fraction() {
  return ratio(*rc::gen::inRange(1, 30), *rc::gen::element(7, 10, 16, 60, 97));
}
std::string arbitrary_dataset() { return *rc::gen::element<std::string>("a", "b", "c"); }

void create(const ScratchBook &book, Model &model) {
  const std::string dataset = arbitrary_dataset();
  const int kind = *rc::gen::inRange(0, 3);
  const Rational total = arbitrary_fraction();
  const Approximate pair{*Epsilon::of(total), *Delta::parse("1e-6")};
  const Allowance allowance = kind == 0   ? Allowance::pure(*Epsilon::of(total))
                              : kind == 1 ? Allowance::zcdp(*Rho::of(total))
                                          : *Allowance::approximate(pair);
  const Rational worth = kind == 2 ? rho_for(pair.epsilon, pair.delta)->exact() : total;
  const bool made = !Ledger::create(book.path(), dataset, allowance);
  RC_ASSERT(made == model.accounts.try_emplace(dataset, ModelAccount{kind == 0, worth, 0}).second);
}

// What it costs, or nothing where it must be refused.
std::optional<Rational> model_cost(const ModelAccount &account, const Amount &amount) {
  const auto *pure = std::get_if<Epsilon>(&amount);
  if (account.pure) return pure == nullptr ? std::nullopt : std::optional(pure->exact());
  return pure == nullptr ? std::get<Rho>(amount).exact() : zcdp_of_pure(*pure)->exact();
}

void charge(const Ledger &ledger, Model &model, std::map<std::size_t, Charge> &open) {
  const std::string dataset = arbitrary_dataset();
  const Rational size = arbitrary_fraction() / 8;
  const Amount amount = *rc::gen::arbitrary<bool>() ? Amount(*Rho::of(size)) : Amount(*Epsilon::of(size));
  Result<Charge> result = ledger.charge(dataset, amount, {"", "mean", "", {dataset}, {}});
  const auto account = model.accounts.find(dataset);
  const std::optional<Rational> cost =
      account == model.accounts.end() ? std::nullopt : model_cost(account->second, amount);
  const bool fits = cost && account->second.spent + *cost <= account->second.total;
  RC_ASSERT(bool(result) == fits);
  if (!fits) return;
  account->second.spent += *cost;
  open.emplace(model.entries.size(), *std::move(result));
  model.entries.push_back({dataset, *cost, "charged", ""});
}

void settle(const Ledger &ledger, Model &model, std::map<std::size_t, Charge> &open) {
  if (open.empty()) return;
  const auto picked = std::next(open.begin(), *rc::gen::inRange<int>(0, static_cast<int>(open.size())));
  ModelEntry &entry = model.entries[picked->first];
  Charge taken = std::move(picked->second);
  open.erase(picked);
  const int way = *rc::gen::inRange(0, 3);
  if (way == 0) return; // forgotten: stays charged
  entry.note = "note " + std::to_string(taken.id());
  if (way == 1) {
    RC_ASSERT(!ledger.released(std::move(taken), entry.note));
    entry.state = "released";
  } else {
    RC_ASSERT(!ledger.nothing_released(std::move(taken), entry.note));
    entry.state = "struck-out";
    model.accounts.at(entry.dataset).spent -= entry.cost;
  }
}

void compare(const Ledger &ledger, const Model &model) {
  const Result<std::vector<Account>> accounts = ledger.accounts();
  RC_ASSERT(bool(accounts));
  RC_ASSERT(accounts->size() == model.accounts.size());
  for (const Account &account : *accounts) {
    const ModelAccount &expected = model.accounts.at(account.dataset);
    RC_ASSERT((account.allowance.total() == expected.total));
    RC_ASSERT((account.spent == expected.spent));
    std::size_t next = 0;
    for (const ModelEntry &entry : model.entries) {
      if (entry.dataset != account.dataset) continue;
      RC_ASSERT(next < account.entries.size());
      const Entry &found = account.entries[next++];
      RC_ASSERT((found.cost == entry.cost));
      RC_ASSERT(name_of(found.state) == entry.state);
      RC_ASSERT(found.note == entry.note);
    }
    RC_ASSERT(next == account.entries.size());
  }
}

RC_GTEST_PROP(LedgerHistory, IsThatOfTheSimplestBookkeeperForAnySequence, ()) {
  const ScratchBook book;
  Model model;
  std::map<std::size_t, Charge> open;
  create(book, model);
  Ledger ledger = book.open();
  const int steps = *rc::gen::inRange(0, 40);
  for (int step = 0; step < steps; ++step) {
    const int what = *rc::gen::inRange(0, 12);
    if (what == 0) create(book, model);
    if (what == 1) ledger = book.open();
    if (what >= 2 && what < 8) charge(ledger, model, open);
    if (what >= 8) settle(ledger, model, open);
    if (what == 11) compare(ledger, model);
  }
  compare(book.open(), model);
}

} // namespace history_property_test
} // namespace poise::internal
