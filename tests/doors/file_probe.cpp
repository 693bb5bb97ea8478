// Reads files as the command does, and shows what estimators would see of them.
//
// file_probe '{"file": "a.csv", "columns": ["a"], "unit": "id", "memory": 1, "no_header": false, "seed": 1}'
// … One line of JSON for each. The file - is standard input.
#include "doors/seen_table.h"
#include "poise/table/read_table.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace {

std::string seen(const nlohmann::json &asked) {
  poise::internal::ReadOptions options{.columns = asked.value("columns", std::vector<std::string>()),
                                       .no_header = asked.value("no_header", false),
                                       .memory = asked.value("memory", std::size_t{1} << 30)};
  if (asked.contains("unit")) options.unit = asked["unit"].get<std::string>();
  const auto table = poise::internal::read_table(asked["file"].get<std::string>(), options);
  return poise::internal::doors::seen_table(table, asked.value("seed", std::uint64_t{1}));
}

} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) std::puts(seen(nlohmann::json::parse(argv[i])).c_str());
  return 0;
}
