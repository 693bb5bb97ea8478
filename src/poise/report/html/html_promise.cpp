// Plain sentences, each of which THREAT_MODEL.md backs.
#include "poise/report/html/html_promise.h"

#include "poise/report/html/html_text.h"

#include <fmt/format.h>

namespace poise::internal::html {
namespace {

std::string clause(const char *heading, const std::string &text) {
  return fmt::format("<div class=\"clause\"><h3>{}</h3>\n{}</div>\n", heading, text);
}

std::string who(const Summary &summary) {
  if (summary.unit)
    return fmt::format(
        "<p>Every person in the table, with all their rows, however many. Persons are told apart by "
        "the column <b>{}</b>; someone who goes by two ids there is two persons.</p>",
        name(*summary.unit));
  return "<p>Every row of the table, each by itself. Where one row is one person, that is every person; "
         "whoever has several rows is protected less.</p>";
}

std::string what(const Summary &summary) {
  return fmt::format(
      "<p>Had {} held anything else, this page could have come out just the same, with a probability that "
      "differs by no more than the budget allows; <a href=\"#budget\">What it cost</a> says how much that "
      "is. So what this page tells about one person, beyond what it tells about everybody, has a limit that "
      "can be proved.</p>",
      summary.unit ? "all rows of one person" : "one row");
}

std::string against() {
  return "<p>Anyone who reads these numbers, to their last digit, with any other knowledge they may have: "
         "even somebody who knows every other row, every option and the program, and has unlimited "
         "computers. It does not wear off with time or with new attacks.</p>";
}

// Only where it is not whoever ran the command.
std::string trusted(const Summary &summary) {
  if (!summary.model) return "";
  const ModelSummary &model = *summary.model;
  std::string text =
      model.name == "local"
          ? "<p>Nobody: every participant adds noise before anything leaves their hands, and what they send "
            "keeps the promise by itself.</p>"
          : "<p>A shuffler, who must not tell the analyzer who sent what; and the other participants: the "
            "noise of each protects all" +
                (model.dishonest
                     ? fmt::format(", and a share of up to <span{}>{}</span> of them may lie or "
                                   "tell the analyzer all they know.</p>",
                                   carries(*model.dishonest, "/privacy/dishonest"), amount(*model.dishonest))
                     : std::string(".</p>"));
  if (model.simulated)
    text += "<p>Here one table played all participants: whoever holds it has seen every row, and is trusted "
            "all the same.</p>";
  return clause("Who is trusted", text);
}

std::string known(const Summary &summary) {
  return fmt::format(
      "<p>Treated as public, and not protected: the number of {} (<span{}>{}</span>), the names of "
      "the columns, and every option of the command.</p>",
      summary.unit ? "people" : "rows", carries_whole(summary.rows, "/rows"), whole(summary.rows));
}

std::string not_promised() {
  return "<ul><li>That nothing is learned about people in general: that is what the numbers are "
         "for.</li>\n<li>That many releases cost no more than one. Budgets of releases about the same people "
         "add up.</li>\n<li>That the time or the memory the computation took tells nothing to those who can "
         "measure it.</li>\n<li>That the numbers are right: the input may be wrong, and noise was "
         "added.</li></ul>\n<p>The full list is in THREAT_MODEL.md, which comes with poise.</p>";
}

} // namespace

std::string promise(const Summary &summary) {
  std::string text = "<section id=\"promise\">\n";
  text += summary.privacy.is_private
              ? "<h2>The promise</h2>\n"
              : "<h2>No promise</h2>\n<p class=\"caution\">The noise came from a seed: whoever knows or "
                "guesses the seed can take it off again. A release without a seed would promise what "
                "follows; this page promises nothing.</p>\n";
  text += "<div class=\"clauses\">\n";
  text += clause("Who is protected", who(summary)) + clause("Against whom", against()) + trusted(summary) +
          clause("What is promised", what(summary)) + clause("What is public", known(summary)) +
          clause("What is not promised", not_promised());
  return text + "</div>\n</section>\n";
}

} // namespace poise::internal::html
