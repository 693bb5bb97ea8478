"""The methods, and what each assumes."""

import dataclasses
from typing import Tuple

from poise import _poise


@dataclasses.dataclass(frozen=True)
class Method:
    """One way to a mean. `definition` lists what it can promise: "zCDP", "pure"."""

    name: str
    summary: str
    detail: str
    assumes: str
    definition: Tuple[str, ...]
    wants_bound: bool

    def __str__(self) -> str:
        return f"{self.name}: {self.summary}"


def methods() -> Tuple[Method, ...]:
    """Those of the mean; the first, poise, is the default.

    Variances know three of them, too: poise, the default, universal-tuned and universal; quartile ranges and
    quantiles the last two, of which universal-tuned is the default.

    >>> import poise
    >>> print(poise.methods()[0])
    poise: finds where columns are, how they spread and how far rows reach; then one sum with the rest
    """
    return tuple(
        Method(name, summary, detail, assumes, tuple(definition), wants_bound)
        for name, summary, detail, assumes, definition, wants_bound in _poise.mean_methods()
    )
