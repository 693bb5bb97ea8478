"""`poise reproduce`: tables and pictures of the papers' figures."""

import csv
import struct
import zlib

import pytest


def read_table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def picture_size(path):
    """Width and height of a PNG whose parts are all there and sound."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, names = 8, []
    while at < len(data):
        length = struct.unpack(">I", data[at : at + 4])[0]
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + body)
        names.append(name)
        at += 12 + length
    assert names[0] == b"IHDR" and names[-1] == b"IEND"
    return struct.unpack(">II", data[16:24])


def test_a_figure_leaves_a_table_and_a_picture(poise):
    done = poise.ok("reproduce", "fig2", "--trials", 2, "--out", "out/deep")
    folder = poise.folder / "out" / "deep"
    assert "fig2" in done.stdout and "2 trials" in done.stdout
    rows = read_table(folder / "fig2.csv")
    assert {row["panel"] for row in rows} == {"mean 0", "mean 5", "mean 10"}
    assert {float(row["x"]) for row in rows} == {0.125, 0.25, 0.5, 1, 2}
    series = {row["series"] for row in rows}
    assert series == {"Non-private", "CM", "Shifted-CM"} | {f"CoinPress t = {t}" for t in (1, 2, 3, 4, 10)}
    assert len(rows) == 3 * 5 * 8
    for row in rows:
        assert row["trials"] == "2"
        assert 0 < float(row["trimmed_mean"]) < 100
    width, height = picture_size(folder / "fig2.png")
    assert width > 1000 and height > 400


def test_the_papers_claims_show_in_a_few_trials(poise):
    """Error falls with the budget; shifting makes the mean's place irrelevant; clipping around zero does not."""
    poise.ok("reproduce", "fig2", "--trials", 4, "--out", ".", "--quiet")
    error = {
        (row["panel"], float(row["x"]), row["series"]): float(row["mean"])
        for row in read_table(poise.folder / "fig2.csv")
    }
    for panel in ("mean 0", "mean 5", "mean 10"):
        assert error[panel, 0.125, "Shifted-CM"] > error[panel, 2, "Shifted-CM"] > 0.9 * error[panel, 2, "Non-private"]
    assert error["mean 10", 0.5, "Shifted-CM"] == pytest.approx(error["mean 0", 0.5, "Shifted-CM"], rel=0.15)
    assert error["mean 10", 0.5, "CM"] > 3 * error["mean 0", 0.5, "CM"]


def test_the_same_seed_gives_the_same_table_for_any_threads(poise):
    for out, options in {"a": ["--threads", 1], "b": ["--threads", 3], "c": ["--seed", 2]}.items():
        poise.ok("reproduce", "range", "--trials", 2, "--out", out, *options)
    tables = [(poise.folder / out / "range.csv").read_text() for out in "abc"]
    assert tables[0] == tables[1] != tables[2]


def test_figures_are_listed_with_commas_or_spaces_once_each(poise):
    done = poise.ok("reproduce", "range,fig2", "range", "--trials", 1, "--out", "o")
    assert done.stdout.count("range.csv") == 1 and done.stdout.count("fig2.csv") == 1


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["fig11", "--out", "o"], "there is no figure 'fig11'"),
        (["fgi1", "--out", "o"], "did you mean fig1"),
        ([",", "--out", "o"], "no figure was named"),
        (["--out", "o"], "FIGURE is required"),
        (["fig1"], "--out is required"),
        (["fig1", "--out", "o", "--trials", "0"], "--trials"),
        (["fig1", "--out", "o", "--trials", "many"], "--trials"),
        (["fig1", "--out", "o", "--quick", "--trials", "3"], "contradict"),
        (["fig1", "--out", "o", "--seed", "x"], "--seed"),
        (["fig1", "--out", "o", "--threads", "0"], "--threads"),
        (["fig6", "--out", "o", "--mnist", "nowhere", "--quick"], "nowhere"),
        (["plan-fig5b", "--out", "o", "--data", "nowhere", "--quick"], "there is no folder nowhere"),
        (["plan-fig5b", "--out", "o", "--data", ".", "--quick"], "neither kosarak.dat nor BMS-POS.csv"),
    ],
)
def test_bad_usage(poise, arguments, says):
    assert says in poise.refuses("reproduce", *arguments)


def test_a_file_in_the_place_of_the_folder(poise):
    poise.write("taken", "")
    assert "taken" in poise.refuses("reproduce", "fig1", "--quick", "--out", "taken")


def test_a_folder_that_cannot_be_written_is_noticed_at_once(poise):
    assert "/proc" in poise.refuses("reproduce", "fig1", "--out", "/proc", status=2)


def test_nothing_unfinished_is_left(poise):
    poise.ok("reproduce", "range", "--trials", 1, "--out", "o")
    assert sorted(path.name for path in (poise.folder / "o").iterdir()) == ["range.csv", "range.png"]


def idx(magic, sizes, body):
    return struct.pack(f">{1 + len(sizes)}I", magic, *sizes) + bytes(body)


def test_pictures_from_a_folder_of_ones_own(poise):
    """The format of MNIST with made-up pictures: 1200 of each digit, twice, all bright in the digit's own rows."""
    count = 12000
    labels = [i % 10 for i in range(count)]
    pictures = b"".join(bytes(255 if j // 28 == label else 0 for j in range(784)) for label in labels)
    for part in ("train", "t10k"):
        (poise.folder / f"{part}-images-idx3-ubyte").write_bytes(idx(0x803, (count, 28, 28), pictures))
        (poise.folder / f"{part}-labels-idx1-ubyte").write_bytes(idx(0x801, (count,), labels))
    poise.ok("reproduce", "fig6", "--trials", 1, "--out", "o", "--mnist", ".")
    rows = read_table(poise.folder / "o" / "fig6.csv")
    assert {row["panel"] for row in rows} == {"digit 0", "digit 1", "digit 2"}
    assert len(rows) == 3 * 5 * 6


def test_baskets_from_a_folder_of_ones_own(poise):
    """The format of POS with made-up baskets: read, run and labelled by their own sizes."""
    poise.write("BMS-POS.csv", "".join(f"{i % 7},{i % 11 + 20},{i % 3 + 50},\n" for i in range(5000)))
    done = poise.ok("reproduce", "plan-fig5c", "--quick", "--out", "o", "--data", ".")
    assert "without IOME" in done.stderr
    rows = read_table(poise.folder / "o" / "plan-fig5c.csv")
    assert {row["panel"] for row in rows} == {"POS, not the paper's: n = 5000, d = 21"}
    ours = [row for row in rows if row["trials"]]
    assert {row["series"] for row in ours} == {"PLAN", "PLAN-oracle"} and len(ours) == 2 * 5
    assert {row["series"] for row in rows if not row["trials"]} == {
        "published PLAN", "published PLAN-oracle", "published IOME"
    }  # fmt: skip
    poise.write("BMS-POS.csv", "milk,bread,\n")
    assert "line 1" in poise.refuses("reproduce", "plan-fig5c", "--quick", "--out", "o", "--data", ".")


def test_a_slow_contender_says_how_often_it_ran(poise):
    poise.write("BMS-POS.csv", "".join(f"{i % 7},{i % 11 + 20},\n" for i in range(3000)))
    poise.ok("reproduce", "plan-fig5c", "--trials", 3, "--out", "o", "--data", ".", "--quiet")
    trials = {row["series"]: row["trials"] for row in read_table(poise.folder / "o" / "plan-fig5c.csv")}
    assert trials["PLAN"] == "3" and trials["IOME"] == "1"
