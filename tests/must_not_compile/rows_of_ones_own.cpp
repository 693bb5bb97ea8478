// Whoever makes rows on the grid is handed the key to other rows, so strangers cannot make any.
// EXPECT GridRowsMaker::GridRowsMaker\(\)' is private within this context|calling a private constructor of class 'poise::internal::GridRowsMaker'
#include "poise/grid/grid_rows.h"

#ifdef LEGAL_TWIN
bool look(const poise::internal::GridRows &rows) { return rows.narrow(); }
#else
class Thief : public poise::internal::GridRows {
public:
  Thief() : GridRows(poise::internal::GridRowsMaker()) {}
  std::size_t rows() const override { return 1; }
  std::size_t columns() const override { return 1; }
  std::int64_t bound() const override { return 0; }
  bool sparse() const override { return false; }
  bool in_public_order() const override { return true; }
  std::optional<poise::internal::Error> pass(poise::internal::RawKey, const poise::internal::RunOptions &,
                                             const Visit &) const override {
    return std::nullopt;
  }
};
#endif
