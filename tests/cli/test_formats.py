"""One table, many files: the format changes nothing but the names of the columns."""

import json
import tempfile
from pathlib import Path

import pytest
from command import Poise
from hypothesis import given, settings
from hypothesis import strategies as st
from npy import CODES, npy

SEEDED = ["--method", "gaussian", "--bound", "64", "--rho", "1", "--seed", "7", "--quiet"]


def csv(rows):
    names = [f"x{i}" for i in range(len(rows[0]))]
    return "\n".join([",".join(names), *(",".join(map(repr, row)) for row in rows)]) + "\n"


def svm(rows):
    return "".join("1 " + " ".join(f"{i + 1}:{x!r}" for i, x in enumerate(row) if x) + "\n" for row in rows)


def mtx(rows, field="real"):
    entries = [(i + 1, j + 1, x) for i, row in enumerate(rows) for j, x in enumerate(row) if x]
    entries.sort(key=lambda entry: (entry[1], entry[0]))  # column by column, as many writers do
    lines = [f"{i} {j}" if field == "pattern" else f"{i} {j} {x!r}" for i, j, x in entries]
    sizes = f"{len(rows)} {len(rows[0])} {len(entries)}"
    return "\n".join([f"%%MatrixMarket matrix coordinate {field} general", "% made by a test", sizes, *lines]) + "\n"


def baskets(rows):
    return "".join(" ".join(str(i + 1) for i, x in enumerate(row) if x) + "\n" for row in rows)


def value(poise, name, text, *more):
    return poise.json("mean", poise.write(name, text), *SEEDED, *more)["value"]


@pytest.mark.parametrize("descr", CODES)
@pytest.mark.parametrize("fortran", [False, True])
@pytest.mark.parametrize("version", [1, 2])
def test_every_type_and_order_of_npy(poise, descr, fortran, version):
    rows = [[i % 50, (i * 7) % 60, i % 3] for i in range(200)]
    expected = value(poise, "a.csv", csv(rows))
    assert value(poise, "a.npy", npy(rows, descr, fortran, version)) == expected
    chosen = value(poise, "a.npy", npy(rows, descr, fortran, version), "--columns", "c2,c0")
    assert chosen == value(poise, "a.csv", csv(rows), "--columns", "x2,x0")


def test_columns_are_named_by_number(poise):
    rows = [[1, 2], [0, 3]]
    names = {name: poise.json("mean", poise.write(name, text), *SEEDED)["columns"] for name, text in
             [("a.npy", npy(rows)), ("a.svm", svm(rows)), ("a.mtx", mtx(rows)), ("a.dat", "1 2\n2\n")]}
    assert names == {"a.npy": ["c0", "c1"], "a.svm": ["1", "2"], "a.mtx": ["1", "2"], "a.dat": ["1", "2"]}
    assert poise.json("mean", poise.write("one.npy", npy([1, 2, 3])), *SEEDED)["columns"] == ["c0"]


def test_strange_floats_in_npy_are_no_error(poise):
    strange = [float("nan"), float("inf"), -float("inf"), 5e-324, -0.0, 1e308, 3.0]
    as_zero_or_bound = [0, 64, -64, 0, 0, 64, 3]
    expected = value(poise, "a.csv", "x\n" + "".join(f"{x}\n" for x in as_zero_or_bound))
    assert value(poise, "a.npy", npy(strange)) == expected


def test_large_integers_are_cut_off_and_not_wrapped(poise):
    rows = [[2**63 - 1], [-(2**63)], [2**53 + 1], [5]]
    expected = value(poise, "a.csv", "x\n64\n-64\n64\n5\n")
    assert value(poise, "a.npy", npy(rows, "<i8")) == expected


def test_a_wide_sparse_table_is_never_dense_at_once(poise):
    # 2000 x 100000 cells would take 800 MB as 32-bit integers.
    import resource

    rows = [" ".join(str(1 + (i * 37 + j * 1009) % 100000) for j in range(20)) for i in range(2000)]
    name = poise.write("wide.dat", "\n".join(rows) + "\n100000\n")
    result = poise.json("mean", name, *SEEDED)
    assert len(result["value"]) == 100000
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 400_000


tables = st.integers(1, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0, 0, 0, 1, 2.5, -17.25]), min_size=width, max_size=width), min_size=2, max_size=12
    )
)


@settings(max_examples=40, deadline=None)
@given(tables)
def test_dense_and_sparse_files_of_one_table_give_one_result(rows):
    rows = [*rows, [1] * len(rows[0])]  # the last column occurs, so that every format sees it
    with tempfile.TemporaryDirectory() as folder:
        poise = Poise(Path(folder))
        expected = value(poise, "a.csv", csv(rows))
        assert value(poise, "a.npy", npy(rows, "<f8", True)) == expected
        assert value(poise, "a.svm", svm(rows)) == expected
        assert value(poise, "a.mtx", mtx(rows)) == expected
        # Formats that hold nothing but ones need less noise than others, which plan can be told.
        ones = [[int(x != 0) for x in row] for row in rows]
        assert value(poise, "b.mtx", mtx(ones, "pattern")) == value(poise, "b.dat", baskets(ones))
        plan = ["--rho", "1", "--seed", "1", "--method", "plan"]
        expected = poise.json("mean", "b.dat", *plan)["value"]
        assert poise.json("mean", poise.write("b.csv", csv(ones)), *plan, "--binary")["value"] == expected


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_files_are_read_or_refused(data):
    rows = [[1, 2], [3, 4], [0, 1]]
    name, good = data.draw(st.sampled_from(
        [("a.npy", npy(rows)), ("a.svm", svm(rows).encode()), ("a.mtx", mtx(rows).encode()), ("a.dat", b"1 2\n2\n")]))
    damaged = bytearray(good)
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    damaged = bytes(damaged[: data.draw(st.integers(0, len(damaged)))])
    with tempfile.TemporaryDirectory() as folder:
        poise = Poise(Path(folder))
        arguments = ["mean", poise.write(name, damaged), *SEEDED, "--columns", "c0" if name == "a.npy" else "1"]
        done = poise.run(*arguments, "--json")
        if done.returncode == 0:
            assert len(json.loads(done.stdout)["value"]) == 1
        else:
            poise.refuses(*arguments)
