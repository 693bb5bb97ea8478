// A vector whose new elements are not filled with zeros first, for those who write every one of them.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace poise::internal {

// Memory for large arrays: in large pages where the system has them, as handing out a gigabyte in small ones
// takes as long as a pass over it. What alloc_large returns goes back to free_large with the same size.
void *alloc_large(std::size_t bytes);
void free_large(void *memory, std::size_t bytes) noexcept;

// Filling is a pass over memory, and on one thread: the system hands out pages to whoever writes first.
template <class T> class DefaultInitAllocator {
public:
  using value_type = T;
  DefaultInitAllocator() = default;
  template <class U> DefaultInitAllocator(const DefaultInitAllocator<U> &) {}

  T *allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T *>(alloc_large(count * sizeof(T)));
  }
  void deallocate(T *memory, std::size_t count) noexcept { free_large(memory, count * sizeof(T)); }

  template <class U> void construct(U *at) { ::new (static_cast<void *>(at)) U; }
  template <class U, class... Arguments> void construct(U *at, Arguments &&...arguments) {
    ::new (static_cast<void *>(at)) U(std::forward<Arguments>(arguments)...);
  }

  friend bool operator==(const DefaultInitAllocator &, const DefaultInitAllocator &) { return true; }
};

template <class T> using UninitializedVector = std::vector<T, DefaultInitAllocator<T>>;

} // namespace poise::internal
