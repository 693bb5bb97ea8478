// An axis of a small picture: round ends, round ticks, and places in percent of its width.
#pragma once

#include <string>
#include <vector>

namespace poise::internal::html {

// Places are percentages, so that pictures stretch with the page and their text does not.
class Axis {
public:
  // Round numbers around both ends; nothing is drawn (`drawable` is false) where they are not finite.
  Axis(double low, double high);

  bool drawable() const { return drawable_; }
  double place(double value) const; // from 1.5 to 98.5, held at the ends

  // Light lines at the ticks from y1 to y2, and their numbers below where `numbered`.
  std::string ticks(double y1, double y2, bool numbered) const;

private:
  double low_, high_;
  std::vector<double> ticks_;
  bool drawable_;
};

// A number as an attribute of a picture, with at most three decimals.
std::string coordinate(double value);

} // namespace poise::internal::html
