// Arrays, columns, sparse rows, Arrow streams and files as sources of rows. No cell is copied here.
#include "extension/tables.h"

#include "extension/buffer.h"
#include "extension/parts.h"
#include "poise/table/arrow/read_arrow_stream.h"
#include "poise/table/memory/memory_columns.h"
#include "poise/table/memory/memory_matrix.h"
#include "poise/table/memory/memory_sparse.h"

#include <memory>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace poise::internal::python {
namespace {

using Owner = std::shared_ptr<const void>;

// As the system writes it, which need not be UTF-8.
Source from_file(const nb::bytes &path) { return {internal::from_file(std::string(path.c_str(), path.size()))}; }

// One or two dimensions: one column, or rows of columns.
Source from_matrix(const nb::object &array, const std::vector<std::string> &names) {
  Buffer buffer = borrow(array);
  if (buffer.shape.size() != 1 && buffer.shape.size() != 2)
    throw nb::type_error("poise: a matrix has one or two dimensions");
  const bool rows_alone = buffer.shape.size() == 1;
  const MemoryMatrix matrix{.type = buffer.type,
                            .cells = buffer.cells,
                            .rows = buffer.shape[0],
                            .columns = rows_alone ? 1 : buffer.shape[1],
                            .row_step = buffer.steps[0],
                            .column_step = rows_alone ? 0 : buffer.steps[1]};
  return {[matrix, names, owner = std::move(buffer.owner)](const ReadOptions &options) {
    return memory_matrix(matrix, names, owner, options);
  }};
}

// Name, numbers or None, what kind each cell is where a column could hold anything, and what the cells are
// called where they are no numbers.
using GivenColumn = std::tuple<std::string, nb::object, nb::object, std::string>;

Source from_columns(const std::vector<GivenColumn> &given, std::size_t rows) {
  std::vector<MemoryColumn> columns;
  const auto owners = std::make_shared<std::vector<Owner>>();
  const auto lent = [&](const nb::object &cells) {
    Buffer buffer = borrow(cells);
    if (buffer.shape.size() != 1 || buffer.shape[0] != rows)
      throw nb::type_error("poise: a column has one dimension, and one cell a row");
    owners->push_back(std::move(buffer.owner));
    return buffer;
  };
  for (const auto &[name, cells, kinds, other_type] : given) {
    MemoryColumn column{.name = name, .other_type = other_type};
    if (!cells.is_none()) {
      const Buffer buffer = lent(cells);
      MemoryNumbers numbers{{buffer.type, buffer.cells, buffer.steps[0]}};
      if (!kinds.is_none()) {
        const Buffer meanings = lent(kinds);
        if (meanings.type != NumberType::u1 || (rows > 1 && meanings.steps[0] != 1))
          throw nb::type_error("poise: kinds of cells are bytes without gaps");
        numbers.kinds = static_cast<const CellKind *>(meanings.cells);
      }
      column.cells = numbers;
    }
    columns.push_back(std::move(column));
  }
  return {[columns = std::move(columns), rows, owners](const ReadOptions &options) {
    return memory_columns(columns, rows, Owner(owners), options);
  }};
}

Source from_sparse(std::size_t rows, std::size_t columns, const nb::object &starts, const nb::object &places,
                   const nb::object &values, const std::vector<std::string> &names) {
  const auto owners = std::make_shared<std::vector<Owner>>();
  const auto span = [&](const nb::object &array) {
    Buffer buffer = borrow(array);
    if (buffer.shape.size() != 1) throw nb::type_error("poise: parts of a sparse matrix have one dimension");
    owners->push_back(std::move(buffer.owner));
    return MemorySpan{buffer.type, buffer.cells, buffer.shape[0]};
  };
  MemorySparse matrix{.rows = rows, .columns = columns, .starts = span(starts), .places = span(places)};
  if (!values.is_none()) matrix.values = span(values);
  return {[matrix, names, owners](const ReadOptions &options) {
    return memory_sparse(matrix, names, Owner(owners), options);
  }};
}

// The struct in a capsule, which stays alive with it. Whoever takes it leaves a released one.
template <class Struct> Struct *inside(const nb::object &capsule, const char *name) {
  void *const found = PyCapsule_GetPointer(capsule.ptr(), name);
  if (found == nullptr) throw nb::python_error();
  return static_cast<Struct *>(found);
}

// Python objects may go only under the GIL, and sources go wherever the work ends.
Owner keep(nb::object object) {
  return {new nb::object(std::move(object)), [](const void *kept) {
            const nb::gil_scoped_acquire acquired;
            delete static_cast<const nb::object *>(kept);
          }};
}

Source from_arrow_stream(const nb::object &capsule) {
  auto *const stream = inside<ArrowArrayStream>(capsule, "arrow_array_stream");
  return {[stream, owner = keep(capsule)](const ReadOptions &options) {
    return read_arrow_stream(stream, options);
  }};
}

Source from_arrow_array(const nb::object &schema, const nb::object &array) {
  auto *const type = inside<ArrowSchema>(schema, "arrow_schema");
  auto *const cells = inside<ArrowArray>(array, "arrow_array");
  return {[type, cells, owners = std::vector{keep(schema), keep(array)}](const ReadOptions &options) {
    return read_arrow_array(type, cells, options);
  }};
}

} // namespace

void add_tables(nb::module_ &module) {
  nb::class_<Source>(module, "Source", "Where rows are, for one statistic.");
  module.def("from_file", &from_file, nb::arg("path"));
  module.def("from_matrix", &from_matrix, nb::arg("array"), nb::arg("names"));
  module.def("from_columns", &from_columns, nb::arg("columns"), nb::arg("rows"));
  module.def("from_sparse", &from_sparse, nb::arg("rows"), nb::arg("columns"), nb::arg("starts"),
             nb::arg("places"), nb::arg("values").none(), nb::arg("names"));
  module.def("from_arrow_stream", &from_arrow_stream, nb::arg("capsule"));
  module.def("from_arrow_array", &from_arrow_array, nb::arg("schema"), nb::arg("array"));
}

} // namespace poise::internal::python
