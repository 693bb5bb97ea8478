// Rounding through MPFR.
#include "poise/base/nearest_double.h"

#include <mpfr.h>

namespace poise::internal {
namespace {

class Float {
public:
  explicit Float(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Float() { mpfr_clear(value_); }
  Float(const Float &) = delete;
  Float &operator=(const Float &) = delete;
  mpfr_ptr get() { return value_; }

private:
  mpfr_t value_;
};

} // namespace

double nearest_double(const Rational &value) {
  // First cut towards zero; if anything was lost, step a hair outwards again, so that
  // the second rounding cannot mistake the result for a tie, also among subnormals.
  Float wide(128);
  const int lost = mpfr_set_q(wide.get(), value.get_mpq_t(), MPFR_RNDZ);
  if (lost != 0) {
    Float nudged(136);
    mpfr_set(nudged.get(), wide.get(), MPFR_RNDN);
    if (lost < 0)
      mpfr_nextabove(nudged.get());
    else
      mpfr_nextbelow(nudged.get());
    return mpfr_get_d(nudged.get(), MPFR_RNDN);
  }
  return mpfr_get_d(wide.get(), MPFR_RNDN);
}

double nearest_root(const Rational &value) {
  Float wide(128);
  mpfr_set_q(wide.get(), value.get_mpq_t(), MPFR_RNDN);
  mpfr_sqrt(wide.get(), wide.get(), MPFR_RNDN);
  return mpfr_get_d(wide.get(), MPFR_RNDN);
}

} // namespace poise::internal
