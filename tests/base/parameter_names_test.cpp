// Parameters in messages are spelled anew, and nothing else is touched.
#include "poise/base/parameter_names.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace parameter_names_test {

std::string flag(std::string_view name, std::string_view value) {
  return "<" + std::string(name) + (value.empty() ? "" : "|" + std::string(value)) + ">";
}

TEST(ParameterNames, AreSpelledByTheDoor) {
  EXPECT_EQ(spell_parameters("`mean_within` needs `bound`", flag), "<mean_within> needs <bound>");
  EXPECT_EQ(spell_parameters("such as `variances=1,0.25,9`", flag), "such as <variances|1,0.25,9>");
  EXPECT_EQ(spell_parameters("or `model=central`; nothing was spent", flag),
            "or <model|central>; nothing was spent");
}

TEST(ParameterNames, LeaveOtherTextAlone) {
  for (const std::string text : {"", "no parameter", "--rho of a file called --rho.csv", "`", "a ` b", "``",
                                 "`Rho`", "`a b`", "`_rho`", "`=1`", "`rho", "rho`"})
    EXPECT_EQ(spell_parameters(text, flag), text);
}

TEST(ParameterNames, AreFoundBehindALoneBacktick) {
  EXPECT_EQ(spell_parameters("a`b c.csv: add `rho`", flag), "a`b c.csv: add <rho>");
}

TEST(ParameterNames, OfAnErrorAreInBothLines) {
  EXPECT_EQ(spell_parameters(bad_parameter("`rho` is wrong", "give `epsilon=1`"), flag),
            bad_parameter("<rho> is wrong", "give <epsilon|1>"));
}

RC_GTEST_PROP(ParameterNames, TextWithoutBackticksStays, (std::string text)) {
  std::erase(text, '`');
  RC_ASSERT(spell_parameters(text, flag) == text);
}

} // namespace parameter_names_test
} // namespace poise::internal
