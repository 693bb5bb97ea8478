// What a participant has answered already: answering a round twice would cost its budget twice.
#pragma once

#include "poise/protocol/round.h"

#include <string>

namespace poise::internal::cli {

// PROMISE  Of all that asked whether they may answer a round with this file, in whatever order and however
//          many at a time, one was told yes, and only for rounds of the session that came first. The same
//          for a shuffler and the rounds that it releases.
// WHY      A text file with one line a round: the session's fingerprint and the round. It is locked while it
//          is read and a line is added; the line is on the disk before the answer is yes. Whoever is
//          interrupted afterwards has answered, as far as privacy goes.
// ASSUMES  The file is the participant's (or the shuffler's) own, out of the analyzer's reach.
// CHECKED  tests/cli/test_client.py, tests/cli/test_roles.py
class SessionState {
public:
  // What is remembered: a participant's answers, or what a shuffler has released. Both are done once.
  enum class Deed { answered, shuffled };
  SessionState(std::string path, const Session &session, Deed deed = Deed::answered);

  // Why the round may not be answered. Asked early, so that nothing is drawn in vain; changes nothing.
  [[nodiscard]] std::optional<Error> refuses(const Round &round) const;

  // The same, and if nothing speaks against it, from now on this round has been answered.
  [[nodiscard]] std::optional<Error> remember(const Round &round) const;

private:
  [[nodiscard]] std::optional<Error> look(const std::string &lines, const Round &round) const;
  std::string line_of(const Round &round) const;

  Deed deed_;
  std::string path_;
  std::string session_; // how its lines begin
};

} // namespace poise::internal::cli
