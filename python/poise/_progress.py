"""How far the work is, for whoever wants to see it."""

import sys
from typing import Callable, Optional, Union

from poise._errors import BadParameter

Progress = Union[Callable[[int, int], object], bool, None]


def listener(progress: Progress) -> Optional[Callable[[int, int], object]]:
    """True is a bar on standard error, if somebody is watching it."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return _draw if sys.stderr is not None and sys.stderr.isatty() else None
    if not callable(progress):
        raise BadParameter(
            f"progress must be a function or True, got {progress!r}", "give a function of rows done and rows in all"
        )
    return progress


def clear(progress: Progress) -> None:
    """Leaves no bar behind."""
    if progress is True and listener(progress) is not None:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def _draw(done: int, rows: int) -> None:
    width = 30
    filled = width * done // rows if rows else width
    sys.stderr.write(f"\r[{'#' * filled}{' ' * (width - filled)}] {done:,} of {rows:,} rows of this pass")
    sys.stderr.flush()
