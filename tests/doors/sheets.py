"""Small tables about people, as lists of Python cells, and neighbours of them: one person's cells changed."""

import datetime
import decimal
import math

ROWS = 120
FIRST, LAST = 0, ROWS - 1
NOBODYS = (40, 41)  # rows whose id is missing, where a column of ids has room for that

# Whole numbers that no double holds: whoever rounds them otherwise than one by one is found out.
LARGE = 3 * 2**59


class Sheet:
    """Columns by name, each a list with one cell a row; `id` says whose a row is."""

    def __init__(self, columns):
        self.columns = columns

    @property
    def names(self):
        return list(self.columns)

    @property
    def height(self):
        return len(next(iter(self.columns.values())))

    def rows(self):
        return [list(row) for row in zip(*self.columns.values())]

    def only(self, *names):
        return Sheet({name: self.columns[name] for name in names})

    def with_cell(self, row, name, cell):
        changed = dict(self.columns)
        changed[name] = [cell if i == row else other for i, other in enumerate(changed[name])]
        return Sheet(changed)

    def with_rows(self, rows):
        return Sheet({name: [row[i] for row in rows] for i, name in enumerate(self.columns)})


def mixed():
    """What people really have: fractions, whole numbers beyond 2^53, a column that nobody filled in, words."""
    return Sheet({
        "id": [None if i in NOBODYS else f"p{person_of(i):03}" for i in range(ROWS)],
        "a": [(7 * i % 100) / 100 for i in range(ROWS)],
        "b": [LARGE + (127 if i % 5 < 3 else 383) for i in range(ROWS)],
        "gap": [None] * ROWS,
        "city": [("north", "south", "west")[i % 3] for i in range(ROWS)],
    })


def typed(whole_ids=True):
    """The same for columns that have a type: no words among numbers, and ids that may be numbers."""
    sheet = mixed()
    if whole_ids:
        sheet.columns["id"] = [None if i in NOBODYS else 2**60 + person_of(i) for i in range(ROWS)]
    return sheet


def numbers():
    """Small whole numbers, which every type of array holds; `c` says whose a row is."""
    return Sheet({
        "c0": [i * 7 % 100 for i in range(ROWS)],
        "c1": [i % 2 for i in range(ROWS)],
        "c2": [person_of(i) for i in range(ROWS)],
    })


def wholes():
    """Whole numbers beyond 2^53, some of them ids."""
    return Sheet({
        "c0": [LARGE + (127 if i % 5 < 3 else 383) for i in range(ROWS)],
        "c1": [i % 7 for i in range(ROWS)],
        "c2": [2**60 + person_of(i) for i in range(ROWS)],
    })


def person_of(row):
    """Two rows a person, but for the first and the last, who have one each."""
    return row if row in (FIRST, LAST) else 3 + row % 58


# Whatever a cell can be turned into.
CHANGES = {
    "another number": 17,
    "a fraction": 0.5,
    "a huge number": 1e300,
    "a tiny number": 5e-324,
    "negative zero": -0.0,
    "not a number": math.nan,
    "infinity": math.inf,
    "minus infinity": -math.inf,
    "missing": None,
    "a word": "positive",
    "a longer text": "Jane Doe, HIV+ " * 20,
    "text with quotes": 'says "no",\nand goes',
    "empty text": "",
    "text with a null byte": "HIV\0+",
    "a remark": "#N/A",
    "a number as text": "12.5",
    "a date": datetime.date(1987, 6, 5),
    "true": True,
    "beyond 2^53": 2**60 + 1,
    "beyond 64 bits": 2**70 + 1,
    "beyond all doubles": -(10**400),
    "a decimal": decimal.Decimal("0.1234567890123456789012345678901"),
    "a complex number": 1j,
    "bytes": b"7",
    "a list": [1, 2],
}

# Whatever the id of somebody with one row can be turned into, nobody else having it.
IDS = {
    "an id that sorts first": "000",
    "an id that sorts last": "zzz",
    "a long id": "q" * 300,
    "an id with quotes": 'a,"b"',
    "a missing id": None,
    "an empty id": "",
    "an id that is a word for missing": "NA",
    "an id that is a whole number": 99,
    "an id beyond 2^53": 2**61 + 1,
    "an id beyond 64 bits": 2**70 + 1,
    "an id that is a fraction": 0.5,
    "an id that is not a number": math.nan,
    "an id that is true": True,
    "an id that is a date": datetime.date(1987, 6, 5),
    "an id that is a list": [1, 2],
    "an id that has no hash": memoryview(bytearray(b"x")),
}

# Somebody else in their place: rows that come first or last, or are more.
MOVES = {
    "rows that come last": lambda rows: rows[1:] + rows[:1],
    "rows that come first": lambda rows: rows[-1:] + rows[:-1],
    "three rows for one": lambda rows: rows[1:60] + rows[:1] * 3 + rows[60:],
}
