// The universal estimators by the clock: mean, variance and interquartile range of ten million numbers.
#include "frame/contender.h"
#include "frame/peak_memory.h"
#include "poise/estimate/universal/universal_mean.h"
#include "poise/estimate/universal/universal_quantile.h"
#include "poise/estimate/universal/universal_variance.h"
#include "poise/random/system_bits.h"
#include "universal/ten_million_numbers.h"

#include <cmath>
#include <cstdio>

namespace poise::internal::bench {
namespace {

constexpr double most_seconds = 3;
constexpr std::size_t most_bytes = std::size_t{1} << 30; // beyond the table itself

struct Task {
  const char *name;
  Result<Estimate> (*run)(const Table &, Grant<Epsilon>, Bits &, const UniversalOptions &,
                          const RunOptions &);
  double (*plain)();
};
constexpr Task tasks[] = {{"mean", universal_mean<Epsilon>, plain_mean_of_numbers},
                          {"variance", universal_variance<Epsilon>, plain_variance_of_numbers},
                          {"iqr", universal_iqr<Epsilon>, sorted_iqr_of_numbers}};

Estimate answer(const Task &task, UniversalVersion version) {
  SystemBits bits;
  return task
      .run(table_of_ten_million(), Grant<Epsilon>::open(Epsilon::ratio(1, 1).value()), bits,
           {.version = version}, {.threads = 2})
      .value();
}

// So many rows know the answer to a thousandth, and the noise is far below that; those cut off matter little.
std::string wrong(const Task &task, UniversalVersion version, const std::string &name) {
  const double right = task.plain();
  (void)table_of_ten_million();
  const PeakMemory peak;
  const Estimate found = answer(task, version);
  if (peak.bytes() > most_bytes) return "holds more than 1 GB";
  if (found.receipt.total() != 1 || !found.is_private) return "does not cost what it was granted";
  if (!(std::abs(found.value[0] - right) < 0.005 * right)) return "is far from the plain answer";
  (void)std::printf("%s: %.0f MB at most\n", name.c_str(), static_cast<double>(peak.bytes()) / 1e6);
  return "";
}

int enter_all() {
  for (const Task &task : tasks)
    for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned})
      enter([&task, version] {
        const std::string name = std::string("universal/") + task.name + "/" + std::string(name_of(version));
        return Contender{.name = name,
                         .check = [&task, version, name] { return wrong(task, version, name); },
                         .batch =
                             [&task, version] {
                               benchmark::DoNotOptimize(answer(task, version).value.data());
                               return std::uint64_t{1};
                             },
                         .target = 1 / most_seconds,
                         .on_the_wall = true};
      });
  return 0;
}
const int all = enter_all();

} // namespace
} // namespace poise::internal::bench
