// Structs of Arrow's C interfaces that are released exactly once.
#pragma once

#include "poise/table/arrow/arrow_c_data.h"

#include <utility>

namespace poise::internal {

// Of ArrowSchema, ArrowArray or ArrowArrayStream. A struct without `release` holds nothing.
template <class T> class ArrowHolder {
public:
  ArrowHolder() = default;

  // Moves it out of where it is, as the specification says one does.
  explicit ArrowHolder(T *from) {
    if (from == nullptr) return;
    held_ = *from;
    from->release = nullptr;
  }

  ArrowHolder(ArrowHolder &&other) noexcept : ArrowHolder(&other.held_) {}
  ArrowHolder &operator=(ArrowHolder &&other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~ArrowHolder() {
    if (held_.release != nullptr) held_.release(&held_);
  }

  bool empty() const { return held_.release == nullptr; }
  T *get() { return &held_; }
  const T *get() const { return &held_; }
  const T *operator->() const { return &held_; }

private:
  T held_{};
};

} // namespace poise::internal
