// From the error that may be made to a step and a bound, rounded outwards.
#include "poise/estimate/mean/mean_grids.h"

#include "poise/base/interval.h"
#include "poise/privacy/exact_text.h"

#include <string>

namespace poise::internal {
namespace {

// Numbers that a double can hold with room to spare.
std::optional<Error> out_of_range(const char *name, const Rational &value) {
  static const Rational least = *read_exact("1e-100"), most = *read_exact("1e100");
  if (value >= least && value <= most) return std::nullopt;
  return bad_parameter(std::string(name) + " must be between 1e-100 and 1e100",
                       "give a positive number that is public knowledge");
}

Rational rational(std::uint64_t count) { return Rational(to_integer(count)); }

} // namespace

Result<Grid> rounding_grid(const Rational &bound, const Rational &precision, std::size_t columns) {
  if (const auto error = out_of_range("the precision", precision)) return *error;
  return Grid::with_step(bound, precision * precision / rational(columns));
}

std::optional<Error> check_model(const GaussianModel &model) {
  if (const auto error = out_of_range("the bound of the mean", model.mean_within)) return error;
  if (const auto error = out_of_range("the least standard deviation", model.least_std)) return error;
  if (const auto error = out_of_range("the largest standard deviation", model.largest_std)) return error;
  if (model.largest_std < model.least_std)
    return bad_parameter("the largest standard deviation is " + shorten(exact_text(model.largest_std)) +
                             ", less than the least one",
                         "give them the other way round");
  return std::nullopt;
}

Result<Grid> gaussian_grid(const GaussianModel &model, std::uint64_t rows, std::size_t columns) {
  if (const auto error = check_model(model)) return *error;
  constexpr unsigned precision = 128;
  const Interval spread =
      sqrt(Interval(rational(columns), precision) + log(Interval(40 * rational(rows), precision)));
  const Rational reach = model.mean_within + 2 * model.largest_std * spread.high();
  return Grid::with_step(reach, model.least_std * model.least_std / rational(rows));
}

} // namespace poise::internal
