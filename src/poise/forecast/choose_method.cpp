// The best forecast among methods that are safe for this kind of table; then whichever answers at all.
#include "poise/forecast/choose_method.h"

#include "poise/forecast/expected_norm.h"
#include "poise/forecast/method_model.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

namespace poise::internal {
namespace {

struct Candidate {
  std::string_view method;
  std::string_view because;
  double handicap = 1; // how much better its forecast has to be
};

// `safe` are compared by forecast; if none of them answers, the first of `others` that does is taken.
struct Candidates {
  std::vector<Candidate> safe, others;
};

constexpr Candidate poise = {"poise", "around private places, in units of every column, clipped where noise and bias are least"};
constexpr Candidate instance_optimal = {
    "instance-optimal", "all columns together, clipped to a private ball around a private centre"};
constexpr Candidate clipped = {"clipped", "rows of mostly zeros, clipped to a private ball around zero"};
constexpr Candidate clipped_bits = {"clipped", "zeros and ones, too few rows to find out how common they are",
                                    1.45}; // bits by their owner's word have sqrt(2) times the noise
constexpr Candidate plan_of_bits = {"plan", "zeros and ones: its noise follows how common they are"};
constexpr Candidate plan_noscale = {"plan-noscale", "as instance-optimal, without a rotation"};
constexpr Candidate universal_tuned = {"universal-tuned",
                                       "each column by itself, on a scale and in a range of its own"};
// Where most rows are equal it finds no scale, and may cut off the others; it says so, but a method that does
// not is worth some noise.
constexpr Candidate universal_in_arrays = {universal_tuned.method, universal_tuned.because, 1.5};
constexpr Candidate universal = {"universal",
                                 "each column by itself; with so few rows no better method answers"};
constexpr Candidate pure_vector = {"pure-vector", "all columns together, with pure epsilon"};
constexpr Candidate vector_after_all = {"pure-vector", "there are too few rows for every column by itself"};

// plan is for bits alone: where most cells of a column are equal, its variances come out as 0, and rare cells
// are cut off, if with a warning. clipped is for rows around zero; elsewhere it wins where searches for a
// centre would fail. Methods with one ball for all columns drown those with small units. universal knows no
// bound, so with one it is not taken.
Candidates pure_candidates(const Facts &facts) {
  if (facts.bound) return {{pure_vector}, {}};
  if (facts.own_units) return {{universal_tuned}, {universal, vector_after_all}};
  if (facts.columns == 1) return {{universal_tuned}, {pure_vector, universal}};
  return {{universal_in_arrays, pure_vector}, {universal}};
}

Candidates zcdp_candidates(const Facts &facts) {
  if (!facts.sparse) return {{poise}, {}};
  if (facts.binary && !facts.by_person) return {{plan_of_bits, clipped_bits}, {instance_optimal}};
  return {{clipped}, {plan_noscale, instance_optimal}};
}

const MethodModel &model_of(std::string_view name) {
  const auto models = method_models();
  const auto found = std::ranges::find(models, name, &MethodModel::name);
  if (found == models.end()) throw std::logic_error("poise: a candidate that is no method");
  return *found;
}

double error_of(const MethodModel &model, const Facts &facts, const AssumedTable &table) {
  std::vector<double> sizes = model.errors(facts, table).error;
  if (facts.own_units)
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] /= table.groups[i].spread;
  return expected_norm(table.groups, sizes, table.norm);
}

} // namespace

Result<MethodChoice> choose_mean_method(const Facts &facts) {
  const auto table = assumed_table(facts);
  if (!table) return table.error();
  const bool pure = std::holds_alternative<Epsilon>(facts.budget);
  const Candidates candidates = pure ? pure_candidates(facts) : zcdp_candidates(facts);
  const Candidate *best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  std::string why_not;
  for (const Candidate &candidate : candidates.safe) {
    const MethodModel &model = model_of(candidate.method);
    if (const auto why = model.refuses(facts, *table)) {
      if (why_not.empty()) why_not = *why;
      continue;
    }
    const double error = candidate.handicap * error_of(model, facts, *table);
    if (best != nullptr && error >= least) continue;
    best = &candidate;
    least = error;
  }
  for (const Candidate &candidate : candidates.others)
    if (best == nullptr && !model_of(candidate.method).refuses(facts, *table)) best = &candidate;
  // It answers however few rows there are, and warns.
  if (best == nullptr && facts.sparse && !pure && !wants_zcdp(facts)) best = &instance_optimal;
  if (best == nullptr) return bad_input(why_not, "give more rows, more budget or fewer columns");
  return MethodChoice{std::string(best->method), std::string(best->because)};
}

} // namespace poise::internal
