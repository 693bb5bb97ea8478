"""What a result cost: every step, exactly."""

import dataclasses
from fractions import Fraction
from typing import Optional, Tuple

from poise._poise import Summary


@dataclasses.dataclass(frozen=True)
class Step:
    """One step of a method, and what it spent."""

    name: str
    amount: Fraction

    def __str__(self) -> str:
        return f"{self.name} {_short(self.amount)}"


@dataclasses.dataclass(frozen=True)
class Receipt:
    """The steps add up to the total, exactly. `unit` is "rho" for zCDP and "epsilon" for pure DP.

    Of the shuffle model the promise is epsilon and delta; its rho holds at one Rényi order alone.
    """

    definition: str
    unit: str
    total: Fraction
    steps: Tuple[Step, ...]
    epsilon: Optional[Fraction] = None  # as asked for, together with delta
    delta: Optional[Fraction] = None

    @classmethod
    def _of(cls, summary: Summary) -> "Receipt":
        return cls(
            definition=summary.definition,
            unit=summary.budget_unit,
            total=Fraction(summary.total),
            steps=tuple(Step(name, Fraction(amount)) for name, amount in summary.steps),
            epsilon=None if summary.epsilon is None else Fraction(summary.epsilon),
            delta=None if summary.delta is None else Fraction(summary.delta),
        )

    def __str__(self) -> str:
        asked = ""
        if self.epsilon is not None and self.delta is not None:
            asked = f", for epsilon = {_short(self.epsilon)} and delta = {_short(self.delta)}"
        spent = " + ".join(map(str, self.steps))
        return f"{self.unit} = {_short(self.total)} ({self.definition}){asked}: {spent}"

    def __repr__(self) -> str:
        return f"<Receipt: {self}>"


def _short(amount: Fraction) -> str:
    """A decimal where it is short and exact, else six digits."""
    text = repr(float(amount))
    return text if Fraction(text) == amount and len(text) <= 12 else f"{float(amount):.6g}"
