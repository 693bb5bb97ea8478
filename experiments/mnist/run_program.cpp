// posix_spawn, which is safe in a program that has threads.
#include "experiments/mnist/run_program.h"

#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace poise::internal::experiments {
namespace {

// What happens in the new process before the program starts.
class Preparations {
public:
  Preparations(const std::filesystem::path &folder, const std::filesystem::path &log) {
    posix_spawn_file_actions_init(&actions_);
    note(posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
    note(posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, log.c_str(),
                                          O_WRONLY | O_CREAT | O_APPEND, 0644));
    note(posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO));
    note(posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str()));
  }
  Preparations(const Preparations &) = delete;
  Preparations &operator=(const Preparations &) = delete;
  ~Preparations() { posix_spawn_file_actions_destroy(&actions_); }

  bool complete() const { return complete_; }
  const posix_spawn_file_actions_t *actions() const { return &actions_; }

private:
  void note(int error) { complete_ = complete_ && error == 0; }

  posix_spawn_file_actions_t actions_{};
  bool complete_ = true;
};

bool ended_well(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

ProgramEnd run_program(const std::vector<std::string> &words, const std::filesystem::path &folder,
                       const std::filesystem::path &log) {
  const Preparations preparations(folder, log);
  if (!preparations.complete()) return ProgramEnd::not_started;
  std::vector<std::string> copies = words; // posix_spawnp wants words it could change
  std::vector<char *> pointers;
  for (std::string &word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, pointers.front(), preparations.actions(), nullptr, pointers.data(), environ);
  if (error == ENOENT) return ProgramEnd::not_found;
  if (error != 0) return ProgramEnd::not_started;
  return ended_well(child) ? ProgramEnd::succeeded : ProgramEnd::failed;
}

} // namespace poise::internal::experiments
