// From the records of the book to the accounts: every record in turn, and whether it can be true.
#pragma once

#include "poise/ledger/record.h"

#include <map>

namespace poise::internal {

class Replay {
public:
  // What makes the record impossible after those before it, if anything: a dataset opened
  // twice, a charge beyond the allowance, a charge settled twice.
  std::optional<std::string> add(std::int64_t number, const Record &record);

  const std::vector<Account> &accounts() const { return accounts_; }
  const Account *account(const std::string &dataset) const;
  const Entry *entry(std::int64_t id) const;

private:
  struct Place {
    std::size_t account;
    std::size_t entry;
  };
  std::optional<std::string> apply(std::int64_t number, const DatasetRecord &record);
  std::optional<std::string> apply(std::int64_t number, const ChargeRecord &record);
  std::optional<std::string> apply(std::int64_t number, const SettlementRecord &record);

  std::vector<Account> accounts_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::map<std::int64_t, Place> by_id_;
};

} // namespace poise::internal
