// A summary as one page for people: pictures, receipt and promise in a single file that fetches nothing.
#pragma once

#include "poise/report/summary.h"

#include <optional>
#include <string>

namespace poise::internal {

// What the page says beside the summary. Every text may hold any bytes; the page escapes it.
struct HtmlContext {
  std::string title;                                 // empty: the page finds one
  std::optional<std::string> dataset = std::nullopt; // a file, or its name in a book of budgets
  std::optional<std::string> command = std::nullopt;
  std::string date = {}; // ISO, such as 2024-05-31; may be empty
};

// PROMISE  The page is a function of the summary and the context alone: a release looked at, never data. No
//          script runs, nothing is fetched, and no name can step out of its place in the page.
// WHY      Everything from outside goes through html::escaped; a policy in the page forbids the rest.
// CHECKED  tests/report/html_test.cpp, and in a browser tests/html/test_page.py
//
// Every number of the JSON that is shown carries its full value (data-value) and its place there (data-path,
// a JSON pointer); numbers computed from those carry data-derived. The JSON itself is in the page, too.
// A summary whose parts do not fit together, or whose steps do not add up to its total, throws logic_error.
std::string to_html(const Summary &summary, const HtmlContext &context);

} // namespace poise::internal
