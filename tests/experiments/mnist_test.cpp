// A folder of MNIST files: images find their labels, and what does not fit together is refused.
#include "experiments/mnist/mnist.h"

#include "experiments/idx_text.h"
#include "experiments/temporary_folder.h"

#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace mnist_test {

// The first pixel of each image, all of whose pixels are the same.
std::vector<int> greys(const std::vector<std::uint8_t> &images) {
  std::vector<int> greys;
  EXPECT_EQ(images.size() % mnist_pixels, 0u);
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (i % mnist_pixels == 0) greys.push_back(images[i]);
    EXPECT_EQ(images[i], greys.back());
  }
  return greys;
}

// A folder that is right but for one file, which the error has to name.
void expect_refused(const std::string &name, const std::string &bytes, const std::string &words) {
  const TemporaryFolder folder;
  write_tiny_mnist(folder.path());
  const std::filesystem::path path = folder.write(name, bytes);
  const Result<Mnist> mnist = read_mnist(folder.path());
  ASSERT_FALSE(mnist) << name;
  EXPECT_NE(mnist.error().wrong.find(path.string()), std::string::npos) << mnist.error().wrong;
  EXPECT_NE(mnist.error().wrong.find(words), std::string::npos) << mnist.error().wrong;
  EXPECT_FALSE(mnist.error().remedy.empty());
}

TEST(Mnist, TrainingAndTestImagesOfADigitComeTogetherInOrder) {
  const TemporaryFolder folder;
  write_tiny_mnist(folder.path());
  const Result<Mnist> mnist = read_mnist(folder.path());
  ASSERT_TRUE(mnist);
  EXPECT_EQ(mnist->size(), 5u);
  EXPECT_EQ(greys(mnist->images_of(3)), (std::vector<int>{10, 12, 21}));
  EXPECT_EQ(greys(mnist->images_of(1)), (std::vector<int>{11, 20}));
  EXPECT_TRUE(mnist->images_of(0).empty());
}

TEST(Mnist, EachOfTheFourFilesIsNeeded) {
  for (const char *name : mnist_files) {
    const TemporaryFolder folder;
    write_tiny_mnist(folder.path());
    std::filesystem::remove(folder.path() / name);
    const Result<Mnist> mnist = read_mnist(folder.path());
    ASSERT_FALSE(mnist) << name;
    EXPECT_NE(mnist.error().wrong.find(name), std::string::npos) << mnist.error().wrong;
  }
}

TEST(Mnist, LabelsAndImagesAgreeInNumber) {
  expect_refused("train-labels-idx1-ubyte", labels_text({3, 1}), "2 labels for 3 images");
  expect_refused("t10k-labels-idx1-ubyte", labels_text({1, 3, 3}), "3 labels for 2 images");
}

TEST(Mnist, LabelsAreDigits) {
  expect_refused("t10k-labels-idx1-ubyte", labels_text({1, 10}), "0 to 9");
  expect_refused("train-labels-idx1-ubyte", labels_text({3, 1, static_cast<char>(255)}), "0 to 9");
}

TEST(Mnist, ImagesHave28By28Pixels) {
  expect_refused("t10k-images-idx3-ubyte", idx_header({2, 2, 2}) + "abcdefgh", "28 x 28");
  expect_refused("t10k-images-idx3-ubyte", labels_text({1, 3}), "28 x 28");
  expect_refused("t10k-labels-idx1-ubyte", idx_header({1, 2}) + std::string{1, 3}, "list of labels");
}

TEST(Mnist, ABrokenFileIsRefused) {
  expect_refused("train-images-idx3-ubyte", images_text({10, 11, 12}) + "x", "longer");
  expect_refused("train-images-idx3-ubyte", "", "too short");
}

} // namespace mnist_test
} // namespace poise::internal::experiments
