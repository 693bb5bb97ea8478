// Opening files, and saying clearly why one cannot be read.
#include "poise/table/file_bytes.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace poise {
namespace {

using Opened = Result<std::shared_ptr<const FileBytes>>;

Error unreadable(const std::string &path, const std::string &why, std::string remedy) {
  return Error{ErrorKind::bad_input, "cannot read " + path + ": " + why, std::move(remedy)};
}

std::string reason_text(int number) { return std::generic_category().message(number); }

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (number_ > STDERR_FILENO) close(number_);
  }
  int number() const { return number_; }

private:
  int number_;
};

Opened read_all(int file, const std::string &name) {
  std::string text;
  constexpr std::size_t block = std::size_t{1} << 16;
  std::size_t size = 0;
  while (true) {
    if (text.size() < size + block) text.resize(2 * size + block);
    const ssize_t more = read(file, text.data() + size, block);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return unreadable(name, reason_text(errno), "check that it is a readable file");
    if (more == 0) break;
    size += static_cast<std::size_t>(more);
  }
  text.resize(size);
  return std::make_shared<const FileBytes>(std::move(text));
}

} // namespace

Opened FileBytes::open(const std::string &path) {
  if (path == "-") return read_all(STDIN_FILENO, "standard input");
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) {
    const int reason = errno;
    return unreadable(path, reason == ENOENT ? "there is no such file" : reason_text(reason),
                      reason == EACCES ? "ask for permission to read it" : "check the path");
  }
  struct stat facts {};
  if (fstat(file.number(), &facts) != 0) return unreadable(path, reason_text(errno), "check the path");
  if (S_ISDIR(facts.st_mode)) return unreadable(path, "it is a directory", "name a file inside it");
  if (!S_ISREG(facts.st_mode) || facts.st_size == 0) return read_all(file.number(), path);
  const auto size = static_cast<std::size_t>(facts.st_size);
  void *mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (mapped == MAP_FAILED) return read_all(file.number(), path);
  madvise(mapped, size, MADV_SEQUENTIAL); // a hint; nothing rests on it
  return std::shared_ptr<const FileBytes>(new FileBytes(mapped, size));
}

FileBytes::~FileBytes() {
  if (mapped_) munmap(mapped_, view_.size());
}

} // namespace poise
