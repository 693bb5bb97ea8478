// From a header to a view of the mapped cells.
#include "poise/table/read_npy.h"

#include "poise/table/npy_header.h"
#include "poise/table/numbered_columns.h"

namespace poise {
namespace {

// What a table holds on to: the file, and which of its columns it shows.
struct Owner {
  std::shared_ptr<const FileBytes> file;
  std::vector<std::size_t> picks;
};

template <class T> Rows view_of(const Owner &owner, const NpyHeader &header) {
  const auto *cells = reinterpret_cast<const std::byte *>(owner.file->view().data()) + header.data;
  const std::size_t size = sizeof(T);
  return DenseRows<T>(cells, header.rows, header.columns, header.fortran_order ? size : header.columns * size,
                      header.fortran_order ? header.rows * size : size, owner.picks);
}

Rows view_of(const Owner &owner, const NpyHeader &header) {
  switch (header.type) {
  case NpyType::f4:
    return view_of<float>(owner, header);
  case NpyType::i1:
    return view_of<std::int8_t>(owner, header);
  case NpyType::i2:
    return view_of<std::int16_t>(owner, header);
  case NpyType::i4:
    return view_of<std::int32_t>(owner, header);
  case NpyType::i8:
    return view_of<std::int64_t>(owner, header);
  case NpyType::u1:
    return view_of<std::uint8_t>(owner, header);
  case NpyType::u2:
    return view_of<std::uint16_t>(owner, header);
  case NpyType::u4:
    return view_of<std::uint32_t>(owner, header);
  case NpyType::f8:
    break;
  }
  return view_of<double>(owner, header);
}

} // namespace

Result<Table> read_npy(std::shared_ptr<const FileBytes> file, const std::string &source,
                       const std::vector<std::string> &wanted) {
  const auto header = read_npy_header(file->view(), source);
  if (!header) return header.error();
  if (header->columns > Table::most_columns)
    return Error{ErrorKind::bad_input,
                 source + " has more than " + std::to_string(Table::most_columns) + " columns",
                 "give it fewer columns; numpy.load(…).T turns it around"};
  const NumberedColumns columns{"c", 0, header->columns - 1};
  auto picks = find_numbers(source, columns, wanted);
  if (!picks) return picks.error();
  const auto owner = std::make_shared<const Owner>(Owner{std::move(file), std::move(*picks)});
  return Table::of(wanted.empty() ? names_of(columns) : wanted, view_of(*owner, *header), owner);
}

} // namespace poise
