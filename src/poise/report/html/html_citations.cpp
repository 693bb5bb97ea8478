// The papers behind the methods, by name.
#include "poise/report/html/html_promise.h"
#include "poise/report/html/html_text.h"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace poise::internal::html {
namespace {

constexpr std::string_view instance_optimal = "Ziyue Huang, Yuting Liang, Ke Yi. <cite>Instance-optimal Mean "
                                              "Estimation Under Differential Privacy.</cite> NeurIPS 2021.";
constexpr std::string_view variance_aware = "Martin Aumüller, Christian Janos Lebeda, Boel Nelson, Rasmus "
                                            "Pagh. <cite>PLAN: Variance-Aware Private Mean "
                                            "Estimation.</cite> 2023.";
constexpr std::string_view universal =
    "Wei Dong, Ke Yi. <cite>Universal Private Estimators.</cite> PODS 2023.";
constexpr std::string_view coinpress =
    "Sourav Biswas, Yihe Dong, Gautam Kamath, Jonathan Ullman. <cite>CoinPress: "
    "Practical Private Mean and Covariance Estimation.</cite> NeurIPS 2020.";
constexpr std::string_view discrete_gaussian =
    "Clément L. Canonne, Gautam Kamath, Thomas Steinke. <cite>The Discrete Gaussian for Differential "
    "Privacy.</cite> NeurIPS 2020.";

// What a method takes from where, beside the works themselves.
struct Source {
  std::string_view method, words;
  std::array<std::string_view, 2> works; // empty ones are left out
};

constexpr std::array sources = {
    Source{"instance-optimal", "The method is the central model of", {instance_optimal, ""}},
    Source{"by-column", "Every column has the central model of", {instance_optimal, ""}},
    Source{"clipped", "The method is the clipped mean of", {instance_optimal, ""}},
    Source{"plan", "The method is that of", {variance_aware, ""}},
    Source{"plan-noscale",
           "The method is that of the following work, without its scaling:",
           {variance_aware, ""}},
    Source{"universal", "The method is that of", {universal, ""}},
    Source{"universal-tuned",
           "The method is that of the following work, with constants of our own:",
           {universal, ""}},
    Source{"coinpress", "The method is that of", {coinpress, ""}},
    Source{"gaussian",
           "Cells are cut off at a public bound; the noise of their sum is that of",
           {discrete_gaussian, ""}},
    Source{"poise",
           "The method is our own. It clips around a private centre as the first work does, in units of every "
           "column as the second:",
           {instance_optimal, variance_aware}},
    Source{"pure-vector",
           "The method is our own. It composes the rotation, centre and clipping of the first work with the "
           "search for a radius of the second, and Laplace noise:",
           {instance_optimal, universal}},
};

// What was run: the method itself, or what it chose.
const std::string &method_run(const Summary &summary) {
  return summary.chosen ? *summary.chosen : summary.method;
}

std::optional<Source> source_of(std::string_view method) {
  for (const Source &source : sources)
    if (source.method == method) return source;
  return std::nullopt;
}

} // namespace

std::string method_in_words(const Summary &summary) {
  if (summary.model)
    return fmt::format("{} in the {} model", escaped(summary.method), escaped(summary.model->name));
  if (!summary.chosen) return escaped(summary.method);
  return fmt::format("{}, which chose {}", escaped(summary.method), escaped(*summary.chosen));
}

std::string version() { return POISE_VERSION; }

std::string citations(const Summary &summary) {
  std::string text =
      fmt::format("<section id=\"method\">\n<h2>Method, and how to cite it</h2>\n<p>Method: "
                  "<b>{}</b>{}.</p>\n<ul class=\"works\">\n",
                  method_in_words(summary),
                  summary.chosen && !summary.because.empty() ? ": " + escaped(summary.because) : "");
  if (const auto source = source_of(method_run(summary))) {
    text += summary.model ? fmt::format("<li>The method is the {} model of", escaped(summary.model->name))
                          : fmt::format("<li>{}", source->words);
    for (const std::string_view run : source->works)
      if (!run.empty()) text += fmt::format("<p class=\"work\">{}</p>", run);
    text += "</li>\n";
  }
  text += fmt::format("<li>Computed with<p class=\"work\">poise, version {}. <cite>Private, optimal, "
                      "instance-specific estimators.</cite></p></li>\n</ul>\n</section>\n",
                      version());
  return text;
}

} // namespace poise::internal::html
