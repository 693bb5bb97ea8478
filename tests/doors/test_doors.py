"""No cell may move anybody else: every door, every change of a cell, exactly and without statistics.

A table and its neighbour go through a door. What reaches the estimators, and the participants of protocols, must
differ in that one row, or all rows of that one person, and nowhere else; columns, exit status, words, and the book's
words must be the same. What may differ by design is in allowed.py. Which change held at which door is written to
doors.md among the artefacts.
"""

import fcntl
import json
import os
import pathlib

import pytest
from allowed import DIFFERENCES, reason
from doors import DOORS, CannotHold
from harness import ROOT, STATISTICS, ask, difference, history, look, look_at_all, poise, tells_a_secret
from sheets import CHANGES, FIRST, IDS, LAST, MOVES

BY_NAME = {door.name: door for door in DOORS}
each_door = pytest.mark.parametrize("door", [pytest.param(door, id=door.name) for door in DOORS])
with_units = pytest.mark.parametrize("door", [pytest.param(door, id=door.name) for door in DOORS if door.unit])


class Verdicts:
    """What became of every change at every door; written down when all is done."""

    def __init__(self):
        self.found = {}

    def note(self, door, change, verdict):
        order = ["cannot hold it", "held", "allowed", "MOVED"]
        before = self.found.setdefault(door, {}).get(change, verdict)
        self.found[door][change] = max(before, verdict, key=order.index)

    def join_those_of_others(self, path):
        """Tests may run in several processes, each of which tries some of the doors; the last one knows all."""
        with open(path, "a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            for door, found in json.loads(file.read() or "{}").items():
                for change, verdict in found.items():
                    self.note(door, change, verdict)
            file.truncate(0)
            json.dump(self.found, file)

    def table(self):
        changes = [*CHANGES, *IDS, *MOVES]
        marks = {"held": "held", "cannot hold it": "·", "allowed": "(allowed)", "MOVED": "MOVED", None: ""}
        lines = ["| door | " + " | ".join(changes) + " |", "|---" * (1 + len(changes)) + "|"]
        for door in DOORS:
            found = self.found.get(door.name, {})
            lines.append(f"| {door.name} | " + " | ".join(marks[found.get(change)] for change in changes) + " |")
        return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def verdicts(request, tmp_path_factory):
    kept = Verdicts()
    yield kept
    if hasattr(request.config, "workerinput"):
        kept.join_those_of_others(tmp_path_factory.getbasetemp().parent / "verdicts.json")
    if len(kept.found) < len(DOORS):
        return  # only some of the tests were run
    folder = pathlib.Path(os.environ.get("POISE_ARTEFACTS", ROOT / "build" / "artefacts"))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "doors.md").write_text(kept.table())


class Neighbours:
    """A door's table beside all of its neighbours."""

    def __init__(self, door, folder, verdicts):
        self.door, self.folder, self.verdicts = door, folder, verdicts
        self.sheet = door.sheet()
        self.faults = []

    def every(self, changes):
        """All neighbours that the door can hold, each in a folder of its own."""
        for i, (change, named, neighbour) in enumerate(changes):
            folder = self.folder / f"neighbour-{i}"
            folder.mkdir(exist_ok=True)
            try:
                yield change, named, self.door.hand(neighbour, folder)
            except CannotHold:
                self.verdicts.note(self.door.name, change, "cannot hold it")

    def check_seen(self, changes, before, row, unit):
        """What estimators see of every neighbour, against what they see of the table."""
        every = list(self.every(changes))
        seen = look_at_all(self.door, [(handed, self.columns(named)) for _, named, handed in every], unit)
        self.judge((change, named, difference(before[named], after, row, unit))
                   for (change, named, _), after in zip(every, seen, strict=True))

    def check(self, changes, compare):
        """Every neighbour; `compare` says what is wrong with it."""
        self.judge((change, named, compare(handed, named)) for change, named, handed in self.every(changes))

    def judge(self, found):
        held = 0
        for change, named, wrong in found:
            why = reason(self.door.name, change, named)
            held += wrong is None
            self.verdicts.note(self.door.name, change,
                               "held" if wrong is None else "allowed" if why else "MOVED")
            if wrong and not why:
                self.faults.append(f"{change}{' (columns named)' if named else ''}: {wrong}")
        assert held > 0, "the door held no change at all"
        assert not self.faults, f"{self.door.name}: " + "; ".join(self.faults[:12])

    def handed(self):
        folder = self.folder / "table"
        folder.mkdir(exist_ok=True)
        return self.door.hand(self.sheet, folder)

    def columns(self, named):
        return self.door.wanted() if named else []

    def cells(self, rows, names=None, both=(True, False)):
        for name in names or [name for name in self.sheet.names if name not in ("id", self.door.unit)]:
            for change, cell in CHANGES.items():
                for named in both:
                    for row in rows:
                        yield change, named, self.sheet.with_cell(row, name, cell)


@each_door
def test_a_cell_moves_its_own_row_and_nobody_elses(door, tmp_path, verdicts):
    neighbours = Neighbours(door, tmp_path, verdicts)
    before = {named: look(door, neighbours.handed(), neighbours.columns(named), None) for named in (True, False)}
    assert "refused" not in before[True], before
    for row in (FIRST, LAST):
        neighbours.check_seen(neighbours.cells([row]), before, row, None)


@pytest.mark.parametrize("allowed", DIFFERENCES, ids=str)
def test_what_is_allowed_to_differ_does(allowed, tmp_path):
    """Whatever no longer does is taken off the list."""
    name, change, named = allowed
    door = BY_NAME[name]
    sheet, columns = door.sheet(), door.wanted() if named else []
    before = look(door, door.hand(sheet, tmp_path), columns, None)
    differ = []
    for column in sheet.names:
        after = look(door, door.hand(sheet.with_cell(FIRST, column, CHANGES[change]), tmp_path), columns, None)
        differ.append(difference(before, after, FIRST, None))
    assert any(differ)


@with_units
def test_a_cell_moves_its_own_person_and_nobody_else(door, tmp_path, verdicts):
    neighbours = Neighbours(door, tmp_path, verdicts)
    unit = door.unit
    before = {named: look(door, neighbours.handed(), neighbours.columns(named), unit) for named in (True, False)}
    assert before[True]["people"] in (60, 62), before
    neighbours.check_seen(neighbours.cells([5]), before, None, unit)


@with_units
def test_somebody_else_in_their_place_moves_nobody_else(door, tmp_path, verdicts):
    """Another id, rows that come first or last, more rows: the others stay together, whatever their numbers are."""
    neighbours = Neighbours(door, tmp_path, verdicts)
    sheet, unit = neighbours.sheet, door.unit
    id_column = "id" if "id" in sheet.names else unit
    before = look(door, neighbours.handed(), neighbours.columns(True), unit)

    def changes():
        for change, cell in IDS.items():
            for row in (FIRST, LAST):
                yield change, True, sheet.with_cell(row, id_column, cell)
        for change, move in MOVES.items():
            yield change, True, sheet.with_rows(move(sheet.rows()))

    neighbours.check_seen(changes(), {True: before}, None, unit)


@with_units
def test_people_play_a_protocol_in_an_order_that_is_drawn(door, tmp_path, verdicts):
    """Otherwise the number of everybody behind somebody would tell where that somebody stood."""
    handed = door.hand(door.sheet(), tmp_path)
    orders = [look(door, handed, door.wanted(), door.unit, seed)["participants"] for seed in (1, 2)]
    assert orders[0] != orders[1] and sorted(orders[0]) == sorted(orders[1])


@each_door
def test_rows_play_a_protocol_in_the_order_of_the_file(door, tmp_path, verdicts):
    handed = door.hand(door.sheet(), tmp_path)
    orders = [look(door, handed, door.wanted(), None, seed)["participants"] for seed in (1, 2)]
    assert orders[0] == orders[1]


def words(door, handed, columns, unit, model, before, statistic=None):
    seen = ask(door, handed, columns, unit, model, statistic=statistic)
    secret = tells_a_secret(seen)
    if secret:
        return f"tells a cell: {seen}"
    return None if seen == before else f"{before} against {seen}"


@each_door
@pytest.mark.parametrize("model", ["central", "local", "shuffle"])
def test_words_columns_and_status_do_not_depend_on_a_cell(door, model, tmp_path, verdicts):
    neighbours = Neighbours(door, tmp_path, verdicts)
    last = [name for name in neighbours.sheet.names if name not in ("id", "city", "label", door.unit)][-1]
    both = (True, False) if model == "central" else (True,)
    before = {named: ask(door, neighbours.handed(), neighbours.columns(named), None, model) for named in both}
    assert before[True]["status"] in (0, "answered"), before
    neighbours.check(
        neighbours.cells([FIRST], [last], both),
        lambda handed, named: words(door, handed, neighbours.columns(named), None, model, before[named]),
    )


@pytest.mark.parametrize("name", ["a .csv file", "a list of lists", "pandas, objects", "a pyarrow Table"])
@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("with_unit", [False, True])
def test_nor_do_the_words_of_any_statistic(name, statistic, with_unit, tmp_path, verdicts):
    """Of a column that is as good as empty, in which a search finds the same whatever one person has."""
    door = BY_NAME[name]
    unit = door.unit if with_unit else None
    neighbours = Neighbours(door, tmp_path, verdicts)
    columns = [door.called("gap")]
    before = ask(door, neighbours.handed(), columns, unit, statistic=statistic)
    neighbours.check(
        neighbours.cells([FIRST], ["gap"], (True,)),
        lambda handed, named: words(door, handed, columns, unit, "central", before, statistic),
    )


@pytest.mark.parametrize("name", ["a .csv file", "a list of lists", "pandas, objects"])
@pytest.mark.parametrize("model", ["local", "shuffle"])
def test_nor_do_those_of_a_protocol_among_people(name, model, tmp_path, verdicts):
    door = BY_NAME[name]
    neighbours = Neighbours(door, tmp_path, verdicts)
    before = ask(door, neighbours.handed(), neighbours.columns(True), door.unit, model)
    neighbours.check(
        ((change, True, neighbours.sheet.with_cell(FIRST, "id", cell)) for change, cell in IDS.items()),
        lambda handed, named: words(door, handed, neighbours.columns(True), door.unit, model, before),
    )


@with_units
def test_words_do_not_depend_on_whose_a_row_is(door, tmp_path, verdicts):
    neighbours = Neighbours(door, tmp_path, verdicts)
    sheet, unit = neighbours.sheet, door.unit
    id_column = "id" if "id" in sheet.names else unit
    before = ask(door, neighbours.handed(), neighbours.columns(True), unit)
    assert before["status"] in (0, "answered"), before
    neighbours.check(
        ((change, True, sheet.with_cell(FIRST, id_column, cell)) for change, cell in IDS.items()),
        lambda handed, named: words(door, handed, neighbours.columns(True), unit, "central", before),
    )


@each_door
def test_the_book_says_the_same_of_neighbours(door, tmp_path, verdicts):
    neighbours = Neighbours(door, tmp_path, verdicts)
    book = tmp_path / "book.db"

    def asked(handed):
        book.unlink(missing_ok=True)
        poise.Ledger.create(book, dataset="people", rho=2)
        ask(door, handed, neighbours.columns(True), None, ledger=book)
        return history(book, handed)

    last = [name for name in neighbours.sheet.names if name not in ("id", "city", "label", door.unit)][-1]
    before = asked(neighbours.handed())
    states = [entry["state"] for entry in before["datasets"][0]["entries"]]
    assert states == ["released"], before

    def compare(handed, named):
        after = asked(handed)
        if tells_a_secret(after):
            return f"the book keeps a cell: {after}"
        return None if after == before else f"{before} against {after}"

    neighbours.check(neighbours.cells([LAST], [last], (True,)), compare)
