// Sums of privacy losses, exactly.
#include "poise/privacy/theorem/composition.h"

namespace poise::internal {
namespace {

Error nothing_to_compose() {
  return bad_parameter("composition needs at least one privacy loss, got none", "list what each step costs");
}

template <class Unit> Result<Unit> sum(std::span<const Unit> parts) {
  if (parts.empty()) return nothing_to_compose();
  Rational total = 0;
  for (const Unit &part : parts) total += part.exact();
  return Unit::of(total);
}

} // namespace

Result<Rho> compose(std::span<const Rho> parts) { return sum(parts); }
Result<Epsilon> compose(std::span<const Epsilon> parts) { return sum(parts); }
Result<Delta> compose(std::span<const Delta> parts) { return sum(parts); }

Result<Approximate> compose(std::span<const Approximate> parts) {
  if (parts.empty()) return nothing_to_compose();
  Rational epsilon = 0;
  Rational delta = 0;
  for (const Approximate &part : parts) {
    epsilon += part.epsilon.exact();
    delta += part.delta.exact();
  }
  Result<Epsilon> total_epsilon = Epsilon::of(epsilon);
  if (!total_epsilon) return total_epsilon.error();
  Result<Delta> total_delta = Delta::of(delta);
  if (!total_delta) return total_delta.error();
  return Approximate{*std::move(total_epsilon), *std::move(total_delta)};
}

} // namespace poise::internal
