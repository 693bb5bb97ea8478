// Trials: the same for any number of threads, paired across panels, honest about failures.
#include "experiments/frame/trials.h"

#include <atomic>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace trials_test {

Sample two_numbers(Bits &bits) {
  return sample_of(1, {static_cast<double>(bits.word() % 100), static_cast<double>(bits.word() % 100)});
}

// Off by a random amount.
Contender noisy(std::string name) {
  return {std::move(name), [](const Sample &sample, Bits &bits) {
            return Result(std::vector<double>{sample.mean[0] + static_cast<double>(bits.word() % 1000)});
          }};
}

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const char *panel : {"a", "b"})
    for (const double x : {1.0, 2.0, 3.0})
      all.push_back(
          {.panel = panel, .x = x, .draw = two_numbers, .contenders = {noisy("one"), noisy("two")}});
  return all;
}

TEST(Trials, AreTheSameForAnyThreads) {
  const auto one = run_trials("figure", settings(), {.trials = 20, .seed = 5, .threads = 1}).value();
  const auto three = run_trials("figure", settings(), {.trials = 20, .seed = 5, .threads = 3}).value();
  ASSERT_EQ(one.size(), 12U);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].series, three[i].series);
    EXPECT_EQ(one[i].error.mean, three[i].error.mean);
    EXPECT_EQ(one[i].error.median, three[i].error.median);
  }
}

TEST(Trials, PanelsShareTheirChanceAndNothingElseDoes) {
  const auto points = run_trials("figure", settings(), {.trials = 20, .seed = 5, .threads = 2}).value();
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(points[i].panel, "a");
    EXPECT_EQ(points[i + 6].panel, "b");
    EXPECT_EQ(points[i].error.mean, points[i + 6].error.mean);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(points[i].error.mean, points[j].error.mean);
  }
  const auto other = run_trials("another", settings(), {.trials = 20, .seed = 5, .threads = 2}).value();
  const auto seed = run_trials("figure", settings(), {.trials = 20, .seed = 6, .threads = 2}).value();
  EXPECT_NE(points[0].error.mean, other[0].error.mean);
  EXPECT_NE(points[0].error.mean, seed[0].error.mean);
}

TEST(Trials, MeasureTheDistanceToTheTruthTimesTheScale) {
  const Contender off{"off by (3, 4)", [](const Sample &sample, Bits &) {
                        return Result(std::vector<double>{sample.truth[0] + 3, sample.truth[1] - 4});
                      }};
  const std::vector<Setting> one = {{.panel = "p",
                                     .x = 1,
                                     .draw =
                                         [](Bits &) {
                                           return sample_of(2, {1, 2, 3, 4});
                                         },
                                     .contenders = {off},
                                     .error_scale = 10}};
  EXPECT_DOUBLE_EQ(run_trials("f", one, {.trials = 3, .seed = 1, .threads = 1}).value()[0].error.mean, 50);
}

// A slow one has the first trials, whose errors are what they would be anyway, and says how many it had.
TEST(Trials, ASlowContenderHasFewerAndTheOthersDoNotNotice) {
  auto some = settings();
  for (Setting &setting : some) setting.contenders[0].most_trials = 4;
  const auto all = run_trials("f", settings(), {.trials = 4, .seed = 5, .threads = 2}).value();
  const auto fewer = run_trials("f", some, {.trials = 20, .seed = 5, .threads = 2}).value();
  const auto whole = run_trials("f", settings(), {.trials = 20, .seed = 5, .threads = 2}).value();
  ASSERT_EQ(fewer.size(), whole.size());
  for (std::size_t i = 0; i < fewer.size(); ++i) {
    const bool slow = fewer[i].series == "one";
    EXPECT_EQ(fewer[i].trials, slow ? 4U : 20U);
    EXPECT_EQ(fewer[i].error.mean, (slow ? all : whole)[i].error.mean);
  }
  // More than there are trials is no more than these.
  EXPECT_EQ(run_trials("f", some, {.trials = 3, .seed = 5, .threads = 2}).value()[0].trials, 3U);
}

TEST(Trials, SlowContendersCanBeLeftOut) {
  auto some = settings();
  for (Setting &setting : some) setting.contenders[0].most_trials = 4;
  const auto points =
      run_trials("f", some, {.trials = 20, .seed = 5, .threads = 2, .leave_out_slow = true}).value();
  ASSERT_EQ(points.size(), 6U);
  for (const Point &point : points) EXPECT_EQ(point.series, "two");
}

TEST(Trials, AContenderThatFailsEndsThemWithItsReason) {
  auto all = settings();
  all[4].contenders[1].estimate = [](const Sample &, Bits &) -> Result<std::vector<double>> {
    return Error{ErrorKind::bad_parameter, "it cannot", "let it"};
  };
  EXPECT_EQ(run_trials("f", all, {.trials = 3, .seed = 1, .threads = 2}).error().wrong, "it cannot");
}

TEST(Trials, ARefusalOfOneThatMayIsCountedAndTheRestIsWhatItWas) {
  auto all = settings();
  const auto whole = run_trials("f", all, {.trials = 6, .seed = 1, .threads = 2}).value();
  const auto always = all[0].contenders[0].estimate;
  all[0].contenders[0].may_refuse = all[0].contenders[1].may_refuse = true;
  all[0].contenders[0].estimate = [always](const Sample &sample, Bits &bits) -> Result<std::vector<double>> {
    if (sample.mean[0] < 50) return Error{ErrorKind::bad_input, "too small", "wait"};
    return always(sample, bits);
  };
  all[0].contenders[1].estimate = [](const Sample &, Bits &) -> Result<std::vector<double>> {
    return Error{ErrorKind::bad_input, "never", "wait"};
  };
  const auto points = run_trials("f", all, {.trials = 6, .seed = 1, .threads = 2}).value();
  EXPECT_EQ(points[0].trials, 6U);
  EXPECT_GT(points[0].refusals, 0U);
  EXPECT_LT(points[0].refusals, 6U);
  EXPECT_GT(points[0].error.mean, 0);
  EXPECT_EQ(points[1].refusals, 6U);
  EXPECT_TRUE(std::isnan(points[1].error.rmse));
  for (std::size_t i = 2; i < points.size(); ++i) EXPECT_EQ(points[i].error.mean, whole[i].error.mean);
}

TEST(Trials, AnAnswerThatIsNoNumberIsNoRefusal) {
  auto all = settings();
  all[0].contenders[0].estimate = [](const Sample &, Bits &) { return Result(std::vector<double>{NAN}); };
  const auto points = run_trials("f", all, {.trials = 3, .seed = 1, .threads = 2}).value();
  EXPECT_EQ(points[0].refusals, 0U);
  EXPECT_TRUE(std::isinf(points[0].error.rmse));
}

TEST(Trials, WhatIsNoRefusalEndsThemAllTheSame) {
  auto all = settings();
  all[0].contenders[0].may_refuse = true;
  all[0].contenders[0].estimate = [](const Sample &, Bits &) -> Result<std::vector<double>> {
    return Error{ErrorKind::bad_parameter, "it cannot", "let it"};
  };
  EXPECT_EQ(run_trials("f", all, {.trials = 3, .seed = 1, .threads = 2}).error().wrong, "it cannot");
}

TEST(Trials, TellHowFarTheyAreAndStopWhenTold) {
  std::uint64_t last = 0;
  const auto listen = [&](std::uint64_t done, std::uint64_t all) {
    EXPECT_GE(done, last);
    EXPECT_EQ(all, 60U);
    last = done;
    return true;
  };
  EXPECT_TRUE(run_trials("f", settings(), {.trials = 10, .seed = 1, .threads = 2, .progress = listen}));
  EXPECT_EQ(last, 60U);
  const auto refuse = [](std::uint64_t, std::uint64_t) { return false; };
  EXPECT_FALSE(run_trials("f", settings(), {.trials = 10, .seed = 1, .threads = 2, .progress = refuse}));
}

} // namespace trials_test
} // namespace poise::internal::experiments
