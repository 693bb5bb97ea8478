// One job is one table of one cell; what it finds has a place of its own.
#include "experiments/flagship/score_cells.h"

#include "experiments/flagship/diagonal_floor.h"
#include "experiments/frame/name_number.h"
#include "experiments/frame/normal_setting.h"
#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poise::internal::experiments {
namespace {

constexpr double refused = std::numeric_limits<double>::quiet_NaN();
constexpr double as_wrong_as_can_be = std::numeric_limits<double>::infinity();

// Streams of a cell: its tables, the bootstrap of their floors, the noise of every run.
constexpr std::uint64_t floor_streams = std::uint64_t{1} << 32;
std::uint64_t noise_stream(std::size_t budget, unsigned run, std::string_view method) {
  return (budget + 1) << 60 | std::uint64_t{run} << 40 | (number_of(method) >> 24);
}

struct DrawnTable {
  Sample sample;
  std::vector<double> std;
  DiagonalFloor floor;
};

// A column that is constant has a millionth of a millionth of what the others have on average.
std::vector<double> positive_stds(std::span<const double> cells, std::span<const double> mean) {
  std::vector<double> stds(mean.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t j = i % mean.size();
    stds[j] += (cells[i] - mean[j]) * (cells[i] - mean[j]);
  }
  double sum = 0;
  for (double &entry : stds) {
    entry = std::sqrt(entry * static_cast<double>(mean.size()) / static_cast<double>(cells.size()));
    sum += entry;
  }
  const double least = std::max(1e-12 * sum / static_cast<double>(mean.size()), 1e-300);
  for (double &entry : stds) entry = std::max(entry, least);
  return stds;
}

std::vector<double> mean_of_rows(std::span<const double> cells, std::size_t columns) {
  std::vector<double> mean(columns);
  for (std::size_t i = 0; i < cells.size(); ++i) mean[i % columns] += cells[i];
  for (double &entry : mean) entry *= static_cast<double>(columns) / static_cast<double>(cells.size());
  return mean;
}

DrawnTable draw_table(const Cell &cell, std::uint64_t seed, unsigned number) {
  SeededBits bits(seed, number), bootstrap(seed, floor_streams | number);
  std::vector<double> cells = draw_cells(cell, bits);
  const std::vector<double> mean = mean_of_rows(cells, cell.columns);
  std::vector<double> std = positive_stds(cells, mean);
  DiagonalFloor floor = DiagonalFloor::of({cells, mean, std, cell.own_units}, bootstrap);
  return {sample_of(cell.columns, std::move(cells)), std::move(std), std::move(floor)};
}

double error_of(const std::vector<double> &value, const DrawnTable &table, bool own_units) {
  double sum = 0;
  for (std::size_t j = 0; j < value.size(); ++j) {
    const double apart = (value[j] - table.sample.mean[j]) / (own_units ? table.std[j] : 1);
    sum += apart * apart;
  }
  if (own_units) sum /= static_cast<double>(value.size());
  return std::isfinite(sum) ? std::sqrt(sum) : as_wrong_as_can_be;
}

double share_covered(const NoiseInterval &interval, std::span<const double> mean) {
  std::size_t covered = 0;
  for (std::size_t j = 0; j < mean.size(); ++j)
    covered += interval.low[j] <= mean[j] && mean[j] <= interval.high[j] ? 1 : 0;
  return static_cast<double>(covered) / static_cast<double>(mean.size());
}

struct Job {
  std::size_t cell;
  unsigned table;
};

class Scorer {
public:
  Scorer(const std::vector<Cell> &cells, std::span<const Entrant> entrants, const RunCounts &counts,
         const TrialPlan &plan)
      : cells_(cells), entrants_(entrants), counts_(counts),
        plan_(plan), listener_{.progress = plan.progress}, meter_(listener_, all_runs()) {
    for (const Cell &cell : cells) {
      first_.push_back(scores_.size());
      for (const CellBudget &budget : cell.budgets) scores_.push_back(empty_scores(cell, budget));
      floors_.resize(scores_.size(), std::vector<double>(counts_.tables_of(cell)));
    }
  }

  Result<std::vector<CellScores>> run() {
    const std::vector<Job> jobs = jobs_by_size();
    WorkerPool(plan_.threads).each(jobs.size(), [&](unsigned, std::size_t at) { do_job(jobs[at]); });
    if (meter_.stopped())
      return Error{ErrorKind::failure, "the experiment was stopped", "start it again: nothing was kept"};
    for (std::size_t s = 0; s < scores_.size(); ++s) {
      for (const double floor : floors_[s]) scores_[s].floor += floor;
      scores_[s].floor /= static_cast<double>(floors_[s].size());
    }
    return std::move(scores_);
  }

private:
  std::uint64_t all_runs() const {
    std::uint64_t runs = 0;
    for (const Cell &cell : cells_)
      for (const Entrant &entrant : entrants_)
        if (cell.columns <= entrant.most_columns) runs += cell.budgets.size() * counts_.of(cell);
    return runs;
  }

  CellScores empty_scores(const Cell &cell, const CellBudget &budget) const {
    CellScores scores{.cell = cell.name,
                      .rows = cell.rows,
                      .columns = cell.columns,
                      .own_units = cell.own_units,
                      .fresh = cell.fresh,
                      .budget = budget,
                      .tables = counts_.tables_of(cell),
                      .floor = 0,
                      .methods = {}};
    for (const Entrant &entrant : entrants_) {
      MethodScore score{entrant.method, cell.columns > entrant.most_columns};
      if (!score.left_out) {
        score.errors.resize(counts_.of(cell));
        score.covered.resize(counts_.of(cell));
      }
      scores.methods.push_back(std::move(score));
    }
    return scores;
  }

  std::vector<Job> jobs_by_size() const {
    std::vector<Job> jobs;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      for (unsigned table = 0; table < counts_.tables_of(cells_[c]); ++table) jobs.push_back({c, table});
    std::ranges::stable_sort(jobs, std::ranges::greater(), [&](const Job &job) {
      const Cell &cell = cells_[job.cell];
      return cell.rows * cell.columns * cell.budgets.size() * counts_.of(cell);
    });
    return jobs;
  }

  void do_job(const Job &job) {
    if (meter_.stopped()) return;
    const Cell &cell = cells_[job.cell];
    const std::uint64_t seed = plan_.seed ^ number_of(cell.name);
    const DrawnTable table = draw_table(cell, seed, job.table);
    for (std::size_t b = 0; b < cell.budgets.size(); ++b) {
      CellScores &scores = scores_[first_[job.cell] + b];
      floors_[first_[job.cell] + b][job.table] = table.floor.at(scores.budget.value());
      for (std::size_t m = 0; m < entrants_.size(); ++m)
        for (unsigned run = job.table; run < scores.methods[m].errors.size(); run += scores.tables) {
          SeededBits noise(seed, noise_stream(b, run, entrants_[m].method));
          run_once(cell, table, entrants_[m], run, noise, scores.budget, scores.methods[m]);
          meter_.add(1);
          if (meter_.stopped()) return;
        }
    }
  }

  static void run_once(const Cell &cell, const DrawnTable &table, const Entrant &entrant, unsigned run,
                       Bits &noise, const CellBudget &budget, MethodScore &score) {
    const auto estimate =
        run_entrant(entrant, table.sample.table, cell, rho_of(budget.thousandths, 1000), noise);
    score.errors[run] = estimate ? error_of(estimate->value, table, cell.own_units) : refused;
    score.covered[run] = estimate ? share_covered(estimate->interval, table.sample.mean) : refused;
  }

  const std::vector<Cell> &cells_;
  std::span<const Entrant> entrants_;
  const RunCounts counts_;
  const TrialPlan &plan_;
  const RunOptions listener_;
  ProgressMeter meter_;
  std::vector<std::size_t> first_; // of the scores of each cell
  std::vector<CellScores> scores_;
  std::vector<std::vector<double>> floors_; // by score and table
};

} // namespace

Result<std::vector<CellScores>> score_cells(const std::vector<Cell> &cells, std::span<const Entrant> entrants,
                                            const RunCounts &counts, const TrialPlan &plan) {
  return Scorer(cells, entrants, counts, plan).run();
}

} // namespace poise::internal::experiments
