// Names stay; values become literals of Python.
#include "extension/keywords.h"

#include "poise/privacy/exact_text.h"

#include <algorithm>

namespace poise::internal::python {
namespace {

std::string literal(std::string_view value) {
  if (value.find(',') == value.npos)
    return read_exact(value) ? std::string(value) : "'" + std::string(value) + "'";
  std::string list = "[";
  while (true) {
    const std::size_t comma = std::min(value.find(','), value.size());
    list += literal(value.substr(0, comma));
    if (comma == value.size()) return list + "]";
    list += ", ";
    value.remove_prefix(comma + 1);
  }
}

// "age=0:120,income=0:" as {'age': (0, 120), 'income': (0, None)}.
std::string limits_literal(std::string_view value) {
  std::string entries;
  while (!value.empty()) {
    const std::string_view entry = value.substr(0, value.find(','));
    value.remove_prefix(std::min(entry.size() + 1, value.size()));
    const std::size_t equals = entry.find('='), colon = entry.find(':');
    const auto end = [](std::string_view text) { return text.empty() ? "None" : std::string(text); };
    entries += (entries.empty() ? "'" : ", '") + std::string(entry.substr(0, equals)) + "': (" +
               end(entry.substr(equals + 1, colon - equals - 1)) + ", " + end(entry.substr(colon + 1)) + ")";
  }
  return "{" + entries + "}";
}

} // namespace

std::string as_keyword(std::string_view name, std::string_view value) {
  if (name == "limits" && !value.empty()) return "limits=" + limits_literal(value);
  const std::string keyword = name == "quantiles" ? "q" : std::string(name);
  return value.empty() ? keyword : keyword + "=" + literal(value);
}

} // namespace poise::internal::python
