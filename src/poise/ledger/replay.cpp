// Sums over the records, exactly.
#include "poise/ledger/replay.h"

#include <fmt/format.h>

namespace poise::internal {

std::optional<std::string> Replay::add(std::int64_t number, const Record &record) {
  return std::visit([&](const auto &one) { return apply(number, one); }, record);
}

std::optional<std::string> Replay::apply(std::int64_t number, const DatasetRecord &record) {
  if (!by_name_.emplace(record.name, accounts_.size()).second)
    return fmt::format("record {} opens a dataset that is open", number);
  accounts_.push_back({record.name, record.time, record.allowance, 0, {}, record.unit});
  return std::nullopt;
}

std::optional<std::string> Replay::apply(std::int64_t number, const ChargeRecord &record) {
  const auto found = by_name_.find(record.dataset);
  if (found == by_name_.end()) return fmt::format("record {} charges a dataset that is not open", number);
  Account &account = accounts_[found->second];
  if (record.purpose.unit != account.unit)
    return fmt::format("record {} is about other neighbours than its dataset", number);
  if (record.cost > account.left()) return fmt::format("record {} charges more than was left", number);
  account.spent += record.cost;
  by_id_.emplace(number, Place{found->second, account.entries.size()});
  account.entries.push_back({number, record.time, EntryState::charged, record.amount, record.cost,
                             record.purpose, std::nullopt, ""});
  return std::nullopt;
}

std::optional<std::string> Replay::apply(std::int64_t number, const SettlementRecord &record) {
  const auto found = by_id_.find(record.charge);
  if (found == by_id_.end()) return fmt::format("record {} settles a charge that is not there", number);
  Account &account = accounts_[found->second.account];
  Entry &entry = account.entries[found->second.entry];
  if (entry.state != EntryState::charged) return fmt::format("record {} settles a charge again", number);
  entry.state = record.released ? EntryState::released : EntryState::struck_out;
  entry.settled = record.time;
  entry.note = record.note;
  if (!record.released) account.spent -= entry.cost;
  return std::nullopt;
}

const Account *Replay::account(const std::string &dataset) const {
  const auto found = by_name_.find(dataset);
  return found == by_name_.end() ? nullptr : &accounts_[found->second];
}

const Entry *Replay::entry(std::int64_t id) const {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return nullptr;
  return &accounts_[found->second.account].entries[found->second.entry];
}

} // namespace poise::internal
