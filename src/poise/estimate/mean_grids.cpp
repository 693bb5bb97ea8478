// From the error that may be made to a step and a bound, rounded outwards.
#include "poise/estimate/mean_grids.h"

#include "poise/base/interval.h"
#include "poise/privacy/exact_text.h"

#include <string>

namespace poise {
namespace {

std::optional<Error> not_positive(const char *name, const Rational &value) {
  if (value > 0) return std::nullopt;
  return Error{ErrorKind::bad_parameter,
               std::string(name) + " must be positive, got " + shorten(exact_text(value)),
               "give a positive number that is public knowledge"};
}

Rational rational(std::uint64_t count) { return Rational(to_integer(count)); }

} // namespace

Result<Grid> rounding_grid(const Rational &bound, const Rational &precision, std::size_t columns) {
  if (const auto error = not_positive("the precision", precision)) return *error;
  return Grid::with_step(bound, precision * precision / rational(columns));
}

Result<Grid> gaussian_grid(const GaussianModel &model, std::uint64_t rows, std::size_t columns) {
  if (const auto error = not_positive("the bound of the mean", model.mean_within)) return *error;
  if (const auto error = not_positive("the least standard deviation", model.least_std)) return *error;
  if (model.largest_std < model.least_std)
    return Error{ErrorKind::bad_parameter,
                 "the largest standard deviation is " + shorten(exact_text(model.largest_std)) +
                     ", less than the least one",
                 "give them the other way round"};
  constexpr unsigned precision = 128;
  const Interval spread =
      sqrt(Interval(rational(columns), precision) + log(Interval(40 * rational(rows), precision)));
  const Rational reach = model.mean_within + 2 * model.largest_std * spread.high();
  return Grid::with_step(reach, model.least_std * model.least_std / rational(rows));
}

} // namespace poise
