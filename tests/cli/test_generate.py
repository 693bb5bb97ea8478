"""Made-up tables: repeatable, of the shape asked for, and about what they say."""

import csv
import hashlib
import io
import statistics

import pytest

KINDS = ["gaussian", "binary", "zipf", "pareto"]


def generate(poise, kind, rows, *more):
    columns = [] if kind == "people" else ["--columns", 3]
    text = poise.ok("generate", kind, "--rows", rows, *columns, *more, "--out", "-").stdout
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_shape_is_the_one_asked_for(poise, kind):
    rows = generate(poise, kind, 50, "--seed", 1)
    assert len(rows) == 50
    assert list(rows[0]) == ["x1", "x2", "x3"]
    assert all(float(cell) is not None for row in rows for cell in row.values())


@pytest.mark.parametrize("kind", KINDS + ["people"])
def test_the_same_seed_makes_the_same_table(poise, kind):
    first, again, other = (generate(poise, kind, 100, "--seed", seed) for seed in (1, 1, 2))
    assert first == again != other


# On every machine: these are the tables of the first release.
@pytest.mark.parametrize(
    "kind, digest",
    [
        ("gaussian", "67067b6224bab5ab"),
        ("binary", "338f6b8340b8d916"),
        ("zipf", "40db83377890327e"),
        ("pareto", "2ea4d98de2b31c02"),
        ("people", "5e634668fcc6176f"),
    ],
)
def test_the_tables_are_those_of_every_machine(poise, kind, digest):
    columns = [] if kind == "people" else ["--columns", 3]
    text = poise.ok("generate", kind, "--rows", 1000, *columns, "--seed", 1, "--out", "-").stdout
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


def test_without_a_seed_one_is_drawn_and_told(poise):
    done = poise.ok("generate", "gaussian", "--rows", 5, "--columns", 2, "--out", "-")
    seed = done.stderr.split("seed ")[1].split()[0]
    again = poise.ok("generate", "gaussian", "--rows", 5, "--columns", 2, "--seed", seed, "--out", "-")
    assert again.stdout == done.stdout and again.stderr == ""
    assert poise.ok("generate", "binary", "--rows", 5, "--columns", 2, "--quiet", "--out", "-").stderr == ""


# Fixed seeds: the margins are several standard errors wide, and the runs are always the same.
def test_the_populations_are_what_they_say(poise):
    def column(kind, name):
        return [float(row[name]) for row in generate(poise, kind, 20000, "--seed", 3)]

    normal = column("gaussian", "x3")
    assert statistics.fmean(normal) == pytest.approx(3, abs=0.03)
    assert statistics.stdev(normal) == pytest.approx(1, abs=0.03)
    assert statistics.fmean(column("binary", "x2")) == pytest.approx(1 / 3, abs=0.02)
    zipf = column("zipf", "x1")
    harmonic = sum(1 / k for k in range(1, 1001))
    assert zipf.count(1) / len(zipf) == pytest.approx(1 / harmonic, abs=0.01)
    assert min(zipf) == 1 and max(zipf) <= 1000
    pareto = column("pareto", "x2")
    assert min(pareto) >= 2
    assert statistics.median(pareto) == pytest.approx(2 * 2**0.75, rel=0.03)


def test_people_are_plausible_and_messy(poise):
    rows = generate(poise, "people", 20000, "--seed", 1)
    assert list(rows[0]) == ["person", "age", "income", "hours", "commute_minutes", "children", "region"]
    ages = [int(row["age"]) for row in rows if row["age"].isdigit()]
    assert 18 <= min(ages) and max(ages) <= 99 and 40 < statistics.fmean(ages) < 55
    incomes = sorted(int(row["income"]) for row in rows if row["income"].isdigit())
    assert 20000 < statistics.median(incomes) < 40000
    assert incomes[-1] > 1e9 > incomes[-2], "one billionaire"
    assert incomes[-20] > 10 * statistics.median(incomes), "a heavy tail"
    for name in ("income", "hours", "commute_minutes", "children"):
        missing = sum(row[name] in ("", "NA") for row in rows)
        assert 0 < missing < 0.1 * len(rows)
    assert any("," in row["region"] for row in rows)


def test_people_can_be_averaged(poise):
    poise.ok("generate", "people", "--rows", 2000, "--seed", 1, "--out", "people.csv")
    result = poise.json("mean", "people.csv", "--columns", "age,hours", "--bound", 100, "--rho", 10)
    assert 40 < result["value"][0] < 55 and 15 < result["value"][1] < 40


def test_a_file_is_overwritten(poise, tmp_path):
    for rows in (500, 5):
        poise.ok("generate", "binary", "--rows", rows, "--columns", 1, "--seed", 1, "--out", "x.csv")
    assert len((tmp_path / "x.csv").read_text().splitlines()) == 6


@pytest.mark.parametrize(
    "arguments",
    [
        ["zebra", "--rows", "1", "--columns", "1", "--out", "x.csv"],
        ["binary", "--rows", "0", "--columns", "1", "--out", "x.csv"],
        ["binary", "--rows", "-1", "--columns", "1", "--out", "x.csv"],
        ["binary", "--rows", "1e3", "--columns", "1", "--out", "x.csv"],
        ["binary", "--rows", "1", "--columns", "0", "--out", "x.csv"],
        ["binary", "--rows", "1", "--out", "x.csv"],
        ["binary", "--columns", "1", "--out", "x.csv"],
        ["binary", "--rows", "1", "--columns", "1"],
        ["binary", "--rows", "1", "--columns", "1", "--seed", "x", "--out", "x.csv"],
        ["people", "--rows", "1", "--columns", "1", "--out", "x.csv"],
        ["binary", "--rows", "1", "--columns", "1", "--seed", "1", "--out", "no/such/folder/x.csv"],
        ["binary", "--rows", "1", "--columns", "1", "--seed", "1", "--out", "."],
    ],
)
def test_bad_usage_is_refused_and_writes_nothing(poise, tmp_path, arguments):
    poise.refuses("generate", *arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_a_failure(poise):
    poise.refuses("generate", "binary", "--rows", 100000, "--columns", 2, "--seed", 1, "--out", "/dev/full", status=4)
