// The page for people: every number and step is there, nothing is fetched or run, and no name gets out of its
// place.
#include "poise/report/html/html.h"

#include "poise/privacy/exact_text.h"
#include "poise/report/json.h"
#include "report/a_summary.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

namespace poise::internal {
namespace html_test {

using Json = nlohmann::ordered_json;

std::string page_of(const Summary &summary) { return to_html(summary, {.title = "A title"}); }

bool has(const std::string &page, const std::string &what) { return page.find(what) != std::string::npos; }

void says(const std::string &page, const std::string &what) {
  EXPECT_TRUE(has(page, what)) << "missing: " << what;
}

std::string embedded(const std::string &page) {
  const std::string opening = "<script type=\"application/json\" id=\"poise-result\">";
  const std::size_t start = page.find(opening) + opening.size();
  return page.substr(start, page.find("</script>", start) - start);
}

// The page without its data and its style: what a reader sees, and tags.
std::string body(const std::string &page) {
  const std::size_t start = page.find("<body>");
  return page.substr(start, page.find("<script", start) - start);
}

struct Carried {
  std::string value, path;
};

std::vector<Carried> carried(const std::string &page) {
  static const std::regex pattern("data-value=\"([^\"]*)\" data-path=\"([^\"]*)\"");
  std::vector<Carried> found;
  for (std::sregex_iterator at(page.begin(), page.end(), pattern), end; at != end; ++at)
    found.push_back({(*at)[1], (*at)[2]});
  return found;
}

// Every number on the page is the one at its place in the JSON.
void agrees_with_the_json(const Summary &summary) {
  const std::string page = page_of(summary);
  const Json json = Json::parse(to_json(summary));
  for (const Carried &one : carried(page))
    EXPECT_EQ(std::strtod(one.value.c_str(), nullptr), json.at(Json::json_pointer(one.path)).get<double>())
        << one.path;
}

// Every number of the JSON is on the page.
std::set<std::string> paths_on(const Summary &summary) {
  std::set<std::string> paths;
  for (const Carried &one : carried(page_of(summary))) paths.insert(one.path);
  return paths;
}
std::set<std::string> number_paths(const Json &json) {
  std::set<std::string> paths;
  const Json flat = json.flatten();
  for (const auto &[path, value] : flat.items())
    if (value.is_number()) paths.insert(path);
  return paths;
}

Summary people(const std::vector<std::string> &columns) {
  Summary summary = a_summary();
  summary.columns = columns;
  const std::size_t n = columns.size();
  summary.value.assign(n, 48.25);
  summary.noise_std.assign(n, 0.0125);
  summary.low.assign(n, 48.2255);
  summary.high.assign(n, 48.2745);
  return summary;
}

void set_steps(Summary &summary, const std::vector<std::pair<std::string, std::string>> &steps) {
  summary.privacy.spent.clear();
  summary.privacy.total = 0;
  for (const auto &[name, amount] : steps) {
    summary.privacy.spent.push_back({name, read_exact(amount).value()});
    summary.privacy.total += summary.privacy.spent.back().amount;
  }
}

void make_pure(Summary &summary, const std::string &epsilon) {
  summary.privacy.definition = "pure";
  summary.privacy.unit = "epsilon";
  set_steps(summary, {{"sum", epsilon}});
}

Summary quantiles() {
  Summary summary = people({"income", "age"});
  make_pure(summary, "2");
  summary.statistic = "quantile";
  summary.value = summary.noise_std = summary.low = summary.high = {};
  summary.quantiles = {
      {0.9, {66699, 71.5781}}, {0.25, {15001, 35}}, {0.5, {26822, 46.5664}}, {0.75, {44934, 61.375}}};
  summary.rank_errors = {1132, 1154};
  return summary;
}

Summary quartile_range() {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  Summary summary = people({"income"});
  summary.statistic = "iqr";
  summary.value = {29834};
  summary.noise_std = summary.low = summary.high = {unknown};
  summary.rank_errors = {412};
  return summary;
}

// U+202E, which writes what follows from right to left.
const std::string turn_around = {'\xe2', '\x80', '\xae'};

const std::vector<std::string> &nasty_names() {
  static const std::vector<std::string> names = {"</script><script>alert(1)</script>",
                                                 "\"><img src=x onerror=alert(1)>",
                                                 "' onload='x",
                                                 "a & b < c",
                                                 "caf\xe9 \xff\xc0\x80 \xed\xa0\x80",
                                                 "two\nlines\r\t\x01\x7f",
                                                 turn_around + "drow",
                                                 std::string(500, 'x'),
                                                 "<!-- <script>",
                                                 std::string("nul\0byte", 8),
                                                 "שלום",
                                                 ""};
  return names;
}

TEST(Html, CarriesEveryNumberOfTheJsonAndNoOther) {
  Summary mean = people({"a", "b", "c"});
  set_steps(mean, {{"centre", "1/3"}, {"sum", "0.2"}});
  mean.privacy.epsilon = Epsilon::parse("1").value();
  mean.privacy.delta = Delta::parse("1e-9").value();
  mean.book = BookSummary{"salaries", "rho", read_exact("2/3").value(), Rational(2)};
  mean.value = {0.1 + 0.2, -1e-300, 1e300};
  for (const Summary &summary : {mean, quantiles(), a_summary()}) {
    agrees_with_the_json(summary);
    EXPECT_EQ(paths_on(summary), number_paths(Json::parse(to_json(summary)))) << summary.statistic;
  }
}

TEST(Html, WhatHasNoNoiseIsShownByItsRank) {
  const Summary summary = quartile_range();
  agrees_with_the_json(summary);
  const std::string page = body(page_of(summary));
  for (const char *what : {"interquartile range", "29,834", "± 412 rows"}) says(page, what);
  EXPECT_FALSE(has(page, "nan"));
  EXPECT_FALSE(has(page, "± noise"));
  EXPECT_FALSE(has(page, "class=\"interval\""));
}

TEST(Html, HoldsTheJsonOfTheContract) {
  Summary summary = people(nasty_names());
  EXPECT_EQ(Json::parse(embedded(page_of(summary))), Json::parse(to_json(summary)));
  EXPECT_FALSE(has(embedded(page_of(summary)), "<")) << "a tag could end the data, or begin in it";
}

TEST(Html, FetchesNothingAndRunsNothing) {
  for (Summary summary : {people(nasty_names()), quantiles(), quartile_range()}) {
    summary.warnings = nasty_names();
    summary.unit = nasty_names()[0];
    summary.book = BookSummary{nasty_names()[1], "rho", Rational(1), Rational(2)};
    const std::string page = to_html(
        summary, {.title = nasty_names()[0], .dataset = nasty_names()[1], .command = nasty_names()[2]});
    for (const char *what :
         {"http://", "https://", "url(", "@import", "<iframe", "<img", "<object", "javascript:"})
      EXPECT_FALSE(has(page, what)) << what;
    const std::regex runs("<[a-z]+[^>]*\\s(?:on[a-z]+|src|srcset|xlink:href)\\s*=", std::regex::icase);
    EXPECT_FALSE(std::regex_search(page, runs));
    const std::regex script("<script", std::regex::icase);
    EXPECT_EQ(std::distance(std::sregex_iterator(page.begin(), page.end(), script), std::sregex_iterator()),
              1)
        << "only the data";
    says(page, "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"");
  }
}

// Tags that open and close, in the order in which they should.
TEST(Html, NamesOfAnyBytesLeaveThePageInShape) {
  Summary summary = people(nasty_names());
  summary.warnings = nasty_names();
  const std::string page = body(page_of(summary));
  const std::set<std::string> empty = {"br", "meta", "link", "line", "rect", "circle"};
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z0-9]+)(?:\\s+[a-z0-9-]+=\"[^\"<>]*\")*\\s*(/?)>");
  std::size_t tags = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), tag), end; at != end; ++at, ++tags) {
    const std::string name = (*at)[2];
    if ((*at)[3].length() > 0 || empty.contains(name)) continue;
    if ((*at)[1].length() == 0) {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty()) << name;
    ASSERT_EQ(open.back(), name);
    open.pop_back();
  }
  EXPECT_EQ(tags, static_cast<std::size_t>(std::count(page.begin(), page.end(), '<')))
      << "something else begins a tag";
  EXPECT_EQ(open, (std::vector<std::string>{"body", "main"}));
}

TEST(Html, IsUtf8WithoutControlCharactersOrTurnedText) {
  Summary summary = people(nasty_names());
  const std::string page = body(page_of(summary));
  for (const char c : page) {
    const auto byte = static_cast<unsigned char>(c);
    ASSERT_TRUE(byte >= 0x20 ? byte != 0x7f : c == '\n') << int{byte};
  }
  EXPECT_NO_THROW((void)Json(page).dump()) << "dump is strict about UTF-8";
  EXPECT_FALSE(has(page, turn_around));
  says(page, "caf\xef\xbf\xbd");
  says(page, "שלום");
  says(page, "(no name)");
}

TEST(Html, VeryLongNamesAreCutInTheMiddle) {
  const std::string page = body(page_of(people({std::string(400, 'x') + "end"})));
  says(page, "xxx…xxx");
  says(page, "xxxend</bdi>");
}

TEST(Html, TheReceiptNamesEveryStepExactly) {
  Summary summary = people({"age", "in: come"});
  set_steps(summary, {{"age: centre", "1/3"},
                      {"age: sum", "0.125"},
                      {"in: come: centre", "1/7"},
                      {"in: come: sum", "1e-9"}});
  const std::string page = page_of(summary);
  for (const char *what : {">1/3<", ">0.125<", ">1/7<", ">1e-9<", ">in: come</bdi></caption>"})
    says(page, what);
  says(page, ">" + exact_text(summary.privacy.total) + "<");
  agrees_with_the_json(summary);
}

TEST(Html, StepsOfOneKindAreOneLineOfTheLegend) {
  Summary summary = people({"age", "hours"});
  set_steps(summary,
            {{"age: sum", "0.1"}, {"hours: sum", "0.2"}, {"hours: ball 1", "0.1"}, {"hours: ball 2", "0.1"}});
  const std::string page = page_of(summary);
  says(page, "<b>sum</b>");
  says(page, "<b>ball</b>");
  EXPECT_FALSE(has(page, "<b>ball 1</b>"));
  says(page, "data-derived=\"0.3\" data-exact=\"0.3\"");
}

TEST(Html, AReceiptThatDoesNotAddUpIsNoReport) {
  Summary summary = a_summary();
  summary.privacy.total += Rational(1, 1000000);
  EXPECT_THROW(page_of(summary), std::logic_error);
}

TEST(Html, ASummaryThatDoesNotFitItsColumnsIsNoReport) {
  Summary mean = a_summary();
  mean.low.pop_back();
  EXPECT_THROW(page_of(mean), std::logic_error);
  Summary several = quantiles();
  several.quantiles[1].value.pop_back();
  EXPECT_THROW(page_of(several), std::logic_error);
}

TEST(Html, ASimulationPromisesNothingLoudly) {
  Summary summary = a_summary();
  EXPECT_FALSE(has(body(page_of(summary)), "not private"));
  summary.privacy.is_private = false;
  const std::string page = body(page_of(summary));
  for (const char *what : {"Simulation: not private", "No promise", "Simulated mean"}) says(page, what);
  EXPECT_FALSE(has(page, ">The promise<"));
  EXPECT_FALSE(has(page, "Private mean"));
}

TEST(Html, TellsWhoIsProtected) {
  Summary summary = a_summary();
  says(page_of(summary), "Every row of the table");
  summary.unit = "patient";
  const std::string page = page_of(summary);
  says(page, "Every person in the table");
  says(page, "<bdi>patient</bdi>");
  says(page, "number of people");
}

TEST(Html, CarriesItsWarnings) {
  Summary summary = a_summary();
  summary.warnings = {"mind the <step>"};
  says(page_of(summary), "mind the &lt;step&gt;");
}

TEST(Html, OddsAreRoundedUp) {
  Summary summary = a_summary();
  make_pure(summary, "1"); // e = 2.71828..., e / (1 + e) = 0.73105...
  const std::string page = page_of(summary);
  says(page, ">2.72</span>");
  says(page, ">73.2 %</b>");
}

// At rho = 1/2, Pinsker's inequality says exactly 1/2 for the distance.
TEST(Html, AGuessIsBoundedForZcdp) {
  says(page_of(a_summary("0.5")), ">75.0 %</b>");
  says(page_of(a_summary("1e-9")), ">50.1 %</b>");
}

// The formula of zcdp_to_approximate.h, minimised with mpmath: 5.22153... at 1e-6 and 6.47407... at 1e-9.
TEST(Html, ReadsZcdpAsEpsilonAndDelta) {
  const std::string page = page_of(a_summary("0.5"));
  says(page, ">5.23</b> with δ = <span data-derived=\"1e-6\">");
  says(page, ">6.48</b> with δ = <span data-derived=\"1e-9\">");
}

TEST(Html, BudgetsOfAnySizeHaveAPage) {
  for (const char *amount : {"1e-100", "700", "1e9"}) {
    Summary summary = a_summary(amount);
    EXPECT_FALSE(has(body(page_of(summary)), "inf")) << amount;
    make_pure(summary, amount);
    const std::string page = body(page_of(summary));
    EXPECT_FALSE(has(page, ">inf") || has(page, "\"inf")) << amount;
  }
}

TEST(Html, ValuesOfAnySizeHaveAPage) {
  const double largest = std::numeric_limits<double>::max();
  for (const double value : {0.0, 5e-324, 1e-300, -1e300, largest, -largest}) {
    Summary summary = people({"a", "b"});
    summary.value = summary.low = summary.high = {value, 1};
    const std::string page = body(page_of(summary));
    EXPECT_FALSE(has(page, "inf%") || has(page, "nan")) << value;
    agrees_with_the_json(summary);
  }
}

TEST(Html, CitesTheWorkBehindEveryMethod) {
  const std::vector<std::pair<std::string, std::string>> works = {
      {"instance-optimal", "Instance-optimal Mean Estimation"},
      {"clipped", "Instance-optimal Mean Estimation"},
      {"plan", "PLAN: Variance-Aware"},
      {"plan-noscale", "PLAN: Variance-Aware"},
      {"universal", "Universal Private Estimators"},
      {"universal-tuned", "Universal Private Estimators"},
      {"coinpress", "CoinPress"},
      {"gaussian", "The Discrete Gaussian"},
      {"pure-vector", "Laplace noise"}};
  for (const auto &[method, work] : works) {
    Summary summary = a_summary();
    summary.method = method;
    says(page_of(summary), work);
    says(page_of(summary), "poise, version ");
    summary.method = "poise";
    summary.chosen = method;
    says(page_of(summary), work);
    says(page_of(summary), "poise, which chose " + method);
  }
}

TEST(Html, ThousandsOfColumnsStayAPageOfReasonableSize) {
  std::vector<std::string> names;
  for (int i = 0; i < 28000; ++i) names.push_back("item " + std::to_string(i));
  const Summary summary = people(names);
  const std::string page = page_of(summary);
  EXPECT_LT(page.size(), to_json(summary).size() + 1500000);
  says(page, "The first <span data-derived=\"40\">40</span> columns of 28,000 are shown as pictures");
  says(page, ">2000</span> columns of 28,000, without pictures");
  says(page, ">25,960</span> columns more are not listed");
  EXPECT_EQ(Json::parse(embedded(page))["value"].size(), 28000U);
}

TEST(Html, ThousandsOfStepsAddUp) {
  std::vector<std::string> names;
  std::vector<std::pair<std::string, std::string>> steps;
  for (int i = 0; i < 3000; ++i) {
    names.push_back("c" + std::to_string(i));
    steps.emplace_back(names.back() + ": sum", "0.001");
  }
  Summary summary = people(names);
  set_steps(summary, steps);
  const std::string page = page_of(summary);
  says(page, ">1000</span> steps more, each in the data at the end of this page</th><td class=\"exact\" "
             "data-derived=\"1\"");
  says(page, "data-path=\"/privacy/rho\" data-exact=\"3\">3</td>");
}

TEST(Html, TheSameSummaryMakesTheSamePage) { EXPECT_EQ(page_of(quantiles()), page_of(quantiles())); }

TEST(Html, SaysWhatTheContextSays) {
  const std::string page = to_html(a_summary(), {.title = "Salaries & wages",
                                                 .dataset = "pay.csv",
                                                 .command = "poise mean 'pay.csv'",
                                                 .date = "2024-05-31"});
  for (const char *what : {"<title>Salaries &amp; wages</title>", ">pay.csv<", "poise mean &#39;pay.csv&#39;",
                           "<time datetime=\"2024-05-31\">"})
    says(page, what);
  says(to_html(a_summary(), {}), "<title>Private mean of 2 columns</title>");
}

TEST(Html, EveryNumberOfAModelIsThatOfTheJson) {
  agrees_with_the_json(a_local_summary());
  agrees_with_the_json(a_shuffled_summary());
}

TEST(Html, TheLocalModelTrustsNobodyButWhoeverPlayedIt) {
  const std::string page = body(page_of(a_local_summary()));
  says(page, "zero-concentrated differential privacy");
  says(page, "<dt>Trusts</dt><dd>nobody</dd>");
  says(page, "instance-optimal in the local model");
  says(page, "The method is the local model of");
  says(page, "one table played all participants");
  EXPECT_FALSE(has(page, "central model"));
  EXPECT_FALSE(has(body(page_of(a_summary())), "Who is trusted"));
}

TEST(Html, TheShuffleModelClaimsNoZcdpAndNoOtherReadings) {
  const std::string page = body(page_of(a_shuffled_summary()));
  says(page, "approximate differential privacy ((ε, δ)-DP)");
  says(page, "<dt>Trusts</dt><dd>a shuffler</dd>");
  says(page, "Rényi divergence of order <span data-value=\"7\" data-path=\"/privacy/order\">7</span>");
  says(page, "The method is the shuffle model of");
  for (const char *never : {"zCDP", "zero-concentrated", "10<sup>−6</sup>", "played all participants"})
    EXPECT_FALSE(has(page, never)) << never;
}

// (e^eps + delta) / (1 + e^eps) for eps = 4: 98.2014%, and rounded up.
TEST(Html, AnApproximatePromiseLimitsTheGuessByEpsilonAndDelta) {
  says(body(page_of(a_shuffled_summary())), "98.3 %");
  Summary certain = a_shuffled_summary();
  certain.privacy.delta = Delta::parse("0.99").value();
  certain.privacy.epsilon = Epsilon::parse("1e-3").value();
  says(body(page_of(certain)), "99.6 %"); // a half, and half of what delta leaves open
}

} // namespace html_test
} // namespace poise::internal
