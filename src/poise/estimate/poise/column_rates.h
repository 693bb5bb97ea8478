// What it takes to find centre and spread of every column, by itself: from public and released numbers alone.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace poise::internal {

// So many rows are looked at in groups of which two cells are compared: two where most cells are there.
std::size_t group_for(double present, double rows);
// How many such distances there are, more or less.
double distances_of(double rows, double present, std::size_t group);

// A window of three octaves holds this part of the distances, or more, of nearly every column.
inline constexpr double in_window = 0.45;

// At which rates scores count in the searches of the columns; all of them together fail once in a few
// hundred tables.
struct ColumnRates {
  std::vector<double> spread, centre;

  double cost() const; // rho of all searches

  // So that the cost is no more than that: columns that ask for little get it, and the others, which have few
  // cells to be searched, share what is left.
  void share_out(double rho);
};

struct RateQuestion {
  double rows;                     // looked at
  std::span<const double> present; // what share of every column is there
  double nats;                     // how much better than by chance a window has to be
  double rho;                      // of the whole answer
};
ColumnRates column_rates(const RateQuestion &question);

// Of the budget: what the searches may cost, all columns together, before an answer is better refused.
inline constexpr double most_for_columns = 0.25;

// With so many rows and no gaps the searches cost no more than that.
double column_rows_needed(std::size_t columns, double rho);

} // namespace poise::internal
