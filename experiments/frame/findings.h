// What an experiment leaves behind that is no chart of settings: tables, pictures, and a few words.
#pragma once

#include "poise/base/error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace poise::internal::experiments {

// The files are called NAME.csv and NAME.png.
struct FoundTable {
  std::string name, csv;
};

struct FoundPicture {
  std::string name;
  std::function<std::optional<Error>(const std::string &path)> draw;
};

struct Findings {
  std::vector<FoundTable> tables;
  std::vector<FoundPicture> pictures;
  std::string summary; // to be printed
};

} // namespace poise::internal::experiments
