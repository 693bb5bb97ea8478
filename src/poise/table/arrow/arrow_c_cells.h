// The cells of a column in a batch of Arrow's C interface, once its sizes and buffers make sense.
#pragma once

#include "poise/base/result.h"
#include "poise/table/arrow/arrow_c_data.h"
#include "poise/table/arrow/arrow_c_format.h"

#include <string>

namespace poise::internal {

// A bitmap from a bit on; none means that every row is there.
struct ArrowPresence {
  const std::uint8_t *bits = nullptr;
  std::size_t first = 0;

  bool missing(std::size_t row) const {
    return bits != nullptr && (bits[(first + row) / 8] >> ((first + row) % 8) & 1) == 0;
  }
};

struct ArrowCells {
  const ArrowArray *array;
  ArrowFormat format;
  std::size_t first;        // where they begin in the buffers
  std::size_t rows;         // when there are any, so are the buffers that the format needs
  ArrowPresence own, outer; // of the column, and of the struct around it

  bool missing(std::size_t row) const { return own.missing(row) || outer.missing(row); }
  const std::uint8_t *buffer(std::size_t i) const {
    return static_cast<const std::uint8_t *>(array->buffers[i]);
  }
};

// Who hands over the table does not keep to the interface.
Error arrow_fault(const std::string &source, const std::string &what);

// All rows of an array.
Result<ArrowCells> open_arrow_array(const ArrowArray *array, const ArrowFormat &format,
                                    const std::string &source);

// A field of a struct that was opened: the same rows of its child.
Result<ArrowCells> open_arrow_field(const ArrowCells &records, std::size_t field, const ArrowFormat &format,
                                    const std::string &source);

} // namespace poise::internal
