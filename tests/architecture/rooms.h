// Which room of the house may use which: the arrows of CONTRIBUTING.md, as data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace poise::internal::architecture {

bool is_room(std::string_view room);

// The rooms it leans on directly; nothing for a room nobody drew.
std::vector<std::string> neighbours(std::string_view room);

// The folders inside a room, each of which holds one kind of thing; most rooms have none.
std::vector<std::string> shelves(std::string_view room);

// Whether code in `room` may include headers of `other`: itself, a neighbour, or a
// neighbour's neighbour. The command in cli/ may include every room.
bool may_use(std::string_view room, std::string_view other);

// Rooms that may open rows of people.
bool sees_raw_data(std::string_view room);

} // namespace poise::internal::architecture
