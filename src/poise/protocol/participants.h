// Everyone with a row of their own: how a table plays the participants of a protocol.
#pragma once

#include "poise/base/default_init_allocator.h"
#include "poise/base/result.h"
#include "poise/base/run_options.h"
#include "poise/grid/grid_rows.h"
#include "poise/random/bits.h"

#include <functional>
#include <span>

namespace poise::internal {

// PROMISE  A participant is shown its own row and nothing else; what it draws does not depend on how many
//          threads there are, nor on other rows. Replacing a person replaces one participant, over the
//          randomness of their order; everybody else keeps their number.
// WHY      Participants are cut into chunks of a fixed length. With a seed, chunk c has stream c of a seed
//          that is drawn from the origin once a call; otherwise every worker has bits of the operating
//          system. Rows in a public order keep it; people, who have none, get a uniform one that is drawn
//          here and never told (docs/proofs/secret_order.md).
// CHECKED  tests/protocol/participants_test.cpp, tests/doors
class Participants {
public:
  // One a row; sparse rows are filled up. Needs memory for all cells in 64 bits, twice while an order is
  // drawn.
  static Result<Participants> of(const GridRows &rows, Bits &bits, const RunOptions &run);

  std::size_t count() const { return count_; }
  std::size_t columns() const { return columns_; }

  using Answer = std::function<void(unsigned worker, std::size_t participant,
                                    std::span<const std::int64_t> row, Bits &bits)>;
  // Everyone once, several at a time. Fails when the listener to the progress says so.
  [[nodiscard]] std::optional<Error> each(const RunOptions &run, Bits &origin, const Answer &answer) const;

  static constexpr std::size_t chunk = 512;

private:
  Participants(std::size_t count, std::size_t columns);
  void shuffle(Bits &bits);

  std::size_t count_, columns_;
  UninitializedVector<std::int64_t> cells_;
};

} // namespace poise::internal
