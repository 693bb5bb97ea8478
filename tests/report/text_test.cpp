// The text for people: nothing left out, nothing more precise than it is.
#include "poise/report/text.h"

#include "report/a_summary.h"

#include <gtest/gtest.h>

namespace poise {
namespace {

void says(const std::string &text, const std::string &what) {
  EXPECT_NE(text.find(what), std::string::npos) << "missing: " << what << "\n" << text;
}

TEST(Text, SaysValueNoiseBudgetAdjacencyAndPromise) {
  const std::string text = to_text(a_summary());
  for (const char *what : {"4000 rows", "method gaussian", "0.100", "± 0.020", "-3.290", "rho = 0.5 (zCDP)",
                           "sum 0.5", "replace one row", "promise"})
    says(text, what);
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

} // namespace
} // namespace poise
