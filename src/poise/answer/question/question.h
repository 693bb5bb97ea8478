// What is asked about a table, in the words of whoever asks: text, as typed, checked before any row is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

// The same for the command, for Python and for C++; names are those of the options. Numbers are text because
// budgets are exact: "0.1" is one tenth, and no double is. A statistic refuses what is not for it.
struct Question {
  // What every statistic can be asked.
  std::optional<std::string> rho = std::nullopt, epsilon = std::nullopt, delta = std::nullopt;
  std::optional<std::string> method = std::nullopt; // none: poise chooses
  std::vector<std::string> columns = {};            // none: every column of numbers
  std::optional<std::string> unit = std::nullopt;   // the column that says whose a row is
  // Where cells are cut off, from public knowledge: "age=0:120,income=0:"; what a missing cell means: "skip",
  // nothing at all (the default), or "zero".
  std::optional<std::string> limits = std::nullopt, missing = std::nullopt;
  bool no_header = false;                         // separated text begins with a row: columns are c0, c1, …
  std::optional<std::string> seed = std::nullopt; // a simulation: repeatable, not private
  std::optional<std::string> threads = std::nullopt, memory = std::nullopt;
  std::optional<std::string> ledger = std::nullopt, dataset = std::nullopt; // the book, and whose page
  std::optional<std::string> ledger_wait = std::nullopt; // seconds, when others hold the book
  std::string command = {};                              // how the history of the book calls this

  // Of quantiles: which ones, between 0 and 1, separated by commas.
  std::optional<std::string> quantiles = std::nullopt;

  // Of means: where cells may be, and how finely.
  std::optional<std::string> bound = std::nullopt, precision = std::nullopt, mean_within = std::nullopt,
                             std_min = std::nullopt, std_max = std::nullopt;
  // Of means, for some methods only.
  std::optional<std::string> clip_quantile = std::nullopt, steps = std::nullopt, covariance = std::nullopt,
                             norm = std::nullopt, variances = std::nullopt, variances_from = std::nullopt,
                             pairs = std::nullopt;
  bool binary = false;     // all cells are 0 or 1, which is public knowledge
  bool own_units = false;  // columns have units of their own, whatever their names
  bool no_missing = false; // no cell is missing, which is public knowledge
  bool try_anyway = false; // answer, with a warning, where rows are too few for a sound answer
  // Of means: who is trusted: "central" (the default: whoever runs this), "local" (nobody) or "shuffle" (a
  // shuffler, and all participants but a share that may be dishonest).
  std::optional<std::string> model = std::nullopt, dishonest = std::nullopt;
};

// How good would it be? Numbers as text; lists separated by commas.
struct ForecastQuestion {
  std::string statistic = "mean";
  std::string rows, columns; // how many
  std::optional<std::string> rho = std::nullopt, epsilon = std::nullopt, delta = std::nullopt;
  std::optional<std::string> method = std::nullopt; // only this one
  std::optional<std::string> bound = std::nullopt, norm = std::nullopt;
  // Guesses.
  std::optional<std::string> spread = std::nullopt, mean_guess = std::nullopt, skew = std::nullopt,
                             ones = std::nullopt;
  bool binary = false;
  bool own_units = false;
};

} // namespace poise::internal
