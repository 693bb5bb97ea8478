// Check, keep the records, permute.
#include "poise/shuffle/shuffler.h"

#include "poise/shuffle/permute_records.h"

#include <algorithm>

namespace poise::internal {
namespace {

Error bad_batch(std::string wrong) {
  return bad_input(
      std::move(wrong),
      "nothing was shuffled; ask its sender again, or leave the file out if it is not from this session");
}

} // namespace

Shuffler::Shuffler(const Session &session, const Round &round, const RecordShape &shape)
    : participants_(session.participants), round_(round),
      fingerprint_(fingerprint_of(session, round, numbers_of(shape))),
      record_bytes_(shape.sealed_bytes(session)), seen_(session.participants) {
  if (const auto *const shares = std::get_if<SharePlan>(&shape.how)) {
    fewest_ = most_ = shares->shape.records();
  } else {
    const TreeShape &tree = std::get<TreePlan>(shape.how).shape;
    fewest_ = std::uint64_t{tree.coordinates} * tree.levels;
    most_ = ~std::uint64_t{0};
  }
}

Result<Shuffler> Shuffler::open(const Session &session, const ShufflePlan &plan, const Round &round) {
  const auto shape = RecordShape::of(session, plan, round);
  if (!shape) return shape.error();
  return Shuffler(session, round, *shape);
}

std::optional<Error> Shuffler::add(ByteView batch) {
  WireReader in(batch, WireKind::batch);
  if (in.opening() != WireReader::Opening::fine) return bad_batch(opening_trouble(in.opening(), "a batch"));
  const ByteView tag = in.raw(round_.session.size());
  const std::uint32_t number = in.u32();
  const ByteView fingerprint = in.raw(fingerprint_.size());
  const std::uint64_t participant = in.u64();
  if (!std::ranges::equal(tag, round_.session)) return bad_batch("a batch belongs to another session");
  if (number != round_.number) return bad_batch("a batch belongs to another round");
  if (!std::ranges::equal(fingerprint, fingerprint_))
    return bad_batch(
        "a batch answers another question than this round's: its sender was told something else");
  const std::uint32_t count = in.u32(), bytes = in.u32();
  const std::uint64_t size = std::uint64_t{count} * record_bytes_;
  if (bytes != record_bytes_ || count < fewest_ || count > most_)
    return bad_batch("a batch holds other records than those of this round");
  const ByteView records = in.raw(size);
  if (!in.whole()) return bad_batch("a batch is shorter or longer than it says");
  if (participant >= participants_)
    return bad_batch("a batch comes from a participant whom the session does not have");
  if (seen_[participant]) return bad_batch("two batches come from one participant");
  seen_[participant] = true;
  ++heard_;
  records_.insert(records_.end(), records.begin(), records.end());
  return std::nullopt;
}

Result<Bytes> Shuffler::release(Bits &bits) && {
  if (heard_ != participants_)
    return bad_input("of " + std::to_string(participants_) + " participants " + std::to_string(heard_) +
                         " have sent their batch of this round",
                     "wait for the others: only complete rounds are shuffled");
  permute_records(records_, record_bytes_, bits);
  WireWriter out(WireKind::shuffled);
  out.raw(round_.session);
  out.u32(round_.number);
  out.u64(participants_);
  out.u64(records_.size() / record_bytes_);
  out.u32(static_cast<std::uint32_t>(record_bytes_));
  out.raw(records_);
  return std::move(out).sealed();
}

} // namespace poise::internal
