// One case a type; every size is checked again before a view is made.
#include "poise/table/arrow/arrow_numbers.h"

#include "poise/table/arrow/decimal.h"
#include "poise/table/cell.h"

#include <arrow/array.h>
#include <arrow/util/float16.h>
#include <limits>

namespace poise::internal {
namespace {

using arrow::Status;
using arrow::Type;

Status broken() { return Status::Invalid("a column is shorter than its rows"); }

// The cells of an array from a row on, each of so many bytes.
arrow::Result<const std::uint8_t *> cells_of(const arrow::ArrayData &data, std::int64_t first,
                                             std::int64_t rows, std::int64_t size) {
  if (first + rows > data.length || data.buffers.size() < 2 || data.buffers[1] == nullptr ||
      !data.buffers[1]->is_cpu() || data.buffers[1]->size() / size < data.offset + first + rows)
    return broken();
  return data.buffers[1]->data() + (data.offset + first) * size;
}

template <class T>
Status view_cells(const arrow::ArrayData &data, std::int64_t first, std::int64_t rows, Column &column) {
  ARROW_ASSIGN_OR_RAISE(const std::uint8_t *cells, cells_of(data, first, rows, sizeof(T)));
  if (reinterpret_cast<std::uintptr_t>(cells) % alignof(T) != 0) return Status::Invalid("not aligned");
  column.cells = reinterpret_cast<const T *>(cells);
  return Status::OK();
}

// A bit a cell becomes a byte a cell.
Status spread_bits(const arrow::ArrayData &data, std::int64_t first, std::int64_t rows, Column &column,
                   std::vector<std::uint8_t> &kept) {
  const std::int64_t start = data.offset + first;
  if (first + rows > data.length || data.buffers.size() < 2 || data.buffers[1] == nullptr ||
      !data.buffers[1]->is_cpu() || data.buffers[1]->size() < (start + rows + 7) / 8)
    return broken();
  const std::uint8_t *bits = data.buffers[1]->data();
  kept.resize(static_cast<std::size_t>(rows));
  for (std::int64_t row = 0; row < rows; ++row)
    kept[static_cast<std::size_t>(row)] = bits[(start + row) / 8] >> ((start + row) % 8) & 1;
  column.cells = kept.data();
  return Status::OK();
}

template <class Convert>
Status convert(const arrow::ArrayData &data, std::int64_t first, std::int64_t rows, std::int64_t size,
               Column &column, std::vector<double> &kept, const Convert &to_double) {
  ARROW_ASSIGN_OR_RAISE(const std::uint8_t *cells, cells_of(data, first, rows, size));
  kept.resize(static_cast<std::size_t>(rows));
  for (double &cell : kept) {
    cell = to_double(cells);
    cells += size;
  }
  column.cells = kept.data();
  return Status::OK();
}

Status convert_decimals(const arrow::ArrayData &data, std::int64_t first, std::int64_t rows, Column &column,
                        std::vector<double> &kept) {
  const auto &type = static_cast<const arrow::DecimalType &>(*data.type);
  const std::int32_t scale = type.scale(), size = type.byte_width();
  constexpr std::int32_t most_digits = 128; // beyond any decimal, and far from overflowing an int
  if (scale > most_digits || scale < -most_digits) return Status::Invalid("a scale beyond all decimals");
  return convert(data, first, rows, size, column, kept, [=](const std::uint8_t *bytes) {
    return decimal_to_double(bytes, static_cast<std::size_t>(size), scale);
  });
}

// An array that passed Arrow's checks.
Status read_words(const std::shared_ptr<arrow::ArrayData> &data, std::int64_t first, std::int64_t rows,
                  Column &column, std::vector<double> &kept) {
  const auto array = arrow::MakeArray(data);
  ARROW_RETURN_NOT_OK(array->Validate());
  if (first + rows > array->length()) return broken();
  const auto word_at = [&](std::int64_t row) -> std::string_view {
    if (array->type_id() == Type::STRING) return static_cast<const arrow::StringArray &>(*array).GetView(row);
    if (array->type_id() == Type::LARGE_STRING)
      return static_cast<const arrow::LargeStringArray &>(*array).GetView(row);
    return static_cast<const arrow::StringViewArray &>(*array).GetView(row);
  };
  for (std::int64_t row = first; row < first + rows; ++row)
    kept.push_back(array->IsNull(row) ? std::numeric_limits<double>::quiet_NaN()
                                      : read_cell(word_at(row)).value);
  column.cells = kept.data();
  return Status::OK();
}

Status view_presence(const arrow::ArrayData &data, std::int64_t first, std::int64_t rows, Column &column) {
  if (data.buffers[0] == nullptr || data.GetNullCount() == 0) return Status::OK();
  if (!data.buffers[0]->is_cpu() || data.buffers[0]->size() < (data.offset + first + rows + 7) / 8)
    return broken();
  column.present = data.buffers[0]->data();
  column.first_bit = static_cast<std::size_t>(data.offset + first);
  return Status::OK();
}

} // namespace

bool holds_text(const arrow::DataType &type) {
  return type.id() == Type::STRING || type.id() == Type::LARGE_STRING || type.id() == Type::STRING_VIEW;
}

bool holds_numbers(const arrow::DataType &type) {
  return arrow::is_integer(type.id()) || arrow::is_floating(type.id()) || arrow::is_decimal(type.id()) ||
         type.id() == Type::BOOL || type.id() == Type::NA;
}

std::size_t bytes_per_cell(const arrow::DataType &type) {
  if (type.id() == Type::NA) return sizeof(double);
  if (holds_text(type)) return 4 * sizeof(double);
  const auto bits = static_cast<std::size_t>(static_cast<const arrow::FixedWidthType &>(type).bit_width());
  const bool is_copied =
      arrow::is_decimal(type.id()) || type.id() == Type::HALF_FLOAT || type.id() == Type::BOOL;
  const std::size_t copy = type.id() == Type::BOOL ? sizeof(std::uint8_t) : sizeof(double);
  return (bits + 7) / 8 + (is_copied ? copy : 0);
}

arrow::Result<ArrowNumbers> ArrowNumbers::of(std::shared_ptr<arrow::RecordBatch> batch, std::size_t columns,
                                             std::int64_t first, std::int64_t rows) {
  ArrowNumbers result;
  result.rows_ = static_cast<std::size_t>(rows);
  result.parts_.resize(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    const arrow::ArrayData &data = *batch->column_data(static_cast<int>(i));
    Column &column = result.parts_[i];
    const auto kept_doubles = [&]() -> std::vector<double> & { return result.doubles_.emplace_back(); };
    Status status;
    switch (data.type->id()) {
    case Type::DOUBLE:
      status = view_cells<double>(data, first, rows, column);
      break;
    case Type::FLOAT:
      status = view_cells<float>(data, first, rows, column);
      break;
    case Type::INT64:
      status = view_cells<std::int64_t>(data, first, rows, column);
      break;
    case Type::INT32:
      status = view_cells<std::int32_t>(data, first, rows, column);
      break;
    case Type::INT16:
      status = view_cells<std::int16_t>(data, first, rows, column);
      break;
    case Type::INT8:
      status = view_cells<std::int8_t>(data, first, rows, column);
      break;
    case Type::UINT64:
      status = view_cells<std::uint64_t>(data, first, rows, column);
      break;
    case Type::UINT32:
      status = view_cells<std::uint32_t>(data, first, rows, column);
      break;
    case Type::UINT16:
      status = view_cells<std::uint16_t>(data, first, rows, column);
      break;
    case Type::UINT8:
      status = view_cells<std::uint8_t>(data, first, rows, column);
      break;
    case Type::BOOL:
      status = spread_bits(data, first, rows, column, result.bytes_.emplace_back());
      break;
    case Type::HALF_FLOAT:
      status = convert(
          data, first, rows, sizeof(std::uint16_t), column, kept_doubles(),
          [](const std::uint8_t *at) { return arrow::util::Float16::FromLittleEndian(at).ToDouble(); });
      break;
    case Type::DECIMAL32:
    case Type::DECIMAL64:
    case Type::DECIMAL128:
    case Type::DECIMAL256:
      status = convert_decimals(data, first, rows, column, kept_doubles());
      break;
    case Type::STRING:
    case Type::LARGE_STRING:
    case Type::STRING_VIEW:
      status = read_words(batch->column_data(static_cast<int>(i)), first, rows, column, kept_doubles());
      break;
    case Type::NA:
      if (first + rows > data.length) return broken();
      kept_doubles().assign(static_cast<std::size_t>(rows), std::numeric_limits<double>::quiet_NaN());
      column.cells = result.doubles_.back().data();
      continue; // all are missing, without a bitmap
    default:
      status = Status::TypeError("not a column of numbers");
    }
    ARROW_RETURN_NOT_OK(status);
    ARROW_RETURN_NOT_OK(view_presence(data, first, rows, column));
  }
  result.batch_ = std::move(batch);
  return result;
}

} // namespace poise::internal
