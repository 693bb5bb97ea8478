// The laws that cells of several tables have.
#pragma once

#include "experiments/flagship/cell.h"

namespace poise::internal::experiments {

Law normal_law(double place, double std);
Law student_law(double freedom);
Law lognormal_law(double median, double std_of_log);
Law pareto_law(double index); // at least 1
Law gamma_law(double shape, double scale);
Law poisson_law(double mean);
Law flag_law(double ones); // 0 or 1
Law zero_or(double zeros, Law otherwise);

} // namespace poise::internal::experiments
