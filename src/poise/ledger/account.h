// What one dataset may spend, has spent, and on what: the book as a reader sees it.
#pragma once

#include "poise/ledger/allowance.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

// What is asked, in words: for the history alone.
struct Purpose {
  std::string command;
  std::string statistic;
  std::string method;
  std::vector<std::string> columns;
  std::optional<std::string> unit; // the column that names a person

  friend bool operator==(const Purpose &, const Purpose &) = default;
};

enum class EntryState {
  charged,    // may have been released: counts as spent
  released,   // has been released
  struck_out, // nothing left the library: costs nothing
};
std::string name_of(EntryState state); // "charged", "released", "struck-out"

struct Entry {
  std::int64_t id;
  std::string time; // UTC, "2026-01-31T12:00:00Z"
  EntryState state;
  Amount amount;
  Rational cost; // in the unit of the account
  Purpose purpose;
  std::optional<std::string> settled; // when it was released or struck out
  std::string note;                   // what was released, or why nothing was

  friend bool operator==(const Entry &, const Entry &) = default;
};

struct Account {
  std::string dataset;
  std::string opened; // UTC
  Allowance allowance;
  Rational spent; // in the unit of the allowance, as left()
  std::vector<Entry> entries;
  std::optional<std::string> unit = std::nullopt; // the column that names a person; none: a row is one

  Rational left() const { return allowance.total() - spent; }

  friend bool operator==(const Account &, const Account &) = default;
};

} // namespace poise::internal
