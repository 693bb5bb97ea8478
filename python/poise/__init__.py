"""Private means, variances, quartile ranges and quantiles, exact down to the last bit of noise.

Give a table about people and a privacy budget; get statistics that are provably differentially private, with
a receipt that says what each step spent. Nobody guesses a bound.

>>> import numpy as np, poise
>>> heights = np.random.default_rng(1).normal(170, 10, size=5000)
>>> tall = poise.mean(heights, rho=0.5, seed=1)  # a seed makes a simulation, for examples; leave it out
>>> print(f"{float(tall):.0f} cm; the noise is below a millimetre: {tall.noise_std[0] < 0.1}")
170 cm; the noise is below a millimetre: True
>>> tall.receipt.total
Fraction(1, 2)
"""

from poise._errors import BadInput, BadParameter, Error, Failure, LedgerRefuses, PoiseWarning
from poise._estimate import Estimate, Interval
from poise._forecast import Forecast, MethodForecast, forecast
from poise._ledger import Account, Entry, Ledger
from poise._methods import Method, methods
from poise._poise import version as __version__
from poise._receipt import Receipt, Step
from poise._statistics import iqr, mean, quantile, variance

__all__ = [
    "Account",
    "BadInput",
    "BadParameter",
    "Entry",
    "Error",
    "Estimate",
    "Failure",
    "Forecast",
    "Interval",
    "Ledger",
    "LedgerRefuses",
    "Method",
    "MethodForecast",
    "PoiseWarning",
    "Receipt",
    "Step",
    "__version__",
    "forecast",
    "iqr",
    "mean",
    "methods",
    "quantile",
    "variance",
]
