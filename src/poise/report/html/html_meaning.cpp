// What a budget means: odds, a guessing game, and (epsilon, delta). Every number is rounded up.
#include "poise/base/nearest_double.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"
#include "poise/report/html/html_axis.h"
#include "poise/report/html/html_budget.h"
#include "poise/report/html/html_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace poise::internal::html {
namespace {

constexpr double almost_certain = 0.99;
constexpr double largest_exponent = 600; // e^600 is still a double

// PROMISE  Who knows that a row is one of two, each as likely as the other, and sees the release, says
//          rightly which with at most this probability.
// WHY      That is (1 + TV) / 2, and TV is at most (e^eps - 1) / (e^eps + 1) for pure eps-DP. rho-zCDP bounds
//          the Kullback-Leibler divergence by rho; then TV is at most sqrt(rho / 2) (Pinsker) and at most
//          sqrt(1 - e^-rho) (Bretagnolle and Huber). (eps, delta)-DP allows
//          TV <= (e^eps - 1 + 2 delta) / (e^eps + 1).
// CHECKED  tests/report/html_test.cpp
double best_guess(const PrivacySummary &privacy) {
  if (privacy.order) {
    const double epsilon = privacy.epsilon->display(), delta = privacy.delta->display();
    return std::min(1.0, (1 + std::tanh(epsilon / 2) + 2 * delta / (1 + std::exp(epsilon))) / 2);
  }
  const double amount = nearest_double(privacy.total);
  const double apart = privacy.unit == "rho"
                           ? std::min(std::sqrt(amount / 2), std::sqrt(-std::expm1(-amount)))
                           : std::tanh(amount / 2);
  return (1 + apart) / 2;
}

// In tenths of a percent, upwards, but for a part in 10^12: doubles lose less, and 75 % is not called 75.1 %.
std::string guess_text(double guess) { return fmt::format("{:.1f} %", std::ceil(guess * 1000 - 1e-9) / 10); }

// From a coin toss to certainty.
std::string guess_picture(double guess) {
  const auto place = [](double probability) { return 1.5 + 97 * (2 * probability - 1); };
  return fmt::format(
      "<svg class=\"guess\" width=\"100%\" height=\"44\" role=\"img\"><title>At most {} right, where a coin "
      "is right half of the time</title><line class=\"track\" x1=\"1.5%\" x2=\"98.5%\" y1=\"14\" "
      "y2=\"14\"/><line class=\"reached\" x1=\"1.5%\" x2=\"{}%\" y1=\"14\" y2=\"14\"/><circle class=\"dot\" "
      "cx=\"{}%\" cy=\"14\" r=\"6\"/><text class=\"ticktext\" x=\"0\" y=\"38\">50 %, a coin</text><text "
      "class=\"ticktext\" x=\"100%\" y=\"38\" text-anchor=\"end\">100 %, certain</text></svg>\n",
      guess_text(guess), coordinate(place(guess)), coordinate(place(guess)));
}

std::string whose_rows(const Summary &summary) { return summary.unit ? "one person’s rows" : "one row"; }

std::string odds(const Summary &summary, const Rational &epsilon) {
  const double exponent = nearest_double(epsilon);
  const std::string factor =
      exponent > largest_exponent
          ? fmt::format("10<sup>{:.0f}</sup>", std::ceil(exponent / std::log(10) * (1 + 1e-12)))
          : fmt::format("<span{}>{}</span>", derived(std::exp(exponent)),
                        rounded_up(std::exp(exponent) * (1 + 1e-12)));
  return fmt::format(
      "<p><b>Odds.</b> Take any two things that could stand in {}. Whatever odds somebody gives "
      "them beforehand, this page changes those odds by a factor of at most "
      "e<sup>ε</sup> = <b>{}</b>.</p>\n",
      whose_rows(summary), factor);
}

// delta in powers of ten, as the texts about it write it.
struct Reading {
  const char *delta, *shown;
};

std::string readings(const Summary &summary) {
  const PrivacySummary &privacy = summary.privacy;
  const auto rho = Rho::of(privacy.total);
  if (!rho) return "";
  std::string rows;
  if (privacy.epsilon && privacy.delta)
    rows +=
        fmt::format("<li>ε = <b{}>{}</b> with δ = <span{}>{}</span>, as it was asked for</li>",
                    carries(privacy.epsilon->exact(), "/privacy/epsilon"), amount(privacy.epsilon->exact()),
                    carries(privacy.delta->exact(), "/privacy/delta"), amount(privacy.delta->exact()));
  // Bought at one Renyi order, a budget has no other reading.
  for (const Reading &reading : {Reading{"1e-6", "10<sup>−6</sup>"}, Reading{"1e-9", "10<sup>−9</sup>"}}) {
    const Delta delta = Delta::parse(reading.delta).value();
    if (privacy.order || (privacy.delta && *privacy.delta == delta))
      continue; // rounded up, it would seem to contradict
    const auto epsilon = epsilon_of(*rho, delta);
    if (!epsilon) continue;
    rows += fmt::format("<li>ε = <b{}>{}</b> with δ = <span data-derived=\"{}\">{}</span></li>",
                        derived(epsilon->exact()), rounded_up(nearest_double(epsilon->exact())),
                        reading.delta, reading.shown);
  }
  if (rows.empty()) return "";
  return fmt::format(
      "<p><b>As (ε, δ).</b> Whatever somebody may conclude from such a page, they conclude it with at "
      "most e<sup>ε</sup> times the probability, plus δ, that they would if {}. This budget gives</p>\n"
      "<ul class=\"readings\">{}</ul>\n",
      summary.unit ? "one person’s rows had been others" : "one row had been another", rows);
}

} // namespace

std::string budget_in_words(const Summary &summary) {
  const double guess = best_guess(summary.privacy);
  std::string text =
      fmt::format("<div class=\"meaning\"><h3>What that means</h3>\n<p><b>A guessing game.</b> Somebody "
                  "knows everything about the "
                  "table but {}, of which two versions are left, each as likely as the other. They read this "
                  "page and guess which it "
                  "is. They are right with probability <b{}>{}</b> at most; without this page, 50 %.</p>\n{}",
                  summary.unit ? "one person’s rows" : "one row", derived(guess), guess_text(guess),
                  guess_picture(guess));
  if (guess >= almost_certain)
    text += "<p class=\"caution\">This budget is large: by itself, the promise hardly limits what can be "
            "learned.</p>\n";
  text += summary.privacy.unit == "rho" ? readings(summary) : odds(summary, summary.privacy.total);
  return text + "</div>\n";
}

} // namespace poise::internal::html
