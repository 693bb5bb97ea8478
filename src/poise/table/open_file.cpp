// Opening files, and saying clearly why one cannot be read.
#include "poise/table/open_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace poise::internal {
namespace {

Error cannot_read(const std::string &name, const std::string &why, std::string remedy) {
  return bad_input("cannot read " + name + ": " + why, std::move(remedy));
}

std::string reason_text(int number) { return std::generic_category().message(number); }

} // namespace

Result<std::shared_ptr<const OpenFile>> OpenFile::open(const std::string &path) {
  if (path == "-") return std::shared_ptr<const OpenFile>(new OpenFile(STDIN_FILENO, "standard input"));
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    const int reason = errno;
    return cannot_read(path, reason == ENOENT ? "there is no such file" : reason_text(reason),
                       reason == EACCES ? "ask for permission to read it" : "check the path");
  }
  const std::shared_ptr<OpenFile> file(new OpenFile(descriptor, path));
  struct stat facts {};
  if (fstat(descriptor, &facts) != 0) return cannot_read(path, reason_text(errno), "check the path");
  if (S_ISDIR(facts.st_mode)) return cannot_read(path, "it is a directory", "name a file inside it");
  // Some files that the system makes up say they are empty, and are not.
  file->rereadable_ = S_ISREG(facts.st_mode) && facts.st_size > 0;
  if (file->rereadable_) file->size_ = static_cast<std::size_t>(facts.st_size);
  file->written_ = facts.st_mtim;
  return std::shared_ptr<const OpenFile>(file);
}

OpenFile::~OpenFile() {
  if (descriptor_ != STDIN_FILENO) close(descriptor_);
}

std::optional<Error> OpenFile::read(std::size_t at, std::span<char> into) const {
  while (!into.empty()) {
    const ssize_t more = pread(descriptor_, into.data(), into.size(), static_cast<off_t>(at));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return unreadable(errno);
    if (more == 0) return changed_error(); // it has become shorter
    at += static_cast<std::size_t>(more);
    into = into.subspan(static_cast<std::size_t>(more));
  }
  return std::nullopt;
}

std::optional<Error> OpenFile::changed() const {
  struct stat facts {};
  if (fstat(descriptor_, &facts) != 0) return unreadable(errno);
  const bool same = facts.st_size == static_cast<off_t>(size_) && facts.st_mtim.tv_sec == written_.tv_sec &&
                    facts.st_mtim.tv_nsec == written_.tv_nsec;
  if (same) return std::nullopt;
  return changed_error();
}

Error OpenFile::changed_error() const {
  return Error{ErrorKind::failure, name_ + " changed while it was read",
               "wait until nobody writes to it, or copy it, and start again"};
}

Error OpenFile::unreadable(int reason) const {
  return cannot_read(name_, reason_text(reason), "check that it is a readable file");
}

} // namespace poise::internal
