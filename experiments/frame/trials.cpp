// One job is one trial of one setting; what it finds has a place of its own.
#include "experiments/frame/trials.h"

#include "experiments/frame/name_number.h"
#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>

namespace poise::internal::experiments {
namespace {

double distance(const std::vector<double> &a, const std::vector<double> &b, double norm) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double apart = std::abs(a[j] - b[j]);
    sum += norm == 1 ? apart : norm == 2 ? apart * apart : std::pow(apart, norm);
  }
  return norm == 1 ? sum : norm == 2 ? std::sqrt(sum) : std::pow(sum, 1 / norm);
}

// Which point of its panel's x axis each setting is.
std::vector<std::uint64_t> places(const std::vector<Setting> &settings) {
  std::map<std::string, std::uint64_t> seen;
  std::vector<std::uint64_t> result;
  for (const Setting &setting : settings) result.push_back(seen[setting.panel]++);
  return result;
}

struct Job {
  std::size_t setting;
  unsigned trial;
};

// The largest settings come last in a figure, and are started first.
std::vector<Job> jobs_for(std::size_t settings, unsigned trials) {
  std::vector<Job> jobs;
  for (std::size_t s = settings; s-- > 0;)
    for (unsigned trial = 0; trial < trials; ++trial) jobs.push_back({s, trial});
  return jobs;
}

// How many of the trials a contender takes part in: the first ones.
unsigned trials_of(const Contender &contender, const TrialPlan &plan) {
  if (!contender.most_trials) return plan.trials;
  return plan.leave_out_slow ? 0 : std::min(plan.trials, *contender.most_trials);
}

constexpr double refused = std::numeric_limits<double>::quiet_NaN();
constexpr double as_wrong_as_can_be = std::numeric_limits<double>::infinity(); // an answer that is no number

Point point_of(const Setting &setting, const Contender &contender, std::vector<double> errors) {
  std::vector<double> answers = errors;
  std::erase_if(answers, [](double error) { return std::isnan(error); });
  const auto trials = static_cast<unsigned>(errors.size()),
             refusals = trials - static_cast<unsigned>(answers.size());
  const ErrorSummary error = answers.empty()
                                 ? ErrorSummary{refused, refused, refused, refused, refused, refused}
                                 : summarise(std::move(answers));
  return {setting.panel, setting.x, contender.name, trials, error, refusals, std::move(errors)};
}

using Errors = std::vector<std::vector<std::vector<double>>>; // by setting, contender, trial

} // namespace

Result<std::vector<Point>> run_trials(std::string_view figure, const std::vector<Setting> &settings,
                                      const TrialPlan &plan) {
  const std::vector<std::uint64_t> place = places(settings);
  const std::vector<Job> jobs = jobs_for(settings.size(), plan.trials);
  Errors errors;
  for (const Setting &setting : settings) {
    std::vector<std::vector<double>> &of_setting = errors.emplace_back();
    for (const Contender &contender : setting.contenders) of_setting.emplace_back(trials_of(contender, plan));
  }

  const RunOptions listener{.progress = plan.progress};
  ProgressMeter meter(listener, jobs.size());
  std::mutex lock;
  std::optional<Error> failed;
  std::atomic<bool> failing = false;
  WorkerPool(plan.threads).each(jobs.size(), [&](unsigned, std::size_t at) {
    const std::size_t s = jobs[at].setting;
    const unsigned trial = jobs[at].trial;
    const Setting &setting = settings[s];
    const auto stream = [&](std::uint64_t who) { return place[s] << 40 | std::uint64_t{trial} << 8 | who; };
    if (meter.stopped() || failing) return;
    SeededBits data(plan.seed ^ number_of(figure), stream(0));
    const Sample sample = setting.draw(data);
    for (std::size_t c = 0; c < setting.contenders.size(); ++c) {
      if (trial >= errors[s][c].size()) continue;
      SeededBits noise(plan.seed ^ number_of(figure), stream(c + 1));
      const auto estimate = setting.contenders[c].estimate(sample, noise);
      if (!estimate && setting.contenders[c].may_refuse && estimate.error().kind == ErrorKind::bad_input) {
        errors[s][c][trial] = refused;
        continue;
      }
      if (!estimate) {
        const std::scoped_lock hold(lock);
        failed = estimate.error();
        failing = true;
        return;
      }
      const double error = distance(*estimate, sample.truth, setting.error_norm) * setting.error_scale;
      errors[s][c][trial] = error;
      if (std::isnan(error)) errors[s][c][trial] = as_wrong_as_can_be;
    }
    meter.add(1);
  });
  if (failed) return *failed;
  if (meter.stopped())
    return Error{ErrorKind::failure, "the experiment was stopped", "start it again: nothing was kept"};

  std::vector<Point> points;
  for (std::size_t s = 0; s < settings.size(); ++s)
    for (std::size_t c = 0; c < settings[s].contenders.size(); ++c)
      if (!errors[s][c].empty())
        points.push_back(point_of(settings[s], settings[s].contenders[c], std::move(errors[s][c])));
  return points;
}

} // namespace poise::internal::experiments
