// What was asked for on the command line: still text, not yet checked for sense.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/answer/rounds.h"
#include "poise/base/result.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace poise::internal::cli {

// Where a statistic comes from and how it is shown, beside the question itself.
struct StatisticArguments {
  std::string file;
  std::optional<std::string> columns; // a list
  std::optional<std::string> html;
  bool json = false;
  bool quiet = false;
};

struct MeanArguments : StatisticArguments {
  Question question;
};
struct VarianceArguments : StatisticArguments {
  Question question;
};
struct IqrArguments : StatisticArguments {
  Question question;
};
struct QuantileArguments : StatisticArguments {
  Question question;
};

struct ForecastArguments {
  ForecastQuestion question;
  std::optional<std::string> plot;
  bool json = false;
};

struct LedgerCreateArguments {
  std::string book, dataset;
  std::optional<std::string> rho, epsilon, delta, unit;
};

struct LedgerShowArguments {
  std::string book;
  std::optional<std::string> dataset;
  bool json = false;
};

struct GenerateArguments {
  std::string population;
  std::string rows, out;
  std::optional<std::string> columns, seed;
  bool quiet = false;
};

struct ReproduceArguments {
  std::vector<std::string> figures; // names, or lists of them with commas
  std::string out;
  std::optional<std::string> trials, seed, threads, mnist, data;
  bool quick = false;
  bool quiet = false;
};

struct MethodsArguments {
  bool json = false;
};

struct AnalyzeArguments {
  std::string folder;
  bool start = false;
  std::optional<std::string> model, participants, columns, rho, epsilon, delta, bound, dishonest, key;
  bool json = false;
};

struct ClientArguments {
  std::string folder, file;
  ClientQuestion question;
  std::optional<std::string> state, box;
};

struct ShuffleArguments {
  std::string folder;
  std::optional<std::string> box, state;
};

// Help, the version, a script for a shell: to be printed, and done.
struct Notice {
  std::string text;
};

using Arguments =
    std::variant<MeanArguments, VarianceArguments, IqrArguments, QuantileArguments, ForecastArguments,
                 LedgerCreateArguments, LedgerShowArguments, GenerateArguments, ReproduceArguments,
                 MethodsArguments, AnalyzeArguments, ClientArguments, ShuffleArguments, Notice>;

Result<Arguments> read_arguments(int argc, const char *const *argv);

} // namespace poise::internal::cli
