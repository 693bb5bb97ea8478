// Check, charge, and let the protocols do the rest.
#include "poise/answer/distributed_mean.h"

#include "poise/answer/charge.h"
#include "poise/answer/question/distributed_setting.h"
#include "poise/answer/question/run_settings.h"
#include "poise/answer/summaries.h"
#include "poise/local/local_mean.h"
#include "poise/privacy/exact_text.h"
#include "poise/shuffle/shuffle_mean.h"

namespace poise::internal {
namespace {

ModelSummary model_summary(const Question &question, const Estimate &estimate) {
  return {.name = *question.model,
          .rounds = estimate.traffic->rounds,
          .bytes_per_participant = estimate.traffic->bytes,
          .simulated = true};
}

Result<Estimate> estimate_mean(const Table &table, const DistributedSetting &setting, Bits &bits,
                               const RunOptions &run) {
  const auto place = place_of_mean(setting, table.people().value_or(table.rows()), table.columns().size());
  if (!place) return place.error();
  Grant<Rho> grant = Grant<Rho>::open(std::get<Rho>(setting.budget.amount));
  if (!setting.promise)
    return local_mean(table, place->grid, std::move(grant), bits, {.mean_within = place->mean_within}, run);
  return shuffle_mean(table, place->grid, *setting.promise, std::move(grant), bits,
                      {.mean_within = place->mean_within, .dishonest = setting.dishonest}, run);
}

} // namespace

Result<bool> is_distributed(const Question &question) {
  if (!question.model || *question.model == "central") {
    if (question.dishonest)
      return bad_parameter("`dishonest` is for the shuffle model", "add `model=shuffle`, or leave it out");
    return false;
  }
  if (*question.model == "local" || *question.model == "shuffle") return true;
  return bad_parameter("there is no model '" + shorten(*question.model) + "'",
                       "choose central (whoever runs this is trusted), local (nobody is) or shuffle");
}

Result<Summary> distributed_mean(const Question &question, const TableSource &source,
                                 const ProgressListener &listener) {
  const auto setting = read_setting(question);
  if (!setting) return setting.error();
  const auto setup = read_run_settings(question, listener);
  if (!setup) return setup.error();
  Bits &bits = *setup->bits;
  if (const auto error = check_ledger_options(question)) return *error;

  Question asked = question; // as the book will have it
  asked.method = "instance-optimal";
  return charge_and_run(asked, "mean", setting->budget, bits, [&]() -> Result<Summary> {
    const auto table = table_from(source, setup->reading);
    if (!table) return table.error();
    const auto estimate = estimate_mean(*table, *setting, bits, setup->run);
    if (!estimate) return estimate.error();
    Summary summary = summarise("mean", *estimate, setting->budget, question.unit);
    summary.method = "instance-optimal";
    summary.model = model_summary(question, *estimate);
    if (setting->promise) {
      summary.model->dishonest = setting->dishonest;
      summary.privacy.definition = "approximate";
      summary.privacy.order = setting->order;
    }
    return summary;
  });
}

} // namespace poise::internal
