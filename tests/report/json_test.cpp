// The JSON of the contract: its keys, their order, and numbers that read back the same.
#include "poise/report/json.h"

#include "report/a_summary.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace poise::internal {
namespace json_test {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

Names keys(const Json &object) {
  Names names;
  for (const auto &[name, value] : object.items()) names.push_back(name);
  return names;
}

TEST(Json, IsTheObjectOfTheContract) {
  EXPECT_EQ(to_json(a_summary()),
            R"({"statistic":"mean","method":"gaussian","rows":4000,"columns":["a","b"],"value":[0.1,-3.25],)"
            R"("noise_std":[0.02,0.02],"interval":{"level":0.95,"low":[0.06,-3.29],"high":[0.14,-3.21]},)"
            R"("privacy":{"definition":"zCDP","rho":0.5,"adjacency":"replace-one","private":true,)"
            R"("spent":[{"step":"sum","rho":0.5}]},"warnings":[]})"
            "\n");
}

TEST(Json, AnAmountThatIsNoFiniteDecimalIsGivenExactlyAsWell) {
  const Json object = Json::parse(to_json(a_summary("1/3")));
  EXPECT_EQ(object["privacy"]["rho"], 1.0 / 3);
  EXPECT_EQ(object["privacy"]["exact"], "1/3");
  EXPECT_EQ(object["privacy"]["spent"][0]["rho"], 1.0 / 3);
  EXPECT_EQ(object["privacy"]["spent"][0]["exact"], "1/3");
  EXPECT_FALSE(Json::parse(to_json(a_summary("0.1")))["privacy"].contains("exact"));
}

TEST(Json, OneTenthIsWrittenAsOneTenth) {
  EXPECT_NE(to_json(a_summary("0.1")).find("\"rho\":0.1,"), std::string::npos);
}

TEST(Json, EpsilonAndDeltaAreThereWhenTheyWereAskedFor) {
  Summary summary = a_summary();
  summary.privacy.epsilon = Epsilon::parse("1").value();
  summary.privacy.delta = Delta::parse("1e-9").value();
  const Json object = Json::parse(to_json(summary));
  EXPECT_EQ(keys(object["privacy"]),
            (Names{"definition", "rho", "epsilon", "delta", "adjacency", "private", "spent"}));
  EXPECT_EQ(object["privacy"]["epsilon"], 1.0);
  EXPECT_EQ(object["privacy"]["delta"], 1e-9);
}

TEST(Json, AModelHasItsNameAndItsTraffic) {
  const Json object = Json::parse(to_json(a_local_summary()));
  EXPECT_EQ(keys(object), (Names{"statistic", "method", "model", "rows", "columns", "value", "noise_std",
                                 "interval", "privacy", "warnings", "traffic"}));
  EXPECT_EQ(object["model"], "local");
  EXPECT_EQ(object["traffic"]["rounds"], 3);
  EXPECT_EQ(object["traffic"]["bytes_per_participant"], 522.0);
  EXPECT_EQ(keys(object["privacy"]), (Names{"definition", "rho", "adjacency", "private", "spent"}));
  Summary unmeasured = a_local_summary();
  unmeasured.model->bytes_per_participant = 0;
  EXPECT_FALSE(Json::parse(to_json(unmeasured))["traffic"].contains("bytes_per_participant"));
  EXPECT_FALSE(Json::parse(to_json(a_summary())).contains("model"));
}

TEST(Json, AnApproximatePromiseNamesItsOrderAndWhoMayBeDishonest) {
  const Json privacy = Json::parse(to_json(a_shuffled_summary()))["privacy"];
  EXPECT_EQ(keys(privacy), (Names{"definition", "rho", "epsilon", "delta", "order", "adjacency", "private",
                                  "spent", "dishonest"}));
  EXPECT_EQ(privacy["definition"], "approximate");
  EXPECT_EQ(privacy["order"], 7);
  EXPECT_EQ(privacy["dishonest"], 0.1);
}

TEST(Json, DoublesReadBackTheSame) {
  Summary summary = a_summary();
  summary.value = {0.1 + 0.2, 1e-300};
  EXPECT_EQ(Json::parse(to_json(summary))["value"].get<std::vector<double>>(), summary.value);
}

TEST(Json, NamesThatAreNotUnicodeStillMakeJson) {
  Summary summary = a_summary();
  summary.columns = {"caf\xe9", "two\nlines"};
  const Json object = Json::parse(to_json(summary));
  EXPECT_EQ(object["columns"][1], "two\nlines");
}

} // namespace json_test
} // namespace poise::internal
