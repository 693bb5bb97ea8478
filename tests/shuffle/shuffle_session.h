// Sessions of the shuffle model, for tests.
#pragma once

#include "poise/random/seeded_bits.h"
#include "poise/shuffle/shuffle_plan.h"

#include <string>

namespace poise::internal {

struct Setting {
  std::uint64_t participants = 25;
  std::size_t columns = 3;
  const char *epsilon = "1";
  const char *delta = "1e-9";
  Rational dishonest = ratio(1, 10);
  std::uint64_t reach = 1000; // 0: unknown
  std::array<std::uint8_t, 32> key{};
  std::uint64_t seed = 1;
};

inline Session session_of(const Setting &setting) {
  SeededBits bits(setting.seed, 77);
  std::vector<std::string> names;
  for (std::size_t j = 0; j < setting.columns; ++j) names.push_back("c" + std::to_string(j));
  return {random_id(bits),
          setting.participants,
          std::move(names),
          Grid::of(-10, std::int64_t{1} << 30).value(),
          random_signs(setting.columns, bits),
          setting.reach,
          ShuffleBudget{{Epsilon::parse(setting.epsilon).value(), Delta::parse(setting.delta).value()},
                        setting.dishonest,
                        setting.key}};
}

inline Round first_of(const Session &session, const ShufflePlan &plan) {
  return first_round(session, plan.schedule(), [&](Step step) { return plan.shape(step); });
}

} // namespace poise::internal
