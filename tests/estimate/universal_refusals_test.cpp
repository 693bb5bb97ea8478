// Refusals look at public numbers alone: the same for every table of one shape, before a word is drawn.
#include "estimate/universal_data.h"
#include "poise/estimate/mean/mean_methods.h"
#include "poise/estimate/universal/universal_mean.h"
#include "poise/estimate/universal/universal_quantile.h"

#include <functional>
#include <gtest/gtest.h>

namespace poise::internal {
namespace universal_refusals_test {

constexpr std::size_t rows = 3000;
// A sort takes 24,000 bytes a column.
const RunOptions tiny{.threads = 1, .memory = 23'999}, enough{.threads = 1};

// As different as columns can be: narrow and wide grids, ties, nothing at all.
std::vector<Numbers> different_columns() {
  std::vector<Numbers> all = {Numbers(rows, 0.0), Numbers(rows, missing_cell), Numbers(rows, infinite),
                              numbers(rows, 0, 1, 1), numbers(rows, 1e12, 1e-3, 2)};
  Numbers wide(rows);
  for (std::size_t i = 0; i < rows; ++i)
    wide[i] = (i % 2 == 0 ? 1 : -1) * std::ldexp(1.0, static_cast<int>(i % 600));
  all.push_back(wide);
  return all;
}

using Ask = std::function<std::optional<Error>(const Table &, Bits &, const RunOptions &)>;

template <class Answer> std::optional<Error> error_of(const Result<Answer> &answer) {
  return answer ? std::nullopt : std::optional(answer.error());
}

std::vector<std::pair<std::string, Ask>> askers() {
  std::vector<std::pair<std::string, Ask>> all;
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned})
    for (const std::optional<int> bucket : {std::optional<int>(), std::optional(-4)}) {
      const UniversalOptions options{.version = version, .bucket = bucket};
      const std::string name = std::string(name_of(version)) + (bucket ? " bucket" : "");
      all.emplace_back("mean " + name, [=](const Table &table, Bits &bits, const RunOptions &run) {
        return error_of(universal_mean(table, epsilon("4"), bits, options, run));
      });
      all.emplace_back("mean zcdp " + name, [=](const Table &table, Bits &bits, const RunOptions &run) {
        return error_of(universal_mean(table, rho("4"), bits, options, run));
      });
      all.emplace_back("quantiles " + name, [=](const Table &table, Bits &bits, const RunOptions &run) {
        return error_of(universal_quantiles(table, {ratio(1, 2)}, epsilon("8"), bits, options, run));
      });
      all.emplace_back("iqr " + name, [=](const Table &table, Bits &bits, const RunOptions &run) {
        return error_of(universal_iqr(table, rho("8"), bits, options, run));
      });
    }
  for (const char *method : {"plan", "plan-noscale"}) { // those that sort all cells
    all.emplace_back(method, [=](const Table &table, Bits &bits, const RunOptions &run) {
      return error_of(find_mean_method(method)->run(table, std::nullopt, rho("1"), bits, {}, run));
    });
  }
  return all;
}

TEST(UniversalRefusals, TooLittleMemoryIsToldAlikeForEveryTableOfAShapeBeforeAWordIsDrawn) {
  ASSERT_GT(askers().size(), 16U);
  for (const auto &[name, ask] : askers()) {
    std::optional<Error> first;
    for (const Numbers &cells : different_columns()) {
      SeededBits bits(801), untouched(801);
      const auto refused = ask(one_column(cells), bits, tiny);
      ASSERT_TRUE(refused) << name;
      EXPECT_EQ(refused->kind, ErrorKind::bad_parameter) << name;
      EXPECT_EQ(bits.word(), untouched.word()) << name;
      if (!first) first = refused;
      EXPECT_EQ(*refused, *first) << name;
    }
  }
}

// With enough of it, nobody is refused: the refusal above is about memory, and about no cell.
TEST(UniversalRefusals, WithEnoughMemoryEveryTableOfTheShapeIsAnswered) {
  for (const auto &[name, ask] : askers())
    for (const Numbers &cells : different_columns()) {
      SeededBits bits(802);
      const auto refused = ask(one_column(cells), bits, enough);
      EXPECT_FALSE(refused) << name << (refused ? refused->wrong : "");
      const auto just = ask(one_column(cells), bits, {.threads = 1, .memory = 24'000});
      EXPECT_FALSE(just) << name << (just ? just->wrong : "");
    }
}

} // namespace universal_refusals_test
} // namespace poise::internal
