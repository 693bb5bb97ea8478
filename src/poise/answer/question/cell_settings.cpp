// One record of separated text; each entry is a name, =, and two ends.
#include "poise/answer/question/cell_settings.h"

#include "poise/base/closest.h"
#include "poise/base/nearest_double.h"
#include "poise/privacy/exact_text.h"
#include "poise/table/cell.h"
#include "poise/table/csv/csv_records.h"

#include <algorithm>

namespace poise::internal {
namespace {

constexpr const char *how = "name a column and where its cells may be, such as `limits=age=0:120,income=0:`";

// Further out the squares of widths would overflow.
constexpr double largest_limit = 0x1p100;

Result<double> read_end(std::string_view text, double open) {
  if (text.empty()) return open;
  const auto value = read_exact(text);
  const double end = value ? nearest_double(*value) : 0;
  if (!value || !(std::fabs(end) <= largest_limit))
    return bad_parameter("a limit must be a number up to 1e30, got " + quote(text), how);
  return end;
}

} // namespace

Result<CellSettings::Named> CellSettings::read_one(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  const std::size_t colon = equals == text.npos ? text.npos : text.find(':', equals);
  if (colon == text.npos)
    return bad_parameter("`limits` have the form COLUMN=LOW:HIGH, got " + quote(text), how);
  const std::string name(trimmed(text.substr(0, equals)));
  const Limits open;
  const auto low = read_end(trimmed(text.substr(equals + 1, colon - equals - 1)), open.low);
  if (!low) return low.error();
  const auto high = read_end(trimmed(text.substr(colon + 1)), open.high);
  if (!high) return high.error();
  const Named named{name, {*low, *high}};
  if (name.empty() || !named.limits.any())
    return bad_parameter(
        "`limits` have the form COLUMN=LOW:HIGH with one number at least, got " + quote(text), how);
  constexpr double closest_limits = 0x1p-200; // squares would come to nothing
  if (named.limits.both() && *low < *high && named.limits.width() < closest_limits)
    return bad_parameter("the limits of a column have to be further apart, got " + quote(text),
                         "give them in a larger unit");
  if (!(*low < *high))
    return bad_parameter("the limits of a column have to rise, got " + quote(text),
                         "give the lower one first");
  return named;
}

Result<CellSettings> CellSettings::read(const Question &question) {
  CellSettings settings;
  if (question.missing && *question.missing != "skip" && *question.missing != "zero")
    return bad_parameter("`missing` must be skip or zero, got " + quote(*question.missing),
                         "skip: a missing cell is missing, the default; zero: it counts as 0");
  settings.zeros_for_gaps_ = question.missing == "zero";
  if (settings.zeros_for_gaps_ && question.no_missing)
    return bad_parameter("`no_missing` says that no cell is missing, and `missing` what such cells mean",
                         "leave out one of them");
  if (!question.limits) return settings;
  CsvRecords records(*question.limits, ',');
  std::vector<std::string_view> entries, more;
  if (records.next(entries) != CsvRecords::Next::record || records.next(more) != CsvRecords::Next::end)
    return bad_parameter("`limits` are not a list", how);
  for (const std::string_view entry : entries) {
    auto named = read_one(trimmed(entry));
    if (!named) return named.error();
    if (std::ranges::any_of(settings.limits_, [&](const Named &one) { return one.column == named->column; }))
      return bad_parameter("`limits` name the column " + quote(named->column) + " twice",
                           "give each column once");
    settings.limits_.push_back(std::move(*named));
  }
  return settings;
}

Result<CellRules> CellSettings::rules(const std::vector<std::string> &columns) const {
  CellRules rules{.limits = {}, .zeros_for_gaps = zeros_for_gaps_};
  if (limits_.empty()) return rules;
  rules.limits.resize(columns.size());
  for (const Named &named : limits_) {
    const auto place = std::ranges::find(columns, named.column);
    if (place == columns.end()) {
      const auto meant = closest(named.column, columns);
      return bad_parameter(
          "`limits` name the column " + quote(named.column) + ", which is not among those that are asked for",
          meant ? "did you mean " + quote(*meant) + "?" : "name a column of numbers, or add it to `columns`");
    }
    rules.limits[static_cast<std::size_t>(place - columns.begin())] = named.limits;
  }
  return rules;
}

} // namespace poise::internal
