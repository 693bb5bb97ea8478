// A reader of the one Python dictionary that such a header may be.
#include "poise/table/npy/npy_header.h"

#include "poise/table/columns/numbered_columns.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace poise::internal {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct Frame {
  std::string_view dictionary;
  std::size_t data;
};

Result<Frame> read_frame(std::string_view bytes, const std::string &source) {
  if (bytes.empty()) return bad_input(source + " is empty", "write it with numpy.save");
  if (!bytes.starts_with(magic)) return bad_input(source + " is not a .npy file", "write it with numpy.save");
  const Error truncated = bad_input(source + " ends within its header", "give the file whole");
  if (bytes.size() < magic.size() + 2) return truncated;
  const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(bytes[i])}; };
  const std::size_t version = byte(magic.size());
  if (version != 1 && version != 2)
    return bad_input(source + " is of version " + std::to_string(version) + " of the .npy format",
                     "write it with numpy.save as a plain array of numbers, which has version 1 or 2");
  const std::size_t digits = version == 1 ? 2 : 4, start = magic.size() + 2 + digits;
  if (bytes.size() < start) return truncated;
  std::size_t length = 0;
  for (std::size_t i = 0; i < digits; ++i) length |= byte(magic.size() + 2 + i) << (8 * i);
  if (length > bytes.size() - start) return truncated;
  return Frame{bytes.substr(start, length), start + length};
}

// Text that is taken apart from its front.
class Literal {
public:
  explicit Literal(std::string_view text) : rest_(text) {}

  bool take(std::string_view word) {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n')) rest_.remove_prefix(1);
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::optional<std::string_view> take_string() {
    for (const std::string_view quote : {"'", "\""})
      if (take(quote)) {
        const std::size_t end = rest_.find(quote);
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view text = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return text;
      }
    return std::nullopt;
  }

  std::optional<bool> take_truth() {
    if (take("True")) return true;
    if (take("False")) return false;
    return std::nullopt;
  }

  std::optional<std::vector<std::size_t>> take_shape() {
    if (!take("(")) return std::nullopt;
    std::vector<std::size_t> shape;
    while (!take(")")) {
      if (!shape.empty() && !take(",")) return std::nullopt;
      if (!shape.empty() && take(")")) break;
      const auto number = take_number();
      if (!number) return std::nullopt;
      shape.push_back(*number);
    }
    return shape;
  }

private:
  std::optional<std::size_t> take_number() {
    take("");
    const std::size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    const auto number = read_whole(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (rest_.starts_with('L')) rest_.remove_prefix(1); // as Python 2 wrote it
    return number;
  }

  std::string_view rest_;
};

struct Dictionary {
  std::optional<std::string_view> type;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::size_t>> shape;
  bool structured = false;
};

// Nothing when it is no such dictionary.
std::optional<Dictionary> read_dictionary(std::string_view text) {
  Literal literal(text);
  Dictionary result;
  if (!literal.take("{")) return std::nullopt;
  while (!literal.take("}")) {
    const auto key = literal.take_string();
    if (!key || !literal.take(":")) return std::nullopt;
    if (*key == "descr") {
      if (literal.take("["))
        return Dictionary{.type = {}, .fortran_order = {}, .shape = {}, .structured = true};
      if (!(result.type = literal.take_string())) return std::nullopt;
    } else if (*key == "fortran_order") {
      if (!(result.fortran_order = literal.take_truth())) return std::nullopt;
    } else if (*key == "shape") {
      if (!(result.shape = literal.take_shape())) return std::nullopt;
    } else {
      return std::nullopt;
    }
    if (!literal.take(",") && !literal.take("}")) return std::nullopt;
    if (result.type && result.fortran_order && result.shape) return result;
  }
  return std::nullopt;
}

Result<NpyType> read_type(std::string_view text, const std::string &source) {
  constexpr std::array<std::pair<std::string_view, NpyType>, 10> known = {{{"f4", NpyType::f4},
                                                                           {"f8", NpyType::f8},
                                                                           {"i1", NpyType::i1},
                                                                           {"i2", NpyType::i2},
                                                                           {"i4", NpyType::i4},
                                                                           {"i8", NpyType::i8},
                                                                           {"u1", NpyType::u1},
                                                                           {"u2", NpyType::u2},
                                                                           {"u4", NpyType::u4},
                                                                           {"b1", NpyType::u1}}};
  const std::string_view kind = text.substr(text.empty() ? 0 : 1);
  const std::string remedy = "save it as float64, for example with x.astype('<f8')";
  if (kind.starts_with('O')) return bad_input(source + " holds Python objects, not numbers", remedy);
  for (const auto &[name, type] : known)
    if (kind == name) {
      if (text.front() == '>') return bad_input(source + " holds big-endian numbers", remedy);
      if (text.front() == '<' || text.front() == '|' || text.front() == '=') return type;
    }
  return bad_input(source + " holds cells of a type that this version does not read",
                   "save it as float32, float64, or integers of at most 64 bits with a sign or 32 without");
}

} // namespace

std::size_t size_of(NpyType type) {
  switch (type) {
  case NpyType::i1:
  case NpyType::u1:
    return 1;
  case NpyType::i2:
  case NpyType::u2:
    return 2;
  case NpyType::f4:
  case NpyType::i4:
  case NpyType::u4:
    return 4;
  default:
    return 8;
  }
}

Result<NpyHeader> read_npy_header(std::string_view bytes, const std::string &source) {
  const auto frame = read_frame(bytes, source);
  if (!frame) return frame.error();
  const auto dictionary = read_dictionary(frame->dictionary);
  if (!dictionary) return bad_input(source + " has a header that makes no sense", "write it with numpy.save");
  if (dictionary->structured)
    return bad_input(source + " holds records, not an array of numbers",
                     "save its columns as one array of two dimensions");
  const auto type = read_type(*dictionary->type, source);
  if (!type) return type.error();

  const std::vector<std::size_t> &shape = *dictionary->shape;
  if (shape.empty() || shape.size() > 2)
    return bad_input(source + " has " + std::to_string(shape.size()) + " dimensions",
                     "save an array of one dimension, or of two: rows and columns");
  const std::size_t rows = shape[0], columns = shape.size() == 1 ? 1 : shape[1];
  if (rows == 0) return bad_input(source + " has no rows", "give it at least one row");
  if (columns == 0) return bad_input(source + " has no columns", "give it at least one column");
  std::size_t cells = 0, size = 0;
  const std::size_t held = bytes.size() - frame->data;
  if (__builtin_mul_overflow(rows, columns, &cells) || __builtin_mul_overflow(cells, size_of(*type), &size) ||
      size > held)
    return bad_input(source + " is truncated: its header promises more cells than it holds",
                     "give the file whole");
  if (size < held)
    return bad_input(source + " holds more bytes than its header promises", "write it anew with numpy.save");
  return NpyHeader{*type, *dictionary->fortran_order, rows, columns, frame->data};
}

} // namespace poise::internal
