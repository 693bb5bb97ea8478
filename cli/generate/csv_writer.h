// Comma-separated text in large pieces.
#pragma once

#include "cli/generate/populations.h"

#include <array>
#include <charconv>
#include <string>

namespace poise::internal::cli {

class CsvWriter {
public:
  explicit CsvWriter(const Sink &sink) : sink_(sink) {}

  void missing() { start_cell(); }
  void text(std::string_view cell) { // as it is: quoted by the caller where it must be
    start_cell();
    buffer_ += cell;
  }
  void integer(std::int64_t value) {
    start_cell();
    append(std::to_chars(digits_.data(), digits_.data() + digits_.size(), value).ptr);
  }
  void decimal(double value, int places) {
    start_cell();
    append(std::to_chars(digits_.data(), digits_.data() + digits_.size(), value, std::chars_format::fixed,
                         places)
               .ptr);
  }

  // False when there is no point in going on.
  bool end_row() {
    buffer_ += '\n';
    first_ = true;
    return buffer_.size() < piece || flush();
  }
  bool flush() {
    const bool fine = sink_(buffer_);
    buffer_.clear();
    return fine;
  }

private:
  static constexpr std::size_t piece = std::size_t{1} << 16;

  void start_cell() {
    if (!first_) buffer_ += ',';
    first_ = false;
  }
  void append(char *end) { buffer_.append(digits_.data(), end); }

  const Sink &sink_;
  std::string buffer_;
  std::array<char, 400> digits_; // more than any double takes
  bool first_ = true;
};

} // namespace poise::internal::cli
