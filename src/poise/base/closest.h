// The name somebody probably meant: for "did you mean" in error messages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poise::internal {

// The candidate nearest to the given name, when one is near enough to be a slip
// of the finger (about a third of the letters, upper and lower case alike).
std::optional<std::string> closest(std::string_view name, std::span<const std::string> candidates);

} // namespace poise::internal
