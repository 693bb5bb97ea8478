// ChaCha20 with fast key erasure, in memory the kernel wipes on fork.
#include "poise/random/system_bits.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <sodium.h>
#include <stdexcept>
#include <sys/mman.h>

namespace poise::internal {

// All of it reads zero in a forked child: no key, nothing left.
struct SystemBits::State {
  Pool pool;
  std::uint64_t keyed;
  unsigned char key[crypto_stream_chacha20_KEYBYTES];
};

namespace {

void start_sodium() {
  // Idempotent and thread-safe; it fails only where the system has no randomness at all.
  if (sodium_init() < 0) throw std::runtime_error("poise: the system offers no randomness");
}

} // namespace

void SystemBits::Unmap::operator()(State *state) const {
  sodium_memzero(state, sizeof(State));
  munmap(state, sizeof(State));
}

// Some emulators say yes to every advice, even to one that does not exist, and do nothing.
bool SystemBits::can_wipe(void *pages) {
  constexpr int no_such_advice = -1;
  return madvise(pages, sizeof(State), no_such_advice) != 0 &&
         madvise(pages, sizeof(State), MADV_WIPEONFORK) == 0;
}

SystemBits::Memory SystemBits::map_memory(Buffering wanted) {
  start_sodium();
  void *pages = mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  const bool wiped = wanted == Buffering::wiped_on_fork && can_wipe(pages);
  (void)madvise(pages, sizeof(State), MADV_DONTDUMP); // a courtesy: no promise rests on it
  return {Pages(new (pages) State{}), wiped ? Buffering::wiped_on_fork : Buffering::none};
}

SystemBits::SystemBits() : SystemBits(Buffering::wiped_on_fork) {}

SystemBits::SystemBits(Buffering wanted) : SystemBits(map_memory(wanted)) {}

SystemBits::SystemBits(Memory memory)
    : Bits(&memory.pages->pool), state_(std::move(memory.pages)), buffering_(memory.buffering) {}

SystemBits::~SystemBits() = default;

void SystemBits::refill() {
  State &state = *state_;
  if (buffering_ == Buffering::none) {
    randombytes_buf(&state.pool.words[0], sizeof(std::uint64_t));
    state.pool.left = 1;
    return;
  }
  if (state.keyed == 0) {
    randombytes_buf(state.key, sizeof state.key);
    state.keyed = 1;
  }
  // Each key is used for one block of output and replaced, so the nonce may stay zero.
  constexpr unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = {};
  struct {
    unsigned char next_key[sizeof state.key];
    std::uint64_t words[Pool::capacity];
  } stream;
  crypto_stream_chacha20(reinterpret_cast<unsigned char *>(&stream), sizeof stream, nonce, state.key);
  std::copy(std::begin(stream.next_key), std::end(stream.next_key), state.key);
  std::copy(std::begin(stream.words), std::end(stream.words), state.pool.words);
  state.pool.left = Pool::capacity;
  sodium_memzero(&stream, sizeof stream);
}

} // namespace poise::internal
