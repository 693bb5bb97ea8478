"""The list of doors knows every reader there is, and what it allows stands in THREAT_MODEL.md in the same words."""

import pathlib
import re

from allowed import DIFFERENCES, WORDS
from doors import DOORS
from sheets import CHANGES, IDS, MOVES

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Functions that make a table of other tables, or choose among readers that are listed themselves.
NO_READERS = {
    "of": "rows that a reader has made",
    "dense": "rows that are there already",
    "from": "rows that a reader has made",
    "read_table": "chooses the reader by the ending of the file",
    "arrow_table": "the common part of read_arrow and read_parquet",
    "finish": "the last step of the sparse readers",
    "ragged": "an error",
}


def readers_in_headers():
    """Every function of the room that gives back a table."""
    found = set()
    for header in (ROOT / "src" / "poise" / "table").glob("**/*.h"):
        found.update(re.findall(r"Result<Table>\s+(\w+)\(", header.read_text()))
    return found


def readers_of_python():
    """Every way into the library that the extension offers."""
    source = (ROOT / "python" / "extension" / "tables.cpp").read_text()
    return set(re.findall(r'module\.def\("(from_\w+)"', source))


def test_every_reader_is_behind_a_door():
    listed = {reader for door in DOORS for reader in door.readers}
    there = readers_in_headers() - set(NO_READERS) | readers_of_python()
    assert len(there) > 15, "the readers can no longer be found in the headers"
    assert there - listed == set(), "add a door for these to tests/doors/doors.py"
    assert listed - there == set(), "these readers are gone"


def test_every_ending_is_behind_a_door():
    source = (ROOT / "src" / "poise" / "table" / "read_table.cpp").read_text()
    known = re.search(r"known = \{([^}]*)\}", source)
    endings = set(re.findall(r'"(\.\w+)"', known[1]))
    assert len(endings) > 5
    names = " ".join(door.name for door in DOORS)
    assert {ending for ending in endings if f"{ending} " not in names and ending not in names} == set()


def test_names_of_doors_are_their_own():
    assert len({door.name for door in DOORS}) == len(DOORS)


def test_what_is_allowed_is_in_the_threat_model_word_by_word():
    text = " ".join((ROOT / "THREAT_MODEL.md").read_text().split())
    for words in WORDS.values():
        assert " ".join(words.split()) in text


def test_what_is_allowed_names_doors_and_changes_that_are_there():
    names, changes = {door.name for door in DOORS}, {*CHANGES, *IDS, *MOVES}
    for (door, change, _), why in DIFFERENCES.items():
        assert door in names and change in changes and why in WORDS
