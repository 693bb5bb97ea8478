// Dashes for underscores.
#include "cli/option_names.h"

#include <algorithm>

namespace poise::internal::cli {

std::string as_option(std::string_view name, std::string_view value) {
  std::string option = name == "quantiles" ? "-q" : "--" + std::string(name);
  std::ranges::replace(option, '_', '-');
  if (!value.empty()) option.append(" ").append(value);
  return option;
}

} // namespace poise::internal::cli
