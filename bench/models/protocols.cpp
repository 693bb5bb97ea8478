// The local and the shuffle model: all participants played by one machine, and the work of one of them.
#include "frame/contender.h"
#include "mean/million_rows.h"
#include "poise/local/local_analyzer.h"
#include "poise/local/local_mean.h"
#include "poise/random/system_bits.h"
#include "poise/shuffle/shuffle_mean.h"
#include "poise/shuffle/shuffler.h"

#include <cmath>
#include <memory>

namespace poise::internal::bench {
namespace {

constexpr std::size_t columns = 8;

Approximate promise() { return {Epsilon::ratio(1, 1).value(), Delta::parse("1e-9").value()}; }
Grid grid() { return Grid::within("1000").value(); }

Estimate local(std::size_t rows) {
  SystemBits bits;
  return local_mean(bell_table(rows, columns), grid(), Grant<Rho>::open(Rho::ratio(1, 1).value()), bits,
                    {.mean_within = Rational(60)})
      .value();
}

Estimate shuffled(std::size_t rows) {
  SystemBits bits;
  return shuffle_mean(bell_table(rows, columns), grid(), promise(),
                      Grant<Rho>::open(shuffle_rho(promise()).value()), bits,
                      {.mean_within = Rational(60), .path = ShuffleOptions::Path::records})
      .value();
}

// Within ten standard deviations of its own noise, and a little for rows that are clipped.
std::string wrong(const Estimate &mean, std::size_t rows) {
  const std::vector<double> plain = plain_mean(rows, columns);
  for (std::size_t j = 0; j < columns; ++j)
    if (!(std::abs(mean.value[j] - plain[j]) < 10 * mean.noise_std[j] + 0.01)) return "is not the mean";
  return "";
}

// A million participants in ten seconds on two cores.
const int local_million = enter([] {
  constexpr std::size_t rows = 1'000'000;
  return Contender{.name = "models/local/1e6x8",
                   .check = [] { return wrong(local(rows), rows); },
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(local(rows).value.data());
                         return std::uint64_t{1};
                       },
                   .target = 1 / 10.0,
                   .on_the_wall = true};
});

// A hundred thousand, every record through every hand, in a minute.
const int shuffled_records = enter([] {
  constexpr std::size_t rows = 100'000;
  return Contender{.name = "models/shuffle/1e5x8",
                   .check = [] { return wrong(shuffled(rows), rows); },
                   .batch =
                       [] {
                         benchmark::DoNotOptimize(shuffled(rows).value.data());
                         return std::uint64_t{1};
                       },
                   .target = 1 / 60.0,
                   .on_the_wall = true};
});

Session session(std::variant<LocalBudget, ShuffleBudget> budget) {
  SystemBits bits;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns; ++j) names.push_back("c" + std::to_string(j));
  return {random_id(bits),
          100'000,
          names,
          grid(),
          random_signs(columns, bits),
          reach_for(Rational(60), grid(), columns),
          std::move(budget)};
}

// The round of a step, with numbers that a session could have found.
template <class Plan> Round round_of(const Session &session, const Plan &plan, Step step) {
  const auto shape = [&](Step any) { return plan.shape(any); };
  const Schedule schedule = plan.schedule();
  Round round = first_round(session, schedule, shape);
  while (round.step != step) round = round_after(round, schedule, shape).value();
  if (step != Step::centre) round.centre.assign(session.width(), 0);
  if (step == Step::sum) round.radius = longest_radius(round.reach, session.width()) / 16;
  return round;
}

const std::vector<std::int64_t> &a_row() {
  static const std::vector<std::int64_t> row(columns, 12345);
  return row;
}

// One participant's answer, sealed where it is: 5 milliseconds at most.
Contender one_answer(std::string name, std::function<Bytes()> answer,
                     std::function<std::optional<Error>(ByteView)> take) {
  return {.name = std::move(name),
          .check =
              [answer, take] {
                const auto refused = take(answer());
                return refused ? refused->wrong : std::string();
              },
          .batch =
              [answer] {
                benchmark::DoNotOptimize(answer().data());
                return std::uint64_t{1};
              },
          .target = 1 / 0.005,
          .on_the_wall = true};
}

Contender local_client(Step step) {
  const Session own = session(LocalBudget{Rho::ratio(1, 1).value()});
  const LocalPlan plan = LocalPlan::of(own).value();
  const Round round = round_of(own, plan, step);
  const auto client = std::make_shared<LocalClient>(LocalClient::prepare(own, plan, round).value());
  const auto bits = std::make_shared<SystemBits>();
  return one_answer(
      std::string("models/local/one client/") + name_of(step),
      [client, bits] {
        Bytes message(client->message_bytes());
        client->answer(17, a_row(), *bits, message);
        return message;
      },
      [=](ByteView message) { return LocalAnalyzer::for_round(own, plan, round).value().add(message); });
}

Contender shuffle_client(Step step) {
  const Session own = session(ShuffleBudget{promise(), ratio(1, 10), new_key_pair().public_key.bytes});
  const ShufflePlan plan = ShufflePlan::of(own).value();
  const Round round = round_of(own, plan, step);
  const auto client = std::make_shared<ShuffleClient>(ShuffleClient::prepare(own, plan, round).value());
  const auto bits = std::make_shared<SystemBits>();
  return one_answer(
      std::string("models/shuffle/one client/") + name_of(step),
      [client, bits] { return client->answer(17, a_row(), *bits); },
      [=](ByteView batch) { return Shuffler::open(own, plan, round).value().add(batch); });
}

const int local_centre = enter([] { return local_client(Step::centre); });
const int local_radius = enter([] { return local_client(Step::radius); });
const int local_sum = enter([] { return local_client(Step::sum); });
const int shuffle_centre = enter([] { return shuffle_client(Step::centre); });
const int shuffle_radius = enter([] { return shuffle_client(Step::radius); });
const int shuffle_sum = enter([] { return shuffle_client(Step::sum); });

} // namespace
} // namespace poise::internal::bench
