"""The fenced blocks of a Markdown file, and which of them is the output of which."""

import dataclasses
import pathlib
import re
from typing import List, Optional

ROOT = pathlib.Path(__file__).resolve().parents[2]

RUN = ("sh", "python")
OUTPUT = ("text", "json")


@dataclasses.dataclass
class Block:
    language: str
    text: str
    line: int  # of its first line, counted from 1; the fence is above it


@dataclasses.dataclass
class Step:
    """Something to run, and what it should print, if the document says so."""

    code: Block
    output: Optional[Block]


def blocks_of(text: str) -> List[Block]:
    """Fences may be indented, as in lists; what is in them is moved to the left as far as the fence."""
    found = []
    lines = text.splitlines()
    place = 0
    while place < len(lines):
        fence = re.match(r"( *)(```+)(\w*)\s*$", lines[place])
        place += 1
        if not fence:
            continue
        indent, ticks, language = fence.groups()
        start = place
        while place < len(lines) and lines[place].strip() != ticks:
            place += 1
        if place == len(lines):
            raise ValueError(f"the block at line {start} never ends")
        inside = [line[len(indent):] if line.startswith(indent) else line for line in lines[start:place]]
        found.append(Block(language, "\n".join(inside) + "\n" if inside else "", start + 1))
        place += 1
    return found


def steps_of(text: str) -> List[Step]:
    """Commands in order. An output belongs to the block before it; one that belongs to none is a mistake."""
    steps: List[Step] = []
    before: Optional[Step] = None
    for block in blocks_of(text):
        if block.language in RUN:
            before = Step(block, None)
            steps.append(before)
        elif block.language in OUTPUT:
            if before is None:
                raise ValueError(f"line {block.line}: no command before this block printed it")
            if not set(block.text.split()) - {"…"}:
                raise ValueError(f"line {block.line}: this block shows nothing")
            before.output = block
            before = None
    return steps


def documents() -> List[pathlib.Path]:
    """Those a user reads. Proofs show no commands."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def name_of(document: pathlib.Path) -> str:
    return str(document.relative_to(ROOT))
