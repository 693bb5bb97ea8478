// An id is the bytes of the value.
#include "poise/table/arrow/arrow_ids.h"

#include "poise/table/load.h"

#include <arrow/extension_type.h>
#include <cstring>
#include <string>

namespace poise::internal {
namespace {

using arrow::Status;
using arrow::Type;

bool is_word(Type::type id) {
  return arrow::is_base_binary_like(id) || arrow::is_binary_view_like(id) || id == Type::FIXED_SIZE_BINARY ||
         arrow::is_decimal(id);
}

bool is_value(Type::type id) {
  switch (id) {
  case Type::BOOL:
  case Type::DATE32:
  case Type::DATE64:
  case Type::TIME32:
  case Type::TIME64:
  case Type::TIMESTAMP:
  case Type::DURATION:
    return true;
  default:
    return arrow::is_integer(id) || arrow::is_floating(id);
  }
}

// As NumberId does for the larger floats.
std::optional<std::uint64_t> half_of(const std::uint8_t *at) {
  constexpr std::uint32_t without_sign = 0x7FFF, infinity = 0x7C00;
  const std::uint32_t bits = load<std::uint16_t>(at);
  if ((bits & without_sign) > infinity) return std::nullopt;
  return (bits & without_sign) == 0 ? 0 : bits;
}

std::optional<std::uint64_t> value_at(const arrow::ArrayData &data, std::int64_t row) {
  const std::uint8_t *cells = data.buffers[1]->data();
  const std::int64_t place = data.offset + row;
  switch (data.type->id()) {
  case Type::BOOL:
    return cells[place / 8] >> (place % 8) & 1;
  case Type::HALF_FLOAT:
    return half_of(cells + 2 * place);
  default:
    break;
  }
  const std::int64_t size = data.type->byte_width();
  std::uint64_t value = 0;
  std::memcpy(&value, cells + size * place, static_cast<std::size_t>(size));
  return value;
}

std::string_view word_at(const arrow::Array &ids, std::int64_t row) {
  switch (ids.type_id()) {
  case Type::LARGE_BINARY:
  case Type::LARGE_STRING:
    return static_cast<const arrow::LargeBinaryArray &>(ids).GetView(row);
  case Type::BINARY_VIEW:
  case Type::STRING_VIEW:
    return static_cast<const arrow::BinaryViewArray &>(ids).GetView(row);
  case Type::BINARY:
  case Type::STRING:
    return static_cast<const arrow::BinaryArray &>(ids).GetView(row);
  default:
    return static_cast<const arrow::FixedSizeBinaryArray &>(ids).GetView(row);
  }
}

bool is_text(Type::type id) {
  return id == Type::STRING || id == Type::LARGE_STRING || id == Type::STRING_VIEW;
}

// Writes the id of a row over another.
void write_id(const arrow::Array &ids, std::int64_t row, std::optional<std::string> &id) {
  id.reset();
  const auto write = [&](RowId from) {
    if (from) id.emplace(*from);
  };
  if (ids.IsNull(row)) return;
  if (ids.type_id() == Type::FLOAT) {
    write(NumberId(static_cast<const arrow::FloatArray &>(ids).Value(row)).id());
  } else if (ids.type_id() == Type::DOUBLE) {
    write(NumberId(static_cast<const arrow::DoubleArray &>(ids).Value(row)).id());
  } else if (is_value(ids.type_id())) {
    if (const auto value = value_at(*ids.data(), row)) write(NumberId(*value).id());
  } else {
    const std::string_view word = word_at(ids, row);
    write(is_text(ids.type_id()) ? text_id(word) : RowId(word));
  }
}

// What every array has that passed Arrow's checks; a check costs little.
Status check(const arrow::Array &ids) {
  if (is_word(ids.type_id()) || ids.length() == 0) return ids.Validate();
  const arrow::ArrayData &data = *ids.data();
  const std::int64_t bits = static_cast<const arrow::FixedWidthType &>(*data.type).bit_width();
  if (data.buffers.size() < 2 || data.buffers[1] == nullptr || !data.buffers[1]->is_cpu() ||
      data.buffers[1]->size() < ((data.offset + data.length) * bits + 7) / 8)
    return Status::Invalid("a column is shorter than its rows");
  return Status::OK();
}

// A named type, such as a UUID, is what it is stored as.
const arrow::Array &stored(const arrow::Array &ids) {
  return ids.type_id() == Type::EXTENSION ? *static_cast<const arrow::ExtensionArray &>(ids).storage() : ids;
}
const arrow::DataType &stored(const arrow::DataType &type) {
  return type.id() == Type::EXTENSION ? *static_cast<const arrow::ExtensionType &>(type).storage_type()
                                      : type;
}

bool is_plain(Type::type id) { return is_word(id) || is_value(id); }

} // namespace

bool can_be_ids(const arrow::DataType &given) {
  const arrow::DataType &type = stored(given);
  if (type.id() != Type::DICTIONARY) return is_plain(type.id());
  return is_plain(static_cast<const arrow::DictionaryType &>(type).value_type()->id());
}

Status each_id(const arrow::Array &given, const std::function<Status(RowId)> &take) {
  const arrow::Array &ids = stored(given);
  if (!can_be_ids(*ids.type())) return Status::TypeError("not a column of ids");
  std::optional<std::string> id;
  if (ids.type_id() != Type::DICTIONARY) {
    ARROW_RETURN_NOT_OK(check(ids));
    for (std::int64_t row = 0; row < ids.length(); ++row) {
      write_id(ids, row, id);
      ARROW_RETURN_NOT_OK(take(id));
    }
    return Status::OK();
  }
  const auto &through = static_cast<const arrow::DictionaryArray &>(ids);
  const arrow::Array &entries = *through.dictionary();
  ARROW_RETURN_NOT_OK(check(entries));
  for (std::int64_t row = 0; row < ids.length(); ++row) {
    id.reset();
    if (!ids.IsNull(row)) {
      const std::int64_t entry = through.GetValueIndex(row);
      if (entry < 0 || entry >= entries.length())
        return Status::Invalid("an id that is not in the dictionary");
      write_id(entries, entry, id);
    }
    ARROW_RETURN_NOT_OK(take(id));
  }
  return Status::OK();
}

} // namespace poise::internal
