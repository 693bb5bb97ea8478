// Runs a check in a process of its own: for other users, other mounts and other limits.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace poise::internal {

// What the check complains about: empty, if nothing.
inline std::string in_a_child(const std::function<std::string()> &check) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    const std::string complaint = check();
    std::size_t sent = 0;
    while (sent < complaint.size()) {
      const ssize_t more = write(ends[1], complaint.data() + sent, complaint.size() - sent);
      if (more <= 0) _exit(1);
      sent += static_cast<std::size_t>(more);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string complaint;
  char buffer[512];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    complaint.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) complaint += " (the child crashed)";
  return complaint;
}

} // namespace poise::internal
