// IDX files and a tiny MNIST, made up.
#pragma once

#include "experiments/mnist/mnist.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace poise::internal::experiments {

inline std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
  return bytes;
}

inline std::string idx_header(const std::vector<std::uint32_t> &dimensions, char type = 8) {
  std::string header = {0, 0, type, static_cast<char>(dimensions.size())};
  for (const std::uint32_t dimension : dimensions) header += big_endian(dimension);
  return header;
}

inline std::string labels_text(const std::string &labels) {
  return idx_header({static_cast<std::uint32_t>(labels.size())}) + labels;
}

// Every pixel of an image has the value given for it.
inline std::string images_text(const std::string &greys) {
  std::string text = idx_header({static_cast<std::uint32_t>(greys.size()), mnist_side, mnist_side});
  for (const char grey : greys) text += std::string(mnist_pixels, grey);
  return text;
}

// Digits 3 1 3 with greys 10 11 12 to train, digits 1 3 with greys 20 21 to test.
inline void write_tiny_mnist(const std::filesystem::path &folder) {
  std::filesystem::create_directories(folder);
  const auto write = [&](const char *name, const std::string &text) {
    std::ofstream(folder / name, std::ios::binary) << text;
  };
  write("train-images-idx3-ubyte", images_text({10, 11, 12}));
  write("train-labels-idx1-ubyte", labels_text({3, 1, 3}));
  write("t10k-images-idx3-ubyte", images_text({20, 21}));
  write("t10k-labels-idx1-ubyte", labels_text({1, 3}));
}

} // namespace poise::internal::experiments
