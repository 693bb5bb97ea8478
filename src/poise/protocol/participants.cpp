// One pass copies the rows; from then on each belongs to its participant.
#include "poise/protocol/participants.h"

#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"
#include "poise/random/sampler/permutation.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace poise::internal {
namespace {

template <class T>
void copy_rows(const DenseBlock<T> &block, std::span<const std::int64_t>, std::int64_t *to) {
  std::copy(block.cells.begin(), block.cells.end(), to);
}

template <class T>
void copy_rows(const SparseBlock<T> &block, std::span<const std::int64_t> implicit_values, std::int64_t *to) {
  for (std::size_t i = 0; i < block.rows(); ++i, to += block.columns) {
    if (implicit_values.empty())
      std::fill_n(to, block.columns, 0);
    else
      std::copy(implicit_values.begin(), implicit_values.end(), to);
    for (std::size_t entry = block.begin(i); entry < block.end(i); ++entry)
      to[block.places[entry]] = block.values[entry];
  }
}

} // namespace

Participants::Participants(std::size_t count, std::size_t columns) : count_(count), columns_(columns) {
  cells_.resize(count * columns);
}

Result<Participants> Participants::of(const GridRows &rows, Bits &bits, const RunOptions &run) {
  Participants all(rows.rows(), rows.columns());
  const auto failed = rows.pass(RawKey(), run, [&](GridRows::Where where, const AnyBlock &any) {
    std::visit(
        [&](const auto &block) {
          copy_rows(block, rows.implicit_values(), all.cells_.data() + where.first_row * all.columns_);
        },
        any);
  });
  if (failed) return *failed;
  if (!rows.in_public_order()) all.shuffle(bits);
  return all;
}

void Participants::shuffle(Bits &bits) {
  UninitializedVector<std::int64_t> shuffled(cells_.size());
  std::int64_t *to = shuffled.data();
  for (const std::uint64_t who : permutation(count_, bits)) {
    std::copy_n(cells_.data() + who * columns_, columns_, to);
    to += columns_;
  }
  cells_ = std::move(shuffled);
}

std::optional<Error> Participants::each(const RunOptions &run, Bits &origin, const Answer &answer) const {
  WorkerPool pool(run.threads);
  ProgressMeter meter(run, count_);
  const std::uint64_t seed = origin.word();
  const bool seeded = origin.provenance() == Provenance::seeded;
  std::vector<std::unique_ptr<Bits>> bits(pool.size());
  pool.each((count_ + chunk - 1) / chunk, [&](unsigned worker, std::size_t c) {
    if (meter.stopped()) return;
    if (seeded)
      bits[worker] = std::make_unique<SeededBits>(seed, c);
    else if (!bits[worker])
      bits[worker] = std::make_unique<SystemBits>();
    Bits &own = *bits[worker];
    const std::size_t first = c * chunk, last = std::min(count_, first + chunk);
    for (std::size_t i = first; i < last; ++i)
      answer(worker, i, {cells_.data() + i * columns_, columns_}, own);
    meter.add(last - first);
  });
  return meter.verdict();
}

} // namespace poise::internal
