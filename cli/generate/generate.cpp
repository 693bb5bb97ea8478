// `poise generate`: a made-up table in a file.
#include "cli/commands.h"
#include "cli/generate/populations.h"
#include "cli/output.h"
#include "poise/answer/question/whole_number.h"
#include "poise/base/closest.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"

#include <limits>
#include <vector>

namespace poise::internal::cli {
namespace {

constexpr std::uint64_t most_rows = 1'000'000'000;
constexpr std::uint64_t most_columns = 1'000'000;

Result<Population> find_population(const std::string &name) {
  std::vector<std::string> known;
  std::string list;
  for (const Population &population : populations()) {
    if (population.name == name) return population;
    known.emplace_back(population.name);
    list += (list.empty() ? "" : ", ") + known.back();
  }
  const auto meant = closest(name, known);
  return bad_parameter("there is no population '" + name + "'",
                       meant ? "did you mean " + *meant + "?" : "choose one of: " + list);
}

Result<std::uint64_t> columns_of(const Population &population, const std::optional<std::string> &columns) {
  if (population.own_columns) {
    if (columns)
      return bad_parameter(std::string(population.name) + " has columns of its own", "leave --columns out");
    return std::uint64_t{0};
  }
  if (!columns) return bad_parameter("--columns is required", "say how many columns, such as --columns 8");
  return whole_number("--columns", *columns, 1, most_columns);
}

Result<std::uint64_t> seed_of(const std::optional<std::string> &text) {
  if (text) return whole_number("--seed", *text, 0, std::numeric_limits<std::uint64_t>::max());
  SystemBits bits;
  return bits.word();
}

} // namespace

std::optional<Error> run(const GenerateArguments &arguments) {
  const auto population = find_population(arguments.population);
  if (!population) return population.error();
  const auto rows = whole_number("--rows", arguments.rows, 1, most_rows);
  if (!rows) return rows.error();
  const auto columns = columns_of(*population, arguments.columns);
  if (!columns) return columns.error();
  const auto seed = seed_of(arguments.seed);
  if (!seed) return seed.error();
  auto out = Output::open(arguments.out);
  if (!out) return out.error();

  if (!arguments.seed && !arguments.quiet)
    tell("poise: seed " + std::to_string(*seed) + " (give --seed to make the same table again)");
  SeededBits bits(*seed);
  population->write(*rows, *columns, bits, [&](std::string_view text) { return out->put(text); });
  return out->close();
}

} // namespace poise::internal::cli
