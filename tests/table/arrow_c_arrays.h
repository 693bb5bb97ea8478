// Arrays, schemas and streams of Arrow's C interface, made by hand, that count how many of them live.
#pragma once

#include "poise/table/arrow/arrow_c_data.h"

#include <cerrno>
#include <cstring>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poise::internal {

using Bytes = std::vector<std::uint8_t>;
using Alive = std::shared_ptr<int>; // how many structs are not released yet

template <class T> void append(Bytes &bytes, const T &value) {
  const std::size_t size = bytes.size();
  bytes.resize(size + sizeof(T));
  std::memcpy(bytes.data() + size, &value, sizeof(T));
}

inline void set_bit(Bytes &bits, std::size_t place, bool bit) {
  if (bits.size() <= place / 8) bits.resize(place / 8 + 1);
  const auto mask = static_cast<std::uint8_t>(1U << (place % 8));
  bits[place / 8] = static_cast<std::uint8_t>(bit ? bits[place / 8] | mask : bits[place / 8] & ~mask);
}

// What an array is made of. A buffer that is not there is a null pointer; one that is empty is not.
struct Recipe {
  std::int64_t length = 0, offset = 0, null_count = -1;
  std::vector<std::optional<Bytes>> buffers = {};
  std::vector<ArrowArray> children = {};
  std::optional<ArrowArray> dictionary = std::nullopt;
};

class MadeArray {
public:
  static ArrowArray of(Recipe recipe, const Alive &alive) {
    auto *made = new MadeArray(std::move(recipe), alive);
    Recipe &kept = made->recipe_;
    ++*alive;
    return {kept.length,
            kept.null_count,
            kept.offset,
            static_cast<std::int64_t>(kept.buffers.size()),
            static_cast<std::int64_t>(kept.children.size()),
            made->buffers_.data(),
            made->children_.data(),
            kept.dictionary ? &*kept.dictionary : nullptr,
            release,
            made};
  }

private:
  MadeArray(Recipe recipe, Alive alive) : recipe_(std::move(recipe)), alive_(std::move(alive)) {
    for (const auto &buffer : recipe_.buffers) buffers_.push_back(buffer ? buffer->data() : nullptr);
    for (ArrowArray &child : recipe_.children) children_.push_back(&child);
  }

  static void release(ArrowArray *array) {
    auto *made = static_cast<MadeArray *>(array->private_data);
    for (ArrowArray &child : made->recipe_.children)
      if (child.release != nullptr) child.release(&child);
    if (made->recipe_.dictionary) made->recipe_.dictionary->release(&*made->recipe_.dictionary);
    --*made->alive_;
    delete made;
    array->release = nullptr;
  }

  Recipe recipe_;
  Alive alive_;
  std::vector<const void *> buffers_;
  std::vector<ArrowArray *> children_;
};

struct Type {
  std::string format, name = "";
  std::vector<Type> children = {};
  std::optional<std::string> dictionary = std::nullopt; // the format of its entries
};

class MadeSchema {
public:
  static ArrowSchema of(const Type &type, const Alive &alive) {
    auto *made = new MadeSchema{type, alive, {}, {}, {}};
    for (const Type &child : type.children) made->children.push_back(of(child, alive));
    for (ArrowSchema &child : made->children) made->pointers.push_back(&child);
    if (type.dictionary) made->dictionary.push_back(of({*type.dictionary}, alive));
    ++*alive;
    return {made->type.format.c_str(),
            made->type.name.c_str(),
            nullptr,
            ARROW_FLAG_NULLABLE,
            static_cast<std::int64_t>(made->children.size()),
            made->pointers.data(),
            type.dictionary ? &made->dictionary.front() : nullptr,
            release,
            made};
  }

private:
  MadeSchema(Type given, Alive counter, std::deque<ArrowSchema> inner, std::vector<ArrowSchema *> at,
             std::deque<ArrowSchema> words)
      : type(std::move(given)), alive(std::move(counter)), children(std::move(inner)),
        pointers(std::move(at)), dictionary(std::move(words)) {}

  static void release(ArrowSchema *schema) {
    auto *made = static_cast<MadeSchema *>(schema->private_data);
    for (ArrowSchema &child : made->children) child.release(&child);
    for (ArrowSchema &entries : made->dictionary) entries.release(&entries);
    --*made->alive;
    delete made;
    schema->release = nullptr;
  }

  Type type;
  Alive alive;
  std::deque<ArrowSchema> children;
  std::vector<ArrowSchema *> pointers;
  std::deque<ArrowSchema> dictionary;
};

// Hands out the arrays one by one; then fails, if there is something to say, or ends.
class MadeStream {
public:
  static ArrowArrayStream of(Type type, std::vector<ArrowArray> arrays, const Alive &alive,
                             std::string failure = "") {
    ++*alive;
    auto *made = new MadeStream(std::move(type), std::move(arrays), alive, std::move(failure));
    return {get_schema, get_next, get_last_error, release, made};
  }

private:
  MadeStream(Type type, std::vector<ArrowArray> arrays, Alive alive, std::string failure)
      : type_(std::move(type)), arrays_(arrays.begin(), arrays.end()), alive_(std::move(alive)),
        failure_(std::move(failure)) {}

  static MadeStream &in(ArrowArrayStream *stream) { return *static_cast<MadeStream *>(stream->private_data); }

  static int get_schema(ArrowArrayStream *stream, ArrowSchema *out) {
    if (in(stream).type_.format == "fails") return EIO;
    *out = MadeSchema::of(in(stream).type_, in(stream).alive_);
    return 0;
  }
  static int get_next(ArrowArrayStream *stream, ArrowArray *out) {
    MadeStream &made = in(stream);
    *out = {};
    if (made.arrays_.empty()) return made.failure_.empty() ? 0 : EIO;
    *out = made.arrays_.front();
    made.arrays_.pop_front();
    return 0;
  }
  static const char *get_last_error(ArrowArrayStream *stream) {
    return in(stream).failure_.empty() ? nullptr : in(stream).failure_.c_str();
  }
  static void release(ArrowArrayStream *stream) {
    for (ArrowArray &array : in(stream).arrays_) array.release(&array);
    --*in(stream).alive_;
    delete &in(stream);
    stream->release = nullptr;
  }

  Type type_;
  std::list<ArrowArray> arrays_;
  Alive alive_;
  std::string failure_;
};

} // namespace poise::internal
