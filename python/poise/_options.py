"""Arguments as the text that the library reads: budgets are exact, and 0.1 is one tenth."""

import decimal
import fractions
import numbers
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from poise._errors import BadParameter

Number = Union[int, float, str, fractions.Fraction, decimal.Decimal, "np.integer[Any]", "np.floating[Any]"]
Numbers = Union[Number, Sequence[Number], "np.ndarray[Any, Any]"]
Limits = Union[str, Mapping[Any, Tuple[Optional[Number], Optional[Number]]]]


def number_text(name: str, value: Number) -> str:
    """As its owner typed it; whether it makes sense is for the library to say."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (str, numbers.Number, decimal.Decimal)):
        raise BadParameter(
            f"{name} must be a number, got {_shown(value)}",
            "give an int, a float, a Fraction, a Decimal, or text such as '0.1' or '1/3'",
        )
    if isinstance(value, str):
        return value
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, float):  # np.float64, too
        return float.__repr__(value)
    return str(value)  # Fraction, Decimal and np.float32 write themselves as they were typed


def numbers_text(name: str, values: Numbers) -> str:
    """One number, or some separated by commas."""
    if isinstance(values, (str, numbers.Number, decimal.Decimal)):
        return number_text(name, values)
    if isinstance(values, np.ndarray):
        values = [values.item()] if values.ndim == 0 else list(values)
    if not isinstance(values, Iterable):
        return number_text(name, values)
    return ",".join(number_text(name, value) for value in values)


def whole_text(name: str, value: Union[int, str]) -> str:
    """For numbers that count something."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise BadParameter(f"{name} must be a whole number, got {_shown(value)}", "give an int")
    return str(int(value))


def word_text(name: str, value: str) -> str:
    """For names."""
    if not isinstance(value, str):
        raise BadParameter(f"{name} must be a name, got {_shown(value)}", "give a str")
    return value


def path_text(name: str, value: Union[str, "os.PathLike[str]"]) -> str:
    """For files."""
    try:
        return os.fsdecode(value)
    except TypeError:
        raise BadParameter(f"{name} must be a path, got {_shown(value)}", "give a str or a Path") from None


def names_list(name: str, value: Union[str, Sequence[Any], None]) -> List[str]:
    """Names of columns; one alone may stand for itself. A frame may have numbers as names."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    try:
        names = [str(each) for each in value]
    except TypeError:
        raise BadParameter(f"{name} must be a list of names, got {_shown(value)}", "give a list of str") from None
    if not names:
        raise BadParameter(f"{name} is an empty list", "name the columns, or leave it out for all of numbers")
    return names


def limits_text(limits: Limits) -> str:
    """As the command takes them: each entry in quotes, so that names may hold anything."""
    if isinstance(limits, str):
        return limits
    example = "give a dict, such as {'age': (0, 120), 'income': (0, None)}"
    if not isinstance(limits, Mapping):
        raise BadParameter(f"limits must be a dict, got {_shown(limits)}", example)
    entries = []
    for column, ends in limits.items():
        if isinstance(ends, (str, bytes)) or not isinstance(ends, Sequence) or len(ends) != 2:
            raise BadParameter(f"limits of a column must be two numbers, got {_shown(ends)}", example)
        low, high = ("" if end is None else number_text("a limit", end) for end in ends)
        entries.append('"' + f"{column}={low}:{high}".replace('"', '""') + '"')
    if not entries:
        raise BadParameter("limits are an empty dict", "name a column, or leave them out")
    return ",".join(entries)


def flag(name: str, value: bool) -> bool:
    """For yes and no."""
    if not isinstance(value, (bool, np.bool_)):
        raise BadParameter(f"{name} must be True or False, got {_shown(value)}", "give one of them")
    return bool(value)


def given(**options: Optional[Any]) -> Dict[str, Any]:
    """Those that are not None."""
    found = {name: value for name, value in options.items() if value is not None}
    for name, value in found.items():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and not _is_text(text):
                raise BadParameter(f"{name} is no text: {text!r}", "give characters that UTF-8 can write")
    return found


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 and "\n" not in text else f"a {type(value).__name__}"
