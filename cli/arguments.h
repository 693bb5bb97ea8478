// What was asked for on the command line: still text, not yet checked for sense.
#pragma once

#include "poise/base/result.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace poise::cli {

// What every statistic of a table can be asked for with.
struct StatisticArguments {
  std::string file;
  std::optional<std::string> rho, epsilon, delta;
  std::optional<std::string> method, columns, unit, seed, threads, memory;
  bool json = false;
  bool quiet = false;
};

struct VarianceArguments : StatisticArguments {};
struct IqrArguments : StatisticArguments {};
struct QuantileArguments : StatisticArguments {
  std::string quantiles;
};

struct MeanArguments : StatisticArguments {
  std::optional<std::string> bound, precision, mean_within, std_min,
      std_max; // where cells may be, and how finely
  std::optional<std::string> clip_quantile, steps, covariance, norm, variances, variances_from,
      pairs;           // for some methods only
  bool binary = false; // for plan
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

// Help or the version: to be printed, and done.
struct Notice {
  std::string text;
};

using Arguments = std::variant<MeanArguments, VarianceArguments, IqrArguments, QuantileArguments,
                               GenerateArguments, ReproduceArguments, MethodsArguments, Notice>;

Result<Arguments> read_arguments(int argc, const char *const *argv);

} // namespace poise::cli
