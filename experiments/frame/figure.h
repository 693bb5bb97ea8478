// What a figure is: panels, points on their x axes, and who is compared there.
#pragma once

#include "experiments/chart/chart.h"
#include "experiments/frame/contender.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poise::internal::experiments {

// One point on the x axis of one panel.
struct Setting {
  std::string panel;
  double x;
  std::function<Sample(Bits &)> draw; // the data of a trial
  std::vector<Contender> contenders;
  double error_scale = 1; // what errors are multiplied by
  double error_norm = 2;  // they are distances in l_p-norm, for this p
};

// Where data that are not made up come from.
struct DataSources {
  std::filesystem::path mnist = {}; // a folder with the four files
  std::filesystem::path data = {};  // a folder that may hold kosarak.dat and BMS-POS.csv, or nothing
};

// A result of others to be shown beside ours.
struct Published {
  std::string_view panel; // empty: every one of the figure
  double x;
  std::string_view series;
  double mean;
  std::optional<double> sd = std::nullopt; // over its runs, where that was published
};

struct Point;
struct TrialPlan;
struct Findings;

struct Figure {
  std::string_view name;  // as it is asked for
  std::string_view title; // above the picture
  std::string_view x_title;
  Scale x_scale;
  bool needs_mnist;
  Result<std::vector<Setting>> (*settings)(const DataSources &sources);
  std::span<const Published> published = {};
  std::string_view y_title = "l2 error";
  // A table and a picture of its own, for a figure that shows something else than most.
  std::string (*own_table)(const Figure &, const std::vector<Point> &) = nullptr;
  Chart (*own_chart)(const Figure &, const std::vector<Point> &) = nullptr;
  // For one that is no chart of settings, which it has none of then.
  Result<Findings> (*own_run)(const DataSources &, const TrialPlan &) = nullptr;
  bool uses_mnist = false; // where it can be fetched; goes on without
};

} // namespace poise::internal::experiments
