// Reads a file as the command does, and shows what estimators would see of it.
//
// file_probe '{"file": "-", "columns": ["a"], "unit": "id", "memory": 1, "no_header": false, "seed": 1}'
#include "doors/seen_table.h"
#include "poise/table/read_table.h"

#include <cstdio>
#include <nlohmann/json.hpp>

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const auto asked = nlohmann::json::parse(argv[1]);
  poise::ReadOptions options{.columns = asked.value("columns", std::vector<std::string>()),
                             .no_header = asked.value("no_header", false),
                             .memory = asked.value("memory", std::size_t{1} << 30)};
  if (asked.contains("unit")) options.unit = asked["unit"].get<std::string>();
  const auto table = poise::read_table(asked["file"].get<std::string>(), options);
  std::puts(poise::doors::seen_table(table, asked.value("seed", std::uint64_t{1})).c_str());
  return 0;
}
