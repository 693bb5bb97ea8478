// mean, variance, iqr and quantile, asked from Python: on a thread of their own, the GIL released.
#include "extension/asking_thread.h"
#include "extension/errors.h"
#include "extension/keywords.h"
#include "extension/questions.h"
#include "extension/tables.h"
#include "poise/report/spell_parameters.h"

#include <nanobind/stl/optional.h>

namespace poise::internal::python {
namespace {

// Asks Python for the table when the library does, which is after the charge. What the package raises there
// is the library's error, too, so that it can strike the charge out. Anything else, such as Ctrl-C, is for
// the user alone; the package lets no other library speak (python/poise/_tables.py).
class LateSource {
public:
  LateSource(AskingThread &asking, nb::callable make) : asking_(asking), make_(std::move(make)) {}

  Result<Table> operator()(const ReadOptions &options) {
    std::optional<Source> source;
    Error error{ErrorKind::bad_input, "the table could not be read", "see what Python says"};
    asking_.have_done([&] {
      try {
        source = nb::cast<Source>(make_(options.columns, options.unit));
      } catch (const nb::python_error &raised) {
        const auto known = error_in(raised);
        if (!known) throw;
        error = *known;
      }
    });
    if (!source) return error;
    return source->table(options);
  }

private:
  AskingThread &asking_;
  nb::callable make_;
};

// Names come from files and may hold any bytes; Python's text may not.
void make_readable(std::string &text) {
  const nb::object decoded =
      nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  text = nb::cast<std::string>(decoded);
}

Summary readable(Summary found) {
  Summary summary = spell_parameters(std::move(found), as_keyword);
  for (std::string &name : summary.columns) make_readable(name);
  for (std::string &warning : summary.warnings) make_readable(warning);
  for (PrivacySummary::Step &step : summary.privacy.spent) make_readable(step.name);
  make_readable(summary.because);
  return summary;
}

template <class Ask>
Summary ask(const nb::dict &options, const nb::callable &make_source, const nb::object &progress,
            const Ask &statistic) {
  const auto question = read_question<Question>(options);
  AskingThread asking(progress);
  LateSource source(asking, make_source);
  std::optional<Result<Summary>> answer;
  asking.wait_for([&] {
    answer = statistic(
        question, [&](const ReadOptions &reading) { return source(reading); },
        [&](std::uint64_t done, std::uint64_t all) { return asking.tell(done, all); });
  });
  return readable(value_or_throw(*std::move(answer)));
}

} // namespace

void add_statistics(nb::module_ &module) {
  using Statistic = Result<Summary>(const Question &, const TableSource &, const ProgressListener &);
  const auto add = [&](const char *name, Statistic *statistic) {
    module.def(
        name,
        [statistic](const nb::dict &options, const nb::callable &make_source, const nb::object &progress) {
          return ask(options, make_source, progress, statistic);
        },
        nb::arg("options"), nb::arg("make_source"), nb::arg("progress").none());
  };
  add("mean", &mean);
  add("variance", &variance);
  add("iqr", &iqr);
  add("quantile", &quantile);
}

} // namespace poise::internal::python
