// What a release has cost, step by step.
#pragma once

#include "poise/privacy/units.h"

#include <string>
#include <utility>
#include <vector>

namespace poise::internal {

template <class Unit> class Grant;

// Only a spent Grant makes a Receipt, so every line on it was paid for.
template <class Unit> class Receipt {
public:
  struct Step {
    std::string name;
    Unit amount;
  };

  const std::vector<Step> &steps() const { return steps_; }

  // Basic composition: the losses of the steps add up, exactly (composition.h says why).
  Rational total() const {
    Rational sum = 0;
    for (const Step &step : steps_) sum += step.amount.exact();
    return sum;
  }

  // The steps of another receipt, after these.
  void append(Receipt other) {
    for (Step &step : other.steps_) steps_.push_back(std::move(step));
  }

  // The same steps, each named after what they were spent on.
  Receipt under(const std::string &heading) const {
    Receipt result = *this;
    for (Step &step : result.steps_) step.name = heading + step.name;
    return result;
  }

private:
  friend class Grant<Unit>;
  Receipt(std::string step, Unit amount) { steps_.push_back({std::move(step), std::move(amount)}); }
  std::vector<Step> steps_;
};

} // namespace poise::internal
