// Our discrete Laplace sampler, for rates from one to tiny.
#include "frame/contender.h"
#include "oracle/exact_masses.h"
#include "poise/random/sampler/discrete_laplace.h"
#include "poise/random/system_bits.h"

#include <memory>

namespace poise::internal::bench {
namespace {

Law law(double rate) {
  const auto high = static_cast<std::int64_t>(14 / rate) + 2;
  return {[rate](std::int64_t x) { return oracle::discrete_laplace_mass(rate, x); }, -high, high};
}

int contend(const std::string &rate_text, const Rational &rate) {
  return enter([rate_text, rate] {
    const DiscreteLaplace laplace(rate);
    auto bits = std::make_shared<SystemBits>();
    return sampler(
        "discrete-laplace/geometric/rate=" + rate_text, [laplace, bits] { return laplace(*bits); },
        law(rate.get_d()), 5e6);
  });
}

const int entries[] = {contend("1", ratio(1, 1)), contend("1/10", ratio(1, 10)), contend("3/7", ratio(3, 7)),
                       contend("1/1000", ratio(1, 1000))};

// For tiny rates the law of floor(X * rate) stands in: each side is unit geometric.
const int tiny = enter([] {
  constexpr unsigned rate_bits = 40;
  const DiscreteLaplace laplace(ratio(1, power_of_two(rate_bits)));
  auto bits = std::make_shared<SystemBits>();
  const Law two_sided{
      [](std::int64_t cell) { return oracle::geometric_mass(1, cell < 0 ? -cell - 1 : cell) / 2; }, -14, 13};
  const std::string name = "discrete-laplace/geometric/rate=2^-40";
  Contender contender = sampler(
      name, [laplace, bits] { return laplace(*bits); }, two_sided, 5e6);
  contender.check = sampler(
                        name, [laplace, bits] { return laplace(*bits) >> rate_bits; }, two_sided, 5e6)
                        .check;
  return contender;
});

} // namespace
} // namespace poise::internal::bench
