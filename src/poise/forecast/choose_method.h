// Which method of the mean fits public facts: what those get who name none.
#pragma once

#include "poise/base/result.h"
#include "poise/forecast/facts.h"

#include <string>

namespace poise::internal {

struct MethodChoice {
  std::string method;  // find_mean_method knows it
  std::string because; // one line, in plain words
};

// PROMISE  The method answers wherever any that honours the facts (a bound, the definition) would: its own
//          guards let so many rows, columns and so much budget pass. The same facts give the same choice; no
//          data are looked at, so the choice tells nothing.
// WHY      The best forecast among the methods that no table of this kind can lead astray.
// CHECKED  tests/forecast/choose_method_test.cpp
//
// Without guesses in the facts it goes by those of docs/proofs/forecast.md.
Result<MethodChoice> choose_mean_method(const Facts &facts);

} // namespace poise::internal
