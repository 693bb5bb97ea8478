// The commands and options there are, and where each puts what it was given.
#pragma once

#include "cli/arguments.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace poise::internal::cli {

// Options point into it, so it stays where it is.
struct Options {
  Options();
  Options(const Options &) = delete;
  Options &operator=(const Options &) = delete;

  CLI::App app;
  MeanArguments mean;
  VarianceArguments variance;
  IqrArguments iqr;
  QuantileArguments quantile;
  ForecastArguments forecast;
  LedgerCreateArguments ledger_create;
  LedgerShowArguments ledger_show;
  GenerateArguments generate;
  ReproduceArguments reproduce;
  MethodsArguments methods;
  AnalyzeArguments analyze;
  ClientArguments client;
  ShuffleArguments shuffle;
  std::string shell; // whose completion is asked for
};

} // namespace poise::internal::cli
