"""What may differ between neighbours by design, in the words of THREAT_MODEL.md, and at which doors it does."""

# test_door_list.py looks these sentences up in THREAT_MODEL.md.
WORDS = {
    "shape": "Whether a table can be read at all (a header line, as many cells in every row, rows that are rows) is "
    "treated as public.",
    "largest number": "The columns of `.dat` and `.svm` files reach up to the largest number in them, unless they are "
    "named.",
    "type": "The type that its owner, or another library, has given an array or a column is treated as public: what "
    "was done to the cells before poise saw them, poise cannot undo.",
    "schema": "Where the columns are not named, which of them hold words is looked up in the cells, and is treated as "
    "public: a column is left out where more than half of all rows hold a word in it.",
}

# (door, change or column) and whether columns were named; None stands for both.
DIFFERENCES = {
    # One of them makes a column of complex numbers, which by their type are no numbers.
    ("pandas, types of its choice", "a complex number", None): "type",
    # Item 17 lies beyond the largest that anybody else has.
    ("a .dat file", "another number", False): "largest number",
}


def reason(door, change, named):
    return DIFFERENCES.get((door, change, named)) or DIFFERENCES.get((door, change, None))
