// Runs all contenders and prints how each stands against its target and its rivals.
#include "frame/contender.h"

#include <cstdio>
#include <ctime>
#include <map>
#include <unistd.h>
#include <vector>

namespace poise::internal::bench {
namespace {

std::vector<MakeContender> &entered() {
  static std::vector<MakeContender> all;
  return all;
}

// The usual console table, and a memory of the speeds for the verdict.
class Verdict final : public benchmark::ConsoleReporter {
public:
  Verdict() : ConsoleReporter(isatty(STDOUT_FILENO) != 0 ? OO_ColorTabular : OO_Tabular) {}

  void ReportRuns(const std::vector<Run> &runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run &run : runs) {
      if (run.error_occurred) refused_ = true;
      const auto speed = run.counters.find("items_per_second");
      if (speed == run.counters.end()) continue;
      results_[run.run_name.function_name] = {speed->second.value, run.counters.at("target").value};
    }
  }

  // Fails when a contender was wrong or missed its target.
  bool print() const {
    std::printf("\n%-44s %12s %12s %8s\n", "contender", "million/s", "target", "ratio");
    bool good = !refused_ && !results_.empty();
    for (const auto &[name, result] : results_) {
      const auto [speed, target] = result;
      if (target == 0) {
        std::printf("%-44s %12.4g %12s\n", name.c_str(), speed / 1e6, "none");
        continue;
      }
      good = good && speed >= target;
      std::printf("%-44s %12.4g %12.4g %7.2fx%s\n", name.c_str(), speed / 1e6, target / 1e6, speed / target,
                  speed >= target ? "" : "  MISSED");
    }
    std::printf("\n%s\n", good               ? "All contenders are right and meet their targets."
                          : results_.empty() ? "No contender was timed."
                                             : "A contender is wrong or missed its target.");
    return good;
  }

private:
  struct Result {
    double speed;
    double target;
  };
  std::map<std::string, Result> results_;
  bool refused_ = false;
};

// Processor time of this thread, as the benchmark library reports it, or the time of day.
double seconds(bool on_the_wall) {
  timespec now{};
  clock_gettime(on_the_wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void run(benchmark::State &state, const Contender &contender) {
  if (const std::string wrong = contender.check(); !wrong.empty()) {
    state.SkipWithError(("not timed, its result is wrong: " + wrong).c_str());
    return;
  }
  std::uint64_t items = 0;
  std::uint64_t rival_items = 0;
  double rival_seconds = 0;
  for (auto _ : state) {
    if (contender.beside) {
      state.PauseTiming();
      const double start = seconds(contender.on_the_wall);
      rival_items += contender.beside();
      rival_seconds += seconds(contender.on_the_wall) - start;
      state.ResumeTiming();
    }
    items += contender.batch();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(items));
  state.counters["target"] = contender.beside
                                 ? contender.least_share * static_cast<double>(rival_items) / rival_seconds
                                 : contender.target;
}

} // namespace

int enter(MakeContender make) {
  entered().push_back(std::move(make));
  return 0;
}

} // namespace poise::internal::bench

int main(int argc, char **argv) {
  using namespace poise::internal::bench;
  // A default that an argument of the caller's, coming later, overrides.
  std::vector<char *> arguments(argv, argv + argc);
  char quick[] = "--benchmark_min_time=0.3";
  arguments.insert(arguments.begin() + 1, quick);
  argc = static_cast<int>(arguments.size());
  benchmark::Initialize(&argc, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(argc, arguments.data())) return 2;
  for (const MakeContender &make : entered()) {
    Contender contender = make();
    const std::string name = contender.name;
    auto *const registered = benchmark::RegisterBenchmark(
        name.c_str(), [contender](benchmark::State &state) { run(state, contender); });
    if (contender.on_the_wall) registered->UseRealTime();
  }
  Verdict verdict;
  benchmark::RunSpecifiedBenchmarks(&verdict);
  return verdict.print() ? 0 : 1;
}
