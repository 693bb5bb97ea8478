// Text into options of the library.
#include "poise/answer/question/run_settings.h"

#include "poise/answer/question/whole_number.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"

#include <limits>

namespace poise::internal {

Result<ReadOptions> read_options_of(const Question &question) {
  ReadOptions options{.columns = question.columns, .unit = question.unit, .no_header = question.no_header};
  if (question.memory) {
    const auto bytes = byte_count("`memory`", *question.memory);
    if (!bytes) return bytes.error();
    options.memory = *bytes;
  }
  return options;
}

Result<RunOptions> run_options_of(const Question &question,
                                  const std::function<bool(std::uint64_t, std::uint64_t)> &listener) {
  RunOptions run{.progress = listener};
  // With a unit the number of people is public, and that of rows is not: whoever listens hears a share.
  if (listener && question.unit)
    run.progress = [listener](std::uint64_t done, std::uint64_t all) {
      constexpr std::uint64_t parts = 1000;
      return listener(
          all == 0 ? parts
                   : static_cast<std::uint64_t>(static_cast<double>(done) / static_cast<double>(all) * parts),
          parts);
    };
  if (question.threads) {
    const auto threads = whole_number("`threads`", *question.threads, 1, 1024);
    if (!threads) return threads.error();
    run.threads = static_cast<unsigned>(*threads);
  }
  if (question.memory) {
    const auto bytes = byte_count("`memory`", *question.memory);
    if (!bytes) return bytes.error();
    run.memory = *bytes;
  }
  return run;
}

Result<std::unique_ptr<Bits>> open_bits(const std::optional<std::string> &seed) {
  if (!seed) return std::unique_ptr<Bits>(std::make_unique<SystemBits>());
  const auto number = whole_number("`seed`", *seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (!number) return number.error();
  return std::unique_ptr<Bits>(std::make_unique<SeededBits>(*number));
}

Result<RunSettings> read_run_settings(const Question &question,
                                      const std::function<bool(std::uint64_t, std::uint64_t)> &listener) {
  auto reading = read_options_of(question);
  if (!reading) return reading.error();
  auto bits = open_bits(question.seed);
  if (!bits) return bits.error();
  auto run = run_options_of(question, listener);
  if (!run) return run.error();
  return RunSettings{std::move(*reading), std::move(*bits), std::move(*run)};
}

} // namespace poise::internal
