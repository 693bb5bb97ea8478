// The arrows, and what follows from them.
#include "architecture/rooms.h"

#include <algorithm>
#include <map>

namespace poise::internal::architecture {
namespace {

using Arrows = std::map<std::string, std::vector<std::string>, std::less<>>;

// A new room needs a line here, and in the map of the house in CONTRIBUTING.md.
const Arrows &arrows() {
  static const Arrows all = {
      {"base", {}},
      {"privacy", {"base"}},
      {"random", {"base"}},
      {"table", {"base"}},
      {"grid", {"table", "privacy"}},
      {"aggregate", {"grid"}},
      {"mechanism", {"aggregate", "random", "privacy"}},
      {"estimate", {"mechanism"}},
      {"protocol", {"estimate"}},
      {"local", {"protocol"}},
      {"shuffle", {"protocol"}},
      {"forecast", {"estimate"}},
      {"ledger", {"privacy"}},
      {"report", {"forecast", "ledger"}},
      {"answer", {"estimate", "local", "shuffle", "forecast", "ledger", "report"}},
      {"experiments", {"estimate", "local", "shuffle"}}, // beside src/, as cli is
  };
  return all;
}

// The folders inside a room. A shelf belongs to its room: what may include what is said of rooms alone.
const Arrows &all_shelves() {
  static const Arrows all = {
      {"privacy", {"theorem"}},
      {"random", {"sampler"}},
      {"table", {"columns", "csv", "npy", "arrow", "sparse", "memory"}},
      {"aggregate", {"transform", "exact", "people", "kernel"}},
      {"estimate", {"mean", "poise", "coinpress", "plan", "universal", "search"}},
      {"local", {"baseline"}},
      {"shuffle", {"reference"}},
      {"report", {"html"}},
      {"answer", {"question"}},
  };
  return all;
}

} // namespace

bool is_room(std::string_view room) { return arrows().contains(room); }

std::vector<std::string> neighbours(std::string_view room) {
  const auto found = arrows().find(room);
  return found == arrows().end() ? std::vector<std::string>() : found->second;
}

std::vector<std::string> shelves(std::string_view room) {
  const auto found = all_shelves().find(room);
  return found == all_shelves().end() ? std::vector<std::string>() : found->second;
}

bool may_use(std::string_view room, std::string_view other) {
  if (room == other || room == "cli") return true;
  // What is written down is a result: the way through forecasts to tables is not for reports.
  if (room == "report" && may_use("forecast", other)) return other == "forecast" || may_use("ledger", other);
  return std::ranges::any_of(neighbours(room), [&](const std::string &next) { return may_use(next, other); });
}

bool sees_raw_data(std::string_view room) {
  return room == "table" || room == "grid" || room == "aggregate" || room == "protocol";
}

} // namespace poise::internal::architecture
