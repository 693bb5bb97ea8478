// The folder that the roles of a session share: a session, its rounds, and what was answered to each.
#pragma once

#include "poise/answer/rounds.h"

#include <filesystem>
#include <memory>
#include <span>

namespace poise::internal::cli {

enum class Readers { everyone, group, owner_alone };

// session.poise, round-01.poise, round-02.poise, …; answers to round 1 in answers-01/, what a shuffler made
// of them in shuffled-01.poise. Files appear whole or not at all.
class RoundFolder {
public:
  // Answers may lie in a box of their own, which the shuffler reads and the analyzer does not.
  explicit RoundFolder(std::string path, const std::optional<std::string> &box = std::nullopt)
      : path_(std::move(path)), box_(box ? std::filesystem::path(*box) : path_) {}

  // Why no session can begin here: only in a new folder, or an empty one.
  [[nodiscard]] std::optional<Error> is_taken() const;
  [[nodiscard]] std::optional<Error> begin(const Session &session, const Round &first) const;

  Result<Session> session() const;
  Result<Round> latest_round() const;

  [[nodiscard]] std::optional<Error> publish(const Round &round) const;

  // Why answers cannot be put here: asked before they count as given. No answer takes another's place.
  [[nodiscard]] std::optional<Error> refuses(const Round &round, std::span<const RoundAnswer> answers) const;
  [[nodiscard]] std::optional<Error> put_answers(const Round &round, std::span<const RoundAnswer> answers,
                                                 Readers readers) const;

  [[nodiscard]] std::optional<Error> put_shuffled(const Round &round, ByteView shuffled) const;
  Result<Bytes> shuffled(const Round &round) const;

  // All answers to a round, in the order of their names, one after another.
  struct Answers {
    NextBytes next;
    std::shared_ptr<std::filesystem::path> current; // the one being looked at; empty after the last
    Error with_name(const Error &error) const;      // of the file that it is about, if it is about one
  };
  Result<Answers> answers(const Round &round) const;

private:
  std::string prefix(const Round &round) const;
  std::filesystem::path answers_path(const Round &round) const;
  std::filesystem::path answer_path(const Round &round, const RoundAnswer &answer) const;

  std::filesystem::path path_, box_;
};

// A whole file of at most so many bytes.
Result<Bytes> read_bytes(const std::filesystem::path &path, std::uintmax_t most);

enum class Existing { replaced, kept }; // kept: an Error where there is one
// Written beside, then renamed: there is a whole file or none. Durable when this returns.
[[nodiscard]] std::optional<Error> write_bytes(const std::filesystem::path &path, ByteView bytes,
                                               Readers readers = Readers::everyone,
                                               Existing existing = Existing::replaced);

// What was placed in a folder is there after a crash, too.
bool sync_folder(const std::filesystem::path &folder);

} // namespace poise::internal::cli
