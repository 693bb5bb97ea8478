// Ticks are 1, 2 or 5 times a power of ten apart, three to six of them.
#include "poise/report/html/html_axis.h"

#include "poise/report/html/html_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace poise::internal::html {
namespace {

double round_step(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= rough) return digit * power;
  return 10 * power;
}

} // namespace

Axis::Axis(double low, double high) : low_(low), high_(high), drawable_(std::isfinite(high - low)) {
  if (!drawable_) return;
  const double size = std::max(std::abs(low_), std::abs(high_));
  if (high_ - low_ <= size * 1e-9) { // one point: give it room, so that it stands in the middle
    const double room = size > 0 ? size / 10 : 1;
    low_ -= room;
    high_ += room;
  }
  const double step = round_step((high_ - low_) / 4);
  const double first = std::floor(low_ / step), last = std::ceil(high_ / step);
  drawable_ = step > 0 && std::isfinite(step) && std::isfinite(first * step) && std::isfinite(last * step) &&
              last - first <= 10;
  if (!drawable_) return;
  for (int i = 0; i <= static_cast<int>(last - first); ++i) ticks_.push_back((first + i) * step);
  low_ = ticks_.front();
  high_ = ticks_.back();
}

double Axis::place(double value) const {
  return 1.5 + 97 * std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
}

std::string Axis::ticks(double y1, double y2, bool numbered) const {
  std::string text;
  for (std::size_t i = 0; i < ticks_.size(); ++i) {
    const double tick = ticks_[i];
    const std::string x = coordinate(place(tick));
    text += fmt::format(R"(<line class="{}" x1="{}%" x2="{}%" y1="{}" y2="{}"/>)",
                        tick == 0 ? "zero" : "tick", x, x, coordinate(y1), coordinate(y2));
    if (!numbered) continue;
    const char *const anchor = i == 0 ? "start" : i + 1 == ticks_.size() ? "end" : "middle";
    const char *const edge = i == 0 ? "0" : i + 1 == ticks_.size() ? "100%" : nullptr;
    text += fmt::format(R"(<text class="ticktext" x="{}" y="{}" text-anchor="{}"{}>{}</text>)",
                        edge != nullptr ? edge : x + "%", coordinate(y2 + 12), anchor, derived(tick),
                        six_digits(tick));
  }
  return text;
}

std::string coordinate(double value) {
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

} // namespace poise::internal::html
