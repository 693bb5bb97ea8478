// Numbers for people: 0, 1, 2, … in the order in which their ids are first met.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poise {

// Ids are any bytes, the empty ones included, and the same only byte by byte. Holds every id
// once: memory grows with the people, not with the rows.
class PeopleNumbers {
public:
  std::uint64_t number(std::string_view id);

  // The number of an id that was met before.
  std::optional<std::uint64_t> find(std::string_view id) const;

  std::size_t count() const { return ends_.size(); }

private:
  std::string_view id_of(std::uint64_t person) const;
  std::size_t slot_of(std::string_view id) const;
  void make_room();

  std::string ids_;                  // one behind the other
  std::vector<std::uint64_t> ends_;  // of each id in ids_
  std::vector<std::uint64_t> slots_; // person + 1, or 0 where there is none; its size is a power of two
};

} // namespace poise
