// Tables as Python hands them over: a promise to make one when the library asks.
#pragma once

#include "poise/answer/answer.h"

namespace poise::internal::python {

// What the functions of the module that begin with `from_` give back.
struct Source {
  TableSource table;
};

} // namespace poise::internal::python
