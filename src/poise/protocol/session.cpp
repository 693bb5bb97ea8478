// One spelling a session: what is decoded, encoded again, gives the same bytes.
#include "poise/protocol/session.h"

#include "poise/aggregate/kernel/hadamard.h"
#include "poise/base/nearest_double.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace poise::internal {
namespace {

bool too_long(const Rational &fraction) { return fraction.get_str().size() > longest_fraction; }

bool too_long(const LocalBudget &budget) { return too_long(budget.rho.exact()); }

bool too_long(const ShuffleBudget &budget) {
  return too_long(budget.promise.epsilon.exact()) || too_long(budget.promise.delta.exact()) ||
         too_long(budget.dishonest);
}

bool has_stray_signs(const Session &session) {
  const std::size_t columns = session.columns.size();
  if (session.signs.size() != (columns + 63) / 64) return true;
  return columns % 64 != 0 && session.signs.back() >> (columns % 64) != 0;
}

std::uint64_t reach_of_steps(double steps, std::size_t columns) {
  const auto width = static_cast<double>(padded_width(columns));
  // |sum of d signed cells| is at most sqrt(d) norms, and with probability 1 - 1/(10 width) at most this
  // many.
  const double norms = std::min(std::sqrt(static_cast<double>(columns)), std::sqrt(2 * std::log(20 * width)));
  const double reach = std::ceil(steps * norms);
  return reach < static_cast<double>(Session::most_reach) ? static_cast<std::uint64_t>(std::max(1.0, reach))
                                                          : Session::most_reach;
}

} // namespace

std::size_t Session::width() const { return padded_width(columns.size()); }

void Session::begin(Bits &bits) {
  id = random_id(bits);
  signs = random_signs(columns.size(), bits);
}

Session planned_session(std::uint64_t participants, std::vector<std::string> columns, const Grid &grid,
                        const std::optional<Rational> &mean_within,
                        std::variant<LocalBudget, ShuffleBudget> budget) {
  const std::size_t width = columns.size();
  return {.id = {},
          .participants = participants,
          .columns = std::move(columns),
          .grid = grid,
          .signs = std::vector<std::uint64_t>((width + 63) / 64),
          .reach = mean_within ? reach_for(*mean_within, grid, width) : 0,
          .budget = std::move(budget)};
}

std::optional<Error> check_session(const Session &session) {
  const char *const remedy = "ask whoever published the session for another";
  if (session.participants < 2 || session.participants > Session::most_participants)
    return bad_input("a session needs between 2 and 2^32 participants", remedy);
  if (session.columns.empty() || session.columns.size() > Session::most_columns)
    return bad_input("a session is about between 1 and 16384 columns", remedy);
  const std::unordered_set<std::string> names(session.columns.begin(), session.columns.end());
  if (names.size() != session.columns.size() || std::ranges::any_of(names, [](const auto &name) {
        return name.empty() || name.size() > Session::longest_name;
      }))
    return bad_input("the columns of a session need different names of 1 to 1000 bytes", remedy);
  // Rows around a centre stay within 62 bits.
  if (session.grid.bound() > (std::int64_t{1} << 60) / static_cast<std::int64_t>(session.columns.size()))
    return bad_input("the grid of the session is too fine for so many columns", remedy);
  if (has_stray_signs(session)) return bad_input("a session has one sign for every column", remedy);
  if (session.reach > Session::most_reach)
    return bad_input("the session looks for a centre too far away", remedy);
  if (std::visit([](const auto &budget) { return too_long(budget); }, session.budget))
    return bad_input("the budget of the session has too many digits", remedy);
  if (const auto *const shuffle = std::get_if<ShuffleBudget>(&session.budget);
      shuffle != nullptr && (shuffle->dishonest < 0 || shuffle->dishonest > ratio(9, 10)))
    return bad_input("at most nine of ten participants can be dishonest", remedy);
  return std::nullopt;
}

std::uint64_t reach_for(const Rational &norm, const Grid &grid, std::size_t columns) {
  return reach_of_steps(nearest_double(Rational(norm / grid.step())), columns);
}

std::uint64_t reach_for_length(std::uint64_t rotated_length, std::size_t columns) {
  // A rotation makes a row sqrt(width) times as long.
  const auto width = static_cast<double>(padded_width(columns));
  return reach_of_steps(static_cast<double>(rotated_length) / std::sqrt(width), columns);
}

Bytes encode(const Session &session) {
  WireWriter out(WireKind::session);
  out.raw(session.id);
  out.u64(session.participants);
  out.u32(static_cast<std::uint32_t>(session.columns.size()));
  for (const std::string &name : session.columns) out.text(name);
  out.i64(session.grid.exponent());
  out.i64(session.grid.bound());
  for (const std::uint64_t word : session.signs) out.u64(word);
  out.u64(session.reach);
  if (const auto *const local = std::get_if<LocalBudget>(&session.budget)) {
    out.u8(0);
    out.fraction(local->rho.exact());
  } else {
    const auto &shuffle = std::get<ShuffleBudget>(session.budget);
    out.u8(1);
    out.fraction(shuffle.promise.epsilon.exact());
    out.fraction(shuffle.promise.delta.exact());
    out.fraction(shuffle.dishonest);
    out.raw(shuffle.public_key);
  }
  return std::move(out).sealed();
}

Result<Session> decode_session(ByteView bytes) {
  WireReader in(bytes, WireKind::session);
  const auto trouble = [&] {
    return bad_input(opening_trouble(in.opening(), "a session"),
                     "ask whoever published the session for it again");
  };
  std::array<std::uint8_t, 16> id{};
  const ByteView id_bytes = in.raw(id.size());
  std::ranges::copy(id_bytes, id.begin());
  const std::uint64_t participants = in.u64();
  const std::uint32_t columns = in.u32();
  if (columns > Session::most_columns || !in.has(columns, 4)) return trouble();
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < columns; ++i) names.push_back(in.text(Session::longest_name));
  const std::int64_t exponent = in.i64(), bound = in.i64();
  std::vector<std::uint64_t> signs;
  for (std::uint32_t i = 0; i < (columns + 63) / 64; ++i) signs.push_back(in.u64());
  const std::uint64_t reach = in.u64();
  const std::uint8_t model = in.u8();
  if (!in.good() || model > 1 || exponent < Grid::least_exponent || exponent > Grid::largest_exponent)
    return trouble();
  const auto grid = Grid::of(static_cast<int>(exponent), bound);
  if (!grid) return trouble();

  std::optional<std::variant<LocalBudget, ShuffleBudget>> budget;
  if (model == 0) {
    if (const auto rho = Rho::of(in.fraction()); in.good() && rho) budget = LocalBudget{*rho};
  } else {
    const auto epsilon = Epsilon::of(in.fraction());
    const auto delta = Delta::of(in.fraction());
    const Rational dishonest = in.fraction();
    std::array<std::uint8_t, 32> key{};
    std::ranges::copy(in.raw(key.size()), key.begin());
    if (in.good() && epsilon && delta) budget = ShuffleBudget{{*epsilon, *delta}, dishonest, key};
  }
  if (!in.whole() || !budget) return trouble();
  Session session{id, participants, std::move(names), *grid, std::move(signs), reach, std::move(*budget)};
  if (const auto error = check_session(session)) return *error;
  return session;
}

SessionTag tag_of(const Session &session) { return digest_of(encode(session)); }

std::array<std::uint8_t, 16> random_id(Bits &bits) {
  std::array<std::uint8_t, 16> id;
  for (std::size_t half = 0; half < 2; ++half) {
    const std::uint64_t word = bits.word();
    for (std::size_t i = 0; i < 8; ++i) id[8 * half + i] = static_cast<std::uint8_t>(word >> (8 * i));
  }
  return id;
}

} // namespace poise::internal
