// Columns as they lie, or one array at its steps, or copies of the columns that are neither.
#include "poise/table/memory/memory_columns.h"

#include "poise/table/columns/choose_numbers.h"
#include "poise/table/columns/column_votes.h"
#include "poise/table/kept_rows.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

namespace poise::internal {
namespace {

struct ColumnsOwner {
  std::shared_ptr<const void> data;
  std::vector<std::uint64_t> people;
  std::vector<Column> parts;
  std::vector<std::vector<std::byte>> copies;
  std::vector<std::size_t> picks;
};

ColumnFacts facts_of(const MemoryColumn &column) {
  const bool numeric = std::holds_alternative<MemoryNumbers>(column.cells);
  const bool words = std::holds_alternative<MemoryWords>(column.cells);
  const std::string type = words ? "text" : "object";
  return {.name = column.name,
          .type = column.other_type.empty() ? type : column.other_type,
          .numbers = numeric && column.other_type.empty(),
          .ids = numeric || words};
}

std::vector<std::uint64_t> number_people(const MemoryColumn &unit, std::size_t rows, PeopleNumbers &people) {
  if (const auto *numbers = std::get_if<MemoryNumbers>(&unit.cells))
    return whose_rows(numbers->cells, rows, people, numbers->present, numbers->first_bit);
  const auto &words = std::get<MemoryWords>(unit.cells);
  if (words.words.size() != rows) throw std::logic_error("poise: a column needs one word per row");
  const Column presence{{}, words.present, words.first_bit};
  std::vector<std::uint64_t> whose;
  for (std::size_t row = 0; row < rows; ++row)
    whose.push_back(people.number(presence.missing(row) ? RowId() : text_id(words.words[row])));
  return whose;
}

using Wanted = std::vector<MemoryNumbers>;

// Leaves out the columns that hold words.
void drop_words(std::vector<std::size_t> &places, const std::vector<MemoryColumn> &columns, std::size_t rows,
                const std::vector<std::uint64_t> &people) {
  std::vector<std::size_t> doubtful;
  std::vector<const CellKind *> kinds;
  for (const std::size_t place : places) {
    const CellKind *const known = std::get<MemoryNumbers>(columns[place].cells).kinds;
    if (known == nullptr) continue;
    doubtful.push_back(place);
    kinds.push_back(known);
  }
  if (doubtful.empty()) return;
  ColumnVotes votes(doubtful.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const auto kind_of = [&](std::size_t i) { return kinds[i][row]; };
    if (people.empty())
      votes.add(kind_of);
    else
      votes.add(kind_of, people[row]);
  }
  for (std::size_t i = 0; i < doubtful.size(); ++i)
    if (votes.holds_words(i)) std::erase(places, doubtful[i]);
}

const std::byte *start_of(const MemoryNumbers &column) {
  return static_cast<const std::byte *>(column.cells.first);
}

// Whether the columns are of one type and lie within the rows of one array.
bool in_one_array(const Wanted &columns) {
  const NumberCells &model = columns.front().cells;
  if (model.type == NumberType::u8 || model.step <= 0) return false;
  auto first = reinterpret_cast<std::uintptr_t>(model.first), last = first;
  for (const MemoryNumbers &column : columns) {
    if (column.present != nullptr || column.cells.type != model.type || column.cells.step != model.step)
      return false;
    first = std::min(first, reinterpret_cast<std::uintptr_t>(column.cells.first));
    last = std::max(last, reinterpret_cast<std::uintptr_t>(column.cells.first));
  }
  return last - first + size_of(model.type) <= static_cast<std::size_t>(model.step);
}

template <class T> Rows rows_of_array(const Wanted &columns, std::size_t rows, ColumnsOwner &owner) {
  const auto row_step = static_cast<std::size_t>(columns.front().cells.step);
  const std::byte *first = start_of(columns.front());
  for (const MemoryNumbers &column : columns) first = std::min(first, start_of(column));
  for (const MemoryNumbers &column : columns)
    owner.picks.push_back(static_cast<std::size_t>(start_of(column) - first));
  const std::vector<std::size_t> &far = owner.picks;
  const std::size_t step = far.size() == 1 ? sizeof(T) : far[1];
  bool regular = true;
  for (std::size_t i = 0; i < far.size(); ++i) regular = regular && far[i] == i * step;
  if (regular) return DenseRows<T>(first, rows, columns.size(), row_step, step);
  return DenseRows<T>(first, rows, columns.size(), row_step, 1, far); // picks of bytes
}

Rows rows_of(const Wanted &columns, std::size_t rows, ColumnsOwner &owner) {
  const bool as_they_lie = std::ranges::all_of(
      columns, [&](const MemoryNumbers &column) { return as_column(column.cells, rows).has_value(); });
  if (!as_they_lie && in_one_array(columns))
    return dispatch_type(columns.front().cells.type, [&](auto zero) -> Rows {
      using T = decltype(zero);
      if constexpr (std::is_same_v<T, std::uint64_t>) {
        throw std::logic_error("poise: no dense rows of this type");
      } else {
        return rows_of_array<T>(columns, rows, owner);
      }
    });
  for (const MemoryNumbers &column : columns) {
    Column part = as_column(column.cells, rows, owner.copies.emplace_back());
    part.present = column.present;
    part.first_bit = column.first_bit;
    owner.parts.push_back(part);
  }
  return ColumnRows{owner.parts, 0, rows};
}

} // namespace

Result<Table> memory_columns(const std::vector<MemoryColumn> &columns, std::size_t rows,
                             std::shared_ptr<const void> data, const ReadOptions &options,
                             const std::string &source) {
  std::vector<ColumnFacts> facts;
  for (const MemoryColumn &column : columns) facts.push_back(facts_of(column));
  auto chosen = choose_numbers(source, facts, options);
  if (!chosen) return chosen.error();
  if (rows == 0) return bad_input(source + " has no rows", "give it at least one row");

  const auto owner = std::make_shared<ColumnsOwner>();
  owner->data = std::move(data);
  PeopleNumbers people;
  if (chosen->unit) owner->people = number_people(columns[*chosen->unit], rows, people);
  if (options.columns.empty()) drop_words(chosen->columns, columns, rows, owner->people);
  if (chosen->columns.empty()) return no_numbers(source);
  Wanted wanted;
  std::vector<std::string> names;
  for (const std::size_t place : chosen->columns) {
    wanted.push_back(std::get<MemoryNumbers>(columns[place].cells));
    names.push_back(columns[place].name);
  }
  const Chunk all{rows_of(wanted, rows, *owner), owner->people};
  return Table::from(std::move(names), rows, std::make_shared<const KeptRows>(std::vector<Chunk>{all}, owner),
                     chosen->unit ? std::optional(people.count()) : std::nullopt);
}

} // namespace poise::internal
