// The matrix in panels of eight columns, through which rows go four at a time: whole where numbers are short,
// in pieces of a few bits where only the entries are.
#include "poise/aggregate/transform/multiplied_rows.h"

#include "poise/aggregate/transform/dense_rows_of.h"
#include "poise/grid/grid.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/transform/multiplied_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t panel_width = 8;

// sums[i * width + v] = the sum over j of cell j of row i * panel[j * panel_width + v], for numbers that
// would fit 32 bits, and sums that fit 64.
#if HWY_TARGET == HWY_SCALAR
void multiply_short(const std::int64_t *cells, std::size_t rows, std::size_t columns,
                    const std::int64_t *panel, std::int64_t *sums, std::size_t width) {
  for (std::size_t row = 0; row < rows; ++row, cells += columns, sums += width) {
    std::fill_n(sums, panel_width, 0);
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t v = 0; v < panel_width; ++v) sums[v] += cells[j] * panel[j * panel_width + v];
  }
}
#else
using Lanes = hn::CappedTag<std::int64_t, panel_width>;

// The low halves of the lanes, which have the sign of the whole.
template <class V> HWY_INLINE V product(V a, V b) {
  const hn::Repartition<std::int32_t, Lanes> halves;
  return hn::MulEven(hn::BitCast(halves, a), hn::BitCast(halves, b));
}

void multiply_short(const std::int64_t *cells, std::size_t rows, std::size_t columns,
                    const std::int64_t *panel, std::int64_t *sums, std::size_t width) {
  const Lanes d;
  std::size_t row = 0;
  for (; row + 4 <= rows; row += 4, cells += 4 * columns, sums += 4 * width) {
    for (std::size_t v = 0; v < panel_width; v += hn::Lanes(d)) {
      auto a = hn::Zero(d), b = a, c = a, e = a;
      const std::int64_t *at = cells;
      for (std::size_t j = 0; j < columns; ++j, ++at) {
        const auto m = hn::LoadU(d, panel + j * panel_width + v);
        a = hn::Add(a, product(m, hn::Set(d, at[0])));
        b = hn::Add(b, product(m, hn::Set(d, at[columns])));
        c = hn::Add(c, product(m, hn::Set(d, at[2 * columns])));
        e = hn::Add(e, product(m, hn::Set(d, at[3 * columns])));
      }
      hn::StoreU(a, d, sums + v);
      hn::StoreU(b, d, sums + v + width);
      hn::StoreU(c, d, sums + v + 2 * width);
      hn::StoreU(e, d, sums + v + 3 * width);
    }
  }
  for (; row < rows; ++row, cells += columns, sums += width)
    for (std::size_t v = 0; v < panel_width; v += hn::Lanes(d)) {
      auto a = hn::Zero(d);
      for (std::size_t j = 0; j < columns; ++j)
        a = hn::Add(a, product(hn::LoadU(d, panel + j * panel_width + v), hn::Set(d, cells[j])));
      hn::StoreU(a, d, sums + v);
    }
}
#endif

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(multiply_short);

constexpr std::size_t panel_width = HWY_NAMESPACE::panel_width;

// The same for all numbers whose sums fit; half a panel at a time, so that its sums stay in registers.
template <class Sum>
void multiply_plainly(const std::int64_t *cells, std::size_t rows, std::size_t columns,
                      const std::int64_t *panel, Sum *sums, std::size_t width) {
  constexpr std::size_t half = panel_width / 2;
  for (std::size_t row = 0; row < rows; ++row, cells += columns, sums += width)
    for (std::size_t first = 0; first < panel_width; first += half) {
      Sum totals[half] = {};
      for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t v = 0; v < half; ++v)
          totals[v] += Sum{cells[j]} * panel[j * panel_width + first + v];
      std::copy_n(totals, half, sums + first);
    }
}

bool fits_32_bits(std::int64_t number) {
  return number >= std::numeric_limits<std::int32_t>::min() &&
         number <= std::numeric_limits<std::int32_t>::max();
}

// What a worker needs beside rows and sums.
struct Scratch {
  std::vector<std::int64_t> piece, sums;
};

// The matrix as the kernels read it: eight columns after eight columns, zeros where there are no more.
class Panels {
public:
  // For cells within the bound; the magnitudes of no column of the matrix add up to more than `column`.
  Panels(const IntegerMatrix &matrix, UInt128 column, std::int64_t bound)
      : columns_in_(matrix.columns_in), columns_out_(matrix.columns_out), entries_(columns_in_ * width()) {
    for (std::size_t j = 0; j < columns_in_; ++j)
      for (std::size_t k = 0; k < columns_out_; ++k) {
        const std::size_t panel = k / panel_width * panel_width;
        entries_[panel * columns_in_ + j * panel_width + k - panel] = matrix.at(j, k);
      }
    const bool short_entries = std::ranges::all_of(matrix.entries, fits_32_bits);
    short_ = short_entries && fits_32_bits(bound);
    if (short_entries)
      while (piece_bits_ < 31 && column << (piece_bits_ + 1) <= UInt128{1} << 62) ++piece_bits_;
    const int bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bound)));
    if (piece_bits_ > 0) pieces_ = (bits + piece_bits_ - 1) / piece_bits_;
  }

  std::size_t columns_in() const { return columns_in_; }
  std::size_t columns_out() const { return columns_out_; }
  // Of a row of sums, with those that no column asks for.
  std::size_t width() const { return (columns_out_ + panel_width - 1) / panel_width * panel_width; }

  // Sums that fit 64 bits.
  void multiply(std::span<const std::int64_t> cells, std::vector<std::int64_t> &sums, Scratch &) const {
    each_panel(cells, sums, [&](auto... panel) {
      if (short_)
        HWY_DYNAMIC_DISPATCH(multiply_short)(panel...);
      else
        multiply_plainly(panel...);
    });
  }

  // Sums of 128 bits. A piece is a digit to the base of 2^piece_bits_, the last one with the sign of the
  // cell: within +-2^piece_bits_, so that its sums stay within 2^62.
  void multiply(std::span<const std::int64_t> cells, std::vector<Int128> &sums, Scratch &scratch) const {
    if (pieces_ == 0) return each_panel(cells, sums, [](auto... panel) { multiply_plainly(panel...); });
    sums.assign(cells.size() / columns_in_ * width(), 0);
    scratch.piece.resize(cells.size());
    for (int piece = 0; piece < pieces_; ++piece) {
      const int down = piece * piece_bits_;
      const std::int64_t digit = piece + 1 < pieces_ ? (std::int64_t{1} << piece_bits_) - 1 : -1;
      std::ranges::transform(cells, scratch.piece.begin(),
                             [&](std::int64_t cell) { return (cell >> down) & digit; });
      each_panel(scratch.piece, scratch.sums, [](auto... panel) {
        HWY_DYNAMIC_DISPATCH(multiply_short)(panel...);
      });
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += scratch.sums[i] * (Int128{1} << down);
    }
  }

private:
  template <class Sum, class Kernel>
  void each_panel(std::span<const std::int64_t> cells, std::vector<Sum> &sums, const Kernel &kernel) const {
    const std::size_t rows = cells.size() / columns_in_;
    sums.resize(rows * width());
    for (std::size_t k = 0; k < width(); k += panel_width)
      kernel(cells.data(), rows, columns_in_, entries_.data() + k * columns_in_, sums.data() + k, width());
  }

  std::size_t columns_in_, columns_out_;
  std::vector<std::int64_t> entries_;
  bool short_ = false;              // neither cells nor entries need more than 32 bits
  int piece_bits_ = 0, pieces_ = 0; // none where entries need more
};

// Divides by a power of two, halves away from zero: numbers below a quarter of what the type holds.
template <class Sum> class Nearest {
public:
  // All of these numbers are nearest to 0 from the largest shift on.
  explicit Nearest(unsigned shift)
      : shift_(std::min<unsigned>(shift, 8 * sizeof(Sum) - 1)),
        to_half_(shift == 0 ? 0 : Sum{1} << (shift_ - 1)), below_half_(shift == 0 ? 0 : to_half_ - 1) {}

  // The shift rounds down, so a half goes away from zero on either side of it.
  Sum operator()(Sum number) const { return (number + (number < 0 ? below_half_ : to_half_)) >> shift_; }

private:
  unsigned shift_;
  Sum to_half_, below_half_;
};

} // namespace

class MultipliedRows final : public GridRows {
public:
  MultipliedRows(std::shared_ptr<const GridRows> rows, Panels panels, unsigned shift, std::int64_t bound,
                 bool short_sums)
      : GridRows(GridRowsMaker()), inner_(std::move(rows)), panels_(std::move(panels)), shift_(shift),
        bound_(bound), short_sums_(short_sums) {}

  std::size_t rows() const override { return inner_->rows(); }
  std::size_t columns() const override { return panels_.columns_out(); }
  std::int64_t bound() const override { return bound_; }
  bool sparse() const override { return false; }
  bool in_public_order() const override { return inner_->in_public_order(); }

  std::optional<Error> pass(RawKey key, const RunOptions &run, const Visit &visit) const override {
    return short_sums_ ? pass_by<std::int64_t>(key, run, visit) : pass_by<Int128>(key, run, visit);
  }

private:
  template <class Sum>
  std::optional<Error> pass_by(RawKey key, const RunOptions &run, const Visit &visit) const {
    return narrow() ? pass_as<Sum, std::int32_t>(key, run, visit)
                    : pass_as<Sum, std::int64_t>(key, run, visit);
  }

  template <class Sum, class T>
  std::optional<Error> pass_as(RawKey key, const RunOptions &run, const Visit &visit) const {
    struct Room {
      std::vector<std::int64_t> dense;
      std::vector<Sum> sums;
      std::vector<T> rounded;
      Scratch scratch;
    };
    std::vector<Room> rooms(worker_count(run));
    const std::size_t step = rows_of_a_block(std::max(panels_.columns_in(), panels_.columns_out()), run);
    return inner_->pass(key, run, [&](Where where, const AnyBlock &block) {
      Room &room = rooms[where.worker];
      std::visit(
          [&](const auto &part) {
            for (std::size_t first = 0; first < part.rows(); first += step) {
              const std::size_t last = std::min(part.rows(), first + step);
              const auto dense = dense_rows_of(part, inner_->implicit_values(), first, last, room.dense);
              panels_.multiply(dense, room.sums, room.scratch);
              round(last - first, room.sums, room.rounded);
              visit({where.worker, where.first_row + first}, DenseBlock<T>{room.rounded, columns()});
            }
          },
          block);
    });
  }

  template <class Sum, class T>
  void round(std::size_t rows, const std::vector<Sum> &sums, std::vector<T> &rounded) const {
    const Nearest<Sum> nearest(shift_);
    rounded.resize(rows * columns());
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = 0; k < columns(); ++k)
        rounded[row * columns() + k] = static_cast<T>(nearest(sums[row * panels_.width() + k]));
  }

  std::shared_ptr<const GridRows> inner_;
  Panels panels_;
  unsigned shift_;
  std::int64_t bound_;
  bool short_sums_; // they are below 2^62
};

Result<std::shared_ptr<const GridRows>> multiplied_rows(std::shared_ptr<const GridRows> rows,
                                                        const IntegerMatrix &matrix, unsigned shift) {
  if (matrix.columns_in != rows->columns() || matrix.columns_out == 0 ||
      matrix.entries.size() != matrix.columns_in * matrix.columns_out)
    throw std::logic_error("poise: a matrix needs a row of entries for every column");
  std::vector<UInt128> magnitudes(matrix.columns_out); // of a column's entries together
  for (std::size_t i = 0; i < matrix.entries.size(); ++i) {
    const auto bits = static_cast<std::uint64_t>(matrix.entries[i]);
    magnitudes[i % matrix.columns_out] += matrix.entries[i] < 0 ? 0 - bits : bits;
  }
  const UInt128 column = *std::ranges::max_element(magnitudes);
  const Integer reach = to_integer(column) * to_integer(Int128{rows->bound()});
  if (reach >= power_of_two(126))
    return bad_parameter("rows multiplied by this matrix would outgrow 126 bits before the shift",
                         "choose a matrix of smaller entries, or a coarser grid");
  const Integer bound = to_integer(Nearest<Int128>(shift)(to_int128(reach)));
  if (bound > to_integer(Int128{Grid::largest_bound}))
    return bad_parameter("rows multiplied by this matrix would outgrow 62 bits",
                         "choose a matrix of smaller entries, a larger shift, or a coarser grid");
  Panels panels(matrix, column, rows->bound());
  return std::shared_ptr<const GridRows>(std::make_shared<MultipliedRows>(
      std::move(rows), std::move(panels), shift, bound.get_si(), reach < power_of_two(62)));
}

} // namespace poise::internal
#endif // HWY_ONCE
