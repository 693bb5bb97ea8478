// Rotate, look where the round asks, add noise, write it down.
#include "poise/local/local_client.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::size_t header_bytes = 7 + 8 + 4 + 8;

void put(std::uint64_t value, std::span<std::uint8_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

template <class T> std::int64_t cut_off(Int128 value) {
  constexpr Int128 most = std::numeric_limits<T>::max();
  return static_cast<std::int64_t>(value > most ? most : value < -most ? -most : value);
}

} // namespace

LocalSumShape LocalSumShape::of(std::uint64_t radius, std::size_t width, const Rho &rho) {
  const unsigned shift = coarse_shift(radius, width);
  const Integer length = to_integer(coarse_radius(radius, shift, width));
  Rational variance = Rational(length * length) * 2 / rho.exact();
  const unsigned cell_bytes = variance < Rational(power_of_two(48)) ? 4 : 8;
  return {shift, std::move(variance), cell_bytes};
}

RadiusLadder local_ladder(const Session &session, const LocalPlan &plan, const Round &round) {
  const std::size_t width = session.width();
  if (round.step == Step::reach) return RadiusLadder::anywhere(width, plan.shape(Step::reach).leaves);
  return RadiusLadder::around_centre(round.reach, width, plan.shape(Step::centre).leaves,
                                     plan.shape(Step::radius).leaves);
}

std::size_t local_payload_bytes(const Session &session, const LocalPlan &plan, const Round &round) {
  switch (round.step) {
  case Step::reach:
    return report_bytes(plan.reach.value().shape);
  case Step::centre:
    return plan.centre.reports * report_bytes(plan.centre.shape);
  case Step::radius:
    return report_bytes(plan.radius.shape);
  case Step::sum:
    break;
  }
  return session.width() * LocalSumShape::of(round.radius, session.width(), plan.sum).cell_bytes;
}

std::size_t local_message_bytes(std::size_t payload) { return header_bytes + payload + Digest{}.size(); }

Result<LocalClient> LocalClient::prepare(const Session &session, const LocalPlan &plan, const Round &round,
                                         std::uint64_t expected_answers) {
  if (const auto error = check_session(session)) return *error;
  const auto shape = [&](Step step) { return plan.shape(step); };
  if (const auto error = check_round(round, session, plan.schedule(), shape)) return *error;
  return LocalClient(session, plan, round, expected_answers);
}

LocalClient::LocalClient(const Session &session, const LocalPlan &plan, const Round &round,
                         std::uint64_t expected_answers)
    : session_(session), round_(round), payload_bytes_(local_payload_bytes(session, plan, round)) {
  const auto report = [&](const ReportPlan &range) {
    randomiser_.emplace(range.shape, range.epsilon);
    reports_ = range.reports;
  };
  if (round.step == Step::sum) {
    sum_ = LocalSumShape::of(round.radius, session.width(), plan.sum);
    const std::uint64_t draws = expected_answers * session.width();
    if (sum_->variance <= Rational(power_of_two(24)) &&
        DiscreteGaussianTable::worthwhile(sum_->variance, draws))
      table_.emplace(sum_->variance);
    else
      gaussian_.emplace(sum_->variance);
  } else if (round.step == Step::centre) {
    report(plan.centre);
    leaves_.emplace(round.reach, plan.shape(Step::centre).leaves);
  } else {
    report(round.step == Step::reach ? plan.reach.value() : plan.radius);
    ladder_ = local_ladder(session, plan, round);
  }
}

void LocalClient::answer(std::uint64_t participant, std::span<const std::int64_t> row, Bits &bits,
                         std::span<std::uint8_t> message) const {
  if (row.size() != session_.columns.size() || message.size() != message_bytes())
    throw std::logic_error("poise: a participant has a cell for every column, and a message of fixed length");
  constexpr std::array<std::uint8_t, 7> opening = {
      'p', 'o', 'i', 's', 'e', static_cast<std::uint8_t>(WireKind::message), wire_version};
  std::ranges::copy(opening, message.begin());
  std::ranges::copy(round_.session, message.begin() + 7);
  put(round_.number, message.subspan(15, 4));
  put(participant, message.subspan(19, 8));
  write_payload(participant, row, bits, message.subspan(header_bytes, payload_bytes_));
  const std::size_t body = header_bytes + payload_bytes_;
  std::ranges::copy(digest_of(message.first(body)), message.begin() + static_cast<std::ptrdiff_t>(body));
}

void LocalClient::write_payload(std::uint64_t participant, std::span<const std::int64_t> row, Bits &bits,
                                std::span<std::uint8_t> payload) const {
  std::vector<std::int64_t> rotated(session_.width());
  rotate_own_row(session_, row, rotated);
  if (round_.step == Step::centre) {
    const std::size_t bytes = randomiser_->bytes();
    if (reports_ == 1) {
      (*randomiser_)(leaves_->leaf(rotated[participant % rotated.size()]), bits, payload);
      return;
    }
    for (std::size_t j = 0; j < rotated.size(); ++j)
      (*randomiser_)(leaves_->leaf(rotated[j]), bits, payload.subspan(j * bytes, bytes));
    return;
  }
  if (round_.step != Step::reach) shift_own_row(round_.centre, rotated);
  if (round_.step == Step::sum)
    write_sum(rotated, bits, payload);
  else
    (*randomiser_)(ladder_->bucket(rotated), bits, payload);
}

void LocalClient::write_sum(std::span<std::int64_t> rotated, Bits &bits,
                            std::span<std::uint8_t> payload) const {
  clip_own_row(round_.radius, sum_->shift, bits, rotated);
  const std::size_t bytes = sum_->cell_bytes;
  for (std::size_t j = 0; j < rotated.size(); ++j) {
    const Int128 noisy = Int128{rotated[j]} + noise(bits);
    const std::int64_t kept = bytes == 4 ? cut_off<std::int32_t>(noisy) : cut_off<std::int64_t>(noisy);
    put(static_cast<std::uint64_t>(kept), payload.subspan(j * bytes, bytes));
  }
}

} // namespace poise::internal
