// A number as the id of a person: equal numbers have equal bytes.
#pragma once

#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>

namespace poise {

// NaN of any kind is one id, and -0 is 0.
template <class T> class NumberId {
public:
  explicit NumberId(T number) : number_(number) {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(number)) number_ = std::numeric_limits<T>::quiet_NaN();
      if (number == 0) number_ = 0;
    }
  }

  std::string_view bytes() const { return {reinterpret_cast<const char *>(&number_), sizeof(T)}; }

private:
  T number_;
};

} // namespace poise
