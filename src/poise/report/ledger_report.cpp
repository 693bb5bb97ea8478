// The history, entry by entry.
#include "poise/report/ledger_report.h"

#include "poise/base/one_line.h"
#include "poise/base/nearest_double.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace poise::internal {
namespace {

using Json = nlohmann::ordered_json;

Json amount_of(const Rational &value) {
  Json object;
  object["value"] = nearest_double(value);
  object["exact"] = exact_text(value);
  return object;
}

Json promise_of(const Allowance &allowance) {
  Json object;
  std::visit(
      [&]<class Promise>(const Promise &promise) {
        if constexpr (std::is_same_v<Promise, Rho>) {
          object["definition"] = "zCDP";
          object["rho"] = promise.display();
        } else if constexpr (std::is_same_v<Promise, Epsilon>) {
          object["definition"] = "pure";
          object["epsilon"] = promise.display();
        } else {
          object["definition"] = "approximate";
          object["epsilon"] = promise.epsilon.display();
          object["delta"] = promise.delta.display();
          object["rho"] = nearest_double(allowance.total());
        }
      },
      allowance.promise());
  return object;
}

Json entry_object(const Entry &entry) {
  Json object;
  object["id"] = entry.id;
  object["time"] = entry.time;
  object["state"] = name_of(entry.state);
  std::visit(
      [&]<class Unit>(const Unit &amount) {
        object[std::is_same_v<Unit, Rho> ? "rho" : "epsilon"] = amount.display();
      },
      entry.amount);
  object["cost"] = amount_of(entry.cost);
  object["command"] = entry.purpose.command;
  object["statistic"] = entry.purpose.statistic;
  object["method"] = entry.purpose.method;
  object["columns"] = entry.purpose.columns;
  if (entry.purpose.unit) object["unit"] = *entry.purpose.unit;
  if (entry.settled) object["settled"] = *entry.settled;
  if (entry.state == EntryState::released) {
    const Json released = Json::parse(entry.note, nullptr, false);
    object["released"] = released.is_discarded() ? Json(entry.note) : released;
  }
  if (entry.state == EntryState::struck_out) object["why"] = entry.note;
  return object;
}

// Names and numbers of what was released, as far as a line holds them.
std::string released_line(const std::string &note) {
  const Json released = Json::parse(note, nullptr, false);
  if (released.is_discarded() || !released.contains("columns") || !released.contains("value")) return "";
  std::string line;
  const Json &names = released["columns"], &values = released["value"];
  const bool plain = !values.empty() && values.front().is_number() && names.size() == values.size();
  constexpr std::size_t shown = 4;
  for (std::size_t i = 0; plain && i < std::min(shown, names.size()); ++i)
    line += fmt::format("{}{} = {:.6g}", line.empty() ? "" : ", ", names[i].get<std::string>(),
                        values[i].get<double>());
  if (!plain) line = fmt::format("{} numbers a column, {} columns", values.size(), names.size());
  if (plain && names.size() > shown) line += fmt::format(", and {} more", names.size() - shown);
  return line;
}

std::string state_text(const Entry &entry) {
  switch (entry.state) {
  case EntryState::charged:
    return "charged, and never settled: counts as released";
  case EntryState::released:
    return "released " + one_line(released_line(entry.note));
  case EntryState::struck_out:
    break;
  }
  return "struck out, nothing was released: " + one_line(entry.note);
}

} // namespace

std::string to_json(std::span<const Account> accounts) {
  Json list = Json::array();
  for (const Account &account : accounts) {
    Json object;
    object["dataset"] = account.dataset;
    object["opened"] = account.opened;
    if (account.unit) object["person"] = *account.unit;
    object["allowance"] = promise_of(account.allowance);
    object["unit"] = name_of(account.allowance.unit());
    object["total"] = amount_of(account.allowance.total());
    object["spent"] = amount_of(account.spent);
    object["left"] = amount_of(account.left());
    object["entries"] = Json::array();
    for (const Entry &entry : account.entries) object["entries"].push_back(entry_object(entry));
    list.push_back(std::move(object));
  }
  Json book;
  book["datasets"] = std::move(list);
  return book.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_text(std::span<const Account> accounts) {
  std::string text;
  for (const Account &account : accounts) {
    const std::string unit = name_of(account.allowance.unit());
    text +=
        fmt::format("{}{}: {}{}\n", text.empty() ? "" : "\n", one_line(account.dataset),
                    account.allowance.text(), account.unit ? ", for every " + one_line(*account.unit) : "");
    text += fmt::format("  spent {} = {}, left {} of {}\n", unit, budget_text(account.spent),
                        budget_text(account.left()), budget_text(account.allowance.total()));
    for (const Entry &entry : account.entries)
      text += fmt::format("  {:>4}  {}  {} {:<10} {}\n        {}\n", entry.id, entry.time, unit,
                          entry.state == EntryState::struck_out ? "0" : budget_text(entry.cost),
                          one_line(entry.purpose.command), state_text(entry));
    if (account.entries.empty()) text += "  nothing was asked yet\n";
  }
  return text;
}

} // namespace poise::internal
