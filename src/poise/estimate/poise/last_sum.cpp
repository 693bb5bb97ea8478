// Pilots tell what each shell holds; the radius with the least noise and bias together gets the rest.
#include "poise/estimate/poise/last_sum.h"

#include "poise/aggregate/people/shell_sums.h"
#include "poise/estimate/poise/radial_model.h"

#include <algorithm>
#include <numeric>

namespace poise::internal {
namespace {

using Vector = std::vector<double>;

double dot(const Vector &a, const Vector &b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
void add(Vector &to, double factor, const Vector &what) {
  for (std::size_t j = 0; j < to.size(); ++j) to[j] += factor * what[j];
}
double square(double x) { return x * x; }
double least_of(double e, double z) { return e + z > 0 ? e * z / (e + z) : 0; }

class LastStep {
public:
  LastStep(PoiseRun &poise, const Recentred &seen, const Radii &radii)
      : poise_(poise), seen_(seen), frame_(seen.frame), radius_(radii.radius), far_(radii.far),
        rows_beyond_(radii.rows_beyond), tail_doubt_(radii.fewer_beyond ? 1 : 1.5),
        n_(static_cast<double>(poise.rows().rows())), d_(static_cast<double>(seen.frame.columns())),
        model_(model_of(radii, radii.beyond.back(), {2.5, 16})),
        widest_(model_of(radii, radii.most_beyond, {2, 2})), last_(radii.radius.size() - 1) {
    look_along(seen.spread);
    if (!seen.moved.empty()) look_along(seen.moved);
    // How much of the noise in what the noise is counts for clipping, in its standard deviations. In many
    // directions a shell is left out where it looks as noise does; in few, chance would hide too much.
    const double few = std::min(1.0, 8 / frame_.effective_columns());
    doubt_ = (0.5 - 2 * few * few) * std::sqrt(2 / frame_.effective_columns());
  }

  Result<LastSum> run() {
    const auto sums = ShellSums::of(poise_.rows(), frame_.map(), radius_, poise_.run());
    if (!sums) return sums.error();
    if (const auto error = pilot(*sums)) return *error;
    const std::size_t picked = pick();
    const auto sum = poise_.last_average(sums->up_to(picked), sums->step(), "sum");
    if (!sum) return sum.error();
    return finish(*sum, picked);
  }

private:
  // With so many beyond the last radius, as a share, and tails of these powers if rows are seen there: others
  // are few, not heavy; and where there are fewer than were looked for, they end somewhere near.
  RadialModel model_of(const Radii &radii, double last, RadialModel::TailPowers powers) const {
    Vector beyond = radii.beyond;
    beyond.back() = last;
    if (!radii.rows_beyond) powers.least = radii.fewer_beyond ? 4 : 2;
    return RadialModel(radius_, beyond, n_, powers);
  }

  // Directions in which clipping is most likely to leave something out: all columns upwards, and the way from
  // the medians to the mean. One direction carries only its part of the noise.
  void look_along(const Vector &way) {
    if (d_ < 2) return;
    Vector u = frame_.into(way);
    const double before = std::sqrt(dot(u, u));
    for (const Vector &other : ways_) add(u, -dot(u, other), other);
    const double length = std::sqrt(dot(u, u));
    if (!(length > 1e-9 * before)) return;
    for (double &x : u) x /= length;
    ways_.push_back(std::move(u));
  }

  struct Pilot {
    Vector value;
    double variance;
  };
  std::optional<Error> pilot(const ShellSums &sums) {
    if (last_ == 0) return std::nullopt;
    const double rho = std::max(0.01, 0.07 * std::min(1.0, std::sqrt(16 / d_))) * poise_.rho();
    for (std::size_t k = 0; k < last_; ++k) {
      // In proportion to what each may move by: as if all were one.
      const double share = (radius_[k + 1] - radius_[k]) / (radius_[last_] - radius_[0]);
      auto shell = poise_.average(sums.part(k + 1), sums.step(), share * rho, "pilot of a shell");
      if (!shell) return shell.error();
      pilots_.push_back({std::move(shell->value), shell->noise_std * shell->noise_std});
    }
    return std::nullopt;
  }

  double noise(std::size_t k) const {
    const double left = poise_.budget().left();
    return 2 * radius_[k] * radius_[k] / (n_ * n_) * frame_.noise_error() / left;
  }
  double shrunk(std::size_t k) const {
    double total = model_.tail_share();
    for (std::size_t i = k; i + 1 < radius_.size(); ++i) total += model_.share(i);
    return std::min(total, 0.6);
  }
  // The error, squared, if it stops at radius k: of noise, and of all of it.
  double noise_at(std::size_t k) const {
    const double left = 1 - shrunk(k);
    return 1 / (1 / (noise(k) / (left * left)) + 1 / seen_.centre_error);
  }
  // What pilots say is left out of shells k to the last: squared, as errors count, and the noise in that.
  struct LeftOut {
    double error, noise, excess;
  };
  LeftOut left_out(std::size_t k) const {
    Vector v(frame_.columns());
    double variance = 0, excess = 0, share = 0;
    for (std::size_t i = k; i < last_; ++i) {
      add(v, 1, pilots_[i].value);
      variance += pilots_[i].variance;
      excess += model_.excess(i);
      share += model_.share(i);
    }
    const double z = variance * frame_.noise_error();
    const double seen = frame_.error(v) - z - share * share * seen_.centre_error - doubt_ * z;
    double along = 0;
    for (const Vector &u : ways_) {
      const double projected = dot(v, u);
      along += std::max(projected * projected - 2 * variance, 0.0) * frame_.error(u);
    }
    return {std::max({seen, along, 0.0}), z, excess};
  }
  double risk(std::size_t k) const {
    const double mean_error = frame_.noise_error() / d_, tail = model_.square(last_) * mean_error,
                 random = std::max(model_.square(k) * mean_error - tail, 0.0);
    const LeftOut shells = left_out(k);
    const double most = std::max(shells.excess * shells.excess * frame_.largest_error(), random);
    return noise_at(k) + tail + least_of(std::min(std::max(shells.error, random), most), shells.noise);
  }
  std::size_t pick() {
    std::vector<double> risks;
    for (std::size_t k = 0; k <= last_; ++k) risks.push_back(risk(k));
    const auto picked = static_cast<std::size_t>(std::ranges::min_element(risks) - risks.begin());
    bias_ = std::max(risks[picked] - noise_at(picked), 0.0);
    // What is beyond the last radius, in parts of the last shell as the pilot has it. More than some of it is
    // not believed: radii that fell into a gap between rows and rows look like a heavy tail.
    constexpr double most_believed = 0.4;
    if (last_ > 0 && rows_beyond_ && model_.excess(last_ - 1) > 0) {
      const Pilot &outermost = pilots_[last_ - 1];
      const double seen =
          std::sqrt(std::max(0.0, dot(outermost.value, outermost.value) - d_ * outermost.variance));
      beyond_ = std::min(model_.tail_excess() / std::max(seen, model_.excess(last_ - 1)), most_believed);
    }
    return picked;
  }

  // A pilot without most of its noise, and how much of it that is.
  struct Shrunk {
    Vector value;
    double kept;  // as lengths go
    double share; // of what is along no known way
  };
  Shrunk without_noise(const Pilot &pilot) const {
    Vector rest = pilot.value, kept(rest.size());
    for (const Vector &u : ways_) {
      const double along = dot(rest, u);
      add(kept, std::max(0.0, 1 - 2 * pilot.variance / std::max(along * along, 1e-300)) * along, u);
      add(rest, -along, u);
    }
    const double z = pilot.variance * frame_.noise_error() * (1 + std::sqrt(2 / frame_.effective_columns()));
    const double share = std::max(0.0, 1 - z / std::max(frame_.error(rest), 1e-300));
    add(kept, share, rest);
    const double length = std::sqrt(std::max(dot(pilot.value, pilot.value), 1e-300));
    return {kept, std::clamp(std::sqrt(dot(kept, kept)) / length, 0.0, 1.0), share};
  }

  LastSum finish(const NoisyAverage &sum, std::size_t picked) {
    Vector y = sum.value, left(y.size());
    double lost = shrunk(picked), added = 0, left_variance = 0;
    for (std::size_t i = 0; i < last_; ++i) {
      const bool left_out = i >= picked, outermost = i + 1 == last_;
      const double factor = (left_out ? 1 : 0) + (outermost ? beyond_ : 0);
      if (!(factor > 0)) continue;
      const Shrunk shell = without_noise(pilots_[i]);
      add(y, factor, shell.value);
      lost -= factor * shell.share * model_.share(i);
      added += factor * factor * shell.kept * shell.kept * pilots_[i].variance;
      if (left_out) {
        add(left, 1 - shell.kept, pilots_[i].value);
        left_variance += (1 - shell.kept) * (1 - shell.kept) * pilots_[i].variance;
      }
    }
    lost = std::clamp(lost, 0.0, 0.6);
    // The sum and the centre that was found before tell of one mean, each with its noise: of the way from
    // the centre as much is gone as is likely. The centre may be off by more than its noise, which the length
    // of the way shows. And rows that were shortened pull the mean towards the centre.
    const double sum_variance = sum.noise_std * sum.noise_std,
                 final_error = sum_variance * frame_.noise_error(),
                 off = std::max(seen_.centre_error, frame_.error(y) - final_error);
    const double gain =
        std::clamp((1 - lost) * off / ((1 - lost) * (1 - lost) * off + final_error), 0.5, 1.15);
    const double left_back = gain < 1 ? (1 - gain) * (1 - gain) * off / frame_.noise_error() : 0;
    // Rows much further out, wherever they point, may move the mean by as much as that.
    const double far = far_ ? far_->share * std::max(far_->radius - radius_[last_], 0.0) / 2 : 0;
    LastSum result{frame_.back(y), {}, {}, picked, far_.has_value()};
    const Outside outside = outside_of_radii();
    const Vector unseen = frame_.back(left);
    for (std::size_t j = 0; j < y.size(); ++j) {
      result.value[j] *= gain;
      const double unit = frame_.variance(j);
      const double noise = (sum_variance * gain * gain + added + left_back) * unit;
      const double clipped =
          std::max(bias_ * unit / frame_.noise_error(), unseen[j] * unseen[j] - left_variance * unit);
      result.noise_std.push_back(gain * std::sqrt(sum_variance * unit));
      result.error_std.push_back(std::sqrt(noise + clipped + outside.square_of(j, unit) + far * far * unit));
    }
    return result;
  }

  // What is beyond the last radius, column by column: it points where the outer shells do, and is longer
  // there than they are, or where their noise hides it; all of it in one column at most. Without shells,
  // nobody knows where it points.
  struct Outside {
    Vector way; // of the outer shells, in x
    double way_variance, factor, length;

    double square_of(std::size_t column, double unit) const {
      if (way.empty()) return square(length) * unit;
      constexpr double longer = 4, hidden = 1.5; // set on real tables
      const double noise = way_variance * unit, seen = std::max(square(way[column]) - noise, 0.0);
      return std::min(square(factor) * (square(longer) * seen + square(hidden) * noise),
                      square(length) * unit);
    }
  };
  Outside outside_of_radii() const {
    const double length = tail_doubt_ * widest_.tail_excess();
    if (last_ == 0) return {{}, 0, 0, length / std::sqrt(d_)};
    Vector way(frame_.columns());
    double variance = 0, excess = 0;
    for (std::size_t k = last_ < 2 ? 0 : last_ - 2; k < last_; ++k) {
      add(way, 1, pilots_[k].value);
      variance += pilots_[k].variance;
      excess += model_.excess(k);
    }
    return {frame_.back(way), variance, widest_.tail_excess() / std::max(excess, 1e-300), length};
  }

  PoiseRun &poise_;
  const Recentred &seen_;
  const Frame &frame_;
  const Vector &radius_;
  const std::optional<Radii::Far> &far_;
  bool rows_beyond_;
  double tail_doubt_; // tails may be heavier than they begin
  double n_, d_;
  RadialModel model_, widest_; // as likely, and for intervals
  std::size_t last_;           // radius
  double doubt_;
  std::vector<Vector> ways_; // orthonormal
  std::vector<Pilot> pilots_;
  double beyond_ = 0; // what is beyond the last radius, in last shells
  double bias_ = 0;
};

} // namespace

Result<LastSum> last_sum(PoiseRun &poise, const Recentred &seen, const Radii &radii) {
  return LastStep(poise, seen, radii).run();
}

} // namespace poise::internal
