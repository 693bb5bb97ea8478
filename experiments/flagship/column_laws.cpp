// Each is a draw of laws.h with its parameters.
#include "experiments/flagship/column_laws.h"

#include "experiments/flagship/laws.h"

#include <cmath>

namespace poise::internal::experiments {

Law normal_law(double place, double std) {
  return [=](Bits &bits) { return place + std * normal_draw(bits); };
}

Law student_law(double freedom) {
  return [=](Bits &bits) { return student_draw(freedom, bits); };
}

Law lognormal_law(double median, double std_of_log) {
  return [=](Bits &bits) { return median * std::exp(std_of_log * normal_draw(bits)); };
}

Law pareto_law(double index) {
  return [=](Bits &bits) { return std::pow(uniform_draw(bits), -1 / index); };
}

Law gamma_law(double shape, double scale) {
  return [=](Bits &bits) { return scale * gamma_draw(shape, bits); };
}

Law poisson_law(double mean) {
  return [=](Bits &bits) { return poisson_draw(mean, bits); };
}

Law flag_law(double ones) {
  return [=](Bits &bits) { return chance(ones, bits) ? 1.0 : 0.0; };
}

Law zero_or(double zeros, Law otherwise) {
  return [zeros, otherwise = std::move(otherwise)](Bits &bits) {
    return chance(zeros, bits) ? 0.0 : otherwise(bits);
  };
}

} // namespace poise::internal::experiments
