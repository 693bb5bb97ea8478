// Files through stdio, whose last failure may only show when it is closed.
#include "cli/output.h"

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <system_error>

namespace poise::internal::cli {
namespace {

std::string reason_text(int number) { return std::generic_category().message(number); }

Error cannot_write(const std::string &path, int reason) {
  return bad_parameter("cannot write " + path + ": " + reason_text(reason),
                       "name a file in a directory that is there and that you may write to");
}

int leave_open(std::FILE *) { return 0; }

} // namespace

Result<Output> Output::open(const std::string &path) {
  if (path == "-") return Output("standard output", File(stdout, leave_open));
  std::FILE *const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return cannot_write(path, errno);
  return Output(path, File(file, std::fclose));
}

std::optional<Error> Output::cannot_open(const std::string &path) {
  if (path == "-") return bad_parameter("standard output is for the answer", "name a file");
  std::error_code none;
  const bool there = std::filesystem::exists(std::filesystem::symlink_status(path, none));
  std::FILE *const file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) return cannot_write(path, errno);
  (void)std::fclose(file);
  if (!there) (void)std::remove(path.c_str());
  return std::nullopt;
}

bool Output::put(std::string_view text) {
  if (reason_ != 0) return false;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
    reason_ = errno != 0 ? errno : EIO;
  return reason_ == 0;
}

std::optional<Error> Output::close() {
  errno = 0;
  if (std::fflush(file_.get()) != 0 && reason_ == 0) reason_ = errno != 0 ? errno : EIO;
  const auto closing = file_.get_deleter();
  if (closing(file_.release()) != 0 && reason_ == 0) reason_ = errno != 0 ? errno : EIO;
  if (reason_ == 0) return std::nullopt;
  return Error{ErrorKind::failure, "could not write all of " + name_ + ": " + reason_text(reason_),
               "make room or choose another place, then run it again"};
}

void tell(std::string_view line) { std::cerr << line << "\n"; }

std::optional<Error> print(std::string_view text) {
  Output out = Output::open("-").value();
  out.put(text);
  return out.close();
}

} // namespace poise::internal::cli
