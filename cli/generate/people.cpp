// Who they are: the rules behind the made-up people.
#include "cli/generate/people.h"

#include "cli/generate/csv_writer.h"
#include "cli/generate/variates.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace poise::internal::cli {
namespace {

constexpr double retirement = 66;
constexpr std::int64_t billionaire_income = 2'400'000'000;

double age(const Normal &normal, Bits &bits) {
  const double years = chance(0.75, bits) ? 42 + 13 * normal(bits) : 70 + 8 * normal(bits);
  return std::clamp(std::floor(years), 18.0, 99.0);
}

bool works(double years, Bits &bits) { return chance(years < retirement ? 0.87 : 0.08, bits); }

// A lognormal body with a Pareto tail; pensions and benefits without work.
double income(bool working, const Normal &normal, Bits &bits) {
  if (!working) return chance(0.15, bits) ? 0 : 14000 * exponential(0.4 * normal(bits));
  if (chance(0.03, bits)) return 120000 * pareto_two(bits);
  return 36000 * exponential(0.55 * normal(bits));
}

double hours(bool working, const Normal &normal, Bits &bits) {
  static constexpr std::array<double, 5> usual = {20, 30, 35, 40, 50};
  static constexpr std::array<unsigned, 5> weights = {12, 10, 18, 48, 12};
  if (!working) return 0;
  const double week = usual[pick(weights, bits)];
  return std::clamp(chance(0.6, bits) ? week : week + std::floor(4 * normal(bits)), 1.0, 90.0);
}

double commute(bool working, const Normal &normal, Bits &bits) {
  if (!working || chance(0.2, bits)) return 0;
  return std::min(std::floor(24 * exponential(0.7 * normal(bits))), 240.0);
}

std::size_t children(Bits &bits) {
  static constexpr std::array<unsigned, 7> weights = {44, 21, 23, 8, 3, 1, 1};
  return pick(weights, bits);
}

std::string_view region(Bits &bits) {
  static constexpr std::array<std::string_view, 5> names = {"north", "south", "\"coast, east\"",
                                                            "\"coast, west\"", "capital"};
  static constexpr std::array<unsigned, 5> weights = {22, 25, 13, 11, 29};
  return names[pick(weights, bits)];
}

std::string person(std::uint64_t row) {
  const std::string digits = std::to_string(row + 1);
  return "p" + std::string(digits.size() < 7 ? 7 - digits.size() : 0, '0') + digits;
}

// Forms come back with gaps, some left empty and some marked.
void put(CsvWriter &csv, double value, double gap, Bits &bits) {
  if (!chance(gap, bits)) return csv.integer(static_cast<std::int64_t>(value));
  if (chance(0.3, bits)) return csv.text("NA");
  csv.missing();
}

} // namespace

void write_people(std::uint64_t rows, std::uint64_t, Bits &bits, const Sink &sink) {
  const Normal normal;
  const std::uint64_t billionaire = rows >= 100 ? uniform_below(rows, bits) : rows;
  CsvWriter csv(sink);
  for (const char *name : {"person", "age", "income", "hours", "commute_minutes", "children", "region"})
    csv.text(name);
  bool going = csv.end_row();
  for (std::uint64_t row = 0; going && row < rows; ++row) {
    const double years = age(normal, bits);
    const bool working = works(years, bits);
    const double earned = std::floor(income(working, normal, bits) / 10) * 10;
    csv.text(person(row));
    put(csv, years, 0.005, bits);
    if (row == billionaire)
      csv.integer(billionaire_income);
    else
      put(csv, earned, 0.04, bits);
    put(csv, hours(working, normal, bits), 0.02, bits);
    put(csv, commute(working, normal, bits), 0.03, bits);
    put(csv, static_cast<double>(children(bits)), 0.01, bits);
    csv.text(region(bits));
    going = csv.end_row();
  }
  csv.flush();
}

} // namespace poise::internal::cli
