// From one backtick to the next.
#include "poise/base/parameter_names.h"

#include <algorithm>

namespace poise::internal {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && text.front() != '_' &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

} // namespace

std::string spell_parameters(std::string_view text, SpellParameter spell) {
  std::string spelled;
  while (true) {
    const std::size_t open = text.find('`');
    const std::size_t close = open == text.npos ? text.npos : text.find('`', open + 1);
    if (close == text.npos) return spelled.append(text);
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    const std::size_t equals = std::min(inside.find('='), inside.size());
    const std::string_view name = inside.substr(0, equals);
    const std::string_view value = inside.substr(std::min(equals + 1, inside.size()));
    if (is_name(name)) {
      spelled.append(text.substr(0, open)).append(spell(name, value));
      text.remove_prefix(close + 1);
    } else { // the second backtick may be the first of a parameter
      spelled.append(text.substr(0, close));
      text.remove_prefix(close);
    }
  }
}

Error spell_parameters(Error error, SpellParameter spell) {
  error.wrong = spell_parameters(error.wrong, spell);
  error.remedy = spell_parameters(error.remedy, spell);
  return error;
}

} // namespace poise::internal
