"""How good a mean would be, before anything is spent."""

import dataclasses
import html
import json
import math
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from poise import _poise
from poise._options import Number, Numbers, flag, given, number_text, numbers_text, whole_text, word_text


@dataclasses.dataclass(frozen=True)
class MethodForecast:
    """What one method would do. Not a number where it cannot answer, and `why_not` says why."""

    method: str
    available: bool
    error: float
    noise_std: float
    rows_to_run: int
    rows_needed: Optional[int]
    why_not: str = ""


class Curve(NamedTuple):
    """How the error of a method falls."""

    method: str
    rows: List[float]
    error_by_rows: List[float]
    budgets: List[float]
    error_by_budget: List[float]


class Forecast:
    """The error of every method, best first. Never changes; looks at no data."""

    __slots__ = ("_json", "_options", "_text")

    _options: Dict[str, Any]
    _json: str
    _text: str

    def __init__(self, options: Dict[str, Any], as_json: str, text: str) -> None:
        for name, value in (("_options", options), ("_json", as_json), ("_text", text)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Forecast never changes: cannot set {name}")

    def __reduce__(self) -> Tuple[Any, Tuple[Dict[str, Any], str, str]]:
        return type(self), (self._options, self._json, self._text)

    def to_dict(self) -> Dict[str, Any]:
        """The same as `poise forecast --json` prints."""
        result: Dict[str, Any] = json.loads(self._json)
        return result

    def to_json(self) -> str:
        """The same as text on one line."""
        return self._json.rstrip("\n")

    @property
    def rows(self) -> int:
        """As given."""
        return int(self.to_dict()["rows"])

    @property
    def recommended(self) -> str:
        """The method that poise would choose."""
        return str(self.to_dict()["recommended"])

    @property
    def because(self) -> str:
        """Why."""
        return str(self.to_dict()["because"])

    @property
    def error(self) -> float:
        """The expected distance between the private mean and that of the table, by the recommended method."""
        return next((each.error for each in self.methods if each.method == self.recommended), math.nan)

    @property
    def sampling_error(self) -> float:
        """What chance does to the mean of so many rows anyway."""
        return _number(self.to_dict()["sampling_error"])

    @property
    def methods(self) -> Tuple[MethodForecast, ...]:
        """Best first; those that cannot answer at the end."""
        return tuple(
            MethodForecast(
                method=each["method"],
                available=each["available"],
                error=_number(each["error"]),
                noise_std=_number(each["noise_std"]),
                rows_to_run=each["rows_to_run"],
                rows_needed=each["rows_needed"],
                why_not=each.get("why_not", ""),
            )
            for each in self.to_dict()["methods"]
        )

    @property
    def assumptions(self) -> Tuple[str, ...]:
        """What had to be guessed."""
        return tuple(self.to_dict()["assumptions"])

    def curves(self) -> List[Curve]:
        """How errors fall with rows and with budget; the last curve is what chance does anyway."""
        return [Curve(*curve) for curve in _poise.forecast_curves(self._options)]

    def plot(self, ax: Any = None) -> Any:
        """How errors fall with the number of rows; needs matplotlib."""
        from poise._plot import plot_forecast

        return plot_forecast(self, ax)

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(repr(self))}</pre>"


def forecast(
    *,
    rows: int,
    columns: int,
    rho: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    statistic: str = "mean",
    method: Optional[str] = None,
    bound: Optional[Number] = None,
    norm: Optional[Number] = None,
    spread: Optional[Numbers] = None,
    mean_guess: Optional[Numbers] = None,
    skew: Optional[Numbers] = None,
    ones: Optional[Numbers] = None,
    binary: bool = False,
    own_units: bool = False,
) -> Forecast:
    """How good would a mean be? Looks at no data and spends nothing.

    rows, columns: how many. rho, epsilon, delta, method, bound, norm, binary: as for `mean`.
    spread, mean_guess, skew, ones: guesses, one for all columns or a list: standard deviation, distance from
        zero, skewness, share of ones in a table of zeros and ones. `own_units`: columns are measured in
        units of their own, as age and income are.

    >>> import poise
    >>> guess = poise.forecast(rows=4000, columns=128, rho=0.5)
    >>> guess.recommended in [method.name for method in poise.methods()]
    True
    >>> 0 < guess.error < 1
    True
    """
    options = given(
        statistic=word_text("statistic", statistic),
        rows=whole_text("rows", rows),
        columns=whole_text("columns", columns),
        rho=None if rho is None else number_text("rho", rho),
        epsilon=None if epsilon is None else number_text("epsilon", epsilon),
        delta=None if delta is None else number_text("delta", delta),
        method=None if method is None else word_text("method", method),
        bound=None if bound is None else number_text("bound", bound),
        norm=None if norm is None else number_text("norm", norm),
        spread=None if spread is None else numbers_text("spread", spread),
        mean_guess=None if mean_guess is None else numbers_text("mean_guess", mean_guess),
        skew=None if skew is None else numbers_text("skew", skew),
        ones=None if ones is None else numbers_text("ones", ones),
        binary=True if flag("binary", binary) else None,
        own_units=True if flag("own_units", own_units) else None,
    )
    return Forecast(options, *_poise.forecast(options))


def _number(value: Optional[float]) -> float:
    return math.nan if value is None else float(value)
