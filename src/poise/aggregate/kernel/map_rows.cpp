// Once per instruction set; the order of all additions is that of eight lanes, however wide a register is.
#include "poise/aggregate/kernel/map_rows.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/map_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t lanes = 8;
using Register = hn::CappedTag<double, lanes>;
using IntegerRegister = hn::RebindToSigned<Register>;

constexpr double rounding = 0x1.8p52; // what is added to it is rounded to a whole number

// Eight sums, as many registers as it takes.
struct EightSums {
  double lanes_[lanes] = {};

  // In one order for all instruction sets.
  double total() const {
    const double *s = lanes_;
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  }
};

HWY_INLINE double squared_norm(const double *row, std::size_t width) {
  const Register d;
  const std::size_t step = hn::Lanes(d);
  EightSums sums;
  for (std::size_t lane = 0; lane < lanes; lane += step) {
    auto sum = hn::Zero(d);
    for (std::size_t j = lane; j < width; j += lanes) {
      const auto y = hn::LoadU(d, row + j);
      sum = hn::Add(sum, hn::Mul(y, y));
    }
    hn::StoreU(sum, d, sums.lanes_ + lane);
  }
  return sums.total();
}

HWY_INLINE double product(const double *a, const double *b, std::size_t width) {
  const Register d;
  const std::size_t step = hn::Lanes(d);
  EightSums sums;
  for (std::size_t lane = 0; lane < lanes; lane += step) {
    auto sum = hn::Zero(d);
    for (std::size_t j = lane; j < width; j += lanes)
      sum = hn::Add(sum, hn::Mul(hn::LoadU(d, a + j), hn::LoadU(d, b + j)));
    hn::StoreU(sum, d, sums.lanes_ + lane);
  }
  return sums.total();
}

template <class V> HWY_INLINE V placed(V x, V centre, V gain, V reach, V fill) {
  const auto y = hn::Mul(hn::Sub(x, centre), gain);
  // A gap is not equal to itself; infinity times a gain of zero is a gap, too.
  const auto there = hn::IfThenElse(hn::Eq(y, y), y, fill);
  return hn::Min(hn::Max(there, hn::Neg(reach)), reach);
}

HWY_INLINE void place_row(const PaddedMap &map, const double *cells, double *to) {
  const Register d;
  const std::size_t step = hn::Lanes(d), columns = map.columns();
  std::size_t j = 0;
  for (; j + step <= columns; j += step)
    hn::StoreU(placed(hn::LoadU(d, cells + j), hn::LoadU(d, map.centre() + j), hn::LoadU(d, map.gain() + j),
                      hn::LoadU(d, map.reach() + j), hn::LoadU(d, map.fill() + j)),
               d, to + j);
  for (; j < columns; ++j) {
    const double y = (cells[j] - map.centre()[j]) * map.gain()[j];
    const double there = y == y ? y : map.fill()[j];
    const double reach = map.reach()[j];
    to[j] = there > reach ? reach : there < -reach ? -reach : there;
  }
  for (; j < map.width(); ++j) to[j] = 0.0;
}

HWY_INLINE void square_row(double most, double *row, std::size_t width) {
  const Register d;
  for (std::size_t j = 0; j < width; j += hn::Lanes(d)) {
    const auto y = hn::LoadU(d, row + j);
    hn::StoreU(hn::Min(hn::Mul(y, y), hn::Set(d, most)), d, row + j);
  }
}

HWY_INLINE void turn_row(const PaddedMap &map, double *row, double *products) {
  const Register d;
  const std::size_t width = map.width();
  for (std::size_t k = 0; k < map.directions(); ++k) products[k] = product(map.along(k), row, width);
  for (std::size_t k = 0; k < map.directions(); ++k) {
    const auto t = hn::Set(d, products[k]);
    for (std::size_t j = 0; j < width; j += hn::Lanes(d))
      hn::StoreU(hn::Add(hn::LoadU(d, row + j), hn::Mul(t, hn::LoadU(d, map.into(k) + j))), d, row + j);
  }
}

void map_all(const PaddedMap &map, const double *cells, std::size_t rows, double *mapped, double *norms) {
  std::vector<double> products(map.directions());
  for (std::size_t i = 0; i < rows; ++i) {
    double *const row = mapped + i * map.width();
    place_row(map, cells + i * map.columns(), row);
    if (map.squares()) square_row(map.most(), row, map.width());
    if (map.directions() > 0) turn_row(map, row, products.data());
    norms[i] = squared_norm(row, map.width());
  }
}

// By what a row of this norm is multiplied: shortened by what rounding to steps may add, half a step a cell,
// and by a little more for the rounding of doubles.
double factor_of(const Shell &shell, double squared, std::size_t width) {
  constexpr double a_little_less = 1 - 0x1p-26;
  const double norm = std::sqrt(squared);
  if (!(norm > shell.from)) return 0.0;
  const double wanted = (std::fmin(norm, shell.to) - shell.from) * shell.scale;
  const double room =
      static_cast<double>(shell.longest) * a_little_less - std::sqrt(static_cast<double>(width));
  const double length = std::fmin(wanted, room);
  return length > 0 ? length / norm : 0.0;
}

// A row in whole steps, as doubles; zero unless it is within the shell for certain.
HWY_INLINE void round_row(const Shell &shell, const double *row, double squared, std::size_t width,
                          double *to) {
  const Register d;
  const double factor = factor_of(shell, squared, width);
  const auto f = hn::Set(d, factor), magic = hn::Set(d, rounding);
  for (std::size_t j = 0; j < width; j += hn::Lanes(d))
    hn::StoreU(hn::Sub(hn::Add(hn::Mul(hn::LoadU(d, row + j), f), magic), magic), d, to + j);
  const double longest = static_cast<double>(shell.longest);
  if (!(squared_norm(to, width) <= longest * longest * (1 - 0x1p-30)))
    for (std::size_t j = 0; j < width; ++j) to[j] = 0.0;
}

void clip_all(const Shell &shell, const double *mapped, const double *norms, std::size_t rows,
              std::size_t width, double *clipped) {
  for (std::size_t i = 0; i < rows; ++i)
    round_row(shell, mapped + i * width, norms[i], width, clipped + i * width);
}

void add_all(const Shell &shell, const double *mapped, const double *norms, std::size_t rows,
             std::size_t width, double *room, std::int64_t *sums) {
  const Register d;
  const IntegerRegister whole;
  const auto magic = hn::Set(d, rounding);
  const auto zero = hn::BitCast(whole, magic);
  for (std::size_t i = 0; i < rows; ++i) {
    if (!(norms[i] > shell.from * shell.from)) continue;
    round_row(shell, mapped + i * width, norms[i], width, room);
    // The lowest bits of what is rounded by an addition are the whole number.
    for (std::size_t j = 0; j < width; j += hn::Lanes(d)) {
      const auto bits = hn::BitCast(whole, hn::Add(hn::LoadU(d, room + j), magic));
      hn::StoreU(hn::Add(hn::LoadU(whole, sums + j), hn::Sub(bits, zero)), whole, sums + j);
    }
  }
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(map_all);
HWY_EXPORT(clip_all);
HWY_EXPORT(add_all);

constexpr double furthest = 0x1p100; // nothing overflows

std::vector<double> padded_rows(std::span<const double> cells, std::size_t columns, std::size_t width) {
  if (columns == 0 || cells.size() % columns != 0)
    throw std::logic_error("poise: a map of rows does not fit itself");
  std::vector<double> result(cells.size() / columns * width, 0.0);
  for (std::size_t i = 0; i < cells.size(); ++i) result[i / columns * width + i % columns] = cells[i];
  return result;
}

} // namespace

PaddedMap::PaddedMap(const RowMap &map)
    : columns_(map.columns()), width_(padded(columns_)), directions_(map.directions()),
      centre_(padded_rows(map.centre, columns_, width_)), gain_(padded_rows(map.gain, columns_, width_)),
      reach_(map.reach.empty() ? std::vector<double>(columns_, furthest) : map.reach),
      fill_(padded_rows(map.fill.empty() ? std::vector<double>(columns_, 0.0) : map.fill, columns_, width_)),
      along_(padded_rows(map.along, columns_, width_)), into_(padded_rows(map.into, columns_, width_)),
      squares_(map.squares), most_(map.most) {
  for (double &reach : reach_) reach = reach < furthest ? reach : furthest;
  for (const auto *const numbers : {&centre_, &gain_, &fill_})
    if (std::ranges::any_of(*numbers, [](double x) { return std::isnan(x); }))
      throw std::logic_error("poise: a map of rows is not made of numbers");
  if (map.gain.size() != columns_ || reach_.size() != columns_ || fill_.size() != width_ ||
      map.along.size() != map.into.size() || map.along.size() != directions_ * columns_ ||
      (squares_ && directions_ > 0))
    throw std::logic_error("poise: a map of rows does not fit itself");
}

void map_rows(const PaddedMap &map, std::span<const double> cells, double *mapped, double *norms) {
  HWY_DYNAMIC_DISPATCH(map_all)(map, cells.data(), cells.size() / map.columns(), mapped, norms);
}

void add_shell(const Shell &shell, const double *mapped, const double *norms, std::size_t rows,
               std::size_t width, std::int64_t *sums) {
  std::vector<double> room(width);
  HWY_DYNAMIC_DISPATCH(add_all)(shell, mapped, norms, rows, width, room.data(), sums);
}

void clip_into(const Shell &shell, const double *mapped, const double *norms, std::size_t rows,
               std::size_t width, double *clipped) {
  HWY_DYNAMIC_DISPATCH(clip_all)(shell, mapped, norms, rows, width, clipped);
}

} // namespace poise::internal
#endif
