// The arrows, and what follows from them.
#include "architecture/rooms.h"

#include <algorithm>
#include <map>

namespace poise::architecture {
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
      {"report", {"privacy"}},
      {"answer", {"estimate", "local", "shuffle", "forecast", "ledger", "report"}},
      {"experiments", {"estimate", "local", "shuffle"}}, // beside src/, as cli is
  };
  return all;
}

} // namespace

bool is_room(std::string_view room) { return arrows().contains(room); }

std::vector<std::string> neighbours(std::string_view room) {
  const auto found = arrows().find(room);
  return found == arrows().end() ? std::vector<std::string>() : found->second;
}

bool may_use(std::string_view room, std::string_view other) {
  if (room == other || room == "cli") return true;
  return std::ranges::any_of(neighbours(room), [&](const std::string &next) { return may_use(next, other); });
}

bool sees_raw_data(std::string_view room) {
  return room == "table" || room == "grid" || room == "aggregate" || room == "protocol";
}

} // namespace poise::architecture
