"""Pictures of estimates and forecasts, by matplotlib."""

import importlib
import math
from typing import TYPE_CHECKING, Any, List

import numpy as np

from poise._errors import BadParameter

if TYPE_CHECKING:
    from poise._estimate import Estimate
    from poise._forecast import Forecast

MOST_PANELS = 12  # small multiples; a table of more columns shares one picture


def plot_estimate(estimate: "Estimate", ax: Any = None) -> Any:
    """On the axes given; else on new ones, one for every column where their scales differ."""
    plt: Any = importlib.import_module("matplotlib.pyplot")

    columns = estimate.columns
    together = ax is not None or len(columns) == 1 or len(columns) > MOST_PANELS or _of_one_scale(estimate)
    if not together:
        _, panels = plt.subplots(1, len(columns), figsize=(2.2 * len(columns), 3), layout="constrained")
        for place, panel in enumerate(panels):
            _draw(estimate, [place], panel)
        _name(estimate, panels[0], panels[-1])
        return panels
    if ax is None:
        _, ax = plt.subplots(figsize=(min(16, 2.4 + 0.7 * len(columns)), 3.5), layout="constrained")
    _draw(estimate, list(range(len(columns))), ax)
    _name(estimate, ax, ax)
    return ax


def _of_one_scale(estimate: "Estimate") -> bool:
    """Whether all can be read off one axis: none is a hundred times as large as another."""
    sizes = np.abs(estimate.value).reshape(-1, len(estimate.columns)).max(axis=0)
    if not estimate._summary.quantiles:
        sizes = sizes + np.nan_to_num(estimate.noise_std)
    return bool(sizes.max() <= 100 * sizes.min())


def _draw(estimate: "Estimate", places: List[int], ax: Any) -> None:
    x = np.arange(len(places))
    if estimate._summary.quantiles:
        for q, values in zip(estimate.quantiles, estimate.value[:, places]):
            ax.plot(x, values, "o", label=f"q = {q:g}")
    else:
        low, high, _ = estimate.interval()
        middle = estimate.value[places]
        reach = np.nan_to_num(np.abs(np.stack([middle - low[places], high[places] - middle])))
        ax.errorbar(x, middle, yerr=reach, fmt="o", capsize=4)
    labels = [estimate.columns[place] for place in places]
    ax.set_xticks(x, labels, rotation=30 if len(labels) > 4 else 0)
    ax.margins(x=0.4 / len(places), y=0.1)
    ax.grid(axis="y", alpha=0.3)


def _name(estimate: "Estimate", first: Any, last: Any) -> None:
    """What is shown beside the first of the axes, and which dot is which beside the last."""
    first.set_ylabel(f"private {estimate.statistic}" if estimate.private else f"{estimate.statistic}, a simulation")
    if estimate._summary.quantiles:
        last.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5), reverse=True)


def plot_forecast(forecast: "Forecast", ax: Any = None) -> Any:
    """How errors fall with the number of rows."""
    plt: Any = importlib.import_module("matplotlib.pyplot")

    if ax is None:
        _, ax = plt.subplots(figsize=(6, 4), layout="constrained")
    curves = forecast.curves()
    if not curves:
        raise BadParameter("there is nothing to draw", "give a budget that a method can use")
    for curve in curves:
        known = [(rows, error) for rows, error in zip(curve.rows, curve.error_by_rows) if not math.isnan(error)]
        if known:
            style = "k--" if curve.method == curves[-1].method else "-"
            ax.plot(*zip(*known), style, label=curve.method)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("rows")
    ax.set_ylabel("error (expected distance)")
    ax.axvline(forecast.rows, color="grey", linewidth=0.8)
    ax.legend(fontsize="small")
    ax.grid(alpha=0.3)
    return ax
