// Production bits: never the same word twice, not even across a fork.
#include "poise/random/system_bits.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <gtest/gtest.h>
#include <set>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What the kernel of the day makes of advice: this definition stands in for the C library's.
namespace {
enum class Kernel { honest, without_wiping, agrees_to_everything } kernel = Kernel::honest;
}

extern "C" int madvise(void *pages, size_t bytes, int advice) noexcept {
  if (kernel == Kernel::agrees_to_everything) return 0;
  if (kernel == Kernel::without_wiping && advice == MADV_WIPEONFORK) {
    errno = EINVAL;
    return -1;
  }
  return static_cast<int>(syscall(SYS_madvise, pages, bytes, advice));
}

namespace poise::internal {
namespace {

constexpr std::size_t taken = 64;
using Words = std::array<std::uint64_t, taken>;

Words take(Bits &bits) {
  Words words;
  for (std::uint64_t &word : words) word = bits.word();
  return words;
}

// The words a forked child would draw next, sent home through a pipe.
Words words_of_a_child(Bits &bits) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const Words words = take(bits);
    const bool sent = write(ends[1], words.data(), sizeof words) == static_cast<ssize_t>(sizeof words);
    _exit(sent ? 0 : 1);
  }
  Words words{};
  EXPECT_EQ(read(ends[0], words.data(), sizeof words), static_cast<ssize_t>(sizeof words));
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  close(ends[0]);
  close(ends[1]);
  return words;
}

class SystemBitsOf : public testing::TestWithParam<SystemBits::Buffering> {};

TEST_P(SystemBitsOf, ProcessAndForkShareNoWord) {
  SystemBits bits(GetParam());
  bits.word(); // the buffer is full when the children are born
  std::set<std::uint64_t> all;
  for (const Words &words : {words_of_a_child(bits), words_of_a_child(bits), take(bits)})
    all.insert(words.begin(), words.end());
  // A repetition among 192 honest words has probability below 2^-49.
  EXPECT_EQ(all.size(), 3 * taken);
}

TEST_P(SystemBitsOf, NoWordComesTwiceAcrossRefills) {
  SystemBits bits(GetParam());
  std::set<std::uint64_t> all;
  for (int i = 0; i < 5000; ++i) all.insert(bits.word());
  EXPECT_EQ(all.size(), 5000U); // false alarm below 2^-39
}

TEST_P(SystemBitsOf, EveryBitIsFairAndTwoSourcesDiffer) {
  SystemBits bits(GetParam());
  SystemBits other(GetParam());
  constexpr int draws = 20'000;
  std::array<int, 64> ones{};
  int agreements = 0;
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t word = bits.word();
    agreements += word == other.word() ? 1 : 0;
    for (unsigned bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>(word >> bit & 1);
  }
  EXPECT_EQ(agreements, 0);
  // Hoeffding: P(|ones - n/2| > 450) <= 2 exp(-2 * 450^2 / n) < 4e-9 a bit, 3e-7 in all.
  for (const int count : ones) EXPECT_NEAR(count, draws / 2, 450);
}

TEST_P(SystemBitsOf, CallThemselvesTheOperatingSystems) {
  EXPECT_EQ(SystemBits(GetParam()).provenance(), Provenance::operating_system);
}

INSTANTIATE_TEST_SUITE_P(Buffering, SystemBitsOf,
                         testing::Values(SystemBits::Buffering::wiped_on_fork, SystemBits::Buffering::none));

class OnKernel : public testing::TestWithParam<Kernel> {
protected:
  void SetUp() override { kernel = GetParam(); }
  void TearDown() override { kernel = Kernel::honest; }
};

TEST_P(OnKernel, NothingIsBufferedWhereTheKernelDoesNotWipe) {
  SystemBits bits;
  EXPECT_EQ(bits.buffering(), SystemBits::Buffering::none);
  bits.word();
  std::set<std::uint64_t> all;
  for (const Words &words : {words_of_a_child(bits), take(bits)}) all.insert(words.begin(), words.end());
  EXPECT_EQ(all.size(), 2 * taken);
}

INSTANTIATE_TEST_SUITE_P(Unwiping, OnKernel,
                         testing::Values(Kernel::without_wiping, Kernel::agrees_to_everything));

TEST(SystemBits, BufferWhereTheKernelWipes) {
  // Linux has wiped on fork since 4.14; should this fail, the slow road is in use.
  EXPECT_EQ(SystemBits().buffering(), SystemBits::Buffering::wiped_on_fork);
}

} // namespace
} // namespace poise::internal
