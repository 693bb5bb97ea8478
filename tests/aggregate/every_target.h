// Runs a check once per SIMD instruction set that this machine has and the library was compiled for.
#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace poise::internal {

// Back to the best one, also when a check throws.
struct BestTargetAfterwards {
  ~BestTargetAfterwards() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
  }
};

template <class Check> void on_every_target(Check check) {
  const BestTargetAfterwards afterwards;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    check();
  }
}

} // namespace poise::internal
