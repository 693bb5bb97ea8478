// Populations of independent columns x1, x2, …, and their list.
#include "cli/generate/populations.h"

#include "cli/generate/csv_writer.h"
#include "cli/generate/people.h"
#include "cli/generate/variates.h"

#include <algorithm>
#include <array>
#include <vector>

namespace poise::internal::cli {
namespace {

// A header and rows; put_cell(csv, j) writes the cell of column j, counted from 1.
template <class PutCell>
void write_columns(std::uint64_t rows, std::uint64_t columns, const Sink &sink, const PutCell &put_cell) {
  CsvWriter csv(sink);
  for (std::uint64_t j = 1; j <= columns; ++j) csv.text("x" + std::to_string(j));
  bool going = csv.end_row();
  for (std::uint64_t row = 0; going && row < rows; ++row) {
    for (std::uint64_t j = 1; j <= columns; ++j) put_cell(csv, j);
    going = csv.end_row();
  }
  csv.flush();
}

void write_gaussian(std::uint64_t rows, std::uint64_t columns, Bits &bits, const Sink &sink) {
  const Normal normal;
  write_columns(rows, columns, sink, [&](CsvWriter &csv, std::uint64_t j) {
    csv.decimal(static_cast<double>(j) + normal(bits), 6);
  });
}

void write_binary(std::uint64_t rows, std::uint64_t columns, Bits &bits, const Sink &sink) {
  write_columns(rows, columns, sink, [&](CsvWriter &csv, std::uint64_t j) {
    csv.integer(uniform_below(j + 1, bits) == 0 ? 1 : 0);
  });
}

void write_zipf(std::uint64_t rows, std::uint64_t columns, Bits &bits, const Sink &sink) {
  std::array<std::uint64_t, 1000> below; // below[k-1]: total weight of 1..k
  std::uint64_t total = 0;
  for (std::size_t k = 1; k <= below.size(); ++k) below[k - 1] = total += (std::uint64_t{1} << 50) / k;
  write_columns(rows, columns, sink, [&](CsvWriter &csv, std::uint64_t) {
    const auto at = std::upper_bound(below.begin(), below.end(), uniform_below(total, bits));
    csv.integer(at - below.begin() + 1);
  });
}

void write_pareto(std::uint64_t rows, std::uint64_t columns, Bits &bits, const Sink &sink) {
  write_columns(rows, columns, sink, [&](CsvWriter &csv, std::uint64_t j) {
    csv.decimal(static_cast<double>(j) * pareto_four_thirds(bits), 6);
  });
}

constexpr std::array<Population, 5> all = {{
    {"gaussian", false, write_gaussian},
    {"binary", false, write_binary},
    {"zipf", false, write_zipf},
    {"pareto", false, write_pareto},
    {"people", true, write_people},
}};

} // namespace

std::span<const Population> populations() { return all; }

} // namespace poise::internal::cli
