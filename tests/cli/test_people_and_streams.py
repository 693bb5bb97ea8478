"""People with many rows, files larger than memory, and any number of threads: the same answer, honestly."""

import random
import subprocess
import sys

import pytest

from command import binary

SEEDED = ["--bound", "64", "--rho", "1", "--seed", "7", "--quiet"]


def value(poise, name, *more):
    result = poise.json("mean", name, *SEEDED, *more)
    return result["value"], result["rows"]


def test_all_rows_of_a_person_count_once(poise):
    visits = poise.write("visits.csv", "who,cost,days\nann,1,2\nbob,10,\nann,3,4\nbob,20,6\nann,5,6\n")
    people = poise.write("people.csv", "cost,days\n3,4\n15,6\n")
    assert value(poise, visits, "--unit", "who") == value(poise, people)


def test_the_number_of_rows_is_that_of_people(poise):
    visits = poise.write("visits.csv", "who,x\n" + "".join(f"{i % 5},{i}\n" for i in range(100)))
    assert value(poise, visits, "--unit", "who")[1] == 5


def test_ids_need_not_be_numbers_and_may_be_missing(poise):
    """Whoever has no id is a person alone."""
    visits = poise.write("visits.csv", 'who,x\n"a, b",1\n,2\n"a, b",3\nNA,4\n')
    people = poise.write("people.csv", "x\n2\n2\n4\n")
    assert value(poise, visits, "--unit", "who") == value(poise, people)


def test_a_numeric_id_is_not_averaged(poise):
    visits = poise.write("visits.csv", "id,x\n1,2\n2,3\n1,4\n")
    assert poise.json("mean", visits, *SEEDED, "--unit", "id")["columns"] == ["x"]


def test_the_receipt_speaks_of_people(poise):
    visits = poise.write("visits.csv", "who,x\n" + "".join(f"{i % 5},{i}\n" for i in range(100)))
    assert poise.json("mean", visits, *SEEDED, "--unit", "who")["privacy"]["unit"] == "who"
    assert "unit" not in poise.json("mean", visits, *SEEDED, "--columns", "x")["privacy"]
    said = poise.ok("mean", visits, *SEEDED, "--unit", "who").stdout
    assert "over 5 people" in said and "all rows of one person (the same who)" in said
    assert "rows of" in said and "number of rows" not in said


@pytest.mark.parametrize("memory", ["1G", "1K"])
def test_one_person_cannot_decide_what_a_column_holds(poise, memory):
    others = "".join(f"p{i},{i}\n" for i in range(10))
    visits = poise.write("visits.csv", "who,x\n" + "eve,word\n" * 1000 + others)
    result = poise.json("mean", visits, *SEEDED, "--unit", "who", "--memory", memory)
    assert result["rows"] == 11
    poise.refuses("mean", visits, *SEEDED, "--memory", memory)


@pytest.fixture
def messy(poise):
    dice = random.Random(1)
    lines = ["who,x,y,word"]
    for _ in range(3000):
        x = dice.choice(["", "NA", f"{dice.gauss(0, 30):.6g}", f'"{dice.randint(-99, 99)}"'])
        lines.append(f"p{dice.randint(0, 700)},{x},{dice.random():.17g},w{dice.random()}")
    return poise.write("messy.csv", "\n".join(lines) + "\n")


@pytest.mark.parametrize("unit", [[], ["--unit", "who"]])
@pytest.mark.parametrize("threads", ["1", "2", "7"])
def test_a_file_read_in_pieces_gives_the_same_answer(poise, messy, unit, threads):
    expected = value(poise, messy, *unit)
    assert value(poise, messy, *unit, "--memory", "1K", "--threads", threads) == expected


def run_within(megabytes, *arguments):
    """The command's own peak of resident memory, from a process that has no other child."""
    script = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)\n"
        "sys.stdout.buffer.write(done.stdout)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
        "sys.exit(done.returncode)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, binary(), *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    peak = int(done.stdout.splitlines()[-1]) / 1024
    assert peak < megabytes, f"{peak:.0f} MB"
    return peak, done.stdout[: done.stdout.rindex("\n", 0, -1) + 1]


@pytest.mark.parametrize("unit", [[], ["--unit", "who"]])
def test_a_large_file_needs_little_memory(poise, unit):
    path = poise.folder / "large.csv"
    line = "".join(f"{i % 1000},{i}.25,-{i}e-3,0.1234567890123\n" for i in range(20000))
    with open(path, "w") as file:
        file.write("who,a,b,c\n")
        for i in range(200):  # drifting, so that a piece read twice or never would show
            file.write(line.replace(".25,", f".{i:03d},"))
    assert path.stat().st_size > 150e6
    peak, streamed = run_within(70, "mean", path, *SEEDED, *unit, "--memory", "8M", "--json", "--threads", "2")
    assert streamed == poise.ok("mean", path, *SEEDED, *unit, "--memory", "1G", "--json", "--threads", "1").stdout
