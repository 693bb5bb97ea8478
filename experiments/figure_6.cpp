// Figure 6: images of handwritten digits, error against the budget.
#include "experiments/figures.h"
#include "experiments/frame/normal_setting.h"
#include "experiments/mnist/mnist.h"

#include <fmt/format.h>
#include <memory>

namespace poise::internal::experiments {
namespace {

// Brightness 0 … 255 as k / 1024 with k in 0 … 1023: the paper's u = 2^10, with 1 for white.
double brightness(std::uint8_t pixel) { return (pixel * 1023 / 255) / 1024.0; }

// All trials look at the same pictures: only the noise is new.
std::function<Sample(Bits &)> pictures_of(const Mnist &mnist, unsigned digit) {
  std::vector<double> cells;
  for (const std::uint8_t pixel : mnist.images_of(digit)) cells.push_back(brightness(pixel));
  const auto sample = std::make_shared<const Sample>(sample_of(mnist_pixels, std::move(cells)));
  return [sample](Bits &) { return *sample; };
}

Result<std::vector<Setting>> settings(const DataSources &sources) {
  const auto mnist = read_mnist(sources.mnist);
  if (!mnist) return mnist.error();
  const double radius = paper_radius(mnist_pixels);
  const Grid grid = Grid::of(-10, 1024).value();
  std::vector<Setting> all;
  for (const unsigned digit : {0U, 1U, 2U}) {
    if (mnist->images_of(digit).size() < 1000 * mnist_pixels)
      return bad_input("there are fewer than 1000 pictures of the digit " + std::to_string(digit) + " in " +
                           sources.mnist.string(),
                       "name a folder with all of MNIST, or leave --mnist out to fetch it");
    const auto draw = pictures_of(*mnist, digit);
    for (const int eighths : {1, 2, 4, 8, 16}) {
      const GaussianModel model{rational(radius), ratio(1, 10), rational(50)};
      const Public known{grid, rho_of(eighths, 8), model};
      std::vector<Contender> contenders = coinpress_family(known);
      contenders.push_back(instance_optimal("Shifted-CM", known));
      all.push_back({.panel = fmt::format("digit {}", digit),
                     .x = eighths / 8.0,
                     .draw = draw,
                     .contenders = std::move(contenders)});
    }
  }
  return all;
}

} // namespace

const Figure figure_6 = {.name = "fig6",
                         .title = "MNIST, d = 784, u = 1024, R = 50 sqrt(d)",
                         .x_title = "rho",
                         .x_scale = Scale::log2,
                         .needs_mnist = true,
                         .settings = settings};

} // namespace poise::internal::experiments
