// Mapping a file, or reading it into memory where it cannot be mapped.
#include "poise/table/file_bytes.h"

#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

namespace poise::internal {
namespace {

using Bytes = Result<std::shared_ptr<const FileBytes>>;

Bytes read_all(const OpenFile &file) {
  std::string text;
  constexpr std::size_t block = std::size_t{1} << 16;
  std::size_t size = 0;
  while (true) {
    if (text.size() < size + block) text.resize(2 * size + block);
    const ssize_t more = read(file.descriptor(), text.data() + size, block);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return file.unreadable(errno);
    if (more == 0) break;
    size += static_cast<std::size_t>(more);
  }
  text.resize(size);
  return std::make_shared<const FileBytes>(std::move(text));
}

} // namespace

Bytes FileBytes::open(const std::string &path) {
  const auto file = OpenFile::open(path);
  if (!file) return file.error();
  return of(**file);
}

Bytes FileBytes::of(const OpenFile &file) {
  if (!file.rereadable()) return read_all(file);
  void *mapped = mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (mapped == MAP_FAILED) return read_all(file);
  madvise(mapped, file.size(), MADV_SEQUENTIAL); // a hint; nothing rests on it
  return std::shared_ptr<const FileBytes>(new FileBytes(mapped, file.size()));
}

void FileBytes::forget() const {
  if (mapped_) madvise(mapped_, view_.size(), MADV_DONTNEED);
}

FileBytes::~FileBytes() {
  if (mapped_) munmap(mapped_, view_.size());
}

} // namespace poise::internal
