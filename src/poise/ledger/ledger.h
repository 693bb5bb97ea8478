// The crash-safe book of what every dataset has spent: the door to this room.
#pragma once

#include "poise/ledger/account.h"
#include "poise/ledger/book_trouble.h"
#include "poise/ledger/record_chain.h"

namespace poise::internal {

// A charge that is on the disk. It is settled once, by the one who holds it; one that is never
// settled stays charged, which counts as spent.
class Charge {
public:
  Charge(Charge &&) = default;
  Charge &operator=(Charge &&) = default;

  std::int64_t id() const { return id_; }
  const std::string &dataset() const { return dataset_; }
  const Amount &amount() const { return amount_; }

private:
  friend class Ledger;
  Charge(std::int64_t id, std::string dataset, Amount amount, Hash hash)
      : id_(id), dataset_(std::move(dataset)), amount_(std::move(amount)), hash_(hash) {}
  Charge(const Charge &) = delete;
  Charge &operator=(const Charge &) = delete;

  std::int64_t id_;
  std::string dataset_;
  Amount amount_;
  Hash hash_; // of its record, which tells this book from another
};

// PROMISE  When charge() returns a charge, it is on the disk, and what all charges of the dataset cost
//          together is within its allowance: with any number of processes, after any crash or power
//          cut. On a book that is missing, damaged, locked or cannot be written nothing is charged.
// WHY      Records are only ever appended, each in one SQLite transaction that starts by reading and
//          checking the whole book while nobody else may write. docs/proofs/ledger.md
// ASSUMES  as BookFile: an honest disk, working locks, nobody who rewrites the file or puts an old copy
//          back. nothing_released() is told the truth.
// CHECKED  tests/ledger
//
// A Ledger holds no file open, so it may be copied, shared by threads and carried over a fork.
class Ledger {
public:
  struct Options {
    std::chrono::milliseconds wait{10000}; // for other programs that are writing
    std::string vfs;                       // for tests; empty: SQLite's default
  };

  // The file must be there and a sound book.
  static Result<Ledger> open(const std::string &path, const Options &options);
  static Result<Ledger> open(const std::string &path) { return open(path, Options()); }

  // Opens an account for a dataset that has none, in a new book or one that is there. After a crash
  // in the midst the account is there, or creating it again succeeds.
  //
  // The unit is the column that names a person, whose rows are protected together; none: a row is a person.
  // It belongs to the account, because budgets of different neighbours do not add up.
  [[nodiscard]] static std::optional<Error> create(const std::string &path, const std::string &dataset,
                                                   const Allowance &allowance, const Options &options,
                                                   const std::optional<std::string> &unit = std::nullopt);
  [[nodiscard]] static std::optional<Error> create(const std::string &path, const std::string &dataset,
                                                   const Allowance &allowance) {
    return create(path, dataset, allowance, Options());
  }

  // Before anything is computed. The purpose must have the unit of the account. After an error nothing may be
  // released.
  Result<Charge> charge(const std::string &dataset, const Amount &amount, const Purpose &purpose) const;

  // Before the result is shown. After an error it must not be: the charge stays spent.
  [[nodiscard]] std::optional<Error> released(Charge charge, const std::string &result_json) const;

  // Gives the charge back: only if nothing left the library, and whether something would was decided
  // by public values. After an error the charge may still count.
  [[nodiscard]] std::optional<Error> nothing_released(Charge charge, const std::string &why) const;

  // Every dataset of the book, in the order they were opened.
  Result<std::vector<Account>> accounts() const;

private:
  explicit Ledger(BookPlace place) : place_(std::move(place)) {}
  [[nodiscard]] std::optional<Error> settle(const Charge &charge, bool released,
                                            const std::string &note) const;

  BookPlace place_;
};

} // namespace poise::internal
