// A table of the formats without parameters, and a few words for the others.
#include "poise/table/arrow/arrow_c_format.h"

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace poise::internal {
namespace {

using Kind = ArrowFormat::Kind;

std::optional<int> read_int(std::string_view text) {
  int number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "precision,scale" or "precision,scale,bits".
ArrowFormat read_decimal(std::string_view text) {
  const std::size_t first = text.find(',');
  if (first == std::string_view::npos) return {};
  const std::string_view rest = text.substr(first + 1);
  const std::size_t second = rest.find(',');
  const auto scale = read_int(rest.substr(0, second));
  const auto bits = second == std::string_view::npos ? 128 : read_int(rest.substr(second + 1));
  constexpr int most_digits = 128; // beyond any decimal
  if (!scale || *scale > most_digits || *scale < -most_digits || !bits) return {};
  if (*bits != 32 && *bits != 64 && *bits != 128 && *bits != 256) return {};
  return {.kind = Kind::decimal,
          .name = "decimal" + std::to_string(*bits),
          .size = static_cast<std::size_t>(*bits / 8),
          .scale = *scale};
}

const std::vector<std::pair<std::string_view, ArrowFormat>> &plain_formats() {
  using Type = NumberType;
  static const std::vector<std::pair<std::string_view, ArrowFormat>> all = {
      {"n", {.kind = Kind::nulls, .name = "null"}},
      {"b", {.kind = Kind::boolean, .name = "bool"}},
      {"c", {.kind = Kind::number, .name = "int8", .number = Type::i1}},
      {"C", {.kind = Kind::number, .name = "uint8", .number = Type::u1}},
      {"s", {.kind = Kind::number, .name = "int16", .number = Type::i2}},
      {"S", {.kind = Kind::number, .name = "uint16", .number = Type::u2}},
      {"i", {.kind = Kind::number, .name = "int32", .number = Type::i4}},
      {"I", {.kind = Kind::number, .name = "uint32", .number = Type::u4}},
      {"l", {.kind = Kind::number, .name = "int64", .number = Type::i8}},
      {"L", {.kind = Kind::number, .name = "uint64", .number = Type::u8}},
      {"f", {.kind = Kind::number, .name = "float", .number = Type::f4}},
      {"g", {.kind = Kind::number, .name = "double", .number = Type::f8}},
      {"e", {.kind = Kind::half, .name = "halffloat"}},
      {"z", {.kind = Kind::words, .name = "binary"}},
      {"u", {.kind = Kind::words, .name = "utf8", .text = true}},
      {"Z", {.kind = Kind::long_words, .name = "large_binary"}},
      {"U", {.kind = Kind::long_words, .name = "large_utf8", .text = true}},
      {"vz", {.kind = Kind::views, .name = "binary_view"}},
      {"vu", {.kind = Kind::views, .name = "utf8_view", .text = true}},
      {"tdD", {.kind = Kind::time, .name = "date32", .number = Type::i4}},
      {"tdm", {.kind = Kind::time, .name = "date64", .number = Type::i8}},
      {"tts", {.kind = Kind::time, .name = "time32", .number = Type::i4}},
      {"ttm", {.kind = Kind::time, .name = "time32", .number = Type::i4}},
      {"ttu", {.kind = Kind::time, .name = "time64", .number = Type::i8}},
      {"ttn", {.kind = Kind::time, .name = "time64", .number = Type::i8}},
      {"tDs", {.kind = Kind::time, .name = "duration", .number = Type::i8}},
      {"tDm", {.kind = Kind::time, .name = "duration", .number = Type::i8}},
      {"tDu", {.kind = Kind::time, .name = "duration", .number = Type::i8}},
      {"tDn", {.kind = Kind::time, .name = "duration", .number = Type::i8}},
      {"+s", {.kind = Kind::records, .name = "struct"}},
      {"+l", {.name = "list"}},
      {"+L", {.name = "large_list"}},
      {"+vl", {.name = "list_view"}},
      {"+vL", {.name = "large_list_view"}},
      {"+m", {.name = "map"}},
      {"+r", {.name = "run_end_encoded"}},
      {"tiM", {.name = "month_interval"}},
      {"tiD", {.name = "day_time_interval"}},
      {"tin", {.name = "month_day_nano_interval"}}};
  return all;
}

} // namespace

ArrowFormat read_arrow_format(std::string_view text) {
  for (const auto &[name, format] : plain_formats())
    if (text == name) return format;
  if (text.starts_with("d:")) return read_decimal(text.substr(2));
  if (text.starts_with("w:")) {
    const auto size = read_int(text.substr(2));
    if (!size || *size < 0) return {};
    return {.kind = Kind::fixed, .name = "fixed_size_binary", .size = static_cast<std::size_t>(*size)};
  }
  for (const std::string_view unit : {"tss:", "tsm:", "tsu:", "tsn:"}) // a time zone follows
    if (text.starts_with(unit)) return {.kind = Kind::time, .name = "timestamp", .number = NumberType::i8};
  if (text.starts_with("+w:")) return {.name = "fixed_size_list"};
  if (text.starts_with("+ud:")) return {.name = "dense_union"};
  if (text.starts_with("+us:")) return {.name = "sparse_union"};
  return {};
}

} // namespace poise::internal
