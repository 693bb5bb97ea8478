// Open, check, add up; doubles only for what has been released.
#include "poise/shuffle/shuffle_analyzer.h"

#include "poise/base/nearest_double.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poise::internal {
namespace {

Error bad_file(std::string wrong) {
  return bad_input(
      std::move(wrong),
      "nothing was decoded; ask the shuffler for the very file it made: a round is shuffled once");
}

std::uint64_t number_in(ByteView bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

// Everyone names a node of every level, and dummies come on top.
bool holds_everyone(const TreeCounts &counts, std::uint64_t participants) {
  const TreeShape &shape = counts.shape();
  for (std::uint32_t coordinate = 0; coordinate < shape.coordinates; ++coordinate)
    for (std::uint32_t level = 1; level <= shape.levels; ++level) {
      const auto first =
          counts.counts().begin() + static_cast<std::ptrdiff_t>(shape.bin(coordinate, level, 0));
      const std::ptrdiff_t nodes = std::ptrdiff_t{1} << level;
      if (std::accumulate(first, first + nodes, std::uint64_t{0}) < participants) return false;
    }
  return true;
}

} // namespace

ShuffleAnalyzer::ShuffleAnalyzer(const Session &session, const ShufflePlan &plan, const Round &round,
                                 RecordShape shape)
    : session_(session), plan_(plan), round_(round), shape_(std::move(shape)) {}

Result<ShuffleAnalyzer> ShuffleAnalyzer::for_round(const Session &session, const ShufflePlan &plan,
                                                   const Round &round) {
  auto shape = RecordShape::of(session, plan, round);
  if (!shape) return shape.error();
  return ShuffleAnalyzer(session, plan, round, std::move(*shape));
}

bool ShuffleAnalyzer::is_ours(ByteView plain, std::uint8_t kind) const {
  return plain[0] == wire_version && plain[1] == kind &&
         std::ranges::equal(plain.subspan(2, 8), round_.session) &&
         number_in(plain.subspan(10, 4)) == round_.number;
}

Result<ShuffleAnalyzer::Outcome> ShuffleAnalyzer::decode(ByteView shuffled,
                                                         const std::optional<KeyPair> &key) const {
  WireReader in(shuffled, WireKind::shuffled);
  if (in.opening() != WireReader::Opening::fine)
    return bad_file(opening_trouble(in.opening(), "a shuffled round"));
  const ByteView tag = in.raw(round_.session.size());
  const std::uint32_t number = in.u32();
  const std::uint64_t batches = in.u64(), records = in.u64();
  const std::uint32_t bytes = in.u32();
  if (!std::ranges::equal(tag, round_.session))
    return bad_file("the shuffled records belong to another session");
  if (number != round_.number) return bad_file("the shuffled records belong to another round");
  const std::size_t expected = shape_.sealed_bytes(session_), plain_bytes = shape_.plain_bytes();
  if (bytes != expected || !in.has(records, expected))
    return bad_file("the shuffled records are not those of this round");
  const ByteView all = in.raw(records * expected);
  if (!in.whole()) return bad_file("there are more bytes than shuffled records");
  if (batches != session_.participants) return bad_file("the shuffler has not heard every participant");
  const bool sealed = has_key(session_);
  if (sealed && !key)
    return bad_parameter("the records are sealed, and there is no key to open them",
                         "give the key that belongs to the session");
  if (sealed && key->public_key.bytes != std::get<ShuffleBudget>(session_.budget).public_key)
    return bad_parameter("this key is not the one that the session's records are sealed to",
                         "give the key that belongs to the session");

  const auto *const tree = std::get_if<TreePlan>(&shape_.how);
  const auto *const shares = std::get_if<SharePlan>(&shape_.how);
  std::optional<TreeCounts> counts;
  std::optional<ShareSums> sums;
  if (tree != nullptr)
    counts.emplace(tree->shape);
  else
    sums.emplace(shares->shape);
  Bytes opened(plain_bytes);
  for (std::uint64_t i = 0; i < records; ++i) {
    ByteView plain = all.subspan(i * expected, expected);
    if (sealed) {
      if (!open(*key, plain, opened))
        return bad_file("a record is not sealed to this session's key, or was changed");
      plain = opened;
    }
    if (!is_ours(plain, tree != nullptr ? 2 : 1))
      return bad_file("a record belongs to another round or session");
    const auto block = static_cast<std::uint32_t>(number_in(plain.subspan(14, 4)));
    const ByteView payload = plain.subspan(record_header_bytes);
    const bool counted =
        tree != nullptr ? block == 0 && counts->add(number_in(payload)) : sums->add(block, payload);
    if (!counted) return bad_file("a record names something that this round does not have");
  }
  if (tree != nullptr) {
    if (!holds_everyone(*counts, session_.participants))
      return bad_file("records are missing: a level of a tree has fewer than there are participants");
    return outcome_of(*counts);
  }
  if (!sums->complete(session_.participants))
    return bad_file("records are missing, or there are too many: no sum can be read from what is there");
  return outcome_of(sums->sums());
}

double ShuffleAnalyzer::wanted_share() const {
  const auto participants = static_cast<double>(session_.participants);
  if (round_.step == Step::reach) return 0.75; // no median of a column lies beyond that length
  if (round_.step == Step::centre) return 0.5;
  const double columns = static_cast<double>(session_.columns.size());
  const double clipped = std::max(std::sqrt(2 * columns / plan_.sum.display()),
                                  3 * rank_deviation(plan_.radius, session_.participants));
  return std::max(0.5, 1 - clipped / participants);
}

ShuffleAnalyzer::Outcome ShuffleAnalyzer::outcome_of(const TreeCounts &counts) const {
  std::vector<std::uint32_t> leaves;
  for (std::uint32_t j = 0; j < counts.shape().coordinates; ++j) {
    const std::vector<double> cumulative = counts.cumulative(j, session_.participants);
    const auto reached = std::lower_bound(cumulative.begin(), cumulative.end() - 1, wanted_share());
    leaves.push_back(static_cast<std::uint32_t>(reached - cumulative.begin()));
  }
  return after(leaves);
}

ShuffleAnalyzer::Outcome ShuffleAnalyzer::outcome_of(std::span<const std::int64_t> sums) const {
  if (round_.step == Step::sum) return mean(sums);
  const double wanted = wanted_share() * static_cast<double>(session_.participants) *
                        static_cast<double>(std::get<SharePlan>(shape_.how).gain);
  std::vector<LeafRange> search = round_.search;
  for (std::size_t j = 0; j < search.size(); ++j) {
    auto &[low, high] = search[j];
    const std::uint32_t middle = low + (high - low) / 2;
    if (middle == low) continue;
    (static_cast<double>(sums[j]) >= wanted ? high : low) = middle;
  }
  if (round_.turn + 1 < plan_.count(round_.step).turns()) {
    Round next = round_;
    ++next.number;
    ++next.turn;
    next.search = std::move(search);
    return next;
  }
  std::vector<std::uint32_t> leaves;
  for (const LeafRange &range : search) leaves.push_back(range.low);
  return after(leaves);
}

Round ShuffleAnalyzer::after(std::span<const std::uint32_t> leaves) const {
  const auto shape = [&](Step step) { return plan_.shape(step); };
  Round last_turn = round_;
  last_turn.search.clear();
  Round next = round_after(last_turn, plan_.schedule(), shape).value();
  if (round_.step == Step::centre) {
    const CentreLeaves cells(round_.reach, plan_.shape(Step::centre).leaves);
    for (const std::uint32_t leaf : leaves) {
      const std::int64_t first = cells.first_cell(leaf), beyond = cells.first_cell(leaf + 1);
      next.centre.push_back(first + (beyond - first) / 2);
    }
    return next;
  }
  const std::uint64_t found = shuffle_ladder(session_, plan_, round_).radius(leaves[0]);
  if (round_.step == Step::reach)
    next.reach = reach_for_length(found, session_.columns.size());
  else
    next.radius = found;
  return next;
}

ProtocolMean ShuffleAnalyzer::mean(std::span<const std::int64_t> sums) const {
  const auto &shares = std::get<SharePlan>(shape_.how);
  const double unit = std::ldexp(1.0, static_cast<int>(shape_.shift)) / static_cast<double>(shares.gain);
  const auto participants = static_cast<double>(session_.participants);
  return mean_around(session_, round_.centre, std::vector<double>(sums.begin(), sums.end()), unit,
                     participants * nearest_double(shares.variance));
}

} // namespace poise::internal
