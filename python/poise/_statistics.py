"""mean, variance, iqr and quantile: arguments into words, words to the library."""

import os
import warnings
from typing import Any, Callable, Dict, Optional, Sequence, Union

from poise import _poise
from poise._errors import BadInput, BadParameter, PoiseWarning
from poise._estimate import Estimate
from poise._ledger import Ledger
from poise._options import (
    Limits,
    Number,
    Numbers,
    flag,
    given,
    limits_text,
    names_list,
    number_text,
    numbers_text,
    path_text,
    whole_text,
    word_text,
)
from poise._progress import Progress, clear, listener
from poise._tables import source_of

Path = Union[str, "os.PathLike[str]"]
Ask = Callable[[Dict[str, Any], Any, Any], _poise.Summary]


def mean(
    data: Any,
    *,
    rho: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    method: Optional[str] = None,
    columns: Union[str, Sequence[Any], None] = None,
    unit: Optional[str] = None,
    no_header: bool = False,
    limits: Optional[Limits] = None,
    missing: Optional[str] = None,
    no_missing: bool = False,
    bound: Optional[Number] = None,
    norm: Optional[Number] = None,
    precision: Optional[Number] = None,
    mean_within: Optional[Number] = None,
    std_min: Optional[Number] = None,
    std_max: Optional[Number] = None,
    clip_quantile: Optional[Number] = None,
    steps: Optional[int] = None,
    covariance: Optional[str] = None,
    variances: Optional[Numbers] = None,
    variances_from: Optional[Path] = None,
    pairs: Optional[int] = None,
    binary: bool = False,
    own_units: bool = False,
    try_anyway: bool = False,
    model: Optional[str] = None,
    dishonest: Optional[Number] = None,
    ledger: Union[Ledger, Path, None] = None,
    dataset: Optional[str] = None,
    ledger_wait: Optional[int] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Union[int, str, None] = None,
    progress: Progress = None,
) -> Estimate:
    """The private mean of every column.

    data: a NumPy array, a SciPy sparse matrix, a pandas, polars or pyarrow table, a list of rows, or the path
        of a file. NaN and None are missing cells: the mean is that of the cells that are there. So are
        words, in columns that are taken.
    rho, epsilon, delta: the budget. `rho` is zCDP, `epsilon` alone pure DP, both `epsilon` and `delta` are
        turned into a rho. Exact: 0.1 is one tenth; Fraction, Decimal and text are welcome.
    method: see `poise.methods()`; poise chooses one from public facts where none is named.
    columns: names; default: every column of numbers that has a name. Those of an array are c0, c1, ...
    unit: the column that says whose a row is: all rows of a person count once, with their mean. A row whose id
        is missing is a person of its own.
    no_header: the first line of a .csv or .tsv file is a row; columns are then c0, c1, ...
    limits: where the cells of a column may be, as everybody knows: {"age": (0, 120), "income": (0, None)}.
        They are cut off there; None leaves an end open.
    missing: "skip", the default, or "zero": a missing cell counts as 0. `no_missing`: nothing is missing, as
        everybody knows, so that nothing is spent on counting.
    try_anyway: answer, with a warning, where rows are too few for a sound answer.
    bound: cells count within ±bound. Choose it from what everybody knows, never from the data. Not needed.
    norm: in which the error is to be small, 1 or more; default: 2.
    precision: with `bound`: how far rounding may move a row.
    mean_within, std_min, std_max: for normal data, in place of `bound`.
    clip_quantile: the share of rows that stay as they are, such as 0.95.
    steps, covariance: for coinpress.
    variances, variances_from, pairs, binary: for plan. `binary` says that all cells are 0 or 1.
    own_units: columns have units of their own, whatever their names; names such as age and income say so.
    model: "local" (nobody is trusted) or "shuffle" (a shuffler is): the rows play all participants of a
        protocol; default: "central". `dishonest`: with "shuffle", the share of participants that may be.
    ledger, dataset, ledger_wait: the book that pays, charged before a cell is read; whose budget in it; how
        many seconds to wait for a book that others are using.
    seed: a simulation: repeatable, and not private.
    threads, memory: how many to work on; how many bytes of a file to keep, such as "500M".
    progress: a function of rows done and rows in all, called a few times a second; True for a bar.

    >>> import numpy as np, poise
    >>> people = np.random.default_rng(7).normal([40, 170], [12, 10], size=(4000, 2))
    >>> poise.mean(people, rho="1/2", seed=7).value.round().tolist()
    [40.0, 170.0]
    >>> print(poise.mean(people, rho="1/2", bound=250, method="gaussian", seed=7).receipt)
    rho = 0.5 (zCDP): sum 0.5
    """
    options = given(
        bound=_maybe(number_text, "bound", bound),
        norm=_maybe(number_text, "norm", norm),
        precision=_maybe(number_text, "precision", precision),
        mean_within=_maybe(number_text, "mean_within", mean_within),
        std_min=_maybe(number_text, "std_min", std_min),
        std_max=_maybe(number_text, "std_max", std_max),
        clip_quantile=_maybe(number_text, "clip_quantile", clip_quantile),
        steps=_maybe(whole_text, "steps", steps),
        covariance=_maybe(word_text, "covariance", covariance),
        variances=_maybe(numbers_text, "variances", variances),
        variances_from=_maybe(path_text, "variances_from", variances_from),
        pairs=_maybe(whole_text, "pairs", pairs),
        binary=True if flag("binary", binary) else None,
        own_units=True if flag("own_units", own_units) else None,
        try_anyway=True if flag("try_anyway", try_anyway) else None,
        model=_maybe(word_text, "model", model),
        dishonest=_maybe(number_text, "dishonest", dishonest),
    )
    options.update(
        _common(
            rho, epsilon, delta, method, columns, unit, no_header, limits, missing, no_missing, ledger, dataset,
        ledger_wait, seed, threads, memory
        )
    )
    return _ask(_poise.mean, "mean", data, options, progress)


def variance(
    data: Any,
    *,
    rho: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    method: Optional[str] = None,
    columns: Union[str, Sequence[Any], None] = None,
    unit: Optional[str] = None,
    no_header: bool = False,
    limits: Optional[Limits] = None,
    missing: Optional[str] = None,
    no_missing: bool = False,
    own_units: bool = False,
    try_anyway: bool = False,
    ledger: Union[Ledger, Path, None] = None,
    dataset: Optional[str] = None,
    ledger_wait: Optional[int] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Union[int, str, None] = None,
    progress: Progress = None,
) -> Estimate:
    """The private variance of every column, with no bound. Arguments are those of `mean`.

    >>> import numpy as np, poise
    >>> weights = np.random.default_rng(3).normal(70, 10, size=20_000)
    >>> 90 < float(poise.variance(weights, epsilon=1, seed=3)) < 110
    True
    """
    options = given(
        own_units=True if flag("own_units", own_units) else None,
        try_anyway=True if flag("try_anyway", try_anyway) else None,
    )
    common = _common(
        rho, epsilon, delta, method, columns, unit, no_header, limits, missing, no_missing, ledger, dataset,
        ledger_wait, seed, threads, memory
    )
    options.update(common)
    return _ask(_poise.variance, "variance", data, options, progress)


def iqr(
    data: Any,
    *,
    rho: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    method: Optional[str] = None,
    columns: Union[str, Sequence[Any], None] = None,
    unit: Optional[str] = None,
    no_header: bool = False,
    limits: Optional[Limits] = None,
    missing: Optional[str] = None,
    no_missing: bool = False,
    ledger: Union[Ledger, Path, None] = None,
    dataset: Optional[str] = None,
    ledger_wait: Optional[int] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Union[int, str, None] = None,
    progress: Progress = None,
) -> Estimate:
    """The private quartile range of every column, each by itself, with no bound. Arguments are those of `mean`.

    Its noise is one of ranks, so there is no interval.

    >>> import numpy as np, poise
    >>> waits = np.random.default_rng(4).uniform(0, 60, size=20_000)
    >>> 28 < float(poise.iqr(waits, epsilon=1, seed=4)) < 32
    True
    """
    options = _common(
        rho, epsilon, delta, method, columns, unit, no_header, limits, missing, no_missing, ledger, dataset,
        ledger_wait, seed, threads, memory
    )
    return _ask(_poise.iqr, "iqr", data, options, progress)


def quantile(
    data: Any,
    q: Numbers,
    *,
    rho: Optional[Number] = None,
    epsilon: Optional[Number] = None,
    delta: Optional[Number] = None,
    method: Optional[str] = None,
    columns: Union[str, Sequence[Any], None] = None,
    unit: Optional[str] = None,
    no_header: bool = False,
    limits: Optional[Limits] = None,
    missing: Optional[str] = None,
    no_missing: bool = False,
    ledger: Union[Ledger, Path, None] = None,
    dataset: Optional[str] = None,
    ledger_wait: Optional[int] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Union[int, str, None] = None,
    progress: Progress = None,
) -> Estimate:
    """Private quantiles of every column, each column by itself, with no bound.

    q: which ones, between 0 and 1: one, or a list. Other arguments are those of `mean`. The value has a row for
    each quantile and a column for each column; `rank_error` says how far off their ranks may be.

    >>> import numpy as np, poise
    >>> incomes = np.random.default_rng(5).lognormal(10, 1, size=50_000)
    >>> est = poise.quantile(incomes, [0.25, 0.5], epsilon=2, seed=5)
    >>> est.value.shape
    (2, 1)
    >>> bool(np.all(np.abs(est.value[:, 0] / np.quantile(incomes, [0.25, 0.5]) - 1) < 0.05))
    True
    """
    options = {"quantiles": numbers_text("q", q)}
    options.update(
        _common(
            rho, epsilon, delta, method, columns, unit, no_header, limits, missing, no_missing, ledger, dataset,
        ledger_wait, seed, threads, memory
        )
    )
    return _ask(_poise.quantile, "quantile", data, options, progress)


def _maybe(text: Callable[[str, Any], str], name: str, value: Any) -> Optional[str]:
    return None if value is None else text(name, value)


def _common(
    rho: Optional[Number],
    epsilon: Optional[Number],
    delta: Optional[Number],
    method: Optional[str],
    columns: Union[str, Sequence[Any], None],
    unit: Optional[str],
    no_header: bool,
    limits: Optional[Limits],
    missing: Optional[str],
    no_missing: bool,
    ledger: Union[Ledger, Path, None],
    dataset: Optional[str],
    ledger_wait: Optional[int],
    seed: Optional[int],
    threads: Optional[int],
    memory: Union[int, str, None],
) -> Dict[str, Any]:
    return given(
        rho=_maybe(number_text, "rho", rho),
        epsilon=_maybe(number_text, "epsilon", epsilon),
        delta=_maybe(number_text, "delta", delta),
        method=_maybe(word_text, "method", method),
        columns=names_list("columns", columns) or None,
        unit=None if unit is None else str(unit),
        no_header=True if flag("no_header", no_header) else None,
        limits=None if limits is None else limits_text(limits),
        missing=_maybe(word_text, "missing", missing),
        no_missing=True if flag("no_missing", no_missing) else None,
        ledger=ledger.path if isinstance(ledger, Ledger) else _maybe(path_text, "ledger", ledger),
        dataset=_maybe(word_text, "dataset", dataset),
        ledger_wait=_maybe(whole_text, "ledger_wait", ledger_wait),
        seed=_maybe(whole_text, "seed", seed),
        threads=_maybe(whole_text, "threads", threads),
        memory=_maybe(whole_text, "memory", memory),
    )


def _ask(ask: Ask, name: str, data: Any, options: Dict[str, Any], progress: Progress) -> Estimate:
    is_path = isinstance(data, (str, os.PathLike))
    if "no_header" in options and not (is_path and os.fsdecode(data).lower().endswith((".csv", ".tsv"))):
        raise BadParameter("no_header is for .csv and .tsv files", "leave it out")
    if isinstance(data, str) and "\n" in data:  # a book would keep it
        raise BadInput("the data are text of several lines, not a path", "give the path of a file, or a table")
    options["command"] = _written(name, data, options)
    make_source = source_of(data)
    told = listener(progress)
    try:
        summary = ask(options, make_source, told)
    finally:
        clear(progress)
    for warning in summary.warnings:
        warnings.warn(warning, PoiseWarning, stacklevel=3)
    return Estimate(summary, options["command"])


def _written(name: str, data: Any, options: Dict[str, Any]) -> str:
    """The call as the history of a book shows it."""
    table = repr(os.fsdecode(data)) if isinstance(data, (str, os.PathLike)) else type(data).__name__
    told = {option: value for option, value in options.items() if not option.startswith(("ledger", "dataset"))}
    words = [table, *(f"{option}={value!r}" for option, value in told.items())]
    return f"poise.{name}({', '.join(words)})"
