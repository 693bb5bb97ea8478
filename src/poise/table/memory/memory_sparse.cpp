// Nothing is believed before it is checked; what already has the right shape stays where it is.
#include "poise/table/memory/memory_sparse.h"

#include "poise/table/columns/choose_matrix_columns.h"
#include "poise/table/refuse_unit.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace poise::internal {
namespace {

// What a table holds on to: the matrix, and copies of what could not be used as it lies.
struct SparseOwner {
  std::shared_ptr<const void> data;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint32_t> places;
  std::vector<double> values;
};

struct Parts {
  std::span<const std::uint64_t> starts;
  std::span<const std::uint32_t> places;
  std::span<const double> values; // none when all are ones
};

NumberCells cells_of(const MemorySpan &span) {
  return {span.type, span.cells, static_cast<std::ptrdiff_t>(size_of(span.type))};
}

bool is_whole(NumberType type) { return type != NumberType::f8 && type != NumberType::f4; }

// The first numbers of a span, which are used as they lie when they have the right type or, being
// non-negative, the same bits; copied otherwise. Nothing when one of them is below zero or above `most`.
template <class To>
std::optional<std::span<const To>> whole_numbers(const MemorySpan &from, std::size_t count,
                                                 std::uint64_t most, std::vector<To> &kept) {
  const NumberCells cells = cells_of(from);
  return dispatch_type(from.type, [&](auto zero) -> std::optional<std::span<const To>> {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>) {
      return std::nullopt;
    } else {
      bool good = true;
      for (std::size_t i = 0; i < count; ++i) {
        const T number = cells.at<T>(i);
        good = good && std::cmp_greater_equal(number, 0) && std::cmp_less_equal(number, most);
      }
      if (!good) return std::nullopt;
      if constexpr (sizeof(T) == sizeof(To)) {
        if (reinterpret_cast<std::uintptr_t>(from.cells) % alignof(To) == 0)
          return std::span(static_cast<const To *>(from.cells), count);
      }
      kept.reserve(count);
      for (std::size_t i = 0; i < count; ++i) kept.push_back(static_cast<To>(cells.at<T>(i)));
      return std::span<const To>(kept);
    }
  });
}

std::span<const double> doubles(const MemorySpan &from, std::size_t count, std::vector<double> &kept) {
  const NumberCells cells = cells_of(from);
  if (const auto column = as_column(cells, count))
    if (const auto *as_it_lies = std::get_if<const double *>(&column->cells)) return {*as_it_lies, count};
  dispatch_type(from.type, [&](auto zero) {
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i) kept.push_back(static_cast<double>(cells.at<decltype(zero)>(i)));
  });
  return kept;
}

Result<Parts> checked(const MemorySparse &matrix, const std::string &source, SparseOwner &owner) {
  if (!is_whole(matrix.starts.type) || !is_whole(matrix.places.type))
    return bad_input(source + " has starts of rows or places of columns that are not whole numbers",
                     "store them as int32 or int64");
  if (matrix.starts.count != matrix.rows + 1)
    return bad_input(source + " has " + std::to_string(matrix.starts.count) + " starts of rows for " +
                         std::to_string(matrix.rows) + " rows",
                     "give one start a row, and the end of the last");
  Parts parts;
  const auto starts =
      whole_numbers<std::uint64_t>(matrix.starts, matrix.starts.count, matrix.places.count, owner.starts);
  if (!starts || starts->front() != 0 || !std::ranges::is_sorted(*starts))
    return bad_input(source + " has starts of rows that do not rise from 0 to the number of entries",
                     "build the sparse matrix anew");
  parts.starts = *starts;
  const std::size_t entries = parts.starts.back(); // there may be room for more behind them
  if (matrix.values && matrix.values->count < entries)
    return bad_input(source + " has fewer values than entries", "give one value an entry");
  const auto places = whole_numbers<std::uint32_t>(matrix.places, entries, matrix.columns - 1, owner.places);
  if (!places)
    return bad_input(source + " holds an entry outside of the matrix",
                     "number its columns from 0 to its width");
  parts.places = *places;
  if (matrix.values) parts.values = doubles(*matrix.values, entries, owner.values);
  return parts;
}

// Whether every row names its columns once, from left to right.
bool in_order(const Parts &parts) {
  for (std::size_t row = 0; row + 1 < parts.starts.size(); ++row)
    for (std::uint64_t entry = parts.starts[row] + 1; entry < parts.starts[row + 1]; ++entry)
      if (parts.places[entry] <= parts.places[entry - 1]) return false;
  return true;
}

// Entries of wanted columns alone, in order, each column once.
class Tidier {
public:
  Tidier(std::size_t columns, const std::vector<std::size_t> &wanted, bool ones)
      : place_of_(columns), ones_(ones) {
    for (std::size_t i = 0; i < wanted.size(); ++i) place_of_[wanted[i]] = static_cast<std::uint32_t>(i + 1);
  }

  void add(std::uint32_t place, double value) {
    if (place_of_[place] != 0) row_.emplace_back(place_of_[place] - 1, value);
  }

  void end_row(SparseOwner &to) {
    std::ranges::stable_sort(row_, {}, &Entry::first);
    const std::size_t begin = to.places.size();
    for (const auto &[place, value] : row_) {
      const bool again = to.places.size() > begin && to.places.back() == place;
      if (!again) to.places.push_back(place);
      if (!ones_ && !again) to.values.push_back(value);
      if (!ones_ && again) to.values.back() += value;
    }
    to.starts.push_back(to.places.size());
    row_.clear();
  }

private:
  using Entry = std::pair<std::uint32_t, double>;
  std::vector<std::uint32_t> place_of_; // 0 means not wanted
  bool ones_;
  std::vector<Entry> row_;
};

void tidy(const Parts &parts, const MemorySparse &matrix, const std::vector<std::size_t> &wanted,
          SparseOwner &to) {
  Tidier tidier(matrix.columns, wanted, !matrix.values);
  to.starts = {0};
  to.starts.reserve(matrix.rows + 1);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::uint64_t entry = parts.starts[row]; entry < parts.starts[row + 1]; ++entry)
      tidier.add(parts.places[entry], matrix.values ? parts.values[entry] : 1);
    tidier.end_row(to);
  }
}

} // namespace

Result<Table> memory_sparse(const MemorySparse &matrix, const std::vector<std::string> &names,
                            std::shared_ptr<const void> data, const ReadOptions &options,
                            const std::string &source) {
  if (const auto error = refuse_unit(source, options)) return *error;
  auto chosen = choose_matrix_columns(source, matrix.columns, names, options);
  if (!chosen) return chosen.error();
  if (matrix.rows == 0) return bad_input(source + " has no rows", "give it at least one row");

  const auto owner = std::make_shared<SparseOwner>();
  owner->data = std::move(data);
  auto parts = checked(matrix, source, *owner);
  if (!parts) return parts.error();
  const bool ones = !matrix.values;
  std::shared_ptr<SparseOwner> kept = owner;
  if (!options.columns.empty() || !in_order(*parts)) {
    kept = std::make_shared<SparseOwner>(); // needs nothing of the matrix
    tidy(*parts, matrix, chosen->places, *kept);
    parts = Parts{kept->starts, kept->places, kept->values};
  }
  const SparseRows rows{parts->starts, parts->places, parts->values, chosen->names.size(), ones};
  return Table::of(std::move(chosen->names), rows, std::move(kept));
}

} // namespace poise::internal
