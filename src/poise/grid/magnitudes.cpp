// Every person's cells to one number in one pass; rungs from the bits of a double.
#include "poise/grid/magnitudes.h"

#include "poise/base/default_init_allocator.h"
#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"
#include "poise/grid/kept_grid_rows.h"
#include "poise/grid/people_means.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace poise::internal {
namespace {

constexpr double largest = std::numeric_limits<double>::max();

// The doubles nearest to 2^(1/4), 2^(1/2) and 2^(3/4).
constexpr double quarters[] = {1.0, 0x1.306fe0a31b715p+0, 0x1.6a09e667f3bcdp+0, 0x1.ae89f995ad3adp+0};

constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << 52) - 1;
constexpr std::uint64_t fraction_of(double x) { return std::bit_cast<std::uint64_t>(x) & fraction_mask; }

// 1 where a fraction is above another, else 0: by the sign of their difference, as a branch would be guessed
// wrong too often.
constexpr int above(std::uint64_t fraction, std::uint64_t other) {
  return static_cast<int>((other - fraction) >> 63);
}

} // namespace

int rung_of(double magnitude) {
  const double x = std::fabs(counted(magnitude));
  // Subnormal numbers are made normal, exactly; 0 stays, and ends below the ladder.
  constexpr int lift = 54;
  const bool subnormal = x < std::numeric_limits<double>::min();
  const double normal = subnormal ? x * 0x1p54 : x;
  const int octave = static_cast<int>(std::bit_cast<std::uint64_t>(normal) >> 52) - 1023;
  const std::uint64_t fraction = fraction_of(normal);
  const int quarter = above(fraction, 0) + above(fraction, fraction_of(quarters[1])) +
                      above(fraction, fraction_of(quarters[2])) + above(fraction, fraction_of(quarters[3]));
  return std::max(Rungs::lowest, Rungs::per_octave * (octave - (subnormal ? lift : 0)) + quarter);
}

double magnitude_of(int rung) {
  if (rung < Rungs::lowest || rung > Rungs::highest)
    throw std::logic_error("poise: the ladder of magnitudes has no rung " + std::to_string(rung));
  const int above = rung - Rungs::lowest; // so that it is divided downwards
  const double magnitude =
      std::ldexp(quarters[above % Rungs::per_octave],
                 (above - above % Rungs::per_octave + Rungs::lowest) / Rungs::per_octave);
  return std::min(magnitude, largest);
}

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// How a person's cells become one number: column by column, from 0. `gap` is what a missing cell counts as.
struct LargestCell {
  double gap = 0;
  double add(double so_far, std::size_t, double cell) const { return std::max(so_far, std::fabs(cell)); }
};

// The same around a public number. Cells and it are finite, so that no difference is NaN.
struct LargestDistance {
  double centre;
  double gap = 0;
  double add(double so_far, std::size_t, double cell) const {
    return std::max(so_far, std::fabs(cell - centre));
  }
};

class SignedSum {
public:
  SignedSum(std::span<const std::uint64_t> signs, Gaps gaps)
      : gap(gaps == Gaps::zero ? 0.0 : no_number), signs_(signs) {}
  const double gap;
  // Cells are finite, so a sum that outgrows doubles stays infinite; it is NaN with a gap that is so, alone.
  double add(double so_far, std::size_t column, double cell) const {
    return so_far + ((signs_[column / 64] >> (column % 64) & 1) != 0 ? -cell : cell);
  }

private:
  std::span<const std::uint64_t> signs_;
};

template <class Way, class T> double number_of(const Way &way, T cell) {
  return is_missing(cell) ? way.gap : counted_cell(cell);
}

// One number a row, into `to`; always in the order of the columns, so that the layout makes no difference.
template <class Way, class T> void reduce(const DenseRows<T> &rows, const Way &way, double *to) {
  const std::size_t width = rows.columns(), count = rows.rows();
  const T *const aligned = rows.aligned_cells();
  if (aligned != nullptr && width == 1) {
    for (std::size_t i = 0; i < count; ++i) to[i] = way.add(0.0, 0, number_of(way, aligned[i]));
  } else if (rows.column_by_column()) {
    std::fill_n(to, count, 0.0);
    for (std::size_t column = 0; column < width; ++column)
      for (std::size_t row = 0; row < count; ++row)
        to[row] = way.add(to[row], column, number_of(way, rows.at(row, column)));
  } else {
    for (std::size_t row = 0; row < count; ++row) {
      double so_far = 0.0;
      for (std::size_t column = 0; column < width; ++column)
        so_far = way.add(so_far, column,
                         number_of(way, aligned ? aligned[row * width + column] : rows.at(row, column)));
      to[row] = so_far;
    }
  }
}

template <class Way> void reduce(const ColumnRows &rows, const Way &way, double *to) {
  std::fill_n(to, rows.rows(), 0.0);
  for (std::size_t column = 0; column < rows.columns(); ++column) {
    const Column &part = rows.parts[column];
    std::visit(
        [&](const auto *cells) {
          for (std::size_t row = rows.first; row < rows.last; ++row)
            to[row - rows.first] = way.add(to[row - rows.first], column,
                                           part.missing(row) ? way.gap : number_of(way, cells[row]));
        },
        part.cells);
  }
}

template <class Way> void reduce(const SparseRows &rows, const Way &way, double *to) {
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    double so_far = 0.0;
    for (std::size_t entry = rows.starts[row]; entry < rows.starts[row + 1]; ++entry)
      so_far = way.add(so_far, rows.places[entry], number_of(way, rows.value(entry)));
    // Cells that are not named are there, and 0: one stands for all of them.
    if (rows.starts[row + 1] - rows.starts[row] < rows.columns()) so_far = way.add(so_far, 0, 0.0);
    to[row] = so_far;
  }
}

// How many rows of a chunk a worker takes at a time.
template <class View> std::size_t rows_at_a_time(const View &rows, const RunOptions &run) {
  return rows_of_a_block(rows.columns(), run);
}
std::size_t rows_at_a_time(const SparseRows &rows, const RunOptions &run) {
  const std::size_t entries = rows.starts.back() - rows.starts.front();
  return std::max<std::size_t>(1, rows.rows() * entries_of_a_block(rows.columns(), run) / (entries + 1));
}

template <class Way>
double reduced(const PeopleMeans &means, std::size_t person, std::size_t columns, const Way &way) {
  double so_far = 0.0;
  for (std::size_t column = 0; column < columns; ++column)
    so_far = way.add(so_far, column, number_of(way, means.mean(person, column)));
  return so_far;
}

Error changed_meanwhile() {
  return {ErrorKind::failure, "the table has another number of rows than when it was opened",
          "do not change a file while it is read"};
}

void check_order(std::span<const std::uint64_t> order, std::size_t people) {
  if (order.size() != people) throw std::logic_error("poise: pairs need an order of all people");
  std::vector<bool> met(people);
  for (const std::uint64_t person : order) {
    if (person >= people || met[person])
      throw std::logic_error("poise: the order of pairs is not a permutation of the people");
    met[person] = true;
  }
}

std::shared_ptr<const GridRows> one_column(UninitializedVector<std::int32_t> values, std::int64_t bound,
                                           KeptGridRows<std::int32_t>::Order order) {
  const std::size_t rows = values.size();
  KeptGridRows<std::int32_t>::Cells cells;
  cells.values = std::move(values);
  return std::make_shared<KeptGridRows<std::int32_t>>(rows, 1, bound, std::move(cells), order);
}

} // namespace

class Magnitudes {
public:
  // Tells take(first, numbers) one number for every person from `first` on, a block at a time.
  template <class Way, class Take>
  static std::optional<Error> each_person(const Table &table, const Way &way, const RunOptions &run,
                                          const Take &take) {
    WorkerPool pool(run.threads);
    std::vector<UninitializedVector<double>> rooms(pool.size());
    if (!table.people())
      return each_chunk(table, run, [&](const auto &view, const Chunk &, std::size_t done, auto &meter) {
        const std::size_t step = rows_at_a_time(view, run);
        pool.each((view.rows() + step - 1) / step, [&](unsigned worker, std::size_t job) {
          if (meter.stopped()) return;
          const std::size_t first = job * step, last = std::min(view.rows(), first + step);
          rooms[worker].resize(last - first);
          reduce(view.slice(first, last), way, rooms[worker].data());
          take(done + first, std::span<const double>(rooms[worker]));
          meter.add(last - first);
        });
      });

    PeopleMeans means(*table.people(), table.columns().size());
    const auto failed =
        each_chunk(table, run, [&](const auto &view, const Chunk &chunk, std::size_t, auto &meter) {
          if (chunk.people.size() != view.rows() ||
              std::ranges::any_of(chunk.people, [&](std::uint64_t who) { return who >= means.people(); }))
            throw std::logic_error("poise: every row needs a person of its table");
          means.add(view, chunk.people);
          meter.add(view.rows());
        });
    if (failed) return failed;
    const std::size_t step = rows_of_a_block(table.columns().size(), run);
    pool.each((means.people() + step - 1) / step, [&](unsigned worker, std::size_t job) {
      const std::size_t first = job * step, last = std::min(means.people(), first + step);
      rooms[worker].resize(last - first);
      for (std::size_t person = first; person < last; ++person)
        rooms[worker][person - first] = reduced(means, person, table.columns().size(), way);
      take(first, std::span<const double>(rooms[worker]));
    });
    return std::nullopt;
  }

private:
  // Tells of every chunk: its rows as they are, the chunk, and how many rows came before.
  template <class Tell>
  static std::optional<Error> each_chunk(const Table &table, const RunOptions &run, const Tell &tell) {
    ProgressMeter meter(run, table.rows());
    const std::unique_ptr<RowPass> chunks = table.pass(RawKey());
    std::size_t done = 0;
    while (!meter.stopped()) {
      const auto chunk = chunks->next();
      if (!chunk) return chunk.error();
      if (!*chunk) break;
      if (count_columns((*chunk)->rows) != table.columns().size())
        throw std::logic_error("poise: a chunk does not look like its table");
      const std::size_t rows = count_rows((*chunk)->rows);
      if (rows > table.rows() - done) return changed_meanwhile();
      std::visit([&](const auto &view) { tell(view, **chunk, done, meter); }, (*chunk)->rows);
      done += rows;
    }
    if (const auto stopped = meter.verdict()) return stopped;
    if (done != table.rows()) return changed_meanwhile();
    return std::nullopt;
  }
};

namespace {

template <class Way>
Result<std::shared_ptr<const GridRows>> rungs_of_people(const Table &table, const Way &way,
                                                        const RunOptions &run) {
  UninitializedVector<std::int32_t> rungs(table.people().value_or(table.rows()));
  const auto failed =
      Magnitudes::each_person(table, way, run, [&](std::size_t first, std::span<const double> magnitudes) {
        for (std::size_t i = 0; i < magnitudes.size(); ++i) rungs[first + i] = rung_of(magnitudes[i]);
      });
  if (failed) return *failed;
  using Order = KeptGridRows<std::int32_t>::Order;
  constexpr std::int64_t bound = std::max(-Rungs::lowest, Rungs::highest);
  return one_column(std::move(rungs), bound, table.people() ? Order::of_people : Order::open);
}

} // namespace

Result<std::shared_ptr<const GridRows>> row_magnitudes(const Table &table, const RunOptions &run, Gaps gaps) {
  constexpr double beyond = std::numeric_limits<double>::infinity();
  return rungs_of_people(table, LargestCell{gaps == Gaps::zero ? 0.0 : beyond}, run);
}

Result<std::shared_ptr<const GridRows>> row_distances(const Table &table, double centre,
                                                      const RunOptions &run) {
  if (!std::isfinite(centre)) throw std::logic_error("poise: distances need a finite centre");
  return rungs_of_people(table, LargestDistance{centre}, run);
}

namespace {

// make(z - z') for every pair, in 32 bits.
template <class Make>
Result<UninitializedVector<std::int32_t>> of_pairs(const Table &table, std::span<const std::uint64_t> order,
                                                   std::span<const std::uint64_t> signs, Gaps gaps,
                                                   const RunOptions &run, const Make &make) {
  const std::size_t people = table.people().value_or(table.rows());
  check_order(order, people);
  if (signs.size() < (table.columns().size() + 63) / 64)
    throw std::logic_error("poise: sums need a sign for every column");
  if (people < 2) return bad_input("one person makes no pair", "give a table of at least two people");

  UninitializedVector<double> sums(people);
  const auto failed = Magnitudes::each_person(
      table, SignedSum(signs, gaps), run, [&](std::size_t first, std::span<const double> numbers) {
        for (std::size_t i = 0; i < numbers.size(); ++i)
          sums[first + i] = is_missing(numbers[i]) ? no_number : counted(numbers[i]);
      });
  if (failed) return *failed;

  const std::size_t pairs = people / 2, step = rows_of_a_block(1, run);
  UninitializedVector<std::int32_t> made(pairs);
  WorkerPool(run.threads).each((pairs + step - 1) / step, [&](unsigned, std::size_t job) {
    const std::size_t last = std::min(pairs, (job + 1) * step);
    for (std::size_t i = job * step; i < last; ++i)
      made[i] = make(sums[order[2 * i]] - sums[order[2 * i + 1]]);
  });
  return made;
}

} // namespace

Result<std::shared_ptr<const GridRows>> pair_magnitudes(const Table &table,
                                                        std::span<const std::uint64_t> order,
                                                        std::span<const std::uint64_t> signs,
                                                        const RunOptions &run, Gaps gaps) {
  auto rungs = of_pairs(table, order, signs, gaps, run,
                        [](double apart) { return is_missing(apart) ? Rungs::highest : rung_of(apart); });
  if (!rungs) return rungs.error();
  constexpr std::int64_t bound = std::max(-Rungs::lowest, Rungs::highest);
  return one_column(std::move(*rungs), bound, KeptGridRows<std::int32_t>::Order::of_people);
}

Result<std::shared_ptr<const GridRows>> pair_gaps(const Table &table, std::span<const std::uint64_t> order,
                                                  std::span<const std::uint64_t> signs, const Grid &grid,
                                                  const RunOptions &run) {
  if (!grid.narrow()) throw std::logic_error("poise: gaps of pairs are for a grid of 32 bits");
  auto gaps =
      of_pairs(table, order, signs, Gaps::zero, run, [&](double apart) { return grid.place_narrow(apart); });
  if (!gaps) return gaps.error();
  return one_column(std::move(*gaps), grid.bound(), KeptGridRows<std::int32_t>::Order::of_people);
}

} // namespace poise::internal
