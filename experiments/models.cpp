// Beyond the papers: what trust is worth. The same data and budget with a curator, a shuffler and nobody.
#include "experiments/figures.h"
#include "experiments/frame/local_setting.h"
#include "poise/local/local_client.h"
#include "poise/shuffle/shuffle_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

constexpr std::array<std::size_t, 4> sizes = {1'000, 10'000, 100'000, 1'000'000};
constexpr std::string_view central = "central", shuffle = "shuffle", local = "local";

struct Place {
  std::string_view panel;
  std::size_t columns;
  Reading reading; // either budget is 1
};
constexpr std::array<Place, 4> places = {{{"d = 8, epsilon = 1", 8, Reading::epsilon},
                                          {"d = 32, epsilon = 1", 32, Reading::epsilon},
                                          {"d = 8, rho = 1", 8, Reading::rho},
                                          {"d = 32, rho = 1", 32, Reading::rho}}};

Public known_at(const Place &place, std::size_t rows, const BudgetPair &budget) {
  return local_knowledge(rows, place.columns, local_radius(place.columns), budget.rho);
}

Result<std::vector<Setting>> settings(const DataSources &) {
  std::vector<Setting> all;
  for (const Place &place : places)
    for (const std::size_t rows : sizes) {
      const BudgetPair budget = budget_pair(place.reading, 1, 1);
      const Public known = known_at(place, rows, budget);
      all.push_back({.panel = std::string(place.panel),
                     .x = static_cast<double>(rows),
                     .draw =
                         [columns = place.columns, rows](Bits &bits) {
                           Sample sample = unit_columns(rows, columns, 5)(bits);
                           sample.truth = sample.mean; // what privacy costs, without what chance costs anyway
                           return sample;
                         },
                     .contenders = {instance_optimal(std::string(central), known),
                                    shuffled(std::string(shuffle), known, budget.promise),
                                    locally(std::string(local), known)}});
    }
  return all;
}

// What a session of these would be like.
Session session_at(const Place &place, std::size_t rows, const BudgetPair &budget,
                   std::variant<LocalBudget, ShuffleBudget> promise) {
  const Public known = known_at(place, rows, budget);
  return {.id = {},
          .participants = rows,
          .columns = std::vector<std::string>(place.columns, "x"),
          .grid = known.grid,
          .signs = std::vector<std::uint64_t>((place.columns + 63) / 64),
          .reach = reach_for(known.model->mean_within, known.grid, place.columns),
          .budget = std::move(promise)};
}

// The radius of a rotated row of variance 1 in every column, in steps.
std::uint64_t usual_radius(const Session &session) {
  const auto cells = static_cast<double>(session.columns.size() * session.width());
  return static_cast<std::uint64_t>(std::ldexp(std::sqrt(cells), -session.grid.exponent()));
}

// All messages of a participant, envelopes and all.
double local_bytes(const Place &place, std::size_t rows) {
  const BudgetPair budget = budget_pair(place.reading, 1, 1);
  const Session session = session_at(place, rows, budget, LocalBudget{budget.rho});
  const LocalPlan plan = LocalPlan::of(session).value();
  const auto shape = [&](Step step) { return plan.shape(step); };
  std::size_t bytes = 0;
  std::optional<Round> round = first_round(session, plan.schedule(), shape);
  for (; round; round = round_after(*round, plan.schedule(), shape)) {
    if (round->step == Step::sum) round->radius = usual_radius(session);
    bytes += local_message_bytes(local_payload_bytes(session, plan, *round));
  }
  return static_cast<double>(bytes);
}

// All records of a participant on average, sealed.
double shuffle_bytes(const Place &place, std::size_t rows) {
  const BudgetPair budget = budget_pair(place.reading, 1, 1);
  const Session session = session_at(place, rows, budget, ShuffleBudget{budget.promise, ratio(1, 10), {}});
  const ShufflePlan plan = ShufflePlan::of(session).value();
  double bytes = bytes_per_participant(plan.sum_shares(session, usual_radius(session)).value());
  for (const Stage &stage : plan.schedule())
    if (stage.step != Step::sum)
      bytes += stage.turns * std::visit([](const auto &how) { return bytes_per_participant(how); },
                                        plan.count(stage.step).how);
  return bytes;
}

std::string bytes_of(const Point &point) {
  const Place &place = *std::ranges::find(places, point.panel, &Place::panel);
  const auto rows = static_cast<std::size_t>(point.x);
  const double bytes = point.series == local ? local_bytes(place, rows)
                       : point.series == shuffle
                           ? shuffle_bytes(place, rows)
                           : static_cast<double>(place.columns * sizeof(double)); // as it is
  return fmt::format("{:.0f}", bytes);
}

std::string table(const Figure &figure, const std::vector<Point> &points) {
  return refusals_table(figure, points, "bytes_a_participant", bytes_of);
}

} // namespace

const Figure models = {.name = "models",
                       .title =
                           "What trust is worth: N(5, I), delta = 10^-9, R = 20 sqrt(d), distance to the "
                           "sample mean",
                       .x_title = "n",
                       .x_scale = Scale::log10,
                       .needs_mnist = false,
                       .settings = settings,
                       .own_table = table};

} // namespace poise::internal::experiments
