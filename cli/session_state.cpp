// Lines are added, never taken away.
#include "cli/session_state.h"

#include "cli/round_folder.h"
#include "poise/shuffle/round_fingerprint.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace poise::internal::cli {
namespace {

Error cannot_keep(const std::string &path, int reason) {
  return {ErrorKind::failure,
          fmt::format("cannot keep in {} which rounds were answered: {}", path, std::strerror(reason)),
          "name a file that may be written to with --state; nothing was answered"};
}

// An open file that belongs to one program at a time; the lock goes with it.
class LockedFile {
public:
  LockedFile(const std::string &path, int flags) : file_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {
    if (file_ < 0) return;
    while (::flock(file_, LOCK_EX) != 0)
      if (errno != EINTR) return;
    locked_ = true;
  }
  LockedFile(const LockedFile &) = delete;
  LockedFile &operator=(const LockedFile &) = delete;
  ~LockedFile() {
    if (file_ >= 0) ::close(file_);
  }

  bool is_open() const { return file_ >= 0 && locked_; }

  // Everything in it; nothing where it is no plain file, or cannot be read.
  std::optional<std::string> text() const {
    struct stat facts {};
    if (::fstat(file_, &facts) != 0) return std::nullopt;
    if (!S_ISREG(facts.st_mode)) {
      errno = EINVAL;
      return std::nullopt;
    }
    std::string all(static_cast<std::size_t>(facts.st_size), '\0');
    for (std::size_t at = 0; at < all.size();) {
      const ssize_t got = ::pread(file_, all.data() + at, all.size() - at, static_cast<off_t>(at));
      if (got < 0 && errno != EINTR) return std::nullopt;
      if (got == 0) all.resize(at);
      if (got > 0) at += static_cast<std::size_t>(got);
    }
    return all;
  }

  bool append(const std::string &line) const {
    for (std::size_t at = 0; at < line.size();) {
      const ssize_t done = ::write(file_, line.data() + at, line.size() - at);
      if (done < 0 && errno != EINTR) return false;
      if (done > 0) at += static_cast<std::size_t>(done);
    }
    return ::fsync(file_) == 0;
  }

private:
  int file_;
  bool locked_ = false;
};

} // namespace

SessionState::SessionState(std::string path, const Session &session, Deed deed)
    : deed_(deed), path_(std::move(path)), session_("session ") {
  // With no round to it: the tag is too short, as two sessions of one tag can be made.
  for (const std::uint8_t byte : fingerprint_of(session, Round{})) session_ += fmt::format("{:02x}", byte);
}

// Whatever number a participant goes by, its rows are the same: the round counts.
std::string SessionState::line_of(const Round &round) const {
  return fmt::format("{} round {}", session_, round.number);
}

std::optional<Error> SessionState::look(const std::string &lines, const Round &round) const {
  const bool shuffler = deed_ == Deed::shuffled;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(session_ + " "))
      return bad_input(
          fmt::format("{} remembers another session: this one would cost its budget on top", path_),
          "do not go on; or name a file of its own with --state if both were agreed on");
    // A line that was cut short could hide a round.
    const std::string number = line.substr(std::min(line.size(), session_.size() + 7));
    if (in.eof() || number.empty() || line != session_ + " round " + number ||
        number.find_first_not_of("0123456789") != std::string::npos)
      return bad_input(fmt::format("{} is damaged: nobody can tell what it remembers", path_),
                       "do not go on with this session");
    if (line != line_of(round)) continue;
    if (shuffler)
      return bad_input(
          fmt::format("round {} of this session has been shuffled already", round.number),
          "a round that is shuffled twice shows whose records have changed in between: go on with the first");
    return bad_input(
        fmt::format("round {} of this session has been answered from these rows already", round.number),
        "wait for the next round: answering twice would cost the budget twice");
  }
  return std::nullopt;
}

std::optional<Error> SessionState::refuses(const Round &round) const {
  const LockedFile file(path_, O_RDONLY | O_NONBLOCK);
  if (!file.is_open()) return errno == ENOENT ? std::nullopt : std::optional(cannot_keep(path_, errno));
  const auto lines = file.text();
  return lines ? look(*lines, round) : cannot_keep(path_, errno);
}

std::optional<Error> SessionState::remember(const Round &round) const {
  const LockedFile file(path_, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK);
  if (!file.is_open()) return cannot_keep(path_, errno);
  const auto lines = file.text();
  if (!lines) return cannot_keep(path_, errno);
  if (auto error = look(*lines, round)) return error;
  if (!file.append(line_of(round) + "\n") || !sync_folder(std::filesystem::path(path_).parent_path()))
    return cannot_keep(path_, errno);
  return std::nullopt;
}

} // namespace poise::internal::cli
