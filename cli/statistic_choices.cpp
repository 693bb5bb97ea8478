// Text into options of the library.
#include "cli/statistic_choices.h"

#include "cli/whole_number.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "poise/table/cell.h"
#include "poise/table/csv_records.h"

#include <limits>

namespace poise::cli {
namespace {

Result<std::vector<std::string>> read_names(const std::optional<std::string> &list) {
  if (!list) return std::vector<std::string>();
  CsvRecords records(*list, ',');
  std::vector<std::string_view> cells, more;
  if (records.next(cells) != CsvRecords::Next::record || records.next(more) != CsvRecords::Next::end)
    return Error{ErrorKind::bad_parameter, "--columns is not a list of names",
                 "separate them by commas, such as --columns age,income"};
  std::vector<std::string> names;
  for (const std::string_view cell : cells) names.emplace_back(trimmed(cell));
  return names;
}

} // namespace

Result<ReadOptions> choose_reading(const StatisticArguments &arguments) {
  ReadOptions options{.unit = arguments.unit};
  auto names = read_names(arguments.columns);
  if (!names) return names.error();
  options.columns = std::move(*names);
  if (arguments.memory) {
    const auto bytes = byte_count("--memory", *arguments.memory);
    if (!bytes) return bytes.error();
    options.memory = *bytes;
  }
  return options;
}

Result<Work> choose_work(const StatisticArguments &arguments, Progress &progress) {
  Work work{.progress = progress.listener()};
  if (arguments.threads) {
    const auto threads = whole_number("--threads", *arguments.threads, 1, 1024);
    if (!threads) return threads.error();
    work.threads = static_cast<unsigned>(*threads);
  }
  if (arguments.memory) {
    const auto bytes = byte_count("--memory", *arguments.memory);
    if (!bytes) return bytes.error();
    work.memory = *bytes;
  }
  return work;
}

Result<std::unique_ptr<Bits>> choose_bits(const std::optional<std::string> &seed) {
  if (!seed) return std::unique_ptr<Bits>(std::make_unique<SystemBits>());
  const auto number = whole_number("--seed", *seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (!number) return number.error();
  return std::unique_ptr<Bits>(std::make_unique<SeededBits>(*number));
}

} // namespace poise::cli
