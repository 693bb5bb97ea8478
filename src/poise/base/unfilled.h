// A vector whose new elements are not filled with zeros first, for those who write every one of them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace poise {

// Filling is a pass over memory, and on one thread: the system hands out pages to whoever writes first.
template <class T> class Unfilled : public std::allocator<T> {
public:
  template <class U> struct rebind { using other = Unfilled<U>; };
  using std::allocator<T>::allocator;

  template <class U> void construct(U *at) { ::new (static_cast<void *>(at)) U; }
  template <class U, class... Arguments> void construct(U *at, Arguments &&...arguments) {
    ::new (static_cast<void *>(at)) U(std::forward<Arguments>(arguments)...);
  }
};

template <class T> using UnfilledVector = std::vector<T, Unfilled<T>>;

} // namespace poise
