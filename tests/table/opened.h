// The tests' own key to raw data.
#pragma once

#include "poise/table/raw_key.h"

namespace poise {

struct RawKeyForTests {
  static RawKey make() { return RawKey(); }
};

} // namespace poise
