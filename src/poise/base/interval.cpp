// A thin, value-like coat over MPFI.
#include "poise/base/interval.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace poise::internal {
namespace {

// MPFR would turn an infinite end into zero, which is a bound for nothing.
void require_number(mpfr_srcptr value) {
  if (!mpfr_number_p(value)) throw std::logic_error("poise: asked an unbounded interval for its end");
}

Rational to_rational(mpfr_srcptr value) {
  require_number(value);
  Rational result;
  mpfr_get_q(result.get_mpq_t(), value);
  return result;
}

} // namespace

Interval::Interval(unsigned precision) { mpfi_init2(value_, static_cast<mpfr_prec_t>(precision)); }

Interval::Interval(const Rational &value, unsigned precision) : Interval(precision) {
  mpfi_set_q(value_, value.get_mpq_t());
}

Interval::Interval(const Integer &value, unsigned precision) : Interval(precision) {
  mpfi_set_z(value_, value.get_mpz_t());
}

Interval::Interval(long value, unsigned precision) : Interval(precision) { mpfi_set_si(value_, value); }

Interval::Interval(const Interval &other) : Interval(other.precision()) { mpfi_set(value_, other.value_); }

Interval::Interval(Interval &&other) noexcept : Interval(2U) { mpfi_swap(value_, other.value_); }

Interval &Interval::operator=(Interval other) noexcept {
  mpfi_swap(value_, other.value_);
  return *this;
}

Interval::~Interval() { mpfi_clear(value_); }

Interval Interval::between(const Rational &low, const Rational &high, unsigned precision) {
  return hull(Interval(low, precision), Interval(high, precision));
}

unsigned Interval::precision() const { return static_cast<unsigned>(mpfi_get_prec(value_)); }

Rational Interval::low() const { return to_rational(&value_->left); }

Rational Interval::high() const { return to_rational(&value_->right); }

Integer Interval::floor_of_low() const {
  require_number(&value_->left);
  Integer result;
  mpfr_get_z(result.get_mpz_t(), &value_->left, MPFR_RNDD);
  return result;
}

Integer Interval::ceil_of_high() const {
  require_number(&value_->right);
  Integer result;
  mpfr_get_z(result.get_mpz_t(), &value_->right, MPFR_RNDU);
  return result;
}

Interval &Interval::operator+=(const Interval &other) {
  mpfi_add(value_, value_, other.value_);
  return *this;
}

Interval &Interval::operator*=(const Interval &other) {
  mpfi_mul(value_, value_, other.value_);
  return *this;
}

Interval Interval::apply(int (*operation)(mpfi_ptr, mpfi_srcptr), const Interval &a) {
  Interval result(a.precision());
  operation(result.value_, a.value_);
  return result;
}

Interval Interval::apply(int (*operation)(mpfi_ptr, mpfi_srcptr, mpfi_srcptr), const Interval &a,
                         const Interval &b) {
  Interval result(std::max(a.precision(), b.precision()));
  operation(result.value_, a.value_, b.value_);
  return result;
}

Interval operator+(const Interval &a, const Interval &b) { return Interval::apply(mpfi_add, a, b); }
Interval operator-(const Interval &a, const Interval &b) { return Interval::apply(mpfi_sub, a, b); }
Interval operator*(const Interval &a, const Interval &b) { return Interval::apply(mpfi_mul, a, b); }
Interval operator/(const Interval &a, const Interval &b) { return Interval::apply(mpfi_div, a, b); }
Interval hull(const Interval &a, const Interval &b) { return Interval::apply(mpfi_union, a, b); }

Interval operator-(const Interval &a) { return Interval::apply(mpfi_neg, a); }
Interval exp(const Interval &a) { return Interval::apply(mpfi_exp, a); }
Interval expm1(const Interval &a) { return Interval::apply(mpfi_expm1, a); }
Interval log(const Interval &a) { return Interval::apply(mpfi_log, a); }
Interval log1p(const Interval &a) { return Interval::apply(mpfi_log1p, a); }
Interval sqrt(const Interval &a) { return Interval::apply(mpfi_sqrt, a); }
Interval tanh(const Interval &a) { return Interval::apply(mpfi_tanh, a); }

// MPFI has no erfc; it decreases, so its ends come from the opposite ends of the argument.
Interval erfc(const Interval &a) {
  Interval result(a.precision());
  mpfr_erfc(&result.value_->left, &a.value_->right, MPFR_RNDD);
  mpfr_erfc(&result.value_->right, &a.value_->left, MPFR_RNDU);
  return result;
}

Interval scale(const Interval &a, long exponent) {
  Interval result(a.precision());
  mpfi_mul_2si(result.value_, a.value_, exponent);
  return result;
}

} // namespace poise::internal
