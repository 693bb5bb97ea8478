// Tallies in integers; doubles only for what has been released.
#include "poise/local/local_analyzer.h"

#include "poise/base/nearest_double.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {
namespace {

const char *const without_it =
    "nothing was decoded; ask its sender again, or leave the file out if it is not from this session";

std::int64_t cell_in(ByteView bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  if (bytes.size() == 4) return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  return static_cast<std::int64_t>(value);
}

} // namespace

std::int64_t median_cell(std::span<const double> cumulative, const CentreLeaves &leaves) {
  const std::uint32_t leaf = leaf_at(cumulative, 0.5);
  const double before = leaf == 0 ? 0 : cumulative[leaf - 1], within = cumulative[leaf] - before;
  const double part = within > 0 ? std::clamp((0.5 - before) / within, 0.0, 1.0) : 0.5;
  const std::int64_t first = leaves.first_cell(leaf), next = leaves.first_cell(leaf + 1);
  const auto inside = static_cast<std::int64_t>(part * static_cast<double>(next - first));
  return std::clamp(first + inside, first, std::max(first, next - 1));
}

LocalAnalyzer::LocalAnalyzer(const Session &session, const LocalPlan &plan, const Round &round)
    : session_(session), plan_(plan), round_(round),
      payload_bytes_(local_payload_bytes(session, plan, round)), seen_(session.participants) {
  const auto count = [&](const ReportPlan &range, std::size_t columns) {
    counts_.assign(columns, RangeCounts(range.shape, range.epsilon));
  };
  switch (round.step) {
  case Step::reach:
    count(plan.reach.value(), 1);
    break;
  case Step::centre:
    count(plan.centre, session.width());
    break;
  case Step::radius:
    count(plan.radius, 1);
    break;
  case Step::sum:
    sum_shape_ = LocalSumShape::of(round.radius, session.width(), plan.sum);
    sums_.assign(session.width(), 0);
    break;
  }
}

Result<LocalAnalyzer> LocalAnalyzer::for_round(const Session &session, const LocalPlan &plan,
                                               const Round &round) {
  const auto shape = [&](Step step) { return plan.shape(step); };
  if (const auto error = check_round(round, session, plan.schedule(), shape)) return *error;
  return LocalAnalyzer(session, plan, round);
}

std::optional<Error> LocalAnalyzer::add(ByteView message) {
  WireReader in(message, WireKind::message);
  if (in.opening() != WireReader::Opening::fine)
    return bad_input(opening_trouble(in.opening(), "a message"), without_it);
  const ByteView tag = in.raw(round_.session.size());
  const std::uint32_t number = in.u32();
  const std::uint64_t participant = in.u64();
  if (!std::ranges::equal(tag, round_.session))
    return bad_input("a message belongs to another session", without_it);
  if (number != round_.number) return bad_input("a message belongs to another round", without_it);
  const ByteView payload = in.raw(payload_bytes_);
  if (!in.whole()) return bad_input("a message is shorter or longer than those of this round", without_it);
  if (participant >= session_.participants)
    return bad_input("a message comes from a participant whom the session does not have", without_it);
  if (seen_[participant]) return bad_input("two messages come from one participant", without_it);
  if (!count(participant, payload))
    return bad_input("a message holds a report that no participant could have made", without_it);
  seen_[participant] = true;
  ++heard_;
  return std::nullopt;
}

std::optional<Error> LocalAnalyzer::add(const LocalAnalyzer &other) {
  if (!(other.round_ == round_)) return bad_input("the other analyzer listens to another round", without_it);
  for (std::size_t i = 0; i < seen_.size(); ++i)
    if (seen_[i] && other.seen_[i]) return bad_input("two messages come from one participant", without_it);
  for (std::size_t i = 0; i < seen_.size(); ++i)
    if (other.seen_[i]) seen_[i] = true;
  heard_ += other.heard_;
  for (std::size_t j = 0; j < counts_.size(); ++j) counts_[j].add(other.counts_[j]);
  for (std::size_t j = 0; j < sums_.size(); ++j) sums_[j] += other.sums_[j];
  return std::nullopt;
}

bool LocalAnalyzer::count(std::uint64_t participant, ByteView payload) {
  if (round_.step == Step::sum) {
    const std::size_t bytes = sum_shape_->cell_bytes;
    for (std::size_t j = 0; j < sums_.size(); ++j) sums_[j] += cell_in(payload.subspan(j * bytes, bytes));
    return true;
  }
  if (counts_.size() == 1 || !plan_.everyone_on_every_column())
    return counts_[participant % counts_.size()].add(payload);
  // All or nothing: a malformed report among good ones must not leave half a message behind.
  const std::size_t bytes = report_bytes(plan_.centre.shape);
  for (std::size_t j = 0; j < counts_.size(); ++j)
    if (!well_formed(plan_.centre.shape, payload.subspan(j * bytes, bytes))) return false;
  for (std::size_t j = 0; j < counts_.size(); ++j) (void)counts_[j].add(payload.subspan(j * bytes, bytes));
  return true;
}

Result<std::variant<Round, ProtocolMean>> LocalAnalyzer::finish() const {
  using Outcome = std::variant<Round, ProtocolMean>;
  if (heard_ != session_.participants)
    return bad_input("of " + std::to_string(session_.participants) + " participants " +
                         std::to_string(heard_) + " have answered this round",
                     "wait for the others; nothing was decoded");
  if (round_.step == Step::sum) return Outcome(mean());
  return Outcome(after());
}

Round LocalAnalyzer::after() const {
  if (round_.step == Step::centre) return with_centre();
  const auto shape = [&](Step step) { return plan_.shape(step); };
  Round next = round_after(round_, plan_.schedule(), shape).value();
  const RadiusLadder ladder = local_ladder(session_, plan_, round_);
  const std::vector<double> cumulative = counts_[0].cumulative();
  const auto participants = static_cast<double>(session_.participants);
  if (round_.step == Step::reach) {
    // Three quarters of the rows are no longer than this, so no median of a column lies beyond.
    const auto length = ladder.radius(leaf_at(cumulative, 0.75));
    next.reach = reach_for_length(length, session_.columns.size());
    return next;
  }
  const double columns = static_cast<double>(session_.columns.size());
  const double clipped = std::max(std::sqrt(2 * columns / (participants * plan_.sum.display())),
                                  radius_rank_error(plan_, session_));
  next.radius = ladder.radius(leaf_at(cumulative, std::max(0.5, 1 - clipped)));
  return next;
}

Round LocalAnalyzer::with_centre() const {
  const auto shape = [&](Step step) { return plan_.shape(step); };
  Round next = round_after(round_, plan_.schedule(), shape).value();
  const CentreLeaves leaves(round_.reach, plan_.shape(Step::centre).leaves);
  for (const RangeCounts &column : counts_) next.centre.push_back(median_cell(column.cumulative(), leaves));
  return next;
}

ProtocolMean LocalAnalyzer::mean() const {
  const double unit = std::ldexp(1.0, static_cast<int>(sum_shape_->shift));
  const auto participants = static_cast<double>(session_.participants);
  return mean_around(session_, round_.centre, std::vector<double>(sums_.begin(), sums_.end()), unit,
                     participants * nearest_double(sum_shape_->variance));
}

} // namespace poise::internal
