// The text for people: nothing left out, nothing more precise than it is.
#include "poise/report/text.h"

#include "report/a_summary.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace text_test {

void says(const std::string &text, const std::string &what) {
  EXPECT_NE(text.find(what), std::string::npos) << "missing: " << what << "\n" << text;
}

TEST(Text, SaysValueNoiseBudgetAdjacencyAndPromise) {
  const std::string text = to_text(a_summary());
  for (const char *what : {"4000 rows", "method gaussian", "0.100", "± 0.020", "-3.290", "rho = 0.5 (zCDP)",
                           "sum 0.5", "replace one row", "promise"})
    says(text, what);
}

TEST(Text, ARhoIsReadAsEpsilonAndDeltaToo) {
  says(to_text(a_summary()), "rho = 0.5 (zCDP), which gives epsilon = 5.23 with delta = 1e-6\n");
}

TEST(Text, ColoursOnlyWhereTheyAreWanted) {
  EXPECT_EQ(to_text(a_summary()).find('\033'), std::string::npos);
  const std::string coloured = to_text(a_summary(), {.colour = true});
  says(coloured, "\033[1m0.100\033[0m");
}

TEST(Text, WhatPoiseChoseAndTheBookThatPaidAreNamed) {
  Summary summary = a_summary();
  summary.method = "poise";
  summary.chosen = "gaussian";
  summary.because = "with so few rows nothing beats it";
  summary.book = BookSummary{"people", "rho", Rational(1, 2), Rational(2)};
  const std::string text = to_text(summary);
  says(text, "method poise, which chose gaussian");
  says(text, "method     gaussian: with so few rows nothing beats it\n");
  says(text, "ledger     people has rho = 1.5 left of 2\n");
}

TEST(Text, TheSameStepOfSeveralColumnsIsShownOnce) {
  Summary summary = a_summary();
  summary.privacy.spent = {{"a: radius", Rational(1, 20)},
                           {"a: sum", Rational(1, 5)},
                           {"b: radius", Rational(1, 20)},
                           {"b: sum", Rational(1, 5)}};
  const std::string text = to_text(summary);
  says(text, "spent      radius    20%  ████▊  0.1\n");
  says(text, "           sum       80%  ███████████████████▎  0.4\n");
}

TEST(Text, ShowsNoMoreDigitsThanTheNoiseLeaves) {
  Summary summary = a_summary();
  summary.value = {12345.678, 12345.678};
  summary.noise_std = {400, 0.0004};
  const std::string text = to_text(summary);
  says(text, " 12346 ");
  says(text, "12345.67800");
}

TEST(Text, ASimulationPromisesNothing) {
  Summary summary = a_summary();
  summary.privacy.is_private = false;
  const std::string text = to_text(summary);
  says(text, "promise    NONE");
  says(text, "simulated mean");
  EXPECT_EQ(text.find("private mean"), std::string::npos);
}

TEST(Text, CarriesItsWarnings) {
  Summary summary = a_summary();
  summary.warnings = {"mind the step"};
  says(to_text(summary), "warning    mind the step\n");
}

TEST(Text, NamesCannotBreakTheTable) {
  Summary summary = a_summary();
  summary.columns = {"two\nlines", "größe"};
  const std::string text = to_text(summary);
  says(text, "two lines ");
  says(text, "größe     "); // nine characters wide, as the name above
}

TEST(Text, SaysWhomToTrustInTheLocalModel) {
  const std::string text = to_text(a_local_summary());
  says(text, "method instance-optimal in the local model");
  says(text, "rho = 0.5 (zCDP)");
  says(text, "trust      nobody: noise is added before a row leaves its owner\n"
             "           3 rounds; a participant sends 522 bytes in all; here one table played all "
             "participants\n");
}

TEST(Text, TheShuffleModelClaimsNoZcdp) {
  const std::string text = to_text(a_shuffled_summary());
  says(text, "method instance-optimal in the shuffle model");
  says(text, "budget     epsilon = 4 with delta = 1e-9: steps cost rho = 0.5 at Rényi order 7\n");
  says(text, "trust      a shuffler, and all participants but a share of 0.1\n"
             "           12 rounds; a participant sends 15 kB in all\n");
  EXPECT_EQ(text.find("zCDP"), std::string::npos) << text;
  EXPECT_EQ(text.find("played"), std::string::npos) << text;
}

} // namespace text_test
} // namespace poise::internal
