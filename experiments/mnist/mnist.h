// The MNIST images of handwritten digits.
#pragma once

#include "poise/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace poise::internal::experiments {

inline constexpr std::size_t mnist_side = 28;
inline constexpr std::size_t mnist_pixels = mnist_side * mnist_side;

// The files that make up the set, training images first.
inline constexpr std::array mnist_files = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                           "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};

class Mnist {
public:
  // Images are rows of mnist_pixels bytes; labels are below 10, one an image.
  Mnist(std::vector<std::uint8_t> images, std::vector<std::uint8_t> labels);

  std::size_t size() const { return labels_.size(); }

  // All images of a digit, one behind the other, in the order of the files.
  std::vector<std::uint8_t> images_of(unsigned digit) const;

private:
  std::vector<std::uint8_t> images_;
  std::vector<std::uint8_t> labels_;
};

// The training and the test images of a folder together.
Result<Mnist> read_mnist(const std::filesystem::path &folder);

} // namespace poise::internal::experiments
