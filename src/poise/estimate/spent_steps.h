// The receipts of several releases, gathered on the way.
#pragma once

#include "poise/mechanism/released.h"

#include <optional>
#include <stdexcept>

namespace poise::internal {

template <class Unit> class SpentSteps {
public:
  template <class T> void add(const Released<T, Unit> &released) {
    add(released.receipt());
    is_private_ = is_private_ && released.is_private();
  }
  void add(const Receipt<Unit> &receipt) {
    if (receipt_)
      receipt_->append(receipt);
    else
      receipt_ = receipt;
  }
  void add(const SpentSteps &other) {
    add(other.receipt());
    is_private_ = is_private_ && other.is_private_;
  }
  // The same releases, named after what they were spent on.
  SpentSteps under(const std::string &heading) const { return settled(receipt().under(heading)); }

  // The same releases under another receipt.
  SpentSteps settled(Receipt<Unit> receipt) const {
    SpentSteps result = *this;
    result.receipt_ = std::move(receipt);
    return result;
  }

  const Receipt<Unit> &receipt() const {
    if (!receipt_) throw std::logic_error("poise: nothing was spent");
    return *receipt_;
  }
  bool is_private() const { return is_private_; }

private:
  std::optional<Receipt<Unit>> receipt_;
  bool is_private_ = true;
};

} // namespace poise::internal
