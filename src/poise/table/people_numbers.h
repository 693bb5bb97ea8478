// Numbers for people: 0, 1, 2, … in the order in which they are first met.
#pragma once

#include "poise/table/row_id.h"

#include <cstdint>
#include <string>
#include <vector>

namespace poise::internal {

// A row without an id is a person of its own: otherwise all of them together would be one, who is protected
// as one and counts as one. Holds every id once: memory grows with the people, not with the rows.
class PeopleNumbers {
public:
  std::uint64_t number(RowId id);

  std::size_t count() const { return ends_.size(); }

private:
  friend class KnownPeople;

  std::optional<std::uint64_t> find(std::string_view id) const;
  std::string_view id_of(std::uint64_t person) const;
  std::size_t slot_of(std::string_view id) const;
  void make_room();

  std::string ids_;                       // one behind the other
  std::vector<std::uint64_t> ends_;       // of each person's id in ids_
  std::vector<std::uint64_t> slots_;      // person + 1, or 0 where there is none; its size is a power of two
  std::vector<std::uint64_t> without_id_; // numbers of people who have none, rising
};

// The same rows from the first on, once more: everyone has the number of the first time.
class KnownPeople {
public:
  explicit KnownPeople(const PeopleNumbers &people) : people_(&people) {}

  // Nothing for an id that was not met before, or one more row without an id than there were.
  std::optional<std::uint64_t> number(RowId id);

private:
  const PeopleNumbers *people_;
  std::size_t without_id_ = 0; // how many rows had none so far
};

} // namespace poise::internal
