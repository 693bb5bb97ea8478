// Separated text: what is written with quotes is read back as it was.
#include "poise/table/csv/csv_records.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace csv_records_test {

using Next = CsvRecords::Next;
using Records = std::vector<std::vector<std::string>>;

Records read(const std::string &text, char separator = ',') {
  CsvRecords records(text, separator);
  std::vector<std::string_view> cells;
  Records all;
  while (records.next(cells) == Next::record) all.emplace_back(cells.begin(), cells.end());
  return all;
}

// The other direction, as plainly as it can be said: quote everything.
std::string written(const Records &records) {
  std::string text;
  for (const auto &record : records) {
    for (std::size_t i = 0; i < record.size(); ++i) {
      text += i == 0 ? "\"" : ",\"";
      for (const char c : record[i]) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += '"';
    }
    text += '\n';
  }
  return text;
}

TEST(CsvRecords, EveryLineEndingEndsARecord) {
  const Records expected = {{"a", "b"}, {"1", "2"}};
  for (const char *text : {"a,b\n1,2\n", "a,b\n1,2", "a,b\r\n1,2\r\n", "a,b\r1,2\r"})
    EXPECT_EQ(read(text), expected) << text;
}

TEST(CsvRecords, QuotesHoldSeparatorsLineEndsAndQuotes) {
  EXPECT_EQ(read("\"a,b\",\"c\nd\",\"e\"\"f\"\n"), (Records{{"a,b", "c\nd", "e\"f"}}));
  EXPECT_EQ(read("\"\",x"), (Records{{"", "x"}}));
  EXPECT_EQ(read("\"a\"b,c"), (Records{{"ab", "c"}}));
  EXPECT_EQ(read("a\"b,c"), (Records{{"a\"b", "c"}}));
}

TEST(CsvRecords, EmptyCellsAreCells) {
  EXPECT_EQ(read(",\n"), (Records{{"", ""}}));
  EXPECT_EQ(read("a,"), (Records{{"a", ""}}));
  EXPECT_EQ(read("\n\n"), (Records{{""}, {""}}));
  EXPECT_EQ(read(""), Records());
}

TEST(CsvRecords, TabsSeparateWhereTheyShould) { EXPECT_EQ(read("a,b\tc", '\t'), (Records{{"a,b", "c"}})); }

TEST(CsvRecords, AQuoteLeftOpenIsNoticed) {
  std::vector<std::string_view> cells;
  for (const char *text : {"\"", "a,\"b", "\"a\"\"", "\"a\nb,c\n"}) {
    CsvRecords records(text, ',');
    EXPECT_EQ(records.next(cells), Next::open_quote) << text;
  }
}

TEST(CsvRecords, KnowsTheLineARecordStartsOn) {
  CsvRecords records("a\n\"b\nb\"\n\nc", ',');
  std::vector<std::string_view> cells;
  std::vector<std::size_t> lines;
  while (records.next(cells) == Next::record) lines.push_back(records.line());
  EXPECT_EQ(lines, (std::vector<std::size_t>{1, 2, 4, 5}));
}

RC_GTEST_PROP(CsvRecords, WhatIsQuotedIsReadBack, ()) {
  const auto cell = rc::gen::container<std::string>(rc::gen::element('a', '"', ',', '\n', '\r', ' ', '\t'));
  const auto record = rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(cell));
  const Records records = *rc::gen::container<Records>(record);
  RC_ASSERT(read(written(records)) == records);
}

// The naive twin: one character at a time, every cell a string of its own.
struct Naive {
  Records records;
  bool open_quote = false;
};

Naive naive(const std::string &text, char separator) {
  Naive result;
  std::size_t at = 0;
  while (at < text.size()) {
    std::vector<std::string> record(1);
    bool quoted = text[at] == '"', start = true, more = true;
    for (; more && at < text.size(); ++at) {
      const char c = text[at];
      if (start && c == '"') {
        quoted = true;
      } else if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
        record.back() += '"';
        ++at;
      } else if (quoted && c == '"') {
        quoted = false;
      } else if (!quoted && c == separator) {
        record.emplace_back();
        start = true;
        continue;
      } else if (!quoted && (c == '\n' || c == '\r')) {
        at += c == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
        more = false;
      } else {
        record.back() += c;
      }
      start = false;
    }
    if (quoted) {
      result.open_quote = true;
      return result;
    }
    result.records.push_back(record);
  }
  return result;
}

bool same(const Cell &a, const Cell &b) {
  return a.kind == b.kind && (a.kind != CellKind::number || a.value == b.value);
}

RC_GTEST_PROP(CsvRecords, AnyTextIsReadAsANaiveReaderWould, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "\"", ",", "\n", "\r\n", "\r", "12", "-0.5", "NA", "long text",
                                    "1234567890.1234567", "1e5", " ", "\t", "\"\""));
  std::string text;
  for (const std::string &piece : pieces) text += piece;
  for (const char separator : {',', '\t'}) {
    const Naive expected = naive(text, separator);
    RC_ASSERT(read(text, separator) == expected.records);
    CsvRecords records(text, separator);
    std::vector<Cell> cells;
    Next next;
    std::size_t row = 0;
    for (; (next = records.next(cells)) == Next::record; ++row) {
      RC_ASSERT(cells.size() == expected.records.at(row).size());
      for (std::size_t i = 0; i < cells.size(); ++i)
        RC_ASSERT(same(cells[i], read_cell(expected.records[row][i])));
    }
    RC_ASSERT(row == expected.records.size());
    RC_ASSERT((next == Next::open_quote) == expected.open_quote);
  }
}

// Hands the text out in pieces of any sizes.
class Pieces : public TextFeed {
public:
  Pieces(std::string text, std::vector<std::size_t> sizes)
      : text_(std::move(text)), sizes_(std::move(sizes)) {}

  Result<std::string_view> more(std::size_t kept) override {
    start_ = end_ - kept;
    const std::size_t size = sizes_.empty() ? 1 : sizes_[turn_++ % sizes_.size()];
    end_ = std::min(end_ + size, text_.size());
    piece_ = text_.substr(start_, end_ - start_); // a copy, so that views of older pieces are dead
    return std::string_view(piece_);
  }

private:
  std::string text_, piece_;
  std::vector<std::size_t> sizes_;
  std::size_t start_ = 0, end_ = 0, turn_ = 0;
};

std::string any_text() {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", "\"", ",", "\n", "\r\n", "\r", "12", "-0.5", "long text", "1234567890.1234567", "\"\"", "\"b\""));
  std::string text;
  for (const std::string &piece : pieces) text += piece;
  return text;
}

RC_GTEST_PROP(CsvRecords, PiecesOfAnySizesGiveTheRecordsOfTheWhole, ()) {
  const std::string text = any_text();
  Pieces pieces(text, *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 20)));
  CsvRecords whole(text, ','), parts(pieces, ',');
  std::vector<std::string_view> expected, cells;
  Next next;
  do {
    next = whole.next(expected);
    RC_ASSERT(parts.next(cells) == next);
    if (next == Next::record) RC_ASSERT(cells == expected);
    if (next != Next::end) RC_ASSERT(parts.line() == whole.line());
    if (next != Next::end) RC_ASSERT(parts.blank() == whole.blank());
  } while (next == Next::record);
}

RC_GTEST_PROP(CsvRecords, OneCellMayStayText, ()) {
  const std::string text = any_text();
  CsvRecords texts(text, ','), numbers(text, ','), both(text, ',');
  std::vector<std::string_view> words;
  std::vector<Cell> cells;
  CsvRecords::CellsAndText mixed;
  mixed.place = *rc::gen::inRange<std::size_t>(0, 4);
  while (texts.next(words) == Next::record) {
    RC_ASSERT(numbers.next(cells) == Next::record);
    RC_ASSERT(both.next(mixed) == Next::record);
    RC_ASSERT(mixed.cells.size() == cells.size());
    RC_ASSERT(mixed.text == (mixed.place < words.size() ? words[mixed.place] : ""));
    for (std::size_t i = 0; i < cells.size(); ++i)
      RC_ASSERT(
          (i == mixed.place ? mixed.cells[i].kind == CellKind::missing : same(mixed.cells[i], cells[i])));
  }
}

class BrokenFeed : public TextFeed {
  Result<std::string_view> more(std::size_t) override { return Error{ErrorKind::failure, "gone", "wait"}; }
};

TEST(CsvRecords, TextThatCannotBeHadIsAFailure) {
  BrokenFeed feed;
  CsvRecords records(feed, ',');
  std::vector<Cell> cells;
  EXPECT_EQ(records.next(cells), Next::failed);
  EXPECT_EQ(records.error().wrong, "gone");
}

RC_GTEST_PROP(CsvRecords, AnyTextIsReadToItsEnd, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', '"', ',', '\n', '\r'));
  CsvRecords records(text, ',');
  std::vector<std::string_view> cells;
  std::size_t count = 0;
  Next next;
  while ((next = records.next(cells)) == Next::record) RC_ASSERT(++count <= text.size());
  RC_ASSERT(next == Next::end || next == Next::open_quote);
}

} // namespace csv_records_test
} // namespace poise::internal
