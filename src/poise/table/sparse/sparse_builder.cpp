// Each row is put in order when it is closed.
#include "poise/table/sparse/sparse_builder.h"

#include <algorithm>

namespace poise::internal {

SparseBuilder::SparseBuilder(Entries entries, const std::vector<std::size_t> &wanted)
    : ones_(entries == Entries::ones), wanted_(wanted) {
  if (wanted.empty()) return;
  place_of_.resize(*std::max_element(wanted.begin(), wanted.end()) + 1);
  for (std::size_t i = 0; i < wanted.size(); ++i) place_of_[wanted[i]] = static_cast<std::uint32_t>(i + 1);
}

void SparseBuilder::add(std::size_t number, double value) {
  largest_ = std::max(largest_, number);
  met_zero_ = met_zero_ || number == 0;
  row_.emplace_back(static_cast<std::uint32_t>(number), value);
}

bool SparseBuilder::end_row() {
  const auto before = [](const auto &a, const auto &b) { return a.first < b.first; };
  const auto same = [](const auto &a, const auto &b) { return a.first == b.first; };
  const auto sort = [&] {
    if (!std::is_sorted(row_.begin(), row_.end(), before)) std::stable_sort(row_.begin(), row_.end(), before);
  };
  sort();
  const auto end = std::unique(row_.begin(), row_.end(), same);
  const bool each_once = end == row_.end();
  row_.erase(end, row_.end());
  if (!wanted_.empty()) {
    const auto unwanted = [&](const auto &entry) {
      return entry.first >= place_of_.size() || place_of_[entry.first] == 0;
    };
    row_.erase(std::remove_if(row_.begin(), row_.end(), unwanted), row_.end());
    for (auto &entry : row_) entry.first = place_of_[entry.first] - 1;
    sort();
  }
  for (const auto &[place, value] : row_) {
    parts_.places.push_back(place);
    if (!ones_) parts_.values.push_back(value);
  }
  parts_.starts.push_back(parts_.places.size());
  row_.clear();
  return each_once;
}

Result<Table> SparseBuilder::finish(const NumberedColumns &all) && {
  std::vector<std::string> names;
  if (wanted_.empty()) {
    names = names_of(all);
    for (std::uint32_t &place : parts_.places) place -= static_cast<std::uint32_t>(all.first);
  } else {
    for (const std::size_t number : wanted_) names.push_back(std::to_string(number));
  }
  const std::size_t width = names.size();
  const auto owner = std::make_shared<const Parts>(std::move(parts_));
  return Table::of(std::move(names), SparseRows{owner->starts, owner->places, owner->values, width, ones_},
                   owner);
}

} // namespace poise::internal
