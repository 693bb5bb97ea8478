// Large arrays begin at a large page, and ask for such pages.
#include "poise/base/default_init_allocator.h"

#include <sys/mman.h>

namespace poise::internal {
namespace {

constexpr std::size_t page = std::size_t{1} << 21, large = 4 * page;

} // namespace

void *alloc_large(std::size_t bytes) {
  if (bytes < large) return ::operator new(bytes);
  void *const memory = ::operator new (bytes, std::align_val_t{page});
  // A wish: without it everything works, a little slower.
  (void)madvise(memory, bytes / page * page, MADV_HUGEPAGE);
  return memory;
}

void free_large(void *memory, std::size_t bytes) noexcept {
  if (bytes < large) {
    ::operator delete(memory);
  } else {
    ::operator delete (memory, std::align_val_t{page});
  }
}

} // namespace poise::internal
