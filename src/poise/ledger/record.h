// The lines of the book: a dataset is opened, a release is charged, a charge is settled.
#pragma once

#include "poise/ledger/account.h"

#include <string_view>

namespace poise::internal {

struct DatasetRecord {
  std::string time;
  std::string name;
  Allowance allowance;
  std::optional<std::string> unit = std::nullopt; // the column that names a person; none: a row is one
};

struct ChargeRecord {
  std::string time;
  std::string dataset;
  Amount amount;
  Rational cost; // as it was worked out then: a better theorem does not change history
  Purpose purpose;
};

struct SettlementRecord {
  std::string time;
  std::int64_t charge; // the number of the charge's record
  bool released;       // else struck out
  std::string note;
};

using Record = std::variant<DatasetRecord, ChargeRecord, SettlementRecord>;

// Lines of "key value" that people can read with any SQLite tool. Budgets are exact fractions.
std::string write_record(const Record &record);
std::optional<Record> read_record(std::string_view body); // nothing, if no record is written so

// Fractions longer than this are refused before they are written: they, and what they cost,
// must be readable again (privacy/exact_text.h).
inline constexpr std::size_t longest_amount = 900;

} // namespace poise::internal
