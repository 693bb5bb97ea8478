// The bar is as wide as the total; its parts are as wide as their exact shares.
#include "poise/report/html/html_budget.h"

#include "poise/base/nearest_double.h"
#include "poise/report/html/html_axis.h"
#include "poise/report/html/html_steps.h"
#include "poise/report/html/html_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace poise::internal::html {
namespace {

constexpr std::size_t most_blocks = 12;     // columns side by side in the bar
constexpr std::size_t most_open_steps = 60; // of a receipt; more open on a click
constexpr std::size_t most_steps = 2000;

double share_of(const Rational &part, const Rational &total) {
  return total > 0 ? nearest_double(Rational(part / total)) : 0;
}

// By column where there are few, else by kind alone: a thousand slivers say nothing.
std::vector<StepBlock> blocks_to_draw(const SortedSteps &sorted) {
  if (sorted.blocks.size() <= most_blocks) return sorted.blocks;
  StepBlock all;
  for (std::size_t kind = 0; kind < sorted.kinds.size(); ++kind) {
    all.parts.push_back({kind, 0, "", sorted.kinds[kind].amount});
    all.amount += sorted.kinds[kind].amount;
  }
  return {all};
}

std::string description(const SortedSteps &sorted, const Rational &total) {
  std::string text;
  for (const StepKind &kind : sorted.kinds)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", escaped(kind.name),
                        percent(share_of(kind.amount, total)));
  return text;
}

std::string bar(const SortedSteps &sorted, const std::vector<StepBlock> &blocks, const Rational &total) {
  std::string svg =
      fmt::format("<svg class=\"budget\" width=\"100%\" height=\"40\" role=\"img\"><title>The budget by "
                  "steps</title><desc>{}</desc>",
                  description(sorted, total));
  double at = 0;
  for (const StepBlock &block : blocks) {
    for (const StepBlock::Part &part : block.parts) {
      const double width = 100 * share_of(part.amount, total);
      svg += fmt::format(
          R"(<rect class="k{}" x="{}%" width="{}%" y="0" height="40"><title>{}{}{}: {}</title></rect>)",
          sorted.kinds[part.kind].colour, coordinate(at), coordinate(width), escaped(block.column),
          block.column.empty() ? "" : ", ", escaped(sorted.kinds[part.kind].name), percent(width / 100));
      at += width;
    }
    if (at < 99.99 && blocks.size() > 1)
      svg += fmt::format(R"(<line class="cut" x1="{0}%" x2="{0}%" y1="0" y2="40"/>)", coordinate(at));
  }
  svg += "</svg>\n";
  if (blocks.size() < 2) return svg;
  svg += "<div class=\"blocks\" aria-hidden=\"true\">";
  for (const StepBlock &block : blocks)
    svg +=
        fmt::format(R"(<span style="width:{}%">{}</span>)", coordinate(100 * share_of(block.amount, total)),
                    block.column.empty() ? "together" : name(block.column));
  return svg + "</div>\n";
}

std::string legend(const SortedSteps &sorted, const PrivacySummary &privacy) {
  std::string text = "<ul class=\"legend\">\n";
  for (std::size_t i = 0; i < sorted.kinds.size(); ++i) {
    const StepKind &kind = sorted.kinds[i];
    const double share = share_of(kind.amount, privacy.total);
    text += fmt::format(
        R"(<li><svg class="swatch" width="14" height="14" aria-hidden="true"><rect class="k{}" width="14" height="14" rx="3"/></svg><span class="kind"><b>{}</b>{} <span class="words">{}</span></span><span class="amount"{}>{}</span><span class="share"{}>{}</span></li>)",
        kind.colour, escaped(kind.name),
        kind.steps > 1 ? fmt::format(" <span class=\"times\">{}</span>", counted(kind.steps, "step")) : "",
        in_plain_words(kind.name), derived(kind.amount), amount(kind.amount), derived(share), percent(share));
    text += "\n";
  }
  return text + "</ul>\n";
}

// The account that paid, as it is after this release.
std::string account(const Summary &summary) {
  if (!summary.book) return "";
  const BookSummary &book = *summary.book;
  const double share = share_of(book.spent, book.total);
  return fmt::format(
      "<div class=\"ledger\"><h3>The book of budgets</h3>\n<p>With this release, <b>{}</b> has spent {} = "
      "<span{}>{}</span> of the <span{}>{}</span> it is allowed in all.</p>\n<svg class=\"book\" "
      "width=\"100%\" height=\"10\" role=\"img\"><title>{} of the allowance is spent</title><rect "
      "class=\"track\" width=\"100%\" height=\"10\" rx=\"5\"/><rect class=\"spent\" width=\"{}%\" "
      "height=\"10\" rx=\"5\"/></svg></div>\n",
      name(book.dataset), letter(book.unit), carries(book.spent, "/ledger/spent"), amount(book.spent),
      carries(book.total, "/ledger/total"), amount(book.total), percent(share),
      coordinate(100 * std::clamp(share, 0.0, 1.0)));
}

std::string line(const std::string &what, const std::string &carried, const Rational &amount) {
  return fmt::format("<tr><th scope=\"row\">{}</th><td class=\"exact\"{}>{}</td></tr>\n", what, carried,
                     exact(amount));
}

// The steps of one column, or of all together, and what they come to.
std::string receipt_of(const StepBlock &block, const PrivacySummary &privacy, bool alone) {
  std::string text = "<table class=\"receipt\">\n";
  if (!alone)
    text += fmt::format("<caption>{}</caption>\n", block.column.empty() ? "Together" : name(block.column));
  text +=
      fmt::format("<thead class=\"{}\"><tr><th scope=\"col\">Step</th><th scope=\"col\" class=\"right\">{} "
                  "spent</th></tr></thead>\n<tbody>\n",
                  alone ? "" : "unseen", letter(privacy.unit));
  for (const StepBlock::Part &part : block.parts)
    text += line(name(part.name),
                 carries(part.amount, fmt::format("/privacy/spent/{}/{}", part.place, privacy.unit)),
                 part.amount);
  text += "</tbody>\n";
  if (!alone) text += "<tfoot>" + line("together", derived(block.amount), block.amount) + "</tfoot>\n";
  return text + "</table>\n";
}

} // namespace

std::string budget_in_short(const PrivacySummary &privacy) {
  if (privacy.order)
    return fmt::format("ε = <span{}>{}</span>, δ = <span{}>{}</span>",
                       carries(privacy.epsilon->exact(), "/privacy/epsilon"),
                       amount(privacy.epsilon->exact()), carries(privacy.delta->exact(), "/privacy/delta"),
                       amount(privacy.delta->exact()));
  return fmt::format("{} = <span{}>{}</span>", letter(privacy.unit),
                     carries(privacy.total, "/privacy/" + privacy.unit), amount(privacy.total));
}

std::string budget(const Summary &summary) {
  const PrivacySummary &privacy = summary.privacy;
  const SortedSteps sorted = sorted_steps(summary);
  const std::string definition = privacy.order           ? "approximate differential privacy ((ε, δ)-DP)"
                                 : privacy.unit == "rho" ? "zero-concentrated differential privacy (ρ-zCDP)"
                                                         : "pure differential privacy (ε-DP)";
  std::string text = fmt::format("<section id=\"budget\">\n<h2>What it cost</h2>\n<p class=\"total\"><span "
                                 "class=\"big\">{}</span> <span>of {}</span></p>\n",
                                 budget_in_short(privacy), definition);
  text += bar(sorted, blocks_to_draw(sorted), privacy.total) + legend(sorted, privacy);
  text += account(summary) + budget_in_words(summary);
  return text + "</section>\n";
}

std::string receipt(const Summary &summary) {
  const PrivacySummary &privacy = summary.privacy;
  const SortedSteps sorted = sorted_steps(summary);
  const bool alone = sorted.blocks.size() == 1;
  std::string lists;
  std::size_t listed = 0;
  Rational rest = privacy.total;
  for (const StepBlock &block : sorted.blocks) {
    if (listed + block.parts.size() > most_steps) break;
    lists += receipt_of(block, privacy, alone);
    listed += block.parts.size();
    rest -= block.amount;
  }
  if (!alone) lists = "<div class=\"receipts\">\n" + lists + "</div>\n";
  if (privacy.spent.size() > most_open_steps)
    lists = fmt::format("<details><summary>{}, one by one</summary>\n{}</details>\n", counted(listed, "step"),
                        lists);
  std::string sum;
  if (listed < privacy.spent.size())
    sum = line(counted(privacy.spent.size() - listed, "step") +
                   " more, each in the data at the end of this page",
               derived(rest), rest);
  sum += line("Sum", carries(privacy.total, "/privacy/" + privacy.unit), privacy.total);
  const std::string of_one_order =
      privacy.order
          ? fmt::format(" Here ρ bounds the Rényi divergence of order <span{}>{}</span>, divided by "
                        "that order, and no other: what is promised is ε and δ.",
                        carries_whole(*privacy.order, "/privacy/order"), *privacy.order)
          : "";
  return fmt::format(
      "<section id=\"receipt\">\n<h2>Receipt</h2>\n<p class=\"note\">Amounts are exact, and so is "
      "their sum: nothing here was rounded.{}</p>\n{}<table class=\"receipt\"><tbody "
      "class=\"sum\">{}</tbody></table>\n</section>\n",
      of_one_order, lists, sum);
}

} // namespace poise::internal::html
