// Every number and pointer is looked at before it is used; how long buffers are, only the producer knows.
#include "poise/table/arrow/arrow_c_cells.h"

namespace poise::internal {
namespace {

using Kind = ArrowFormat::Kind;

constexpr std::int64_t most_cells = std::int64_t{1} << 56; // so that no count of bytes overflows

const char *wrong_sizes(const ArrowArray &array) {
  if (array.length < 0 || array.offset < 0 || array.length > most_cells || array.offset > most_cells)
    return "an array has a length that makes no sense";
  if (array.null_count < -1 || array.null_count > array.length)
    return "an array has a count of nulls that makes no sense";
  if (array.n_buffers < 0 || array.n_children < 0 || (array.n_buffers > 0 && array.buffers == nullptr) ||
      (array.n_children > 0 && array.children == nullptr))
    return "an array has no list of its buffers or children";
  return nullptr;
}

bool has_right_count(Kind kind, std::int64_t buffers) {
  switch (kind) {
  case Kind::nulls:
    return buffers == 0;
  case Kind::records:
    return buffers == 1;
  case Kind::words:
  case Kind::long_words:
    return buffers == 3;
  case Kind::views:
    return buffers >= 3;
  default:
    return buffers == 2;
  }
}

// Of an array with rows: whether the buffers are there that no array does without.
bool has_buffers(const ArrowArray &array, const ArrowFormat &format) {
  if (!has_right_count(format.kind, array.n_buffers)) return false;
  if (format.kind == Kind::nulls || format.kind == Kind::records) return true;
  if (format.kind == Kind::fixed && format.size == 0) return true;
  if (format.kind == Kind::views && array.n_buffers > 3 && array.buffers[array.n_buffers - 1] == nullptr)
    return false;
  return array.buffers[1] != nullptr;
}

} // namespace

Error arrow_fault(const std::string &source, const std::string &what) {
  return bad_input(source + " does not keep to Arrow's C interface: " + what,
                   "update the library that hands it over, or write it to a file and give that");
}

Result<ArrowCells> open_arrow_array(const ArrowArray *array, const ArrowFormat &format,
                                    const std::string &source) {
  if (array == nullptr || array->release == nullptr) return arrow_fault(source, "an array is not there");
  if (const char *what = wrong_sizes(*array)) return arrow_fault(source, what);
  ArrowCells cells{
      array, format, static_cast<std::size_t>(array->offset), static_cast<std::size_t>(array->length),
      {},    {}};
  if (cells.rows == 0) return cells;
  if (!has_buffers(*array, format)) return arrow_fault(source, "an array lacks a buffer");
  if (format.kind == Kind::nulls || array->null_count == 0) return cells;
  cells.own = {cells.buffer(0), cells.first};
  if (cells.own.bits == nullptr && array->null_count > 0)
    return arrow_fault(source, "an array with nulls does not say which");
  return cells;
}

Result<ArrowCells> open_arrow_field(const ArrowCells &records, std::size_t field, const ArrowFormat &format,
                                    const std::string &source) {
  if (field >= static_cast<std::size_t>(records.array->n_children))
    return arrow_fault(source, "a batch has fewer columns than its schema");
  auto cells = open_arrow_array(records.array->children[field], format, source);
  if (!cells) return cells;
  if (cells->rows < records.first + records.rows)
    return arrow_fault(source, "a column is shorter than its batch");
  cells->first += records.first;
  cells->own.first += records.first;
  cells->rows = records.rows;
  cells->outer = records.own;
  return cells;
}

} // namespace poise::internal
