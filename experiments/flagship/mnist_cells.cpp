// Pictures of handwritten digits, brightness from 0 to 1. All tables of a cell are the same.
#include "experiments/flagship/cells.h"
#include "experiments/mnist/mnist.h"

#include <memory>

namespace poise::internal::experiments {
namespace {

MakeFill pictures(std::vector<std::uint8_t> pixels) {
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(pixels));
  return [kept](Bits &) -> FillRow {
    return [kept, next = std::size_t{0}](std::span<double> row, Bits &) mutable {
      for (double &cell : row) cell = (*kept)[next++] / 255.0;
    };
  };
}

} // namespace

Result<std::vector<Cell>> mnist_cells(const DataSources &sources) {
  if (sources.mnist.empty()) return std::vector<Cell>();
  const auto mnist = read_mnist(sources.mnist);
  if (!mnist) return mnist.error();
  std::vector<Cell> cells;
  for (const unsigned digit : {0U, 1U, 2U}) {
    std::vector<std::uint8_t> pixels = mnist->images_of(digit);
    const std::size_t rows = pixels.size() / mnist_pixels;
    if (rows < 1000)
      return bad_input("there are fewer than 1000 pictures of the digit " + std::to_string(digit) + " in " +
                           sources.mnist.string(),
                       "name a folder with all of MNIST, or leave --mnist out to fetch it");
    cells.push_back({.name = "mnist" + std::to_string(digit),
                     .rows = rows,
                     .columns = mnist_pixels,
                     .budgets = {{500}},
                     .make_fill = pictures(std::move(pixels))});
  }
  return cells;
}

} // namespace poise::internal::experiments
