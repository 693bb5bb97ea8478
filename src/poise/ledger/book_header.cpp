// The layout is that of https://www.sqlite.org/fileformat2.html#the_database_header.
#include "poise/ledger/book_header.h"

#include <algorithm>
#include <string_view>

namespace poise::internal {
namespace {

constexpr std::string_view magic{"SQLite format 3\0", 16};

bool is_sqlite(const HeaderBytes &bytes) {
  return std::equal(magic.begin(), magic.end(), bytes.begin(),
                    [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; });
}

std::int64_t number_at(const HeaderBytes &bytes, std::size_t place) {
  std::int64_t value = 0;
  for (std::size_t i = place; i < place + 4; ++i) value = value * 256 + bytes[i];
  return value;
}

// A flipped bit here would change how SQLite reads the rest, or how safely it writes.
bool settings_are_ours(const HeaderBytes &bytes) {
  const bool pages_of_4096 = bytes[16] == 0x10 && bytes[17] == 0;
  const bool rollback_journal = bytes[18] == 1 && bytes[19] == 1;
  const bool schema_format = number_at(bytes, 44) == 4;
  const bool no_vacuum = number_at(bytes, 52) == 0 && number_at(bytes, 64) == 0;
  const bool utf8 = number_at(bytes, 56) == 1;
  const bool reserved_is_zero =
      std::all_of(bytes.begin() + 72, bytes.begin() + 92, [](unsigned char byte) { return byte == 0; });
  return pages_of_4096 && rollback_journal && schema_format && no_vacuum && utf8 && reserved_is_zero;
}

} // namespace

HeaderVerdict judge_header(const HeaderBytes &bytes) {
  if (!is_sqlite(bytes) || number_at(bytes, 68) != book_application) return HeaderVerdict::foreign;
  if (number_at(bytes, 60) > book_version) return HeaderVerdict::newer;
  if (number_at(bytes, 60) != book_version || !settings_are_ours(bytes)) return HeaderVerdict::damaged;
  return HeaderVerdict::ours;
}

bool keeps_a_log(const HeaderBytes &bytes) { return is_sqlite(bytes) && (bytes[18] == 2 || bytes[19] == 2); }

} // namespace poise::internal
