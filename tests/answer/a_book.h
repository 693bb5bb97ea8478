// A book of its own for a test, gone with it.
#pragma once

#include "poise/ledger/ledger.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace poise::internal {

class ABook {
public:
  explicit ABook(const char *rho = "1") : ABook(Allowance::zcdp(Rho::parse(rho).value())) {}
  explicit ABook(const Allowance &allowance) {
    const auto *const test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::temp_directory_path() / ("poise_" + std::string(test->test_suite_name()) + "_" +
                                                       test->name() + "_" + std::to_string(getpid()) + ".db"))
                .string();
    std::filesystem::remove(path_);
    const auto error = Ledger::create(path_, "people", allowance);
    EXPECT_FALSE(error) << error->wrong;
  }
  ABook(const ABook &) = delete;
  ABook &operator=(const ABook &) = delete;
  ~ABook() { std::filesystem::remove(path_); }

  const std::string &path() const { return path_; }
  Account account() const { return Ledger::open(path_).value().accounts().value().at(0); }

private:
  std::string path_;
};

} // namespace poise::internal
