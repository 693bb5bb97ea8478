// Reads a sampler's own probabilities out of its code, word by word, instead of by drawing.
#pragma once

#include <cstdint>
#include <functional>

namespace poise::internal::oracle {

// The share of first words for which a decision says yes, where yes for a word implies
// yes for every smaller one: found by bisection over all 2^64 words. Exact up to the one
// word at the border, so to 2^-63.
long double share_of_words(const std::function<bool(std::uint64_t word)> &yes);

} // namespace poise::internal::oracle
