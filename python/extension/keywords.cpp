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

} // namespace

std::string as_keyword(std::string_view name, std::string_view value) {
  const std::string keyword = name == "quantiles" ? "q" : std::string(name);
  return value.empty() ? keyword : keyword + "=" + literal(value);
}

} // namespace poise::internal::python
