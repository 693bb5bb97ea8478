// Choosing columns, deciding whether rows are kept, and walking over batches.
#include "poise/table/arrow/arrow_table.h"

#include "poise/table/arrow/arrow_ids.h"
#include "poise/table/arrow/arrow_numbers.h"
#include "poise/table/columns/choose_columns.h"
#include "poise/table/kept_rows.h"
#include "poise/table/people_numbers.h"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>

namespace poise::internal {
namespace {

using arrow::Status;

// A batch that is not kept has at most so many rows and, unless a row has more, so many bytes.
constexpr std::size_t most_rows = std::size_t{1} << 16, most_bytes = std::size_t{16} << 20;

// Arrow's own reasons may quote cells, so only what kind of reason it is comes out.
Error cannot_decode(const ArrowOrigin &origin, const Status &status) {
  if (status.IsOutOfMemory() || status.IsCapacityError())
    return bad_input(origin.source + " cannot be decoded in the memory there is",
                     "allow more memory, or write the file again in smaller row groups or batches");
  if (status.IsNotImplemented())
    return bad_input(origin.source + " uses a part of its format that this version does not read",
                     "write it again without encryption or unusual encodings, or as .csv or .npy");
  return bad_input(origin.source + " is damaged, or is not " + origin.format,
                   "write it again, and check that it was copied completely");
}

// Parquet speaks in exceptions, and memory may run out anywhere.
template <class RunOptions> Status without_exceptions(const RunOptions &run) {
  try {
    return run();
  } catch (const std::bad_alloc &) {
    return Status::OutOfMemory("no memory");
  } catch (const std::length_error &) {
    return Status::OutOfMemory("no memory");
  } catch (const std::exception &) {
    return Status::Invalid("damaged");
  }
}

// Of a file, what its rows are made of.
struct Choice {
  std::vector<std::string> names;
  std::vector<int> places; // of the columns, and of the unit behind them
  bool with_unit = false;
  std::size_t bytes_per_row = 0; // once decoded

  std::size_t columns() const { return names.size(); }
  std::int64_t rows_at_once() const {
    return static_cast<std::int64_t>(std::clamp<std::size_t>(most_bytes / bytes_per_row, 1, most_rows));
  }
};

Result<Choice> choose(const ArrowOrigin &origin, const arrow::Schema &schema, const ReadOptions &options) {
  if (schema.num_fields() == 0)
    return bad_input(origin.source + " has no columns", "give it at least one column of numbers");
  const auto chosen = choose_columns_and_unit(origin.source, schema.field_names(), options);
  if (!chosen) return chosen.error();
  Choice choice;
  for (const std::size_t place : chosen->columns) {
    const arrow::Field &field = *schema.field(static_cast<int>(place));
    if (holds_numbers(*field.type()) || (!options.columns.empty() && holds_text(*field.type()))) {
      choice.names.push_back(field.name());
      choice.places.push_back(static_cast<int>(place));
      choice.bytes_per_row += bytes_per_cell(*field.type()) + 1; // the one is for a bitmap, and generous
    } else if (!options.columns.empty()) {
      return bad_input(origin.source + ": column '" + field.name() + "' holds cells of type " +
                           field.type()->name() + ", not numbers",
                       "leave it out of `columns`");
    }
  }
  if (choice.names.empty())
    return bad_input(
        origin.source + " has no column of numbers",
        "name the columns that hold some with `columns`, or store them as integers, floats or decimals");
  if (chosen->unit) {
    const arrow::Field &field = *schema.field(static_cast<int>(*chosen->unit));
    if (!can_be_ids(*field.type()))
      return bad_input(origin.source + ": column '" + field.name() + "' holds cells of type " +
                           field.type()->name() + ", which cannot say whose a row is",
                       "name a column of numbers, words or dates as the unit");
    choice.places.push_back(static_cast<int>(*chosen->unit));
    choice.with_unit = true;
    choice.bytes_per_row += 2 * sizeof(std::uint64_t); // an id and the number of a person
  }
  return choice;
}

// The batches of a file, cut into rows that are few enough, and counted.
class Walk {
public:
  Walk(std::shared_ptr<const ArrowFile> file, std::vector<int> places, std::int64_t rows,
       std::int64_t at_once)
      : file_(std::move(file)), places_(std::move(places)), left_(rows), at_once_(at_once) {}

  // Leaves batches that have more rows than that as they are.
  void in_whole_batches() { whole_ = true; }

  struct Piece {
    std::shared_ptr<arrow::RecordBatch> batch; // none after the last
    std::int64_t first = 0, rows = 0;
  };

  // Never more rows than were promised, and no fewer at the end.
  arrow::Result<Piece> next() {
    if (batches_ == nullptr) {
      ARROW_ASSIGN_OR_RAISE(batches_, file_->batches(places_, at_once_));
    }
    while (batch_ == nullptr || next_ == batch_->num_rows()) {
      ARROW_RETURN_NOT_OK(batches_->ReadNext(&batch_));
      next_ = 0;
      if (batch_ == nullptr && left_ > 0) return Status::Invalid("fewer rows than were promised");
      if (batch_ == nullptr) return Piece{};
      if (batch_->num_rows() > left_) return Status::Invalid("more rows than were promised");
      if (batch_->num_columns() != static_cast<int>(places_.size()))
        return Status::Invalid("columns are missing");
    }
    const Piece piece{batch_, next_,
                      whole_ ? batch_->num_rows() : std::min(at_once_, batch_->num_rows() - next_)};
    next_ += piece.rows;
    left_ -= piece.rows;
    return piece;
  }

private:
  std::shared_ptr<const ArrowFile> file_; // outlives what was decoded into its memory
  std::vector<int> places_;
  std::int64_t left_, at_once_;
  std::shared_ptr<arrow::RecordBatchReader> batches_;
  std::shared_ptr<arrow::RecordBatch> batch_;
  std::int64_t next_ = 0;
  bool whole_ = false;
};

// Pages of a mapped file count as memory in use until they are let go; they come back by
// themselves where they are still needed.
class Pages {
public:
  explicit Pages(const FileBytes &bytes) : bytes_(bytes) {}

  // Of rows, the bytes that they take once decoded: about what was read for them.
  void passed_over(std::size_t more) {
    constexpr std::size_t enough = std::size_t{64} << 20;
    since_ += more;
    if (since_ < enough) return;
    bytes_.forget();
    since_ = 0;
  }

private:
  const FileBytes &bytes_;
  std::size_t since_ = 0;
};

std::shared_ptr<arrow::Array> ids_of(const Walk::Piece &piece) {
  return piece.batch->column(piece.batch->num_columns() - 1)->Slice(piece.first, piece.rows);
}

// Rows that are decoded again in every pass.
struct StreamFacts {
  ArrowOrigin origin;
  std::shared_ptr<const ArrowFile> file;
  Choice choice;
  std::int64_t rows;
  PeopleNumbers people; // filled when there is a unit
};

class StreamPass : public RowPass {
public:
  explicit StreamPass(std::shared_ptr<const StreamFacts> facts)
      : facts_(std::move(facts)),
        walk_(facts_->file, facts_->choice.places, facts_->rows, facts_->choice.rows_at_once()),
        met_(facts_->people), pages_(*facts_->origin.bytes) {}

  Result<std::optional<Chunk>> next() override {
    std::optional<Chunk> chunk;
    const Status status = without_exceptions([&] { return next_chunk(chunk); });
    if (!status.ok()) return cannot_decode(facts_->origin, status);
    return chunk;
  }

private:
  Status next_chunk(std::optional<Chunk> &chunk) {
    numbers_.reset();
    ARROW_ASSIGN_OR_RAISE(const Walk::Piece piece, walk_.next());
    if (piece.batch == nullptr) return Status::OK();
    pages_.passed_over(static_cast<std::size_t>(piece.rows) * facts_->choice.bytes_per_row);
    ARROW_ASSIGN_OR_RAISE(numbers_,
                          ArrowNumbers::of(piece.batch, facts_->choice.columns(), piece.first, piece.rows));
    people_.clear();
    if (facts_->choice.with_unit)
      ARROW_RETURN_NOT_OK(each_id(*ids_of(piece), [this](RowId id) {
        const auto person = met_.number(id);
        if (!person) return Status::Invalid("a person who was not there before");
        people_.push_back(*person);
        return Status::OK();
      }));
    chunk = Chunk{numbers_->rows(), people_};
    return Status::OK();
  }

  std::shared_ptr<const StreamFacts> facts_;
  Walk walk_;
  std::optional<ArrowNumbers> numbers_;
  KnownPeople met_;
  std::vector<std::uint64_t> people_;
  Pages pages_;
};

class StreamedRows : public RowSource {
public:
  explicit StreamedRows(std::shared_ptr<const StreamFacts> facts) : facts_(std::move(facts)) {}

  std::unique_ptr<RowPass> pass() const override { return std::make_unique<StreamPass>(facts_); }
  bool keeps_rows() const override { return false; }

private:
  std::shared_ptr<const StreamFacts> facts_;
};

// Rows that are decoded once.
struct Kept {
  std::shared_ptr<const ArrowFile> file; // first, so that it goes last
  std::vector<ArrowNumbers> numbers;
  std::vector<std::vector<std::uint64_t>> people;
};

Status number_people(const Walk::Piece &piece, PeopleNumbers &people, std::vector<std::uint64_t> *numbers) {
  return each_id(*ids_of(piece), [&](RowId id) {
    const std::uint64_t person = people.number(id);
    if (numbers) numbers->push_back(person);
    return Status::OK();
  });
}

Status keep(const ArrowOrigin &origin, const Choice &choice, std::int64_t rows, Kept &kept,
            PeopleNumbers &people) {
  Pages pages(*origin.bytes);
  Walk walk(kept.file, choice.places, rows, choice.rows_at_once());
  walk.in_whole_batches();
  while (true) {
    ARROW_ASSIGN_OR_RAISE(const Walk::Piece piece, walk.next());
    if (piece.batch == nullptr) return Status::OK();
    ARROW_ASSIGN_OR_RAISE(auto numbers,
                          ArrowNumbers::of(piece.batch, choice.columns(), piece.first, piece.rows));
    kept.numbers.push_back(std::move(numbers));
    kept.people.emplace_back();
    if (kept.file->copies()) pages.passed_over(static_cast<std::size_t>(piece.rows) * choice.bytes_per_row);
    if (choice.with_unit) ARROW_RETURN_NOT_OK(number_people(piece, people, &kept.people.back()));
  }
}

std::shared_ptr<const RowSource> source_of(std::shared_ptr<const Kept> kept) {
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < kept->numbers.size(); ++i)
    chunks.push_back({kept->numbers[i].rows(), kept->people[i]});
  return std::make_shared<const KeptRows>(std::move(chunks), std::move(kept));
}

// Only the ids are read.
Status number_all(const StreamFacts &facts, PeopleNumbers &people) {
  Walk walk(facts.file, {facts.choice.places.back()}, facts.rows, facts.choice.rows_at_once());
  Pages pages(*facts.origin.bytes);
  while (true) {
    ARROW_ASSIGN_OR_RAISE(const Walk::Piece piece, walk.next());
    if (piece.batch == nullptr) return Status::OK();
    ARROW_RETURN_NOT_OK(number_people(piece, people, nullptr));
    pages.passed_over(static_cast<std::size_t>(piece.rows) * facts.choice.bytes_per_row);
  }
}

} // namespace

Result<Table> arrow_table(const ArrowOrigin &origin, const ReadOptions &options,
                          const std::function<arrow::Result<std::shared_ptr<const ArrowFile>>()> &open) {
  if (origin.bytes->view().empty()) return bad_input(origin.source + " is empty", "give " + origin.format);
  std::shared_ptr<const ArrowFile> file;
  Status status = without_exceptions([&] { return open().Value(&file); });
  if (!status.ok()) return cannot_decode(origin, status);
  auto choice = choose(origin, file->schema(), options);
  if (!choice) return choice.error();

  std::int64_t rows = 0;
  status = without_exceptions([&] { return file->count_rows(choice->places).Value(&rows); });
  if (!status.ok()) return cannot_decode(origin, status);
  if (rows == 0) return bad_input(origin.source + " has no rows", "give it at least one row");

  std::shared_ptr<const RowSource> source;
  PeopleNumbers people;
  std::optional<std::size_t> count;
  const auto names = choice->names;
  const bool with_unit = choice->with_unit;
  if (static_cast<std::size_t>(rows) <= options.memory / choice->bytes_per_row) {
    const auto kept = std::make_shared<Kept>(Kept{file, {}, {}});
    status = without_exceptions([&] { return keep(origin, *choice, rows, *kept, people); });
    if (!status.ok()) return cannot_decode(origin, status);
    if (with_unit) count = people.count();
    source = source_of(kept);
  } else {
    const auto facts = std::make_shared<StreamFacts>(StreamFacts{origin, file, std::move(*choice), rows, {}});
    if (with_unit) {
      status = without_exceptions([&] { return number_all(*facts, facts->people); });
      if (!status.ok()) return cannot_decode(origin, status);
      count = facts->people.count();
    }
    source = std::make_shared<const StreamedRows>(facts);
  }
  return Table::from(names, static_cast<std::size_t>(rows), std::move(source), count);
}

} // namespace poise::internal
