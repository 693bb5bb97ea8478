// Rotate, look where the round asks, add a share of the noise, split, seal.
#include "poise/shuffle/shuffle_client.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::uint8_t share_record = 1, node_record = 2;

bool can_be_held(const std::array<std::uint8_t, 32> &key) {
  const std::array<std::uint8_t, 1> trial = {0};
  Bytes sealed(poise::internal::sealed_bytes(trial.size()));
  return seal(PublicKey{key}, trial, sealed);
}

} // namespace

bool has_key(const Session &session) {
  const auto &key = std::get<ShuffleBudget>(session.budget).public_key;
  return std::ranges::any_of(key, [](std::uint8_t byte) { return byte != 0; });
}

RadiusLadder shuffle_ladder(const Session &session, const ShufflePlan &plan, const Round &round) {
  const std::size_t width = session.width();
  if (round.step == Step::reach) return RadiusLadder::anywhere(width, plan.shape(Step::reach).leaves);
  return RadiusLadder::around_centre(round.reach, width, plan.shape(Step::centre).leaves,
                                     plan.shape(Step::radius).leaves);
}

Result<RecordShape> RecordShape::of(const Session &session, const ShufflePlan &plan, const Round &round) {
  const auto shape = [&](Step step) { return plan.shape(step); };
  if (const auto error = check_round(round, session, plan.schedule(), shape)) return *error;
  if (round.step == Step::sum) {
    const auto shares = plan.sum_shares(session, round.radius);
    if (!shares) return shares.error();
    return RecordShape{*shares, coarse_shift(round.radius, session.width())};
  }
  const CountPlan &count = plan.count(round.step);
  return std::visit([](const auto &plan_of_step) { return RecordShape{plan_of_step}; }, count.how);
}

std::size_t RecordShape::plain_bytes() const {
  return std::visit([](const auto &plan) { return record_bytes(plan); }, how);
}

std::size_t RecordShape::sealed_bytes(const Session &session) const {
  return has_key(session) ? poise::internal::sealed_bytes(plain_bytes()) : plain_bytes();
}

double RecordShape::bytes_per_participant() const {
  return std::visit([](const auto &plan) { return poise::internal::bytes_per_participant(plan); }, how);
}

std::size_t batch_bytes(std::size_t records, std::size_t record_bytes) {
  return batch_header_bytes + records * record_bytes + Digest{}.size();
}

std::string numbers_of(const RecordShape &shape) {
  if (const auto *const tree = std::get_if<TreePlan>(&shape.how))
    return fmt::format("tree {} {} {} {}", tree->shape.coordinates, tree->shape.levels,
                       tree->dummies_a_bin.get_str(), tree->dummies_a_head.get_str());
  const auto &[shares, variance, gain] = std::get<SharePlan>(shape.how);
  return fmt::format("shares {} {} {} {} {} {} {}", shares.coordinates, shares.block, shares.word_bytes,
                     shares.shares, variance.get_str(), gain, shape.shift);
}

Result<ShuffleClient> ShuffleClient::prepare(const Session &session, const ShufflePlan &plan,
                                             const Round &round, std::uint64_t expected_answers) {
  auto shape = RecordShape::of(session, plan, round);
  if (!shape) return shape.error();
  if (has_key(session) && !can_be_held(std::get<ShuffleBudget>(session.budget).public_key))
    return bad_input("nobody can hold the key of the session: nothing can be sealed to it",
                     "do not answer; ask whoever published the session for another");
  return ShuffleClient(session, plan, round, std::move(*shape), expected_answers);
}

ShuffleClient::ShuffleClient(const Session &session, const ShufflePlan &plan, const Round &round,
                             RecordShape shape, std::uint64_t expected_answers)
    : session_(session), round_(round), fingerprint_(fingerprint_of(session, round, numbers_of(shape))),
      shape_(std::move(shape)), seals_(has_key(session)), plain_bytes_(shape_.plain_bytes()),
      record_bytes_(shape_.sealed_bytes(session)),
      coordinates_(round.step == Step::sum ? static_cast<std::uint32_t>(session.width())
                                           : plan.count(round.step).coordinates) {
  if (const auto *const tree = std::get_if<TreePlan>(&shape_.how))
    tree_.emplace(tree->shape, tree->dummies_a_head);
  else
    noise_.emplace(std::get<SharePlan>(shape_.how).variance, expected_answers * coordinates_);
  if (round.step == Step::centre)
    leaves_.emplace(round.reach, plan.shape(Step::centre).leaves);
  else if (round.step != Step::sum)
    ladder_ = shuffle_ladder(session, plan, round);
}

void ShuffleClient::own_leaves(std::span<const std::int64_t> row, std::span<std::uint32_t> leaves) const {
  std::vector<std::int64_t> rotated(session_.width());
  rotate_own_row(session_, row, rotated);
  if (round_.step == Step::centre) {
    for (std::size_t j = 0; j < rotated.size(); ++j) leaves[j] = leaves_->leaf(rotated[j]);
    return;
  }
  if (round_.step == Step::radius) shift_own_row(round_.centre, rotated);
  leaves[0] = ladder_->bucket(rotated);
}

void ShuffleClient::noisy_vector(std::span<const std::int64_t> row, Bits &bits,
                                 std::span<std::int64_t> vector) const {
  const std::uint64_t gain = std::get<SharePlan>(shape_.how).gain;
  if (round_.step == Step::sum) {
    rotate_own_row(session_, row, vector);
    shift_own_row(round_.centre, vector);
    clip_own_row(round_.radius, shape_.shift, bits, vector);
  } else {
    std::vector<std::uint32_t> leaves(coordinates_);
    own_leaves(row, leaves);
    for (std::size_t j = 0; j < vector.size(); ++j) {
      const auto &[low, high] = round_.search[j];
      vector[j] = leaves[j] < low + (high - low) / 2 ? 1 : 0;
    }
  }
  // Residues: unsigned numbers wrap.
  for (std::int64_t &cell : vector)
    cell = static_cast<std::int64_t>(static_cast<std::uint64_t>(cell) * gain +
                                     static_cast<std::uint64_t>((*noise_)(bits)));
}

void ShuffleClient::write_record(std::uint32_t tag, ByteView payload, Bytes &out) const {
  const std::size_t at = out.size();
  out.resize(at + record_bytes_);
  Bytes sealed_later;
  std::span<std::uint8_t> plain(out.data() + at, record_bytes_);
  if (seals_) {
    sealed_later.resize(plain_bytes_);
    plain = sealed_later;
  }
  plain[0] = wire_version;
  plain[1] = tree_ ? node_record : share_record;
  std::ranges::copy(round_.session, plain.begin() + 2);
  for (std::size_t i = 0; i < 4; ++i) {
    plain[10 + i] = static_cast<std::uint8_t>(round_.number >> (8 * i));
    plain[14 + i] = static_cast<std::uint8_t>(tag >> (8 * i));
  }
  std::ranges::copy(payload, plain.begin() + record_header_bytes);
  if (!seals_) return;
  const PublicKey key{std::get<ShuffleBudget>(session_.budget).public_key};
  if (!seal(key, plain, {out.data() + at, record_bytes_}))
    throw std::logic_error("poise: a session's key was not looked at before it was used");
}

Bytes ShuffleClient::answer(std::uint64_t participant, std::span<const std::int64_t> row, Bits &bits) const {
  WireWriter batch(WireKind::batch);
  batch.raw(round_.session);
  batch.u32(round_.number);
  batch.raw(fingerprint_);
  batch.u64(participant);
  Bytes records;
  if (tree_) {
    std::vector<std::uint32_t> leaves(coordinates_);
    own_leaves(row, leaves);
    std::vector<std::uint64_t> bins;
    (*tree_)(leaves, bits, bins);
    records.reserve(bins.size() * record_bytes_);
    for (const std::uint64_t bin : bins) {
      std::array<std::uint8_t, 8> payload;
      for (std::size_t i = 0; i < 8; ++i) payload[i] = static_cast<std::uint8_t>(bin >> (8 * i));
      write_record(0, payload, records);
    }
  } else {
    std::vector<std::int64_t> vector(coordinates_);
    noisy_vector(row, bits, vector);
    const ShareShape &shape = std::get<SharePlan>(shape_.how).shape;
    records.reserve(shape.records() * record_bytes_);
    split(shape, vector, bits,
          [&](std::uint32_t tag, ByteView payload) { write_record(tag, payload, records); });
  }
  batch.u32(static_cast<std::uint32_t>(records.size() / record_bytes_));
  batch.u32(static_cast<std::uint32_t>(record_bytes_));
  batch.raw(records);
  return std::move(batch).sealed();
}

} // namespace poise::internal
