// The budget on the page: a picture of the steps, what it means in words, and the receipt.
#pragma once

#include "poise/report/summary.h"

#include <string>

namespace poise::internal::html {

// A budget in a few characters: "ρ = 0.5".
std::string budget_in_short(const PrivacySummary &privacy);

// One bar of all steps with its legend, and the book of budgets where there is one.
std::string budget(const Summary &summary);

// What a reader can learn about one person at most, in numbers that are rounded up.
std::string budget_in_words(const Summary &summary);

// Every step with its exact amount, and their sum.
std::string receipt(const Summary &summary);

} // namespace poise::internal::html
