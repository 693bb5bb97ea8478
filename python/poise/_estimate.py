"""What a statistic gives back: values, their noise, and the receipt."""

import datetime
import html
import importlib
import json
import math
import os
import statistics
from typing import TYPE_CHECKING, Any, Dict, NamedTuple, Optional, Tuple, Type, Union

import numpy as np

from poise._errors import BadParameter
from poise._poise import Summary
from poise._receipt import Receipt

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Interval(NamedTuple):
    """From where to where, column by column."""

    low: "Floats"
    high: "Floats"
    level: float


class Present(NamedTuple):
    """What share of every column is there, and the noise of that."""

    value: "Floats"
    noise_std: "Floats"


class Estimate:
    """A private statistic. Never changes; may be copied and pickled.

    >>> import poise
    >>> est = poise.quantile([[x % 7, x % 5] for x in range(4000)], [0.25, 0.75], epsilon=4, seed=1)
    >>> est.value.shape
    (2, 2)
    >>> est.columns, est.rows, est.private
    (('c0', 'c1'), 4000, False)
    """

    __slots__ = ("_command", "_summary")

    _summary: Summary
    _command: str

    def __init__(self, summary: Summary, command: str = "") -> None:
        object.__setattr__(self, "_summary", summary)
        object.__setattr__(self, "_command", command)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"an Estimate never changes: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an Estimate never changes: cannot delete {name}")

    def __reduce__(self) -> Tuple[Type["Estimate"], Tuple[Summary, str]]:
        return type(self), (self._summary, self._command)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Estimate) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    # What it says.

    @property
    def statistic(self) -> str:
        """"mean", "variance", "iqr" or "quantile"."""
        return self._summary.statistic

    @property
    def value(self) -> "Floats":
        """One number a column; for quantiles one row for each of them."""
        if self._summary.quantiles:
            return _fixed([values for _, values in self._summary.quantiles])
        return _fixed(self._summary.value)

    @property
    def noise_std(self) -> "Floats":
        """Standard deviation of the noise, column by column; not a number where only ranks are known."""
        return _fixed(self._summary.noise_std or np.full(len(self.columns), math.nan))

    def interval(self, level: float = 0.95) -> Interval:
        """Where the statistic of this table is, with this probability for each column.

        Of means by the method poise it covers noise, clipping and missing cells; of others the noise alone.
        Not a number where only ranks are known: see `rank_error`.
        """
        stds = self._stds(level)
        if self._summary.quantiles:
            nothing = np.full(self.value.shape, math.nan)
            return Interval(_fixed(nothing), _fixed(nothing), level)
        if level == self._summary.level:
            return Interval(_fixed(self._summary.low), _fixed(self._summary.high), level)
        if self.present is not None:
            return self._stretched(self._summary.low, self._summary.high, level)
        reach = stds * self.noise_std
        return Interval(_fixed(self.value - reach), _fixed(self.value + reach), level)

    def population_interval(self, level: float = 0.95) -> Optional[Interval]:
        """The same for the mean of whom the table was drawn from: with chance. Of the method poise alone."""
        self._stds(level)
        if self._summary.population is None:
            return None
        return self._stretched(*self._summary.population, level)

    def _stds(self, level: float) -> float:
        if not 0 < level < 1:
            raise BadParameter(f"level must be above 0 and below 1, got {level!r}", "give a probability, such as 0.95")
        if self._summary.definition == "pure":  # Laplace noise, or sums of it, which have lighter tails
            return math.log(1 / (1 - level)) / math.sqrt(2)
        return statistics.NormalDist().inv_cdf((1 + level) / 2)

    def _stretched(self, low: Any, high: Any, level: float) -> Interval:
        """Ends of the level of the summary, moved to another."""
        factor = 1.0 if level == self._summary.level else self._stds(level) / self._stds(self._summary.level)
        return Interval(
            _fixed(self.value - factor * (self.value - low)), _fixed(self.value + factor * (high - self.value)), level
        )

    @property
    def present(self) -> Optional[Present]:
        """What share of every column is there; nothing where missing cells count as 0."""
        if self._summary.present is None:
            return None
        value, noise_std = self._summary.present
        return Present(_fixed(value), _fixed(noise_std))

    @property
    def quantiles(self) -> "Floats":
        """Which quantiles were asked for, one for each row of `value`; none for other statistics."""
        return _fixed([q for q, _ in self._summary.quantiles])

    @property
    def rank_error(self) -> Optional[Tuple[int, ...]]:
        """With probability 0.95 the rank of a value is off by at most so many rows, column by column."""
        return tuple(self._summary.rank_errors) or None

    @property
    def columns(self) -> Tuple[str, ...]:
        """Their names."""
        return tuple(self._summary.columns)

    @property
    def rows(self) -> int:
        """How many rows there are, or people where a unit was named."""
        return self._summary.rows

    @property
    def unit(self) -> Optional[str]:
        """The column that says whose a row is."""
        return self._summary.unit

    @property
    def method(self) -> str:
        """As asked for; "poise" where poise was to choose."""
        return self._summary.method

    @property
    def chosen(self) -> Optional[str]:
        """The method that poise chose, where it did."""
        return self._summary.chosen

    @property
    def model(self) -> str:
        """Who was trusted: "central" (whoever ran this), "local" (nobody) or "shuffle" (a shuffler)."""
        return self._summary.model

    @property
    def because(self) -> str:
        """Why it chose that method."""
        return self._summary.because

    @property
    def receipt(self) -> Receipt:
        """What every step spent, exactly."""
        return Receipt._of(self._summary)

    @property
    def private(self) -> bool:
        """Whether it may be shown around: not when it is a simulation with a seed."""
        return self._summary.is_private

    @property
    def warnings(self) -> Tuple[str, ...]:
        """What a reader should know."""
        return tuple(self._summary.warnings)

    # In other forms.

    def __float__(self) -> float:
        if self.value.size != 1:
            raise TypeError(f"there are {self.value.size} values, not one: use value")
        return float(self.value.flat[0])

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> "np.ndarray[Any, Any]":
        return np.array(self.value, dtype=dtype) if copy or dtype is not None else np.asarray(self.value)

    def to_json(self) -> str:
        """One line, the same as the command prints with --json."""
        return self._summary.to_json().rstrip("\n")

    def to_dict(self) -> Dict[str, Any]:
        """The same as a dictionary; None stands for what is not known."""
        result: Dict[str, Any] = json.loads(self.to_json())
        return result

    def to_series(self) -> Any:
        """The values as a pandas Series by column; for quantiles by quantile and column."""
        pandas: Any = importlib.import_module("pandas")
        if not self._summary.quantiles:
            return pandas.Series(np.array(self.value), index=list(self.columns), name=self.statistic)
        index = pandas.MultiIndex.from_product([self.quantiles.tolist(), self.columns], names=["q", "column"])
        return pandas.Series(self.value.ravel(), index=index, name=self.statistic)

    def to_html(self, title: str = "") -> str:
        """A page for people: pictures, receipt and promise in one file that fetches nothing."""
        today = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
        return self._summary.to_html(title, self._command or None, today)

    def save_html(self, path: Union[str, "os.PathLike[str]"], title: str = "") -> None:
        """Leaves the page in a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_html(title))

    def plot(self, ax: Any = None) -> Any:
        """Dots with their intervals; needs matplotlib. Gives the axes, or several where scales differ."""
        from poise._plot import plot_estimate

        return plot_estimate(self, ax)

    def __repr__(self) -> str:
        return self._summary.to_text().rstrip("\n")

    def _repr_html_(self) -> str:
        """A small table for notebooks."""
        if self._summary.quantiles:
            head = [f"q = {q:g}" for q in self.quantiles] + ["rank ± rows"]
            ranks = self.rank_error or ()
            body = [[*map(_six, values), str(rank)] for values, rank in zip(self.value.T, ranks)]
        else:
            head = [f"private {self.statistic}", "± noise", "95% from", "to"]
            low, high, _ = self.interval()
            body = [list(map(_six, row)) for row in zip(self.value, self.noise_std, low, high)]
        shown = 100
        lines = [_table_row([name, *cells]) for name, cells in zip(self.columns[:shown], body)]
        more = len(body) - shown
        note = f"{self.rows:,} rows, method {self.chosen or self.method}; {self.receipt}"
        if more > 0:
            note = f"and {more:,} more columns; {note}"
        notes = [note, *(f"warning: {warning}" for warning in self.warnings)]
        return (
            f"<table><thead>{_table_row(['column', *head], 'th')}</thead><tbody>{''.join(lines)}</tbody></table>"
            + "".join(f"<p><small>{html.escape(each)}</small></p>" for each in notes)
        )


def _table_row(cells: Any, tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _six(number: float) -> str:
    return "" if math.isnan(number) else f"{number:.6g}"


def _fixed(numbers: Any) -> "Floats":
    array = np.array(numbers, dtype=np.float64)
    array.setflags(write=False)
    return array
