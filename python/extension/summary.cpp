// A summary as Python sees it: its fields, its reports, and a copy that can be put away.
#include "poise/report/summary.h"

#include "extension/parts.h"
#include "poise/report/html/html.h"
#include "poise/report/json.h"
#include "poise/report/text.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace poise::internal::python {
namespace {

using Text = std::optional<std::string>;
using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;
using Steps = std::vector<std::pair<std::string, std::string>>; // names and exact amounts
using Quantiles = std::vector<std::pair<double, Numbers>>;

std::string exact(const Rational &amount) { return amount.get_str(); } // "1/3", as Fraction reads it

template <class Unit> Text exact(const std::optional<Unit> &amount) {
  if (!amount) return std::nullopt;
  return exact(amount->exact());
}

template <class Unit> std::optional<Unit> read(const Text &amount) {
  if (!amount) return std::nullopt;
  return Unit::of(Rational(*amount)).value();
}

Steps steps_of(const Summary &summary) {
  Steps steps;
  for (const PrivacySummary::Step &step : summary.privacy.spent)
    steps.emplace_back(step.name, exact(step.amount));
  return steps;
}

Quantiles quantiles_of(const Summary &summary) {
  Quantiles quantiles;
  for (const Summary::Quantile &quantile : summary.quantiles)
    quantiles.emplace_back(quantile.q, quantile.value);
  return quantiles;
}

// Everything there is in a summary, in parts that Python can put away.
using Privacy = std::tuple<std::string, std::string, std::string, Steps, Text, Text, bool>;
using Book = std::tuple<std::string, std::string, std::string, std::string>;
using Head = std::tuple<std::string, std::string, Text, std::string, std::size_t, Text, Texts>;
using Body = std::tuple<Numbers, Numbers, double, Numbers, Numbers, Quantiles, std::vector<std::uint64_t>>;
using TwoLists = std::optional<std::pair<Numbers, Numbers>>;
// Name, rounds, bytes, dishonest share, whether it was played, and the Renyi order, if there is one.
using Model = std::tuple<std::string, std::uint32_t, double, Text, bool, std::optional<unsigned>>;
using State =
    std::tuple<Head, Body, Privacy, Texts, std::optional<Book>, std::optional<Model>, TwoLists, TwoLists>;

TwoLists present_of(const Summary &summary) {
  if (!summary.present) return std::nullopt;
  return std::pair(summary.present->value, summary.present->noise_std);
}
TwoLists population_of(const Summary &summary) {
  if (!summary.population) return std::nullopt;
  return std::pair(summary.population->low, summary.population->high);
}

State state_of(const Summary &summary) {
  const PrivacySummary &privacy = summary.privacy;
  std::optional<Book> book;
  if (summary.book)
    book = Book{summary.book->dataset, summary.book->unit, exact(summary.book->spent),
                exact(summary.book->total)};
  std::optional<Model> model;
  if (summary.model) {
    const ModelSummary &own = *summary.model;
    Text dishonest;
    if (own.dishonest) dishonest = exact(*own.dishonest);
    model = Model{own.name, own.rounds, own.bytes_per_participant, dishonest, own.simulated, privacy.order};
  }
  return {Head{summary.statistic, summary.method, summary.chosen, summary.because, summary.rows, summary.unit,
               summary.columns},
          Body{summary.value, summary.noise_std, summary.level, summary.low, summary.high,
               quantiles_of(summary), summary.rank_errors},
          Privacy{privacy.definition, privacy.unit, exact(privacy.total), steps_of(summary),
                  exact(privacy.epsilon), exact(privacy.delta), privacy.is_private},
          summary.warnings,
          book,
          model,
          present_of(summary),
          population_of(summary)};
}

PrivacySummary privacy_from(const Privacy &state) {
  const auto &[definition, unit, total, steps, epsilon, delta, is_private] = state;
  PrivacySummary privacy{.definition = definition,
                         .unit = unit,
                         .total = Rational(total),
                         .spent = {},
                         .epsilon = read<Epsilon>(epsilon),
                         .delta = read<Delta>(delta),
                         .is_private = is_private};
  for (const auto &[name, amount] : steps) privacy.spent.push_back({name, Rational(amount)});
  return privacy;
}

Summary summary_from(const State &state) {
  const auto &[head, body, privacy, warnings, book, model, present, population] = state;
  const auto &[statistic, method, chosen, because, rows, unit, columns] = head;
  const auto &[value, noise_std, level, low, high, quantiles, rank_errors] = body;
  Summary summary{.statistic = statistic,
                  .method = method,
                  .rows = rows,
                  .unit = unit,
                  .columns = columns,
                  .value = value,
                  .noise_std = noise_std,
                  .level = level,
                  .low = low,
                  .high = high,
                  .privacy = privacy_from(privacy),
                  .warnings = warnings};
  for (const auto &[q, values] : quantiles) summary.quantiles.push_back({q, values});
  summary.rank_errors = rank_errors;
  summary.chosen = chosen;
  summary.because = because;
  if (model) {
    const auto &[name, rounds, bytes, dishonest, simulated, order] = *model;
    summary.model =
        ModelSummary{.name = name, .rounds = rounds, .bytes_per_participant = bytes, .simulated = simulated};
    if (dishonest) summary.model->dishonest = Rational(*dishonest);
    summary.privacy.order = order;
  }
  if (present) summary.present = {present->first, present->second};
  if (population) summary.population = {population->first, population->second};
  if (book) {
    const auto &[dataset, book_unit, spent, total] = *book;
    summary.book = BookSummary{dataset, book_unit, Rational(spent), Rational(total)};
  }
  return summary;
}

std::string page(const Summary &summary, const std::string &title, const Text &command,
                 const std::string &date) {
  HtmlContext context;
  context.title = title;
  context.command = command;
  context.date = date;
  return to_html(summary, context);
}

} // namespace

void add_summary(nb::module_ &module) {
  nb::class_<Summary>(module, "Summary", "What the library says about one statistic.")
      .def_ro("statistic", &Summary::statistic)
      .def_ro("method", &Summary::method)
      .def_ro("chosen", &Summary::chosen)
      .def_ro("because", &Summary::because)
      .def_ro("rows", &Summary::rows)
      .def_ro("unit", &Summary::unit)
      .def_ro("columns", &Summary::columns)
      .def_ro("value", &Summary::value)
      .def_ro("noise_std", &Summary::noise_std)
      .def_ro("level", &Summary::level)
      .def_ro("low", &Summary::low)
      .def_ro("high", &Summary::high)
      .def_ro("rank_errors", &Summary::rank_errors)
      .def_ro("warnings", &Summary::warnings)
      .def_prop_ro("present", &present_of)
      .def_prop_ro("population", &population_of)
      .def_prop_ro("quantiles", &quantiles_of)
      .def_prop_ro("steps", &steps_of)
      .def_prop_ro("definition", [](const Summary &summary) { return summary.privacy.definition; })
      .def_prop_ro("budget_unit", [](const Summary &summary) { return summary.privacy.unit; })
      .def_prop_ro("total", [](const Summary &summary) { return exact(summary.privacy.total); })
      .def_prop_ro("epsilon", [](const Summary &summary) { return exact(summary.privacy.epsilon); })
      .def_prop_ro("delta", [](const Summary &summary) { return exact(summary.privacy.delta); })
      .def_prop_ro("model",
                   [](const Summary &summary) { return summary.model ? summary.model->name : "central"; })
      .def_prop_ro("is_private", [](const Summary &summary) { return summary.privacy.is_private; })
      .def("to_json", [](const Summary &summary) { return to_json(summary); })
      .def("to_text", [](const Summary &summary) { return to_text(summary); })
      .def("to_html", &page, nb::arg("title"), nb::arg("command").none(), nb::arg("date"))
      .def("__getstate__", &state_of)
      .def("__setstate__",
           [](Summary &summary, const State &state) { new (&summary) Summary(summary_from(state)); });
}

} // namespace poise::internal::python
