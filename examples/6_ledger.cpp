// A book of what a dataset has spent: it pays before a row is read, and refuses when too little is left.
#include <poise/poise.h>

#include <iostream>

int main(int argc, char **argv) try {
  const std::string people = argc > 1 ? argv[1] : "people.csv", book = argc > 2 ? argv[2] : "book.db";

  // Once for a dataset: all that will ever be said about it costs at most rho = 1.
  const auto allowance = poise::Allowance::zcdp(poise::Rho::parse("1").value());
  if (const auto error = poise::Ledger::create(book, "people", allowance)) {
    std::cerr << error->wrong << "\n" << error->remedy << "\n";
    return 1;
  }

  // The third question is one too many: it is refused, and costs nothing.
  for (const char *const column : {"age", "hours", "income"}) {
    const auto mean = poise::mean({.rho = "0.4",
                                   .columns = {column},
                                   .ledger = book,
                                   .dataset = "people",
                                   .command = std::string("mean of ") + column}, // for the history
                                  poise::from_file(people));
    if (mean) {
      std::cout << column << " " << mean->value[0] << " ± " << mean->noise_std[0] << "\n";
    } else {
      const bool refused = mean.error().kind == poise::ErrorKind::ledger_refuses;
      std::cout << column << (refused ? " is refused: " : " failed: ") << mean.error().wrong << "\n"
                << mean.error().remedy << "\n";
    }
  }
  std::cout << poise::to_text(poise::Ledger::open(book).value().accounts().value());
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
