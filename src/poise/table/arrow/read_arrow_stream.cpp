// Taking schema and batches, choosing columns, and views of their cells.
#include "poise/table/arrow/read_arrow_stream.h"

#include "poise/table/arrow/arrow_c_holder.h"
#include "poise/table/arrow/arrow_c_ids.h"
#include "poise/table/arrow/arrow_c_numbers.h"
#include "poise/table/columns/choose_numbers.h"
#include "poise/table/kept_rows.h"
#include "poise/table/people_numbers.h"

namespace poise::internal {
namespace {

struct Field {
  std::string name;
  ArrowFormat format;
  std::optional<ArrowFormat> entries; // of the dictionary, when it has one
};

struct StreamShape {
  bool records; // or else one column by itself
  std::vector<Field> fields;
};

// A batch, views of the wanted columns, and what they needed copies of.
struct Batch {
  explicit Batch(ArrowHolder<ArrowArray> given) : array(std::move(given)) {}

  ArrowHolder<ArrowArray> array;
  std::vector<std::shared_ptr<const void>> copies;
  std::vector<Column> parts;
  std::vector<std::uint64_t> people;
};

using Batches = std::vector<Batch>;

// What the other library says about it may quote a cell, so none of it comes out.
Error producer_error(const std::string &source) {
  return bad_input(source + " could not be handed over: its own library failed to read it",
                   "read it to its end without poise, to see why");
}

Error gone(const std::string &source) {
  return bad_input(source + " was read before, and can be read only once", "hand it over anew");
}

Result<Field> read_field(const ArrowSchema *schema, const std::string &source) {
  if (schema == nullptr || schema->format == nullptr) return arrow_fault(source, "a column has no type");
  Field field{schema->name == nullptr ? "" : schema->name, read_arrow_format(schema->format), std::nullopt};
  if (schema->dictionary == nullptr) return field;
  if (schema->dictionary->format == nullptr) return arrow_fault(source, "a dictionary has no type");
  field.entries = read_arrow_format(schema->dictionary->format);
  if (schema->dictionary->dictionary != nullptr) field.entries->kind = ArrowFormat::Kind::other;
  return field;
}

Result<StreamShape> read_shape(const ArrowSchema *schema, const std::string &source) {
  auto whole = read_field(schema, source);
  if (!whole) return whole.error();
  if (whole->format.kind != ArrowFormat::Kind::records) {
    if (whole->name.empty()) whole->name = "c0";
    return StreamShape{false, {std::move(*whole)}};
  }
  if (schema->n_children < 0 || (schema->n_children > 0 && schema->children == nullptr))
    return arrow_fault(source, "a schema has no list of its columns");
  StreamShape shape{true, {}};
  for (std::int64_t i = 0; i < schema->n_children; ++i) {
    auto field = read_field(schema->children[i], source);
    if (!field) return field.error();
    shape.fields.push_back(std::move(*field));
  }
  return shape;
}

ColumnFacts facts_of(const Field &field) {
  if (field.entries) return {.name = field.name, .type = "dictionary", .ids = field.entries->can_be_ids()};
  return {.name = field.name,
          .type = field.format.name,
          .numbers = field.format.can_be_numbers(),
          .by_default = field.format.holds_numbers(),
          .ids = field.format.can_be_ids()};
}

Result<ChosenColumns> choose(const StreamShape &shape, const ReadOptions &options,
                             const std::string &source) {
  std::vector<ColumnFacts> facts;
  for (const Field &field : shape.fields) facts.push_back(facts_of(field));
  return choose_numbers(source, facts, options);
}

// Fills in the views of a batch, and whose its rows are.
std::optional<Error> open_batch(Batch &batch, const StreamShape &shape, const ChosenColumns &chosen,
                                const std::string &source, PeopleNumbers &people) {
  const ArrowFormat records{.kind = ArrowFormat::Kind::records};
  const auto whole =
      open_arrow_array(batch.array.get(), shape.records ? records : shape.fields.front().format, source);
  if (!whole) return whole.error();
  const auto open = [&](std::size_t place) {
    return shape.records ? open_arrow_field(*whole, place, shape.fields[place].format, source) : whole;
  };
  for (const std::size_t place : chosen.columns) {
    const auto cells = open(place);
    if (!cells) return cells.error();
    const auto column = arrow_column(*cells, batch.copies);
    if (!column) return arrow_fault(source, "a column of words points outside of them");
    batch.parts.push_back(*column);
  }
  if (!chosen.unit) return std::nullopt;
  const auto ids = open(*chosen.unit);
  if (!ids) return ids.error();
  batch.people.reserve(ids->rows);
  return each_arrow_id(*ids, shape.fields[*chosen.unit].entries, source,
                       [&](RowId id) { batch.people.push_back(people.number(id)); });
}

Result<Table> table_of(const StreamShape &shape, const ChosenColumns &chosen,
                       const std::shared_ptr<Batches> &batches, const std::string &source) {
  PeopleNumbers people;
  std::vector<Chunk> chunks;
  std::size_t rows = 0;
  for (Batch &batch : *batches) {
    if (const auto error = open_batch(batch, shape, chosen, source, people)) return *error;
    const auto length = static_cast<std::size_t>(batch.array->length);
    chunks.push_back({ColumnRows{batch.parts, 0, length}, batch.people});
    rows += length;
  }
  if (rows == 0) return bad_input(source + " has no rows", "give it at least one row");
  std::vector<std::string> names;
  for (const std::size_t place : chosen.columns) names.push_back(shape.fields[place].name);
  return Table::from(std::move(names), rows, std::make_shared<const KeptRows>(std::move(chunks), batches),
                     chosen.unit ? std::optional(people.count()) : std::nullopt);
}

std::optional<Error> take_batches(ArrowArrayStream *stream, Batches &batches, const std::string &source) {
  while (true) {
    ArrowArray next{};
    if (stream->get_next(stream, &next) != 0) return producer_error(source);
    ArrowHolder<ArrowArray> array(&next);
    if (array.empty()) return std::nullopt;
    if (array->length != 0) batches.emplace_back(std::move(array)); // a negative length is refused later
  }
}

} // namespace

Result<Table> read_arrow_stream(ArrowArrayStream *given, const ReadOptions &options,
                                const std::string &source) {
  ArrowHolder<ArrowArrayStream> stream(given);
  if (stream.empty()) return gone(source);
  if (stream->get_schema == nullptr || stream->get_next == nullptr)
    return arrow_fault(source, "a stream lacks a function");
  ArrowSchema filled{};
  if (stream->get_schema(stream.get(), &filled) != 0) return producer_error(source);
  const ArrowHolder<ArrowSchema> schema(&filled);
  const auto shape = read_shape(schema.get(), source);
  if (!shape) return shape.error();
  const auto chosen = choose(*shape, options, source);
  if (!chosen) return chosen.error();
  const auto batches = std::make_shared<Batches>();
  if (const auto error = take_batches(stream.get(), *batches, source)) return *error;
  return table_of(*shape, *chosen, batches, source);
}

Result<Table> read_arrow_array(ArrowSchema *given_schema, ArrowArray *given_array, const ReadOptions &options,
                               const std::string &source) {
  const ArrowHolder<ArrowSchema> schema(given_schema);
  ArrowHolder<ArrowArray> array(given_array);
  if (schema.empty() || array.empty()) return gone(source);
  const auto shape = read_shape(schema.get(), source);
  if (!shape) return shape.error();
  const auto chosen = choose(*shape, options, source);
  if (!chosen) return chosen.error();
  const auto batches = std::make_shared<Batches>();
  if (array->length != 0) batches->emplace_back(std::move(array));
  return table_of(*shape, *chosen, batches, source);
}

} // namespace poise::internal
