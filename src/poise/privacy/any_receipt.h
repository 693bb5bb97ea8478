// A receipt in either unit: for those who report what something cost, whatever the definition of privacy.
#pragma once

#include "poise/privacy/receipt.h"

#include <stdexcept>
#include <variant>

namespace poise::internal {

// Made of receipts alone, so that every line on it was paid for; units never mix.
class AnyReceipt {
public:
  AnyReceipt(Receipt<Rho> receipt) : receipt_(std::move(receipt)) {} // NOLINT(google-explicit-constructor)
  AnyReceipt(Receipt<Epsilon> receipt)
      : receipt_(std::move(receipt)) {} // NOLINT(google-explicit-constructor)

  struct Step {
    std::string name;
    Rational amount;
  };

  bool is_pure() const { return std::holds_alternative<Receipt<Epsilon>>(receipt_); } // epsilon, else rho

  std::vector<Step> steps() const {
    return std::visit(
        [](const auto &receipt) {
          std::vector<Step> list;
          for (const auto &step : receipt.steps()) list.push_back({step.name, step.amount.exact()});
          return list;
        },
        receipt_);
  }

  Rational total() const {
    return std::visit([](const auto &receipt) { return receipt.total(); }, receipt_);
  }

  // The same steps, each named after what they were spent on.
  AnyReceipt under(const std::string &heading) const {
    return std::visit([&](const auto &receipt) { return AnyReceipt(receipt.under(heading)); }, receipt_);
  }

  // The steps of another receipt, after these. Units that differ are a bug and throw.
  void append(const AnyReceipt &other) {
    std::visit(
        [&]<class Unit>(Receipt<Unit> &mine) {
          const auto *const theirs = std::get_if<Receipt<Unit>>(&other.receipt_);
          if (theirs == nullptr) throw std::logic_error("poise: receipts of different units do not add up");
          mine.append(*theirs);
        },
        receipt_);
  }

private:
  std::variant<Receipt<Rho>, Receipt<Epsilon>> receipt_;
};

} // namespace poise::internal
