// Text into baskets; and the choice between a file and what stands for it.
#include "experiments/baskets/basket_sets.h"

#include "poise/random/seeded_bits.h"
#include "poise/table/columns/numbered_columns.h"
#include "poise/table/file_bytes.h"
#include "poise/table/sparse/text_lines.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <optional>

namespace poise::internal::experiments {
namespace {

constexpr std::uint64_t surrogate_seed = 20'000'304;

Error not_baskets(const std::filesystem::path &path, const std::string &problem) {
  return bad_input(path.string() + ": " + problem,
                   "give the file as it was published, or leave --data out to run on a surrogate");
}

// The different ids of a line, rising; nothing when one is not an id.
std::optional<std::vector<std::size_t>> ids_of(std::string line) {
  std::ranges::replace(line, ',', ' ');
  std::string_view rest = line;
  std::vector<std::size_t> ids;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto id = read_whole(word);
    if (!id || *id >= Table::most_columns) return std::nullopt;
    ids.push_back(*id);
  }
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// Ids become places among those that occur.
void number_anew(Baskets &baskets) {
  std::vector<std::uint32_t> place_of(Table::most_columns);
  for (const std::uint32_t id : baskets.places) place_of[id] = 1;
  std::uint32_t known = 0;
  for (std::uint32_t &place : place_of)
    if (place != 0) place = known++;
  for (std::uint32_t &place : baskets.places) place = place_of[place];
  baskets.columns = known;
}

// Made by the first who asks, whichever thread that is.
struct DrawnOnce {
  std::once_flag drawn;
  std::optional<Sample> sample;
};

FixedData surrogate_of(const BasketSet &set) {
  const auto kept = std::make_shared<DrawnOnce>();
  return {fmt::format("{}-shaped surrogate", set.name), [kept, &set](Bits &) {
            std::call_once(kept->drawn, [&] {
              SeededBits bits(surrogate_seed);
              kept->sample = sample_of(draw_surrogate(set.shape, bits));
            });
            return *kept->sample;
          }};
}

} // namespace

Result<Baskets> read_basket_file(const std::filesystem::path &path, std::size_t least) {
  const auto bytes = FileBytes::open(path.string());
  if (!bytes) return bytes.error();
  Baskets baskets;
  TextLines lines((*bytes)->view());
  for (std::string_view line; lines.next(line);) {
    const auto ids = ids_of(std::string(line));
    if (!ids)
      return not_baskets(path, fmt::format("line {} holds something else than item ids", lines.number()));
    if (ids->size() < least) continue;
    for (const std::size_t id : *ids) baskets.places.push_back(static_cast<std::uint32_t>(id));
    baskets.end_row();
  }
  if (baskets.rows() == 0) return not_baskets(path, fmt::format("no basket has {} items or more", least));
  number_anew(baskets);
  return baskets;
}

Result<FixedData> find_baskets(const BasketSet &set, const std::filesystem::path &folder) {
  const std::filesystem::path path = folder / set.file;
  if (folder.empty() || !std::filesystem::exists(path)) return surrogate_of(set);
  auto baskets = read_basket_file(path, set.shape.least);
  if (!baskets) return baskets.error();
  std::string title(set.name);
  if (baskets->rows() != set.shape.rows || baskets->columns != set.shape.columns)
    title += fmt::format(", not the paper's: n = {}, d = {}", baskets->rows(), baskets->columns);
  const auto sample = std::make_shared<const Sample>(sample_of(std::move(*baskets)));
  return FixedData{std::move(title), [sample](Bits &) { return *sample; }};
}

} // namespace poise::internal::experiments
