"""Private quartiles in three lines: bring a table, name quantiles and a budget, ask. Nobody guesses a bound."""

import numpy as np
import poise

incomes = np.random.default_rng(2).lognormal(mean=10.3, sigma=0.8, size=20_000)  # made up, with a long tail

quartiles = poise.quantile(incomes, [0.25, 0.5, 0.75], epsilon=1)
print(quartiles)

low, middle, high = quartiles.value[:, 0]
print(f"\nhalf of the people earn between {low:,.0f} and {high:,.0f}; one in the middle earns {middle:,.0f}")
print(f"ranks are right up to {quartiles.rank_error[0]} of {quartiles.rows} people, 19 times out of 20")

# A file will do as well, and so will a data frame: poise.quantile("people.csv", 0.5, columns="age", epsilon=1)
