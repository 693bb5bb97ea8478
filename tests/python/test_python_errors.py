"""What goes wrong is told in the words of the command, or in its style where only Python can go wrong."""

import pickle
import threading
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import poise
import pytest


@pytest.fixture
def table(both):
    frame = pd.DataFrame({"name": [f"p{i}" for i in range(100)], "a": np.arange(100) % 10, "b": np.arange(100) % 7})
    frame.to_csv(both.folder / "table.csv", index=False)
    return frame


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rho": "-1"},
        {"rho": "0"},
        {"rho": "nan"},
        {"rho": "inf"},
        {"rho": "half"},
        {"rho": "1", "epsilon": "1"},
        {"delta": "1e-6"},
        {"epsilon": "1", "delta": "2"},
        {"rho": "1", "method": "guassian"},
        {"rho": "1", "bound": "-5"},
        {"rho": "1", "precision": "1"},
        {"rho": "1", "mean_within": "10"},
        {"rho": "1", "method": "gaussian", "clip_quantile": "0.9"},
        {"rho": "1", "steps": "3"},
        {"rho": "1", "norm": "0.5", "method": "plan"},
        {"rho": "1", "variances": "1,2,x", "method": "plan"},
        {"rho": "1", "threads": "0"},
        {"rho": "1", "memory": "1Q"},
        {"rho": "1", "seed": "-1"},
        {"rho": "1", "columns": ["nobody"]},
        {"rho": "1", "columns": ["A"]},
        {"rho": "1", "columns": ["a", "a"]},
        {"rho": "1", "columns": ["a"], "unit": "a"},
        {"rho": "1", "unit": "nobody"},
        {"rho": "1", "dataset": "people"},
        {"rho": "1", "ledger": "book.db"},
        {"rho": "1", "ledger": "no/such/book.db", "dataset": "people"},
        {"rho": "1", "ledger": "book.db", "dataset": "people", "seed": "1"},
        {"epsilon": "1", "method": "gaussian"},
        {"rho": "1", "method": "pure-vector"},
    ],
    ids=str,
)
def test_bad_parameters_of_the_mean(both, table, options):
    both.both_refuse("mean", table, "table.csv", **options)


@pytest.mark.parametrize("statistic", ["variance", "iqr"])
@pytest.mark.parametrize(
    "options",
    [{}, {"epsilon": "-1"}, {"epsilon": "1", "method": "plan"}, {"epsilon": "1", "columns": ["c"]}, {"rho": "1/0"}],
    ids=str,
)
def test_bad_parameters_of_the_others(both, table, statistic, options):
    both.both_refuse(statistic, table, "table.csv", **options)


@pytest.mark.parametrize("q", ["1.5", "-0.1", "x", ["0.5", "0.5"], ["0.75", "0.25"], "0.5,,0.6"], ids=str)
def test_bad_quantiles(both, table, q):
    both.both_refuse("quantile", table, "table.csv", q=q, epsilon="1")


def test_too_few_rows_for_a_search(both, table):
    both.both_refuse("quantile", table[["a", "b"]], "table.csv", q=["0.5"], epsilon="0.01")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"precision": "1"}, "precision needs bound\nsay where cells are cut off, such as bound=1000"),
        ({"dataset": "people"}, "dataset needs ledger\nname the book that holds its budget, such as ledger='book.db'"),
        ({"variances": "1,x", "method": "plan"}, "such as variances=[1, 0.25, 9]"),
    ],
)
def test_parameters_are_spelled_as_arguments(table, options, words):
    with pytest.raises(poise.BadParameter) as refused:
        poise.mean(table, rho="1", **options)
    assert words in str(refused.value)


def test_names_of_files_are_not_taken_for_options(both):
    with pytest.raises(poise.BadInput, match="my --rho -q.csv"):
        poise.mean(both.folder / "my --rho -q.csv", rho="1")


def test_files_that_are_not_there_or_not_tables(both):
    for name in ("none.csv", "none.npy", "table.xyz", "none"):
        both.both_refuse("mean", both.folder / name, both.folder / name, rho="1")
    (both.folder / "empty.csv").write_text("")
    both.both_refuse("mean", both.folder / "empty.csv", both.folder / "empty.csv", rho="1")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (np.zeros((2, 3, 4)), "the table has 3 dimensions"),
        (np.float64(3), "the table has 0 dimensions"),
        (np.zeros((0, 3)), "has no rows"),
        (np.zeros(0), "has no rows"),
        (np.zeros((3, 0)), "has no columns"),
        (pd.DataFrame(), "has no columns"),
        (pd.DataFrame({"a": []}), "has no"),
        (pd.DataFrame({"a": pd.Series([], dtype=float)}), "has no rows"),
        (pd.DataFrame({"a": ["x", "y"]}), "has no column of numbers"),
        (np.array(["a", "b"]), "has no column of numbers"),
        (np.array([1, "y", "x"], dtype=object), "has no column of numbers"),
        (np.ma.MaskedArray(["a", "b"]), "has no column of numbers"),
        (np.array([1 + 2j]), "holds cells of type complex128"),
        (np.array(["2020-01-01"], dtype="M8[D]"), "holds cells of type datetime64"),
        (np.zeros(3, dtype=[("a", float), ("b", int)]), "structured array"),
        ([[1, 2], [3]], "rows of different lengths"),
        (["a", "b"], "has no column of numbers"),
        ([[[1, 2]], [[3, 4]]], "the table has 3 dimensions"),
        ([[1, 2], [3, 4], 5], "rows of different lengths"),
        ([], "has no rows"),
        ({"a": [1, 2]}, "data of type dict hold no table"),
        ({1, 2}, "data of type set hold no table"),
        (b"1,2", "data of type bytes hold no table"),
        (None, "data of type NoneType hold no table"),
        (17, "data of type int hold no table"),
        (iter([1, 2]), "data of type list_iterator hold no table"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_data_that_hold_no_table(data, words):
    with pytest.raises(poise.BadInput, match=words) as refused:
        poise.mean(data, rho=1, bound=1)
    assert refused.value.remedy
    assert "\n" not in refused.value.what


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rho": True}, "rho must be a number, got True"),
        ({"rho": [1]}, "rho must be a number"),
        ({"rho": float("nan")}, "nan"),
        ({"rho": float("inf")}, "inf"),
        ({"rho": 1j}, "rho"),
        ({"rho": Decimal("NaN")}, "NaN"),
        ({"rho": -0.5}, "-0.5"),
        ({"rho": 1, "method": 3}, "method must be a name, got 3"),
        ({"rho": 1, "columns": 3}, "columns must be a list of names"),
        ({"rho": 1, "columns": []}, "columns is an empty list"),
        ({"rho": 1, "seed": 1.5}, "seed must be a whole number, got 1.5"),
        ({"rho": 1, "threads": True}, "threads must be a whole number, got True"),
        ({"rho": 1, "columns": ["a\udcff"]}, "columns is no text"),
        ({"rho": 1, "dataset": "\ud800", "ledger": "b"}, "dataset is no text"),
        ({"rho": 1, "binary": "yes"}, "binary must be True or False"),
        ({"rho": 1, "progress": 3}, "progress must be a function"),
        ({"rho": 1, "ledger": 3, "dataset": "x"}, "ledger must be a path"),
        ({"rho": 1, "variances": ["1", None]}, "variances must be a number, got None"),
    ],
    ids=str,
)
def test_arguments_of_wrong_types(options, words):
    with pytest.raises(poise.BadParameter) as refused:
        poise.mean(np.ones(100), **options)
    assert words in refused.value.what
    assert refused.value.remedy


def test_unknown_arguments_are_pythons_own_affair():
    with pytest.raises(TypeError):
        poise.mean(np.ones(10), rho=1, blund=3)
    with pytest.raises(TypeError):
        poise.mean(np.ones(10), 1)


@pytest.mark.parametrize(
    ("budget", "exact"),
    [
        (0.1, "1/10"),
        (np.float64(0.1), "1/10"),
        (np.float32(0.1), "1/10"),
        (1, "1"),
        (np.int8(1), "1"),
        ("0.1", "1/10"),
        ("1/3", "1/3"),
        (Fraction(1, 3), "1/3"),
        (Decimal("0.30"), "3/10"),
        (Decimal("3E-1"), "3/10"),
        (3e-1, "3/10"),
        (1e-3, "1/1000"),
        (1e5, "100000"),
    ],
    ids=repr,
)
def test_a_budget_is_what_was_typed(budget, exact):
    estimate = poise.mean(np.ones(1000), rho=budget, bound=1, method="gaussian", seed=1)
    assert estimate.receipt.total == Fraction(exact)
    assert sum(step.amount for step in estimate.receipt.steps) == Fraction(exact)


def test_errors_have_two_parts_and_can_be_pickled():
    with pytest.raises(poise.BadParameter) as refused:
        poise.mean(np.ones(10), rho=-1)
    error = refused.value
    assert str(error) == f"{error.what}\n{error.remedy}"
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is poise.BadParameter and str(copy) == str(error)
    assert issubclass(poise.BadParameter, (poise.Error, ValueError))
    assert issubclass(poise.Failure, RuntimeError)


def test_what_other_libraries_raise_is_never_passed_on():
    """It may quote a cell, and a book would keep it."""

    class Broken:
        def __array__(self, dtype=None, copy=None):
            raise ZeroDivisionError("Jane Doe is no number")

    with pytest.raises(poise.BadInput, match="could not be handed over") as refused:
        poise.mean(Broken(), rho=1)
    assert refused.value.__cause__ is None and refused.value.__context__ is None
    assert "Jane" not in str(refused.value)


def test_no_header_is_for_files(tmp_path):
    with pytest.raises(poise.BadParameter, match="no_header is for .csv and .tsv files"):
        poise.mean([1, 2], rho=1, no_header=True)
    (tmp_path / "bare.csv").write_text("1,2\n" * 50)
    with pytest.raises(poise.BadInput, match="begins with a line of numbers"):
        poise.mean(tmp_path / "bare.csv", rho=1, bound=5)
    estimate = poise.mean(tmp_path / "bare.csv", rho=1e6, bound=5, no_header=True, seed=1)
    assert estimate.columns == ("c0", "c1") and estimate.rows == 50


def test_warnings_are_warnings_of_python():
    with pytest.warns(poise.PoiseWarning, match="no bound given") as told:
        estimate = poise.mean(np.ones(1000), rho=1, method="gaussian", seed=1)
    assert {str(warning.message) for warning in told} == set(estimate.warnings)
    assert all(warning.filename == __file__ for warning in told)


def test_names_that_are_not_utf_8_can_be_shown(tmp_path):
    import os

    path = os.path.join(os.fsencode(tmp_path), b"t\xff.csv")
    with open(path, "wb") as file:
        file.write(b"caf\xe9,b\n" + b"1,2\n" * 2000)
    estimate = poise.mean(os.fsdecode(path), rho=1, bound=5, seed=1)
    assert estimate.columns == ("caf\ufffd", "b")
    assert "caf\ufffd" in repr(estimate) and pickle.loads(pickle.dumps(estimate)) == estimate
    with pytest.raises(poise.BadInput, match="caf\ufffd"):
        poise.mean(os.fsdecode(path), rho=1, bound=5, columns=["nobody"])


def test_bad_forecasts():
    with pytest.raises(poise.BadParameter, match="rows"):
        poise.forecast(rows=0, columns=3, rho=1)
    with pytest.raises(poise.BadParameter):
        poise.forecast(rows=100, columns=3)
    with pytest.raises(poise.BadParameter, match="columns must be a whole number"):
        poise.forecast(rows=100, columns=2.5, rho=1)


def test_threads_do_not_get_in_each_others_way(people):
    expected = [poise.mean(people, rho=1, seed=seed) for seed in range(6)]
    found = [None] * 6

    def ask(place):
        found[place] = poise.mean(people, rho=1, seed=place)

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
