// Each question to the book is one transaction: read all, check all, decide, append, commit.
#include "poise/ledger/ledger.h"

#include "poise/base/closest.h"
#include "poise/ledger/book_file.h"
#include "poise/ledger/replay.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace poise::internal {
namespace {

constexpr std::size_t longest_name = 200;

std::string now() {
  using namespace std::chrono;
  const auto second = floor<seconds>(system_clock::now());
  const auto day = floor<days>(second);
  const year_month_day date(day);
  const hh_mm_ss time(second - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

Result<BookPlace> place_of(const std::string &path, const Ledger::Options &options) {
  std::error_code trouble;
  const std::filesystem::path whole = std::filesystem::absolute(path, trouble);
  if (path.empty() || path.find('\0') != std::string::npos || trouble)
    return Error{ErrorKind::ledger_refuses,
                 fmt::format("a book of budgets needs the path of a file, got {}", quote(path)),
                 "name a file such as book.db"};
  return BookPlace{path, whole.string(), options.wait, options.vfs};
}

std::optional<Error> check_name(const std::string &dataset) {
  const bool printable = std::ranges::none_of(dataset, [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7f;
  });
  if (!dataset.empty() && dataset.size() <= longest_name && printable) return std::nullopt;
  return bad_parameter(fmt::format("the name of a dataset must be one line of 1 to {} characters, got {}",
                                   longest_name, quote(dataset)),
                       "choose a short name such as salaries");
}

bool fits_a_record(const Rational &amount) { return amount.get_str().size() <= longest_amount; }

Error too_long(std::string_view what) {
  return bad_parameter(fmt::format("{} is a fraction of more than {} digits", what, longest_amount),
                       "choose a rounder number such as 0.1");
}

std::optional<Error> check_allowance(const Allowance &allowance) {
  bool fits = fits_a_record(allowance.total());
  if (const auto *both = std::get_if<Approximate>(&allowance.promise()))
    fits = fits && fits_a_record(both->epsilon.exact()) && fits_a_record(both->delta.exact());
  if (fits) return std::nullopt;
  return too_long("the allowance");
}

Result<Replay> replay(const BookFile &file) {
  Replay accounts;
  for (const StoredRecord &stored : file.records()) {
    const std::optional<Record> record = read_record(stored.body);
    if (!record)
      return damaged_book(file.place(), fmt::format("record {} cannot be understood", stored.number));
    if (const std::optional<std::string> wrong = accounts.add(stored.number, *record))
      return damaged_book(file.place(), *wrong);
  }
  return accounts;
}

Error unknown_dataset(const std::string &dataset, const Replay &book, const BookPlace &place) {
  std::vector<std::string> names;
  for (const Account &account : book.accounts()) names.push_back(account.dataset);
  std::string remedy = fmt::format("open an account: poise ledger create {} --dataset {} --rho R",
                                   place.shown, shorten(dataset));
  constexpr std::size_t many = 10;
  if (const std::optional<std::string> meant = closest(dataset, names))
    remedy = fmt::format("did you mean {}?", *meant);
  else if (!names.empty() && names.size() <= many)
    remedy += fmt::format("; the book has {}", fmt::join(names, ", "));
  return {ErrorKind::ledger_refuses,
          fmt::format("the book {} has no dataset {}", place.shown, quote(dataset)), std::move(remedy)};
}

Error exhausted(const Account &account, const Rational &cost, const BookPlace &place) {
  const std::string unit = name_of(account.allowance.unit());
  const std::string left = account.left() == 0
                               ? fmt::format("no {} left", unit)
                               : fmt::format("{} = {} left", unit, budget_text(account.left()));
  return {ErrorKind::ledger_refuses,
          fmt::format("dataset {} has {} of {}, and this would cost {}", account.dataset, left,
                      budget_text(account.allowance.total()), budget_text(cost)),
          fmt::format("ask for less, or see what was spent: poise ledger show {}", place.shown)};
}

Error other_neighbours(const Account &account) {
  if (account.unit)
    return {ErrorKind::ledger_refuses,
            fmt::format("dataset {} protects people by their {}, and this release would not", account.dataset,
                        quote(*account.unit)),
            fmt::format("ask with `unit={}`", shorten(*account.unit))};
  return {ErrorKind::ledger_refuses,
          fmt::format("dataset {} was opened for rows, one a person, and this release names a `unit`",
                      account.dataset),
          "leave out `unit`, or open an account for people: poise ledger create with --unit"};
}

// What the amount costs the account, if it can pay.
Result<Rational> price(const Account &account, const Amount &amount, const BookPlace &place) {
  if (!std::visit([](const auto &unit) { return fits_a_record(unit.exact()); }, amount))
    return too_long("the budget of the release");
  Result<Rational> cost = account.allowance.cost(amount);
  if (!cost && cost.error().kind == ErrorKind::ledger_refuses)
    return Error{ErrorKind::ledger_refuses,
                 fmt::format("dataset {} cannot pay: {}", account.dataset, cost.error().wrong),
                 cost.error().remedy};
  if (cost && *cost > account.left()) return exhausted(account, *cost, place);
  return cost;
}

} // namespace

Result<Ledger> Ledger::open(const std::string &path, const Options &options) {
  Result<BookPlace> place = place_of(path, options);
  if (!place) return place.error();
  Ledger ledger(*std::move(place));
  if (const Result<std::vector<Account>> sound = ledger.accounts(); !sound) return sound.error();
  return ledger;
}

std::optional<Error> Ledger::create(const std::string &path, const std::string &dataset,
                                    const Allowance &allowance, const Options &options,
                                    const std::optional<std::string> &unit) {
  if (std::optional<Error> error = check_name(dataset)) return error;
  if (std::optional<Error> error = check_allowance(allowance)) return error;
  Result<BookPlace> place = place_of(path, options);
  if (!place) return place.error();
  Result<BookFile> file = BookFile::open(*place, BookFile::Access::create);
  if (!file) return file.error();
  const Result<Replay> book = replay(*file);
  if (!book) return book.error();
  if (const Account *account = book->account(dataset))
    return Error{ErrorKind::ledger_refuses,
                 fmt::format("the book {} has a dataset {} already, with {}", place->shown, dataset,
                             account->allowance.text()),
                 fmt::format("choose another name, or see the book: poise ledger show {}", place->shown)};
  const Result<StoredRecord> stored =
      file->append(write_record(DatasetRecord{now(), dataset, allowance, unit}));
  if (!stored) return stored.error();
  return std::nullopt;
}

Result<Charge> Ledger::charge(const std::string &dataset, const Amount &amount,
                              const Purpose &purpose) const {
  Result<BookFile> file = BookFile::open(place_, BookFile::Access::write);
  if (!file) return file.error();
  const Result<Replay> book = replay(*file);
  if (!book) return book.error();
  const Account *account = book->account(dataset);
  if (account == nullptr) return unknown_dataset(dataset, *book, place_);
  if (purpose.unit != account->unit) return other_neighbours(*account);
  const Result<Rational> cost = price(*account, amount, place_);
  if (!cost) return cost.error();
  const Result<StoredRecord> stored =
      file->append(write_record(ChargeRecord{now(), dataset, amount, *cost, purpose}));
  if (!stored) return stored.error();
  return Charge(stored->number, dataset, amount, stored->hash);
}

std::optional<Error> Ledger::released(Charge charge, const std::string &result_json) const {
  return settle(charge, true, result_json);
}

std::optional<Error> Ledger::nothing_released(Charge charge, const std::string &why) const {
  return settle(charge, false, why);
}

std::optional<Error> Ledger::settle(const Charge &charge, bool released, const std::string &note) const {
  Result<BookFile> file = BookFile::open(place_, BookFile::Access::write);
  if (!file) return file.error();
  const Result<Replay> book = replay(*file);
  if (!book) return book.error();
  const Entry *entry = book->entry(charge.id_);
  const bool is_there =
      entry != nullptr && file->records()[static_cast<std::size_t>(charge.id_ - 1)].hash == charge.hash_;
  if (!is_there || entry->state != EntryState::charged)
    return Error{ErrorKind::ledger_refuses,
                 fmt::format("the book {} does not have the charge that is to be settled", place_.shown),
                 "settle a charge once, in the book it was made in; was the book replaced meanwhile?"};
  const Result<StoredRecord> stored =
      file->append(write_record(SettlementRecord{now(), charge.id_, released, note}));
  if (!stored) return stored.error();
  return std::nullopt;
}

Result<std::vector<Account>> Ledger::accounts() const {
  const Result<BookFile> file = BookFile::open(place_, BookFile::Access::read);
  if (!file) return file.error();
  Result<Replay> book = replay(*file);
  if (!book) return book.error();
  return book->accounts();
}

} // namespace poise::internal
