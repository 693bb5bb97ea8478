// Records to text and back.
#include "poise/ledger/record.h"

#include "poise/privacy/exact_text.h"

#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace poise::internal {
namespace {

// One line whatever the text: control characters and backslashes become \xNN.
std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7f || c == '\\')
      result += fmt::format("\\x{:02x}", code);
    else
      result += c;
  }
  return result;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    if (text.front() != '\\') {
      result += text.front();
      text.remove_prefix(1);
      continue;
    }
    if (text.size() < 4 || text[1] != 'x') return std::nullopt;
    unsigned code = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 4, code, 16);
    if (error != std::errc() || end != text.data() + 4) return std::nullopt;
    result += static_cast<char>(static_cast<unsigned char>(code));
    text.remove_prefix(4);
  }
  return result;
}

class Writer {
public:
  Writer &line(std::string_view key, std::string_view value) {
    text_ += key;
    text_ += ' ';
    text_ += escaped(value);
    text_ += '\n';
    return *this;
  }
  std::string text() && { return std::move(text_); }

private:
  std::string text_;
};

// Lines are eaten from the front.
class Reader {
public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }

  std::optional<std::string> line(std::string_view key) {
    if (!rest_.starts_with(key) || rest_.size() <= key.size() || rest_[key.size()] != ' ')
      return std::nullopt;
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    std::optional<std::string> value = unescaped(rest_.substr(key.size() + 1, end - key.size() - 1));
    if (value) rest_.remove_prefix(end + 1); // else the line stays, and the record is never done
    return value;
  }

private:
  std::string_view rest_;
};

template <class Unit> std::optional<Unit> unit_of(std::string_view text) {
  const std::optional<Rational> value = read_exact(text);
  if (!value) return std::nullopt;
  const Result<Unit> unit = Unit::of(*value);
  if (!unit) return std::nullopt;
  return *unit;
}

std::string amount_text(const Amount &amount) {
  if (const auto *rho = std::get_if<Rho>(&amount)) return "rho " + rho->exact().get_str();
  return "epsilon " + std::get<Epsilon>(amount).exact().get_str();
}

std::optional<Amount> amount_of(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view number = text.substr(space + 1);
  if (text.substr(0, space) == "rho") return unit_of<Rho>(number);
  if (text.substr(0, space) == "epsilon") return unit_of<Epsilon>(number);
  return std::nullopt;
}

std::string write(const DatasetRecord &record) {
  Writer writer;
  writer.line("dataset", record.time).line("name", record.name);
  if (record.unit) writer.line("unit", *record.unit);
  if (const auto *both = std::get_if<Approximate>(&record.allowance.promise()))
    writer.line("epsilon", both->epsilon.exact().get_str())
        .line("delta", both->delta.exact().get_str())
        .line("total-rho", record.allowance.total().get_str());
  else
    writer.line(name_of(record.allowance.unit()), record.allowance.total().get_str());
  return std::move(writer).text();
}

std::optional<Allowance> read_allowance(Reader &reader) {
  if (const std::optional<std::string> text = reader.line("rho")) {
    const std::optional<Rho> rho = unit_of<Rho>(*text);
    return rho ? std::optional(Allowance::zcdp(*rho)) : std::nullopt;
  }
  const std::optional<Epsilon> epsilon = unit_of<Epsilon>(reader.line("epsilon").value_or(""));
  if (!epsilon) return std::nullopt;
  if (reader.done()) return Allowance::pure(*epsilon);
  const std::optional<Delta> delta = unit_of<Delta>(reader.line("delta").value_or(""));
  const std::optional<Rho> total = unit_of<Rho>(reader.line("total-rho").value_or(""));
  if (!delta || !total) return std::nullopt;
  return Allowance::approximate_with({*epsilon, *delta}, *total);
}

std::optional<Record> read_dataset(std::string time, Reader &reader) {
  std::optional<std::string> name = reader.line("name");
  std::optional<std::string> unit = reader.line("unit");
  std::optional<Allowance> allowance = read_allowance(reader);
  if (!name || !allowance || !reader.done()) return std::nullopt;
  return DatasetRecord{std::move(time), *std::move(name), *std::move(allowance), std::move(unit)};
}

std::string write(const ChargeRecord &record) {
  Writer writer;
  writer.line("charge", record.time)
      .line("dataset", record.dataset)
      .line("amount", amount_text(record.amount))
      .line("cost", record.cost.get_str())
      .line("command", record.purpose.command)
      .line("statistic", record.purpose.statistic)
      .line("method", record.purpose.method);
  for (const std::string &column : record.purpose.columns) writer.line("column", column);
  if (record.purpose.unit) writer.line("unit", *record.purpose.unit);
  return std::move(writer).text();
}

std::optional<Record> read_charge(std::string time, Reader &reader) {
  std::optional<std::string> dataset = reader.line("dataset");
  std::optional<Amount> amount = amount_of(reader.line("amount").value_or(""));
  std::optional<Rational> cost = read_exact(reader.line("cost").value_or(""));
  std::optional<std::string> command = reader.line("command");
  std::optional<std::string> statistic = reader.line("statistic");
  std::optional<std::string> method = reader.line("method");
  if (!dataset || !amount || !cost || *cost <= 0 || !command || !statistic || !method) return std::nullopt;
  Purpose purpose{*std::move(command), *std::move(statistic), *std::move(method), {}, {}};
  while (std::optional<std::string> column = reader.line("column"))
    purpose.columns.push_back(*std::move(column));
  purpose.unit = reader.line("unit");
  if (!reader.done()) return std::nullopt;
  return ChargeRecord{std::move(time), *std::move(dataset), *std::move(amount), *std::move(cost),
                      std::move(purpose)};
}

std::string write(const SettlementRecord &record) {
  Writer writer;
  writer.line(record.released ? "released" : "struck-out", record.time)
      .line("charge", std::to_string(record.charge))
      .line(record.released ? "result" : "why", record.note);
  return std::move(writer).text();
}

std::optional<Record> read_settlement(std::string time, bool released, Reader &reader) {
  const std::string number = reader.line("charge").value_or("");
  std::int64_t charge = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), charge);
  if (number.empty() || error != std::errc() || end != number.data() + number.size()) return std::nullopt;
  std::optional<std::string> note = reader.line(released ? "result" : "why");
  if (!note || !reader.done()) return std::nullopt;
  return SettlementRecord{std::move(time), charge, released, *std::move(note)};
}

} // namespace

std::string write_record(const Record &record) {
  return std::visit([](const auto &one) { return write(one); }, record);
}

std::optional<Record> read_record(std::string_view body) {
  Reader reader(body);
  if (std::optional<std::string> time = reader.line("dataset")) return read_dataset(*std::move(time), reader);
  if (std::optional<std::string> time = reader.line("charge")) return read_charge(*std::move(time), reader);
  if (std::optional<std::string> time = reader.line("released"))
    return read_settlement(*std::move(time), true, reader);
  if (std::optional<std::string> time = reader.line("struck-out"))
    return read_settlement(*std::move(time), false, reader);
  return std::nullopt;
}

} // namespace poise::internal
