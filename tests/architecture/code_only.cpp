// Tells code, comments and literals apart in one pass, character by character.
#include "architecture/code_only.h"

#include <cctype>
#include <cstddef>

namespace poise::internal::architecture {
namespace {

class Blanker {
public:
  explicit Blanker(std::string_view source) : source_(source), code_(source), comments_(source) {
    for (char &each : comments_)
      if (each != '\n') each = ' ';
    run();
  }

  std::string code() const { return code_; }
  std::string comments() const { return comments_; }

private:
  void run() {
    while (at_ < source_.size()) {
      if (starts_with("//")) {
        take_comment("\n", 0);
      } else if (starts_with("/*")) {
        take_comment("*/", 2);
      } else if (starts_with("R\"") && !continues_a_word()) {
        blank_raw_string();
      } else if (source_[at_] == '"' || (source_[at_] == '\'' && !continues_a_word())) {
        // A quote inside a number, as in 1'000, separates digits.
        blank_literal(source_[at_]);
      } else {
        ++at_;
      }
    }
  }

  bool starts_with(std::string_view text) const { return source_.substr(at_, text.size()) == text; }

  bool continues_a_word() const {
    return at_ > 0 &&
           (std::isalnum(static_cast<unsigned char>(source_[at_ - 1])) != 0 || source_[at_ - 1] == '_');
  }

  void blank_to(std::size_t end) {
    for (; at_ < end && at_ < source_.size(); ++at_)
      if (source_[at_] != '\n') code_[at_] = ' ';
  }

  void blank_until(std::string_view closing, std::size_t included) {
    const std::size_t found = source_.find(closing, at_);
    blank_to(found == std::string_view::npos ? source_.size() : found + included);
  }

  void take_comment(std::string_view closing, std::size_t included) {
    const std::size_t begin = at_;
    blank_until(closing, included);
    comments_.replace(begin, at_ - begin, source_.substr(begin, at_ - begin));
  }

  void blank_raw_string() {
    const std::size_t open = source_.find('(', at_);
    if (open == std::string_view::npos) return blank_to(source_.size());
    const std::string closing = ")" + std::string(source_.substr(at_ + 2, open - at_ - 2)) + "\"";
    blank_until(closing, closing.size());
  }

  void blank_literal(char quote) {
    std::size_t end = at_ + 1;
    while (end < source_.size() && source_[end] != quote && source_[end] != '\n')
      end += source_[end] == '\\' ? 2 : 1;
    blank_to(end + 1);
  }

  std::string_view source_;
  std::string code_;
  std::string comments_;
  std::size_t at_ = 0;
};

} // namespace

std::string code_only(std::string_view source) { return Blanker(source).code(); }
std::string comments_only(std::string_view source) { return Blanker(source).comments(); }

} // namespace poise::internal::architecture
