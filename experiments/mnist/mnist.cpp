// Two pairs of files, each of images and their labels.
#include "experiments/mnist/mnist.h"

#include "experiments/mnist/idx_file.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace poise::internal::experiments {
namespace {

Error not_mnist(const std::filesystem::path &path, const std::string &problem) {
  return bad_input(path.string() + ": " + problem,
                   "name a folder with the four files of MNIST as they were published");
}

// Adds the images and labels of one pair of files.
std::optional<Error> append_pair(const std::filesystem::path &image_path,
                                 const std::filesystem::path &label_path, std::vector<std::uint8_t> &images,
                                 std::vector<std::uint8_t> &labels) {
  const Result<IdxFile> pictures = read_idx_file(image_path);
  if (!pictures) return pictures.error();
  const Result<IdxFile> digits = read_idx_file(label_path);
  if (!digits) return digits.error();
  const std::vector<std::size_t> &shape = pictures->dimensions;
  if (shape.size() != 3 || shape[1] != mnist_side || shape[2] != mnist_side)
    return not_mnist(image_path, "does not hold images of 28 x 28 pixels");
  if (digits->dimensions.size() != 1) return not_mnist(label_path, "does not hold a list of labels");
  if (digits->bytes.size() != shape[0])
    return not_mnist(label_path, "has " + std::to_string(digits->bytes.size()) + " labels for " +
                                     std::to_string(shape[0]) + " images");
  if (std::ranges::any_of(digits->bytes, [](std::uint8_t label) { return label > 9; }))
    return not_mnist(label_path, "has a label that is not a digit from 0 to 9");
  images.insert(images.end(), pictures->bytes.begin(), pictures->bytes.end());
  labels.insert(labels.end(), digits->bytes.begin(), digits->bytes.end());
  return std::nullopt;
}

} // namespace

Mnist::Mnist(std::vector<std::uint8_t> images, std::vector<std::uint8_t> labels)
    : images_(std::move(images)), labels_(std::move(labels)) {
  if (images_.size() != labels_.size() * mnist_pixels)
    throw std::logic_error("poise: images and labels of MNIST differ in number");
}

std::vector<std::uint8_t> Mnist::images_of(unsigned digit) const {
  std::vector<std::uint8_t> rows;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    if (labels_[i] != digit) continue;
    const std::uint8_t *const image = images_.data() + i * mnist_pixels;
    rows.insert(rows.end(), image, image + mnist_pixels);
  }
  return rows;
}

Result<Mnist> read_mnist(const std::filesystem::path &folder) {
  std::vector<std::uint8_t> images, labels;
  for (std::size_t pair = 0; pair < mnist_files.size(); pair += 2)
    if (auto error = append_pair(folder / mnist_files[pair], folder / mnist_files[pair + 1], images, labels))
      return std::move(*error);
  return Mnist(std::move(images), std::move(labels));
}

} // namespace poise::internal::experiments
