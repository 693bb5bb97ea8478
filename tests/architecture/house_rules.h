// The rules of the house, checked on the text of its files.
#pragma once

#include <string>
#include <vector>

namespace poise::internal::architecture {

struct SourceFile {
  std::string path; // from the top of the repository, with forward slashes
  std::string text;
};

struct Violation {
  std::string path;
  std::string what;

  friend bool operator==(const Violation &, const Violation &) = default;
};

// Every way in which the files break the rules; empty when they keep them.
//  - An include, and a neighbour named in CMake, follows the arrows (rooms.h).
//  - Only others include the public header, poise.h, which may include what answer/ may.
//  - A folder inside a room is a shelf that was drawn (rooms.h); no folder holds more than 32 files.
//  - Only rooms that see raw data include raw_key.h, name RawKey or define a class
//    that can make one; RawKeyForTests is for tests.
//  - Only mechanisms include release_key.h or hold a ReleaseKey; exact aggregates name it.
//  - No room opens a budget by itself; that is for the command and the ledger.
//  - A C++ file opens with a sentence on what it is for, has at most 500 lines, and
//    is not named after nothing in particular (util, helper, common, misc).
//  - The library does not print, abort or exit.
//  - No floating point from the aggregates to the release.
//  - No path of somebody's machine.
//  - A contract is laid out in two columns: its labels (PROMISE, WHY, ASSUMES, CHECKED) each begin a line,
//    and all text stands in one column to their right, up to an empty comment line.
//  - What may fail says so: a function that returns std::optional<Error> is [[nodiscard]] in its header.
//  - Messages of the library name parameters (`rho`), or whole commands, but no options (--rho).
//  - The library is in poise::internal; poise.h alone says what is public.
//  - No comment goes beyond the width of the formatter, and none is broken where the next word had room.
std::vector<Violation> violations(const std::vector<SourceFile> &files);

} // namespace poise::internal::architecture
