// Runs all contenders and prints how each stands against its target and its rivals.
#include "frame/contender.h"

#include <cstdio>
#include <map>
#include <unistd.h>
#include <vector>

namespace poise::bench {
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
      double &best = speeds_[run.run_name.function_name];
      best = std::max(best, speed->second.value);
    }
  }

  // Fails when a contender was wrong or missed its target.
  bool print(const std::map<std::string, double> &targets) const {
    std::printf("\n%-44s %12s %12s %8s\n", "contender", "million/s", "target", "ratio");
    bool good = !refused_ && !speeds_.empty();
    for (const auto &[name, speed] : speeds_) {
      const double target = targets.at(name);
      if (target == 0) {
        std::printf("%-44s %12.4g %12s\n", name.c_str(), speed / 1e6, "none");
        continue;
      }
      good = good && speed >= target;
      std::printf("%-44s %12.4g %12.4g %7.2fx%s\n", name.c_str(), speed / 1e6, target / 1e6, speed / target,
                  speed >= target ? "" : "  MISSED");
    }
    std::printf("\n%s\n", good              ? "All contenders are right and meet their targets."
                          : speeds_.empty() ? "No contender was timed."
                                            : "A contender is wrong or missed its target.");
    return good;
  }

private:
  std::map<std::string, double> speeds_;
  bool refused_ = false;
};

void run(benchmark::State &state, const Contender &contender) {
  if (const std::string wrong = contender.check(); !wrong.empty()) {
    state.SkipWithError(("not timed, its result is wrong: " + wrong).c_str());
    return;
  }
  std::uint64_t items = 0;
  for (auto _ : state) items += contender.batch();
  state.SetItemsProcessed(static_cast<std::int64_t>(items));
}

} // namespace

int enter(MakeContender make) {
  entered().push_back(std::move(make));
  return 0;
}

} // namespace poise::bench

int main(int argc, char **argv) {
  using namespace poise::bench;
  // A default that an argument of the caller's, coming later, overrides.
  std::vector<char *> arguments(argv, argv + argc);
  char quick[] = "--benchmark_min_time=0.3";
  arguments.insert(arguments.begin() + 1, quick);
  argc = static_cast<int>(arguments.size());
  benchmark::Initialize(&argc, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(argc, arguments.data())) return 2;
  std::map<std::string, double> targets;
  for (const MakeContender &make : entered()) {
    Contender contender = make();
    targets[contender.name] = contender.target;
    const std::string name = contender.name;
    benchmark::RegisterBenchmark(name.c_str(),
                                 [contender](benchmark::State &state) { run(state, contender); });
  }
  Verdict verdict;
  benchmark::RunSpecifiedBenchmarks(&verdict);
  return verdict.print(targets) ? 0 : 1;
}
