// What --help says beyond the options: meaning and examples.
#pragma once

namespace poise::internal::cli {

inline constexpr const char *about =
    "poise: differentially private statistics of a table about people, with exact noise.\n";

inline constexpr const char *examples =
    "Examples:\n"
    "  poise generate people --rows 10000 --out people.csv\n"
    "  poise forecast mean --rows 10000 --columns 5 --rho 0.5\n"
    "  poise mean people.csv --rho 0.5 --html report.html\n"
    "  poise mean people.csv --columns income --epsilon 1\n"
    "  poise quantile people.csv --columns income -q 0.25,0.5,0.75 --epsilon 1\n"
    "  poise methods\n"
    "  poise mean --help\n"
    "\n"
    "Exit status: 0 done; 2 bad usage or unusable input, nothing spent;\n"
    "3 the ledger refuses; 4 anything else.";

inline constexpr const char *mean_details =
    "Neighbouring tables differ in one row; the number of rows is public. With --unit they differ\n"
    "in all rows of one person, who counts with the mean of their rows, and the number of people is\n"
    "public. A missing cell is missing: the mean is that of the cells that are there. Where rows are too "
    "few\n"
    "for a sound answer it refuses, and says how many it takes; with --limits of every column it always\n"
    "answers. With --epsilon alone, and for sparse files, another method answers, and it says which and "
    "why;\n"
    "there a missing cell counts as 0. `poise forecast mean` tells how good it will be before you spend.\n"
    "\n"
    "Examples:\n"
    "  poise mean people.csv --rho 0.5\n"
    "  poise mean people.csv --columns age --rho 0.5 --html report.html\n"
    "  poise mean people.csv --rho 0.1 --ledger book.db --dataset people\n"
    "  poise mean people.csv --columns age,income --limits age=0:120,income=0: --rho 0.5\n"
    "  poise mean people.csv --columns income --bound 200000 --epsilon 1 --delta 1e-9 --json\n"
    "  poise mean people.csv --columns income --epsilon 1\n"
    "  poise mean visits.parquet --unit patient --columns cost --bound 1000 --rho 0.5\n"
    "  cat people.csv | poise mean - --columns age,hours --bound 100 --rho 1/8";

inline constexpr const char *universal_details =
    "No bound is needed, nor any belief about the data: scale and range are found privately. A missing cell "
    "is\n"
    "missing. Neighbouring tables differ in one row (with --unit: in all rows of one person).\n"
    "Methods: poise, the default; universal-tuned, which it leaves quantiles, sparse files and variances "
    "with\n"
    "--epsilon alone to; universal, as published. Variances by these two, and all by the last, count a "
    "missing\n"
    "cell as 0.\n"
    "\n"
    "Examples:\n"
    "  poise variance people.csv --columns age --epsilon 1\n"
    "  poise iqr people.csv --columns income --rho 0.1 --json\n"
    "  poise quantile people.csv --columns income -q 0.1,0.25,0.5,0.75,0.9 --epsilon 1";

inline constexpr const char *generate_details =
    "Populations:\n"
    "  gaussian   column j is normal with mean j and standard deviation 1\n"
    "  binary     column j is 1 with probability 1/(j+1), else 0\n"
    "  zipf       every cell is one of 1..1000, k with probability proportional to 1/k\n"
    "  pareto     column j is j times a Pareto variable with exponent 4/3: infinite variance\n"
    "  people     ages, heavy-tailed incomes, hours, commutes, children; with missing cells\n"
    "\n"
    "Examples:\n"
    "  poise generate people --rows 10000 --out people.csv\n"
    "  poise generate gaussian --rows 4000 --columns 8 --seed 1 --out -";

inline constexpr const char *reproduce_details =
    "Instance-optimal mean estimation (Huang, Liang, Yi: NeurIPS 2021), in the central model:\n"
    "  fig1 fig2    normal data with identity covariance, by d and by rho\n"
    "  fig3 fig4    normal data with other covariances, by d and by rho\n"
    "  fig5         by the public radius R\n"
    "  fig6         images of handwritten digits (MNIST)\n"
    "  fig7         which quantile of the norms to clip at\n"
    "The same paper, in the local model, where the letter of the budget is lost in print:\n"
    "  fig8 fig9 fig10   by d, by rho and by the public radius R\n"
    "  fig8-epsilon fig9-epsilon fig10-epsilon   the same, the letter read as epsilon\n"
    "Beyond the paper:\n"
    "  models       central, shuffle and local on the same data, as n grows\n"
    "  gaussian-a   beside results that others have published for the same setting\n"
    "  range        a public range up to a thousand times as wide\n"
    "  bounds-free  no bound at all, wherever the data lie and in whichever unit\n"
    "PLAN: variance-aware private mean estimation, beside its published results:\n"
    "  plan-fig5a plan-fig5b plan-fig5c   zeros and ones: made up, Kosarak, POS (see --data)\n"
    "  plan-fig9a plan-fig9b plan-fig9c   the same, without scaling\n"
    "  plan-table2                        private variances of one normal column\n"
    "Universal private estimators, means, variances and quartile ranges with no bound:\n"
    "  universal-mean universal-variance universal-iqr   beside what people do today\n"
    "  universal-verdict                                 how much universal-tuned is better than universal\n"
    "  universal-slopes                                  how their errors fall with n\n"
    "The default method, with nothing known in advance:\n"
    "  flagship           against all others on many kinds of tables; a heat map, and NAME-ratios.csv\n"
    "  flagship-blow-ups  1000 runs on each of ten hard tables: how far off the furthest is\n"
    "\n"
    "Each leaves NAME.csv and NAME.png. Errors are l2 distances unless the axis says otherwise; the picture\n"
    "shows means without the tenth smallest and the tenth largest, beside published results plain means;\n"
    "the table has plain means, medians and standard deviations as well.\n"
    "\n"
    "Examples:\n"
    "  poise reproduce fig1 --quick --out figures\n"
    "  poise reproduce all --out figures";

inline constexpr const char *forecast_details =
    "How good would a mean be? Looks at no data and spends nothing. Give what is public; guesses may be "
    "wrong,\n"
    "and then so is the forecast. Errors are distances (l2, or --norm) between the private mean and the "
    "mean\n"
    "of the table.\n"
    "\n"
    "Examples:\n"
    "  poise forecast mean --rows 4000 --columns 128 --rho 0.5\n"
    "  poise forecast mean --rows 100000 --columns 3 --spread 15,30000,12 --skew 1 --epsilon 1\n"
    "  poise forecast mean --rows 4000 --columns 128 --rho 0.5 --plot forecast.png";

inline constexpr const char *ledger_details =
    "A book holds the budgets of datasets and what each has spent. Statistics with --ledger BOOK and\n"
    "--dataset NAME are charged before a row is read, and refused (exit status 3) when nothing is left.\n"
    "\n"
    "Examples:\n"
    "  poise ledger create book.db --dataset people --rho 1\n"
    "  poise mean people.csv --rho 0.1 --ledger book.db --dataset people\n"
    "  poise ledger show book.db";

inline constexpr const char *roles_details =
    "Three roles share a folder, which may travel between machines. The analyzer starts a session and goes "
    "on when a\n"
    "round is complete; participants answer each round once, for a budget they agree to; in the shuffle "
    "model\n"
    "a shuffler stands between them: participants must send it their answers where the analyzer cannot read\n"
    "them. docs/protocol.md has the wire format.\n"
    "\n"
    "Examples:\n"
    "  poise analyze survey --start --model local --participants 10000 --columns age,income --rho 1\n"
    "  poise client survey me.csv --participant 17 --rho 1\n"
    "  poise shuffle survey\n"
    "  poise analyze survey";

inline constexpr const char *completion_details =
    "Examples:\n"
    "  source <(poise completion bash)\n"
    "  poise completion zsh > ~/.zfunc/_poise\n"
    "  poise completion fish > ~/.config/fish/completions/poise.fish";

} // namespace poise::internal::cli
