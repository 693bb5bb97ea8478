// The page from top to bottom.
#include "poise/report/html/html.h"

#include "poise/report/html/html_budget.h"
#include "poise/report/html/html_estimates.h"
#include "poise/report/html/html_promise.h"
#include "poise/report/html/html_style.h"
#include "poise/report/html/html_text.h"
#include "poise/report/json.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace poise::internal {
namespace {

using html::escaped;

// A page that shows half a table, or a receipt that does not add up, would be worse than none.
void check(const Summary &summary) {
  const std::size_t columns = summary.columns.size();
  const bool plain = summary.quantiles.empty();
  const bool ranked = !summary.rank_errors.empty();
  bool fits = !ranked || summary.rank_errors.size() == columns;
  if (plain) fits = fits && summary.value.size() == columns;
  if (plain && !ranked)
    fits = fits && summary.noise_std.size() == columns && summary.low.size() == columns &&
           summary.high.size() == columns;
  for (const Summary::Quantile &quantile : summary.quantiles) fits = fits && quantile.value.size() == columns;
  if (!fits) throw std::logic_error("poise: a summary needs one entry a column");
  Rational sum = 0;
  for (const PrivacySummary::Step &step : summary.privacy.spent) sum += step.amount;
  if (sum != summary.privacy.total) throw std::logic_error("poise: steps that do not add up to the budget");
}

const char *kind(const Summary &summary) { return summary.privacy.is_private ? "Private" : "Simulated"; }

std::string title(const Summary &summary, const HtmlContext &context) {
  if (!context.title.empty()) return escaped(context.title);
  return fmt::format("{} {} of {} column{}", kind(summary), html::statistic_in_words(summary.statistic),
                     html::whole(summary.columns.size()), summary.columns.size() == 1 ? "" : "s");
}

std::string fact(const char *what, const std::string &value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", what, value);
}

std::string protects(const Summary &summary) {
  if (!summary.privacy.is_private) return "nobody: a simulation";
  return summary.unit ? "every person, by " + html::name(*summary.unit) : "every row";
}

std::string header(const Summary &summary, const HtmlContext &context) {
  const char *const whose = summary.unit ? "people" : "rows";
  std::string text = fmt::format(
      "<header>\n<p class=\"eyebrow\">poise · {}</p>\n<h1>{}</h1>\n<p class=\"lead\">The {} of {} over "
      "<span{}>{}</span> {}, {}.</p>\n",
      summary.privacy.is_private ? "private release" : "simulation", title(summary, context),
      html::statistic_in_words(summary.statistic), html::counted(summary.columns.size(), "column"),
      html::carries_whole(summary.rows, "/rows"), html::whole(summary.rows), whose,
      summary.privacy.is_private ? "with noise that protects each of them" : "with noise from a seed");
  text += "<dl class=\"facts\">\n";
  if (context.dataset || summary.book)
    text += fact("Dataset", html::name(context.dataset ? *context.dataset : summary.book->dataset));
  text += fact("Budget", html::budget_in_short(summary.privacy));
  text += fact("Protects", protects(summary));
  if (summary.model) text += fact("Trusts", summary.model->name == "local" ? "nobody" : "a shuffler");
  text += fact("Method", html::method_in_words(summary));
  if (!context.date.empty())
    text += fact("Date", fmt::format("<time datetime=\"{0}\">{0}</time>", escaped(context.date)));
  return text + "</dl>\n</header>\n";
}

std::string alarms(const Summary &summary) {
  std::string text;
  if (!summary.privacy.is_private)
    text += "<div class=\"banner\" role=\"alert\"><b>Simulation: not private</b> The noise came from a seed "
            "and can be taken off again. Do not publish these numbers.</div>\n";
  if (summary.warnings.empty()) return text;
  text += fmt::format("<div class=\"warnings\" role=\"note\"><h2>{}</h2><ul>\n",
                      summary.warnings.size() == 1 ? "A warning" : "Warnings");
  for (const std::string &warning : summary.warnings) text += fmt::format("<li>{}</li>\n", escaped(warning));
  return text + "</ul></div>\n";
}

// JSON in which no tag can end, begin or hide: "<" is only ever inside strings.
std::string embedded_json(const Summary &summary) {
  std::string text;
  for (const char c : to_json(summary)) {
    if (c == '<')
      text += "\\u003c";
    else
      text.push_back(c);
  }
  return text;
}

std::string machines(const Summary &summary, const HtmlContext &context) {
  std::string text = "<section id=\"machines\">\n<h2>For machines</h2>\n";
  if (context.command)
    text +=
        fmt::format("<p>The command was</p>\n<code class=\"command\">{}</code>\n", escaped(*context.command));
  text +=
      "<p class=\"note\">This page holds the same result as JSON, in its element <code>poise-result</code>; "
      "the numbers above carry their full values and their places in it. The page fetches nothing and runs "
      "no script.</p>\n</section>\n";
  return text + "<script type=\"application/json\" id=\"poise-result\">" + embedded_json(summary) +
         "</script>\n";
}

} // namespace

std::string to_html(const Summary &summary, const HtmlContext &context) {
  check(summary);
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                     "'unsafe-inline'; img-src data:\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"generator\" content=\"poise " +
                     html::version() + "\">\n<link rel=\"icon\" href=\"data:,\">\n<title>" +
                     title(summary, context) + "</title>\n<style>";
  page += html::style();
  page += "</style>\n</head>\n<body>\n<main>\n";
  page += header(summary, context) + alarms(summary) + html::estimates(summary);
  page += html::budget(summary) + html::promise(summary) + html::receipt(summary);
  page += html::citations(summary) + machines(summary, context);
  page += "<footer>Made with poise " + html::version() + ".</footer>\n</main>\n</body>\n</html>\n";
  return page;
}

} // namespace poise::internal
