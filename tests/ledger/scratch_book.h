// A book in a directory of its own, and short ways to use it.
#pragma once

#include "poise/ledger/ledger.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace poise::internal {

inline Rho rho(const char *text) { return *Rho::parse(text); }
inline Epsilon epsilon(const char *text) { return *Epsilon::parse(text); }
inline Allowance rho_allowance(const char *text) { return Allowance::zcdp(rho(text)); }

inline Purpose some_purpose() { return {"poise mean", "mean", "poise", {"age", "pay"}, std::nullopt}; }

inline std::string bytes_of(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Removed with all that is in it. In memory where the system offers that: a test of many crashes needs
// no real disk, since what a disk would lose is worked out by FaultyVfs.
class ScratchBook {
public:
  enum class On { memory, disk };

  explicit ScratchBook(On on = On::memory) {
    const std::filesystem::path memory = "/dev/shm";
    const bool in_memory = on == On::memory && access(memory.c_str(), W_OK) == 0;
    std::string name =
        ((in_memory ? memory : std::filesystem::temp_directory_path()) / "poise_ledger_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    directory_ = name;
  }
  ~ScratchBook() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  ScratchBook(const ScratchBook &) = delete;
  ScratchBook &operator=(const ScratchBook &) = delete;

  std::string directory() const { return directory_.string(); }
  std::string path() const { return (directory_ / "book.db").string(); }
  std::string journal() const { return path() + "-journal"; }

  void create(const std::string &dataset, const Allowance &allowance,
              const std::optional<std::string> &unit = std::nullopt) const {
    const std::optional<Error> error = Ledger::create(path(), dataset, allowance, Ledger::Options(), unit);
    if (error) throw std::runtime_error("the book was not made: " + error->wrong);
  }
  Ledger open() const { return *Ledger::open(path()); }
  std::vector<Account> accounts() const { return *open().accounts(); }
  Rational spent(std::size_t account = 0) const { return accounts().at(account).spent; }

private:
  std::filesystem::path directory_;
};

} // namespace poise::internal
