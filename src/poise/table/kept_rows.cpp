// Handing out one chunk after the other.
#include "poise/table/kept_rows.h"

namespace poise::internal {
namespace {

class KeptPass : public RowPass {
public:
  explicit KeptPass(std::span<const Chunk> chunks) : left_(chunks) {}

  Result<std::optional<Chunk>> next() override {
    if (left_.empty()) return std::optional<Chunk>();
    const Chunk chunk = left_.front();
    left_ = left_.subspan(1);
    return std::optional<Chunk>(chunk);
  }

private:
  std::span<const Chunk> left_;
};

} // namespace

std::unique_ptr<RowPass> KeptRows::pass() const { return std::make_unique<KeptPass>(chunks_); }

} // namespace poise::internal
