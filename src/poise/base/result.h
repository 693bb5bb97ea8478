// A value, or the reason why there is none.
#pragma once

#include "poise/base/error.h"

#include <stdexcept>
#include <utility>
#include <variant>

namespace poise::internal {

template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }

  // Asking a failed result for its value is a bug of the caller, not of the input.
  const T &value() const & {
    require_value();
    return *std::get_if<0>(&state_);
  }
  T &value() & {
    require_value();
    return *std::get_if<0>(&state_);
  }
  T &&value() && {
    require_value();
    return std::move(*std::get_if<0>(&state_));
  }
  const T &operator*() const & { return value(); }
  T &operator*() & { return value(); }
  T &&operator*() && { return std::move(*this).value(); }
  const T *operator->() const { return &value(); }
  T *operator->() { return &value(); }

  const Error &error() const {
    if (const Error *error = std::get_if<1>(&state_)) return *error;
    throw std::logic_error("poise: asked a successful result for its error");
  }

private:
  void require_value() const {
    if (const Error *error = std::get_if<1>(&state_))
      throw std::logic_error("poise: asked a failed result for its value: " + error->wrong);
  }
  std::variant<T, Error> state_;
};

} // namespace poise::internal
