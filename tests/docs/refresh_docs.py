"""Puts what commands print now into the documents: python tests/docs/refresh_docs.py README.md docs/guide.md

With --all, blocks that differ by noise alone are made anew, too. A block with a line `…` keeps as many lines before
and after it as it has; one with several is left for you. Look at the difference before you keep it: what changed in
the words was worth a reader's knowing.
"""

import pathlib
import sys
import tempfile

from doc_blocks import Block, steps_of
from doc_session import Session, python_is_there


def shortened(shown: Block, printed: str) -> str:
    """As much of it as was shown before."""
    before = shown.text.splitlines()
    now = printed.rstrip("\n").splitlines()
    if "…" in before:
        gap = before.index("…")
        last = len(before) - gap - 1
        now = [*now[:gap], "…", *now[len(now) - last :]]
    return "\n".join(now) + "\n"


def refresh(document: pathlib.Path, everything: bool) -> int:
    """How many blocks were changed."""
    lines = document.read_text(encoding="utf-8").splitlines(keepends=True)
    changes = []
    with tempfile.TemporaryDirectory() as folder:
        session = Session(pathlib.Path(folder))
        for step in steps_of("".join(lines)):
            if step.code.language == "python" and not python_is_there():
                continue
            printed = session.printed_by(step)
            shown = step.output
            if printed is None or shown is None or shown.language != "text":
                continue
            if not everything and not session.differs(step, printed):
                continue
            if shown.text.splitlines().count("…") > 1:
                print(f"{document}:{shown.line}: has several gaps, and must be changed by hand")
                continue
            changes.append((shown, shortened(shown, printed)))
    for block, text in reversed(changes):
        first = block.line - 1
        lines[first : first + len(block.text.splitlines())] = [text]
    document.write_text("".join(lines), encoding="utf-8")
    return len(changes)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if name != "--all":
            print(f"{name}: {refresh(pathlib.Path(name), '--all' in sys.argv)} blocks changed")
