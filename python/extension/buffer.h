// Memory of a Python object, lent to the library for as long as it needs it.
#pragma once

#include "poise/table/memory/number_cells.h"

#include <memory>
#include <nanobind/nanobind.h>
#include <vector>

namespace poise::internal::python {

// Numbers at regular steps, in native byte order. The shape has as many entries as the steps.
struct Buffer {
  NumberType type;
  const void *cells;
  std::vector<std::size_t> shape;
  std::vector<std::ptrdiff_t> steps;
  std::shared_ptr<const void> owner; // may go in any thread
};

// Needs the GIL. A TypeError for anything else than numbers: the package passes no such thing.
Buffer borrow(nanobind::handle object);

} // namespace poise::internal::python
