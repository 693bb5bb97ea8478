// The promise on the page in words for people who sign things, and the works that a method rests on.
#pragma once

#include "poise/report/summary.h"

#include <string>

namespace poise::internal::html {

// Who is protected, against what, what is public, what is not promised. For a simulation: that nothing is.
std::string promise(const Summary &summary);

// The method by name, and the one it chose where it chose one.
std::string method_in_words(const Summary &summary);

// How to cite the method, and poise.
std::string citations(const Summary &summary);

// The version of poise.
std::string version();

} // namespace poise::internal::html
