// A hash table of numbers; the ids themselves lie in one long text.
#include "poise/table/people_numbers.h"

#include <functional>

namespace poise::internal {

std::string_view PeopleNumbers::id_of(std::uint64_t person) const {
  const std::uint64_t start = person == 0 ? 0 : ends_[person - 1];
  return std::string_view(ids_).substr(start, ends_[person] - start);
}

// Where the id is, or where it would go. There is always an empty slot to stop at.
std::size_t PeopleNumbers::slot_of(std::string_view id) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>()(id) & mask;
  while (slots_[slot] != 0 && id_of(slots_[slot] - 1) != id) slot = (slot + 1) & mask;
  return slot;
}

void PeopleNumbers::make_room() {
  if (2 * (ends_.size() - without_id_.size() + 1) <= slots_.size()) return;
  slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
  auto nobody = without_id_.begin();
  for (std::uint64_t person = 0; person < ends_.size(); ++person) {
    if (nobody != without_id_.end() && *nobody == person)
      ++nobody;
    else
      slots_[slot_of(id_of(person))] = person + 1;
  }
}

std::uint64_t PeopleNumbers::number(RowId id) {
  if (!id) {
    without_id_.push_back(ends_.size());
    ends_.push_back(ids_.size());
    return without_id_.back();
  }
  make_room();
  std::uint64_t &slot = slots_[slot_of(*id)];
  if (slot == 0) {
    ids_.append(*id);
    ends_.push_back(ids_.size());
    slot = ends_.size();
  }
  return slot - 1;
}

std::optional<std::uint64_t> PeopleNumbers::find(std::string_view id) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint64_t slot = slots_[slot_of(id)];
  if (slot == 0) return std::nullopt;
  return slot - 1;
}

std::optional<std::uint64_t> KnownPeople::number(RowId id) {
  if (id) return people_->find(*id);
  if (without_id_ == people_->without_id_.size()) return std::nullopt;
  return people_->without_id_[without_id_++];
}

} // namespace poise::internal
