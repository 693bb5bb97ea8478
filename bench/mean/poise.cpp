// The mean of the method poise from doubles in memory to the answer: beside a plain mean, and by the clock.
#include "poise/estimate/mean/poise_mean.h"

#include "frame/contender.h"
#include "mean/million_rows.h"
#include "poise/random/system_bits.h"

#include <cmath>

namespace poise::internal::bench {
namespace {

Estimate poise_answer(const Table &table, bool own_units) {
  SystemBits bits;
  return poise_mean(table, std::nullopt, Grant<Rho>::open(Rho::ratio(1, 2).value()), bits,
                    {.own_units = own_units})
      .value();
}

// Most intervals hold the plain mean.
std::string poise_is_wrong(std::size_t rows, std::size_t columns, bool own_units) {
  const std::vector<double> plain = plain_mean(rows, columns);
  const Estimate mean = poise_answer(bell_table(rows, columns), own_units);
  std::size_t held = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    if (!(std::abs(mean.value[j] - plain[j]) < 20 * mean.noise_std[j])) return "is not the mean";
    held += mean.interval.low[j] <= plain[j] && plain[j] <= mean.interval.high[j] ? 1 : 0;
  }
  return held * 5 < columns * 3 ? "has intervals that miss the mean" : "";
}

Contender beside_plain(const char *name, std::size_t rows, std::size_t columns, bool own_units,
                       double least_share) {
  const std::uint64_t bytes = rows * columns * sizeof(double);
  return {.name = name,
          .check = [=] { return poise_is_wrong(rows, columns, own_units); },
          .batch =
              [=] {
                benchmark::DoNotOptimize(poise_answer(bell_table(rows, columns), own_units).value.data());
                return bytes;
              },
          .beside =
              [=] {
                benchmark::DoNotOptimize(plain_mean(rows, columns).data());
                return bytes;
              },
          .least_share = least_share,
          .on_the_wall = true};
}

Contender by_the_clock(const char *name, std::size_t rows, std::size_t columns, double seconds) {
  return {.name = name,
          .check = [=] { return poise_is_wrong(rows, columns, false); },
          .batch =
              [=] {
                benchmark::DoNotOptimize(poise_answer(bell_table(rows, columns), false).value.data());
                return std::uint64_t{1};
              },
          .target = 1 / seconds,
          .on_the_wall = true};
}

// At least a twentieth, and a fourteenth with units of their own, of the speed of a plain mean.
const int many_columns =
    enter([] { return beside_plain("mean/poise/1e6x128", 1'000'000, 128, false, 1 / 20.0); });
const int own_units =
    enter([] { return beside_plain("mean/poise/own-units/1e6x20", 1'000'000, 20, true, 1 / 14.0); });
const int wide = enter([] { return by_the_clock("mean/poise/4000x1024", 4000, 1024, 0.5); });
const int one_column = enter([] { return by_the_clock("mean/poise/1e7x1", 10'000'000, 1, 1.0); });

} // namespace
} // namespace poise::internal::bench
