// What releases cost together: exact sums, and the theorems that turn one unit into another.
#include "ledger/scratch_book.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"

namespace poise::internal {
namespace composition_test {

TEST(LedgerComposition, TenTenthsFitIntoOneAndTheEleventhIsRefused) {
  for (const Allowance &allowance : {rho_allowance("1"), Allowance::pure(epsilon("1"))}) {
    const ScratchBook book;
    book.create("salaries", allowance);
    const Ledger ledger = book.open();
    const bool pure = allowance.unit() == BudgetUnit::epsilon;
    const Amount tenth = pure ? Amount(epsilon("0.1")) : Amount(rho("0.1"));
    for (int i = 0; i < 10; ++i) {
      ASSERT_TRUE(ledger.charge("salaries", tenth, some_purpose())) << i;
    }
    const Result<Charge> eleventh = ledger.charge("salaries", tenth, some_purpose());
    ASSERT_FALSE(eleventh);
    EXPECT_EQ(eleventh.error().kind, ErrorKind::ledger_refuses);
    EXPECT_EQ(eleventh.error().wrong,
              "dataset salaries has no " + name_of(allowance.unit()) + " left of 1, and this would cost 0.1");
    EXPECT_EQ(book.spent(), 1);
  }
}

TEST(LedgerComposition, ARefusalSaysWhatIsLeftAndWhatItWouldCost) {
  const ScratchBook book;
  book.create("salaries", rho_allowance("0.5"));
  const Ledger ledger = book.open();
  ASSERT_TRUE(ledger.charge("salaries", rho("0.4"), some_purpose()));
  const Result<Charge> refused = ledger.charge("salaries", rho("0.2"), some_purpose());
  EXPECT_EQ(
      refused.error(),
      (Error{ErrorKind::ledger_refuses, "dataset salaries has rho = 0.1 left of 0.5, and this would cost 0.2",
             "ask for less, or see what was spent: poise ledger show " + book.path()}));
  EXPECT_TRUE(ledger.charge("salaries", rho("0.1"), some_purpose())) << "what is left can be spent";
}

TEST(LedgerComposition, AHairTooMuchIsRefused) {
  const ScratchBook book;
  book.create("salaries", rho_allowance("1"));
  const Ledger ledger = book.open();
  const Rational hair = Rho::smallest().exact();
  EXPECT_FALSE(ledger.charge("salaries", *Rho::of(1 + hair), some_purpose()));
  EXPECT_TRUE(ledger.charge("salaries", *Rho::of(1 - hair), some_purpose()));
  EXPECT_TRUE(ledger.charge("salaries", *Rho::of(hair), some_purpose()));
  EXPECT_FALSE(ledger.charge("salaries", *Rho::of(hair), some_purpose()));
}

TEST(LedgerComposition, APureReleaseCostsARhoAccountItsZcdp) {
  const ScratchBook book;
  book.create("salaries", rho_allowance("1"));
  const Ledger ledger = book.open();
  ASSERT_TRUE(ledger.charge("salaries", rho("0.3"), some_purpose()));
  ASSERT_TRUE(ledger.charge("salaries", epsilon("1"), some_purpose()));
  const Rational cost = zcdp_of_pure(epsilon("1"))->exact();
  EXPECT_LT(cost, ratio(4622, 10000)); // tanh(1/2) = 0.46211...
  EXPECT_GT(cost, ratio(4621, 10000));
  EXPECT_EQ(book.spent(), ratio(3, 10) + cost);
  EXPECT_EQ(book.accounts().front().entries.back().amount, Amount(epsilon("1"))) << "as it was asked for";
  EXPECT_FALSE(ledger.charge("salaries", epsilon("1"), some_purpose()));
  EXPECT_TRUE(ledger.charge("salaries", *Rho::of(ratio(7, 10) - cost), some_purpose()));
}

TEST(LedgerComposition, AnEpsilonDeltaAccountIsARhoAccountOfWhatThePairAllows) {
  const Approximate pair{epsilon("1"), *Delta::parse("1e-6")};
  const Rho total = *rho_for(pair.epsilon, pair.delta);
  const ScratchBook book;
  book.create("salaries", *Allowance::approximate(pair));
  const Ledger ledger = book.open();
  EXPECT_EQ(book.accounts().front().allowance.total(), total.exact());
  EXPECT_EQ(book.accounts().front().allowance.promise(), Allowance::Promise(pair));
  const Rho half = *Rho::of(total.exact() / 2);
  EXPECT_TRUE(ledger.charge("salaries", half, some_purpose()));
  EXPECT_FALSE(ledger.charge("salaries", epsilon("1"), some_purpose())) << "it is not an epsilon account";
  EXPECT_TRUE(ledger.charge("salaries", half, some_purpose()));
  EXPECT_FALSE(ledger.charge("salaries", *Rho::of(total.exact() / 1000), some_purpose()));
  EXPECT_EQ(book.accounts().front().left(), 0);
  EXPECT_LE(epsilon_of(total, pair.delta)->exact(), ratio(1000001, 1000000)) << "the promise that was made";
}

TEST(LedgerComposition, APureAccountTakesNoZcdp) {
  const ScratchBook book;
  book.create("salaries", Allowance::pure(epsilon("5")));
  const Result<Charge> refused = book.open().charge("salaries", rho("1e-9"), some_purpose());
  EXPECT_EQ(refused.error(),
            (Error{ErrorKind::ledger_refuses,
                   "dataset salaries cannot pay: its budget is a pure epsilon, and a release that costs "
                   "rho (zCDP) has none",
                   "ask for pure privacy, with an epsilon alone, or open another dataset with a rho"}));
  EXPECT_EQ(book.spent(), 0);
}

TEST(LedgerComposition, DatasetsSpendTheirOwnBudgets) {
  const ScratchBook book;
  book.create("one", rho_allowance("0.1"));
  book.create("two", rho_allowance("0.1"));
  const Ledger ledger = book.open();
  EXPECT_TRUE(ledger.charge("one", rho("0.1"), some_purpose()));
  EXPECT_FALSE(ledger.charge("one", rho("0.1"), some_purpose()));
  EXPECT_TRUE(ledger.charge("two", rho("0.1"), some_purpose()));
}

TEST(LedgerComposition, FractionsTooLongToBeReadAgainAreRefused) {
  const ScratchBook book;
  book.create("salaries", rho_allowance("1"));
  const Ledger ledger = book.open();
  const auto share = [](unsigned digits) { // of about so many digits, in lowest terms
    Integer power;
    mpz_ui_pow_ui(power.get_mpz_t(), 10, digits / 2);
    return ratio(power / 7, power * 3 + 1);
  };
  EXPECT_TRUE(ledger.charge("salaries", *Epsilon::of(share(890)), some_purpose()));
  EXPECT_EQ(ledger.charge("salaries", *Rho::of(share(910)), some_purpose()).error().kind,
            ErrorKind::bad_parameter);
  EXPECT_TRUE(Ledger::create(book.path(), "others", Allowance::zcdp(*Rho::of(share(910)))));
  EXPECT_EQ(book.accounts().front().entries.size(), 1U) << "and the book can be read";
}

} // namespace composition_test
} // namespace poise::internal
