"""Compares what a document shows with what was printed: same words, and numbers that noise could have made."""

import json
import re
from typing import Any, List, Optional

# A number, or a fraction; not the digits in a name such as x12.
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d*)?(?:[eE][-+]?\d+)?(?:/\d+)?")
TIME = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?")
BARS = re.compile(r"[▏▎▍▌▋▊▉█]+")

# Now and then, once in hundreds of runs, a radius is found tens of times too long, and so much more noise is told: the
# margin is wide enough for that. A document that is out of date is caught by its words, or when it is off by more.
FACTOR = 1000.0


def difference(shown: str, printed: str, sizes: bool = True) -> Optional[str]:
    """Nothing where they agree. A line `…` stands for any lines, a word `…` for any words of its line.

    Without sizes any number will do for another: for what is noise and nothing else.
    """
    return _lines(_words(shown, sizes), _words(printed, sizes))


def json_difference(shown: str, printed: str) -> Optional[str]:
    """Nothing where both are JSON with the same keys; values are noise."""
    try:
        left, right = json.loads(shown), json.loads(printed)
    except json.JSONDecodeError as error:
        return f"not JSON: {error}"
    return _keys(left, right, "")


def _words(text: str, sizes: bool) -> List[List[str]]:
    """Brackets are words of their own: NumPy puts blanks inside them, or does not, as digits need room."""
    text = text if sizes else NUMBER.sub("0", text)
    lines = (re.sub(r"([][])", r" \1 ", BARS.sub(" ", line)).split() for line in text.splitlines())
    return [words for words in lines if words]


def _lines(shown: List[List[str]], printed: List[List[str]]) -> Optional[str]:
    place = 0
    for number, words in enumerate(shown):
        if words == ["…"]:
            rest = shown[number + 1 :]
            if not rest:
                return None
            # The first way on that works; if none does, where the next line stands first tells most.
            answers = [_lines(rest, printed[start:]) for start in range(place, len(printed) + 1)]
            return None if None in answers else f"after …: {_closest(rest, printed[place:], answers)}"
        if place == len(printed):
            return f"shown but not printed: {' '.join(words)}"
        wrong = _line(words, printed[place])
        if wrong:
            return f"{wrong}\n    shown:   {' '.join(words)}\n    printed: {' '.join(printed[place])}"
        place += 1
    if place < len(printed):
        return f"printed but not shown: {' '.join(printed[place])}"
    return None


def _closest(rest: List[List[str]], printed: List[List[str]], answers: List[Optional[str]]) -> str:
    for start, words in enumerate(printed):
        if not _line(rest[0], words):
            return str(answers[start])
    return f"shown but not printed: {' '.join(rest[0])}"


def _line(shown: List[str], printed: List[str]) -> Optional[str]:
    if not shown:
        return None if not printed else f"more was printed: {' '.join(printed)}"
    if shown[0] == "…":
        if any(_line(shown[1:], printed[start:]) is None for start in range(len(printed) + 1)):
            return None
        return f"nothing goes on like {' '.join(shown[1:])}"
    if not printed:
        return f"less was printed: no {' '.join(shown)}"
    return _word(shown[0], printed[0]) or _line(shown[1:], printed[1:])


def _word(shown: str, printed: str) -> Optional[str]:
    shown, printed = TIME.sub("TIME", shown), TIME.sub("TIME", printed)
    if NUMBER.sub("#", shown) != NUMBER.sub("#", printed):
        return f"{shown!r} is shown, {printed!r} was printed"
    for left, right in zip(NUMBER.findall(shown), NUMBER.findall(printed)):
        a, b = _value(left), _value(right)
        if abs(a - b) > (1 - 1 / FACTOR) * max(abs(a), abs(b)):
            return f"{left} is shown, {right} was printed: more than noise"
    return None


def _value(text: str) -> float:
    above, _, below = text.replace(",", "").partition("/")
    return float(above) / float(below or 1)


def _keys(shown: Any, printed: Any, where: str) -> Optional[str]:
    if isinstance(shown, dict) and isinstance(printed, dict):
        if set(shown) != set(printed):
            return f"at {where or 'the top'}: keys {sorted(set(shown) ^ set(printed))} are on one side only"
        wrong = [_keys(shown[key], printed[key], f"{where}/{key}") for key in shown]
        return next((each for each in wrong if each), None)
    if isinstance(shown, list) and isinstance(printed, list):
        if not shown or not printed:
            return None if shown == printed else f"at {where}: one list is empty"
        # Lists hold things of one kind: a shorter one may stand for all.
        wrong = [_keys(shown[0], other, f"{where}/*") for other in [*shown[1:], *printed]]
        return next((each for each in wrong if each), None)
    if _kind(shown) != _kind(printed):
        return f"at {where}: {shown!r} is shown, {printed!r} was printed"
    return None


def _kind(value: Any) -> str:
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__
