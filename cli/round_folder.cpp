// Plain files, so that any transport will do.
#include "cli/round_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace poise::internal::cli {
namespace {

namespace fs = std::filesystem;

Error cannot(const std::string &what, const fs::path &path, int reason, std::string remedy) {
  return {ErrorKind::failure, fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(reason)),
          std::move(remedy)};
}

Error unusable(const fs::path &path, const Error &error) {
  return {error.kind, fmt::format("{}: {}", path.string(), error.wrong), error.remedy};
}

// Far beyond what any answer, or any round, takes.
constexpr std::uintmax_t longest_answer = std::uintmax_t{1} << 30, longest_round = std::uintmax_t{1} << 40;

bool is_there(const fs::path &path) {
  std::error_code trouble;
  return fs::symlink_status(path, trouble).type() != fs::file_type::not_found;
}

// Where there are no links, such as on sticks that people carry about, a glance has to do.
bool place(const std::string &part, const fs::path &path, Existing existing) {
  if (existing == Existing::kept) {
    if (::link(part.c_str(), path.c_str()) == 0) return ::unlink(part.c_str()) == 0;
    if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS) return false;
    if (is_there(path)) {
      errno = EEXIST;
      return false;
    }
  }
  return ::rename(part.c_str(), path.c_str()) == 0;
}

const char *const write_remedy = "check that the folder is there, may be written to, and has room";

std::optional<Error> write_whole(const fs::path &path, ByteView bytes, Readers readers, Existing existing) {
  std::string part = path.string() + ".XXXXXX";
  const int file = ::mkstemp(part.data());
  if (file < 0) return cannot("write", path, errno, write_remedy);
  const auto give_up = [&] {
    const int reason = errno;
    ::close(file);
    ::unlink(part.c_str());
    return cannot("write", path, reason, write_remedy);
  };
  if (readers != Readers::owner_alone && ::fchmod(file, readers == Readers::everyone ? 0644 : 0640) != 0)
    return give_up();
  for (ByteView rest = bytes; !rest.empty();) {
    const ssize_t done = ::write(file, rest.data(), rest.size());
    if (done < 0 && errno != EINTR) return give_up();
    if (done > 0) rest = rest.subspan(static_cast<std::size_t>(done));
  }
  if (::fsync(file) != 0) return give_up();
  if (::close(file) != 0 || !place(part, path, existing)) {
    const int reason = errno;
    ::unlink(part.c_str());
    return cannot("write", path, reason, write_remedy);
  }
  return std::nullopt;
}

std::string numbered(const char *name, std::uint32_t round, const char *ending) {
  return fmt::format("{}-{:02}{}", name, round, ending);
}

} // namespace

Result<Bytes> read_bytes(const fs::path &path, std::uintmax_t most) {
  std::error_code trouble;
  const std::uintmax_t size = fs::file_size(path, trouble);
  if (trouble)
    return bad_input(fmt::format("cannot read {}: {}", path.string(), trouble.message()),
                     "check the name of the folder, and whether that step was done");
  if (size > most)
    return bad_input(fmt::format("{} is far too large", path.string()), "it is not a file of poise");
  Bytes bytes(size);
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(size)))
    return bad_input(fmt::format("cannot read {}", path.string()), "check its permissions");
  return bytes;
}

bool sync_folder(const fs::path &folder) {
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = ::fsync(file) == 0;
  ::close(file);
  return done;
}

std::optional<Error> write_bytes(const fs::path &path, ByteView bytes, Readers readers, Existing existing) {
  if (auto error = write_whole(path, bytes, readers, existing)) return error;
  if (!sync_folder(path.parent_path())) return cannot("write", path, errno, write_remedy);
  return std::nullopt;
}

std::optional<Error> RoundFolder::is_taken() const {
  std::error_code trouble;
  const fs::file_status status = fs::status(path_, trouble);
  if (status.type() == fs::file_type::not_found) return std::nullopt;
  if (!fs::is_directory(status))
    return bad_parameter(fmt::format("{} is not a folder", path_.string()),
                         "begin a session in a folder of its own");
  const bool empty = fs::is_empty(path_, trouble);
  if (trouble) return cannot("read", path_, trouble.value(), "choose another place for the folder");
  if (empty) return std::nullopt;
  return bad_parameter(
      fmt::format("{} is not empty", path_.string()),
      "begin a session in a folder of its own; to go on with the one there, leave out --start");
}

std::optional<Error> RoundFolder::begin(const Session &session, const Round &first) const {
  std::error_code trouble;
  fs::create_directories(path_, trouble);
  if (trouble) return cannot("make", path_, trouble.value(), "choose another place for the folder");
  if (auto error = is_taken()) return error;
  if (auto error = write_bytes(path_ / "session.poise", encode(session))) return error;
  return publish(first);
}

Result<Session> RoundFolder::session() const {
  const fs::path path = path_ / "session.poise";
  const auto bytes = read_bytes(path, 1 << 28);
  if (!bytes) return bytes.error();
  auto session = decode_session(*bytes);
  if (!session) return unusable(path, session.error());
  return session;
}

Result<Round> RoundFolder::latest_round() const {
  std::optional<fs::path> found;
  for (std::uint32_t number = 1;; ++number) {
    const fs::path path = path_ / numbered("round", number, ".poise");
    if (!is_there(path)) break;
    found = path;
  }
  if (!found)
    return bad_input(fmt::format("{} holds no round", path_.string()),
                     "begin a session with poise analyze --start");
  const auto bytes = read_bytes(*found, 1 << 28);
  if (!bytes) return bytes.error();
  auto round = decode_round(*bytes);
  if (!round) return unusable(*found, round.error());
  return round;
}

std::optional<Error> RoundFolder::publish(const Round &round) const {
  std::error_code trouble;
  const fs::path answers = answers_path(round);
  fs::create_directories(answers, trouble);
  if (trouble) return cannot("make", answers, trouble.value(), "check that the folder may be written to");
  return write_bytes(path_ / numbered("round", round.number, ".poise"), encode(round));
}

fs::path RoundFolder::answers_path(const Round &round) const {
  return box_ == path_ ? path_ / numbered("answers", round.number, "") : box_;
}

// A box holds the answers to all rounds side by side: nobody has to make a folder in it, and own it.
std::string RoundFolder::prefix(const Round &round) const {
  return box_ == path_ ? "" : numbered("answer", round.number, "-");
}

fs::path RoundFolder::answer_path(const Round &round, const RoundAnswer &answer) const {
  return answers_path(round) / fmt::format("{}{:08}.poise", prefix(round), answer.participant);
}

std::optional<Error> RoundFolder::refuses(const Round &round, std::span<const RoundAnswer> answers) const {
  const fs::path folder = answers_path(round);
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return cannot("put answers in", folder, errno, "check its permissions; nothing was answered");
  for (const RoundAnswer &answer : answers)
    if (is_there(answer_path(round, answer)))
      return bad_input(fmt::format("{} is there already: somebody has answered as participant {}",
                                   answer_path(round, answer).string(), answer.participant),
                       "check the number with whoever hands them out; nothing was answered");
  return std::nullopt;
}

std::optional<Error> RoundFolder::put_answers(const Round &round, std::span<const RoundAnswer> answers,
                                              Readers readers) const {
  for (const RoundAnswer &answer : answers)
    if (auto error = write_whole(answer_path(round, answer), answer.message, readers, Existing::kept))
      return error;
  if (!sync_folder(answers_path(round))) return cannot("write to", answers_path(round), errno, write_remedy);
  return std::nullopt;
}

std::optional<Error> RoundFolder::put_shuffled(const Round &round, ByteView shuffled) const {
  return write_bytes(path_ / numbered("shuffled", round.number, ".poise"), shuffled, Readers::everyone,
                     Existing::kept);
}

Result<Bytes> RoundFolder::shuffled(const Round &round) const {
  return read_bytes(path_ / numbered("shuffled", round.number, ".poise"), longest_round);
}

Result<RoundFolder::Answers> RoundFolder::answers(const Round &round) const {
  std::error_code trouble;
  auto files = std::make_shared<std::vector<fs::path>>();
  for (fs::directory_iterator entry(answers_path(round), trouble), end; !trouble && entry != end;
       entry.increment(trouble))
    if (entry->path().extension() == ".poise" && entry->path().filename().string().starts_with(prefix(round)))
      files->push_back(entry->path());
  if (trouble) return cannot("read", answers_path(round), trouble.value(), "check the name of the folder");
  std::ranges::sort(*files);
  auto current = std::make_shared<fs::path>();
  return Answers{[files, current, next = std::size_t{0}]() mutable -> Result<std::optional<Bytes>> {
                   current->clear();
                   if (next == files->size()) return std::optional<Bytes>();
                   auto bytes = read_bytes((*files)[next], longest_answer);
                   if (!bytes) return bytes.error(); // which names the file
                   *current = (*files)[next++];
                   return std::optional<Bytes>(std::move(*bytes));
                 },
                 current};
}

Error RoundFolder::Answers::with_name(const Error &error) const {
  return current->empty() ? error : unusable(*current, error);
}

} // namespace poise::internal::cli
