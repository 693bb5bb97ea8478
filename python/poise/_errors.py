"""What can go wrong, in words for the person who can mend it: the same words as those of the command."""

from typing import Tuple, Type


class Error(Exception):
    """Nothing was released. `what` says what is wrong, `remedy` what to do about it."""

    what: str
    remedy: str

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.what}\n{self.remedy}"

    def __reduce__(self) -> Tuple[Type["Error"], Tuple[str, str]]:
        return type(self), (self.what, self.remedy)


class BadParameter(Error, ValueError):
    """An argument nobody could honour. Nothing was spent."""


class BadInput(Error, ValueError):
    """A table that cannot be used. Nothing was spent."""


class LedgerRefuses(Error):
    """The book says no. Nothing was spent."""


class Failure(Error, RuntimeError):
    """Anything else: the system let us down. A charge that was made before may stay in its book."""


class PoiseWarning(UserWarning):
    """Something that the reader of a result should know."""
