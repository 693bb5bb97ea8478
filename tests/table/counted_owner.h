// An owner of data that tells when it is let go.
#pragma once

#include <memory>

namespace poise::internal {

class CountedOwner {
public:
  std::shared_ptr<const void> owner() {
    return {static_cast<const void *>(this), [count = released_](const void *) { ++*count; }};
  }
  int released() const { return *released_; }

private:
  std::shared_ptr<int> released_ = std::make_shared<int>(0);
};

} // namespace poise::internal
