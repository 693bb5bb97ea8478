"""Books of budgets: what every dataset may spend, has spent, and on what."""

import dataclasses
import json
import os
from fractions import Fraction
from typing import Any, Dict, Optional, Tuple, Union

from poise import _poise
from poise._errors import LedgerRefuses
from poise._options import Number, number_text, path_text, word_text

Path = Union[str, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class Entry:
    """One question. `state` is "charged", "released" or "struck-out", which costs nothing."""

    id: int
    time: str  # UTC
    state: str
    cost: Fraction  # in the unit of the account
    command: str
    statistic: str
    method: str
    columns: Tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Account:
    """What one dataset may spend in all, and has spent. `unit` is "rho" or "epsilon"."""

    dataset: str
    opened: str  # UTC
    unit: str
    total: Fraction
    spent: Fraction
    left: Fraction
    entries: Tuple[Entry, ...]


class Ledger:
    """A book that is there. Holds no file open, so it may be shared by threads and processes, and pickled.

    >>> import os, tempfile, poise
    >>> path = os.path.join(tempfile.mkdtemp(), "book.db")
    >>> book = poise.Ledger.create(path, dataset="salaries", rho=1)
    >>> est = poise.mean([30, 40, 50] * 1000, rho=0.25, bound=100, ledger=book, dataset="salaries")
    >>> book["salaries"].left
    Fraction(3, 4)
    >>> poise.mean([30, 40, 50] * 1000, rho=0.8, bound=100, ledger=book, dataset="salaries")
    Traceback (most recent call last):
    poise._errors.LedgerRefuses: ...
    """

    __slots__ = ("_path",)

    def __init__(self, path: Path) -> None:
        self._path = path_text("path", path)
        _poise.ledger_accounts(self._path)  # a book that is missing or damaged is told at once

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        dataset: str,
        rho: Optional[Number] = None,
        epsilon: Optional[Number] = None,
        delta: Optional[Number] = None,
        unit: Optional[str] = None,
    ) -> "Ledger":
        """Opens an account for a dataset that has none, in a new book or one that is there.

        unit: the column that says whose a row is, which every release must then name; none: one row a person.
        """
        budget = {"rho": rho, "epsilon": epsilon, "delta": delta}
        texts = {name: None if value is None else number_text(name, value) for name, value in budget.items()}
        person = None if unit is None else word_text("unit", unit)
        _poise.ledger_create(path_text("path", path), word_text("dataset", dataset), unit=person, **texts)
        return cls(path)

    @property
    def path(self) -> str:
        """Where the book is."""
        return self._path

    @property
    def datasets(self) -> Tuple[str, ...]:
        """Their names, in the order they were opened."""
        return tuple(account.dataset for account in self.accounts())

    def accounts(self) -> Tuple[Account, ...]:
        """Every dataset of the book, as it is now."""
        return tuple(_account(each) for each in self.to_dict()["datasets"])

    def __getitem__(self, dataset: str) -> Account:
        for account in self.accounts():
            if account.dataset == dataset:
                return account
        raise LedgerRefuses(f"the book has no dataset '{dataset}'", f"see which it has: {self!r}.datasets")

    def show(self) -> None:
        """Prints the history, for people."""
        print(_poise.ledger_accounts(self._path)[1], end="")

    def to_dict(self) -> Dict[str, Any]:
        """The same as `poise ledger show --json` prints."""
        book: Dict[str, Any] = json.loads(_poise.ledger_accounts(self._path)[0])
        return book

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and os.path.realpath(self._path) == os.path.realpath(other._path)

    def __hash__(self) -> int:
        return hash(os.path.realpath(self._path))

    def __repr__(self) -> str:
        return f"Ledger({self._path!r})"


def _account(account: Dict[str, Any]) -> Account:
    return Account(
        dataset=account["dataset"],
        opened=account["opened"],
        unit=account["unit"],
        total=Fraction(account["total"]["exact"]),
        spent=Fraction(account["spent"]["exact"]),
        left=Fraction(account["left"]["exact"]),
        entries=tuple(_entry(entry) for entry in account["entries"]),
    )


def _entry(entry: Dict[str, Any]) -> Entry:
    return Entry(
        id=entry["id"],
        time=entry["time"],
        state=entry["state"],
        cost=Fraction(entry["cost"]["exact"]),
        command=entry["command"],
        statistic=entry["statistic"],
        method=entry["method"],
        columns=tuple(entry["columns"]),
    )
