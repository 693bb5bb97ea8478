// A contender: proven right first, then timed, then held against its target.
#pragma once

#include "statistical/goodness_of_fit.h"

#include <benchmark/benchmark.h>
#include <cstdint>
#include <functional>
#include <string>

namespace poise::internal::bench {

struct Contender {
  std::string name; // task/contender/parameter
  // Empty when right; otherwise what is wrong, and the contender is not timed.
  std::function<std::string()> check;
  // Does one batch of work and says how many items it made.
  std::function<std::uint64_t()> batch;
  // The slowest acceptable speed in items per second; 0 for rivals and floors.
  double target = 0;
  // Or: a rival that is timed turn by turn with it, and the share of its speed that will do. Turns
  // keep the comparison fair when the machine is busy with other things.
  std::function<std::uint64_t()> beside = nullptr;
  double least_share = 0;
  // Several threads, or waiting for a disk: the clock on the wall counts, not the processor's.
  bool on_the_wall = false;
};

// Makes the contender when the benchmarks start, so that a program's start costs nothing.
using MakeContender = std::function<Contender()>;
int enter(MakeContender make); // returns a value so that it can initialise a static

// How a sampler's draws are held against an exact law before it is timed.
struct Law {
  std::function<double(std::int64_t)> mass;
  std::int64_t low;
  std::int64_t high;
};

template <class Draw>
Contender sampler(std::string name, Draw draw, Law law, double target, std::uint64_t proof_draws = 300'000) {
  constexpr std::uint64_t batch_size = 4096;
  return {std::move(name),
          [draw, law, proof_draws]() mutable {
            return statistical::misfit(statistical::count(proof_draws, draw), law.mass, law.low, law.high);
          },
          [draw]() mutable {
            for (std::uint64_t i = 0; i < batch_size; ++i) benchmark::DoNotOptimize(draw());
            return batch_size;
          },
          target};
}

} // namespace poise::internal::bench
