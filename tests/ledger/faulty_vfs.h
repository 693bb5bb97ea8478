// A disk that fails on demand: an SQLite VFS that counts every step that changes a file, and at a given
// one is killed, is full, returns errors, or loses power.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <vector>

namespace poise::internal {

enum class Fault {
  none,
  kill,          // SIGKILL, in the middle of a write
  full,          // from here on nothing can be written; deleting works
  io_error,      // from here on every step fails
  io_error_once, // this step fails, later ones do not
  power_cut,     // this step and later ones never reach the disk for sure; see cut_power
};

// Keeps track of what is surely on the disk: what a file held when it was last synced, and the names in
// the directory when that was last synced. SQLite's own VFS syncs the directory with the first sync of
// a journal it has made, and with a delete that asks for it; so does this one.
class FaultyVfs {
public:
  FaultyVfs();
  ~FaultyVfs();
  FaultyVfs(const FaultyVfs &) = delete;
  FaultyVfs &operator=(const FaultyVfs &) = delete;

  const char *name() const { return "poise-faulty"; }

  // Counts from one again and forgets what was not synced.
  void arm(Fault fault, long step);
  long steps() const { return steps_; }

  // Whether something that was not surely on the disk is there after all.
  using Keeps = std::function<bool()>;

  // The power comes back: rewrites the files to what was synced, and of the rest, sector by sector
  // and name by name, what `keeps` keeps. No connection may be open.
  void cut_power(const Keeps &keeps);

  static constexpr std::size_t sector = 512;

  struct Change { // of a file, not yet synced
    std::int64_t offset;
    std::optional<std::string> bytes; // none: the file is cut off at the offset
  };
  struct Inode {
    std::string synced;
    std::vector<Change> pending;
  };
  using InodePointer = std::shared_ptr<Inode>;

  // Called by the methods of the VFS.
  struct Step {
    bool may_reach_the_disk = true; // the power fails during this very step, or not at all
    int code = SQLITE_OK;           // what to return instead of doing it
  };
  enum class Kind { write, truncate, sync, remove, open };
  Step next_step(Kind kind);
  bool kills_now() const { return fault_ == Fault::kill && steps_ == at_; }
  InodePointer opened(const std::string &path, bool is_new);
  void removed(const std::string &path);
  void directory_synced();
  sqlite3_vfs *real() const { return real_; }

private:
  struct Renaming {
    std::string path;
    InodePointer inode; // none: deleted
  };
  sqlite3_vfs *real_;
  sqlite3_vfs vfs_;
  Fault fault_ = Fault::none;
  long at_ = 0;
  long steps_ = 0;
  std::map<std::string, InodePointer> now_;    // by path
  std::map<std::string, InodePointer> synced_; // the directory as it is surely on the disk
  std::vector<Renaming> pending_;
};

} // namespace poise::internal
