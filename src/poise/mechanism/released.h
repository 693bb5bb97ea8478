// Something that may leave the house: a private value, what it cost, where its bits came from.
#pragma once

#include "poise/mechanism/release_key.h"

namespace poise::internal {

template <class T, class Unit> class Released {
public:
  Released(const ReleaseKey &, T value, Receipt<Unit> receipt, Provenance provenance)
      : value_(std::move(value)), receipt_(std::move(receipt)), provenance_(provenance) {}

  const T &value() const { return value_; }
  const Receipt<Unit> &receipt() const { return receipt_; }

  // Noise from a seed can be computed and taken off again by anybody who has the seed.
  Provenance provenance() const { return provenance_; }
  bool is_private() const { return provenance_ == Provenance::operating_system; }

private:
  T value_;
  Receipt<Unit> receipt_;
  Provenance provenance_;
};

} // namespace poise::internal
