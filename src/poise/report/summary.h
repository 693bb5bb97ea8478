// Everything a report says about one statistic, ready to be written down.
#pragma once

#include "poise/privacy/any_receipt.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

// What the numbers cost and what that buys.
struct PrivacySummary {
  struct Step {
    std::string name;
    Rational amount;
  };

  std::string definition; // "zCDP", "pure" or "approximate"
  std::string unit;       // "rho" or "epsilon": of the total and of every step
  Rational total;
  std::vector<Step> spent;
  std::optional<Epsilon> epsilon; // when the budget was asked for as (epsilon, delta)
  std::optional<Delta> delta;
  bool is_private;
  // Of an approximate promise that was bought at one Renyi order: rho bounds the divergence of that order,
  // divided by it, and nothing else.
  std::optional<unsigned> order = std::nullopt;
};

PrivacySummary summarise(const AnyReceipt &receipt, bool is_private);

// Where participants add noise themselves.
struct ModelSummary {
  std::string name; // "local" or "shuffle"
  std::uint32_t rounds;
  double bytes_per_participant = 0;                 // what a participant sends, on average; 0: not known
  std::optional<Rational> dishonest = std::nullopt; // the share of participants that may be
  bool simulated = true;                            // one table played all participants
};

// The account that paid, as it was just after the charge.
struct BookSummary {
  std::string dataset;
  std::string unit; // "rho" or "epsilon"
  Rational spent, total;
};

struct Summary {
  std::string statistic;                          // "mean"
  std::string method;                             // as asked for
  std::size_t rows;                               // people, when there is a unit
  std::optional<std::string> unit = std::nullopt; // the column that says whose a row is
  std::vector<std::string> columns;
  std::vector<double> value, noise_std; // one per column, as the ends of the interval
  double level;
  std::vector<double> low, high;
  PrivacySummary privacy;
  std::vector<std::string> warnings;

  // What share of every column is there, where gaps are gaps; and the interval with chance in who is in the
  // table.
  struct Present {
    std::vector<double> value, noise_std;
  };
  std::optional<Present> present = std::nullopt;
  struct Ends {
    std::vector<double> low, high;
  };
  std::optional<Ends> population = std::nullopt;

  // For quantiles, in place of the values above.
  struct Quantile {
    double q;
    std::vector<double> value; // one per column
  };
  std::vector<Quantile> quantiles = {};

  // Where only ranks are known: at the level, ranks are off by at most so many rows, column by column.
  std::vector<std::uint64_t> rank_errors = {};

  // Where the method was left to poise: the one it chose, and why.
  std::optional<std::string> chosen = std::nullopt;
  std::string because = {};

  std::optional<BookSummary> book = std::nullopt;
  std::optional<ModelSummary> model = std::nullopt; // none: whoever ran this was trusted
};

} // namespace poise::internal
