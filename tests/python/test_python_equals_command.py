"""The package says what the command says: one library, two doors."""

import json
import subprocess

import numpy as np
import pandas as pd
import poise
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from same_question import as_arguments, binary, plain

BUDGETS = [{"rho": "0.5"}, {"epsilon": "4"}, {"epsilon": "2", "delta": "1e-6"}]


@pytest.fixture
def npy(both, people):
    np.save(both.folder / "people.npy", people)
    return "people.npy"


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_means_of_every_budget(both, people, npy, budget):
    both.agree("mean", people, npy, **budget, seed=1)


@pytest.mark.filterwarnings("ignore:no bound given:poise.PoiseWarning")
@pytest.mark.parametrize(
    "method", [method.name for method in poise.methods() if "zCDP" in method.definition], ids=str
)
def test_means_of_every_method_with_rho(both, people, npy, method):
    both.agree("mean", people, npy, rho="2", method=method, seed=2)


@pytest.mark.parametrize(
    "method", [method.name for method in poise.methods() if "pure" in method.definition], ids=str
)
def test_means_of_every_method_with_epsilon(both, people, npy, method):
    both.agree("mean", people, npy, epsilon="8", method=method, seed=3)


@pytest.mark.parametrize(
    "asked",
    [
        {"model": "local", "rho": "20", "bound": "1000"},
        {"model": "shuffle", "epsilon": "8", "delta": "1e-6"},
        {"model": "shuffle", "epsilon": "8", "delta": "1e-6", "dishonest": "0.25"},
        {"model": "central", "rho": "1"},
    ],
    ids=str,
)
def test_means_of_every_model(both, people, npy, asked):
    both.agree("mean", people, npy, **asked, seed=5)


@pytest.mark.parametrize("statistic", ["variance", "iqr"])
@pytest.mark.parametrize("budget", BUDGETS, ids=str)
@pytest.mark.parametrize("method", [None, "universal", "universal-tuned"])
def test_variances_and_quartile_ranges(both, people, npy, statistic, budget, method):
    more = {} if method is None else {"method": method}
    both.agree(statistic, people, npy, **budget, **more, columns=["c0"], seed=4)


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_quantiles(both, people, npy, budget):
    estimate = both.agree("quantile", people, npy, q=["0.25", "0.5", "0.9"], **budget, columns=["c1", "c0"], seed=5)
    assert estimate.value.shape == (3, 2)
    assert estimate.quantiles.tolist() == [0.25, 0.5, 0.9]
    assert len(estimate.rank_error) == 2


@pytest.mark.parametrize(
    "options",
    [
        {"bound": "100000", "method": "gaussian"},
        {"bound": "100000", "precision": "0.5", "method": "clipped"},
        {"bound": "1e6", "method": "clipped", "clip_quantile": "0.9"},
        {"method": "coinpress", "mean_within": "1e5", "std_min": "1", "std_max": "1e5", "steps": "4"},
        {"method": "plan", "norm": "1", "pairs": "2"},
        {"method": "plan", "variances": "225,1e9,300"},
        {"threads": "1", "memory": "1M"},
    ],
    ids=str,
)
def test_every_option_of_the_mean_arrives(both, people, npy, options):
    both.agree("mean", people, npy, rho="0.5", seed=6, **options)


def test_binary_and_variances_from_a_file(both):
    bits = (np.random.default_rng(1).random((3000, 6)) < 0.3).astype(np.int8)
    np.save(both.folder / "bits.npy", bits)
    both.agree("mean", bits, "bits.npy", rho="1", binary=True, method="plan", seed=7)
    (both.folder / "variances.txt").write_text("\n".join(["0.21"] * 6) + "\n")
    path = both.folder / "variances.txt"
    both.agree("mean", bits, "bits.npy", rho="1", method="plan", variances_from=str(path), seed=8)


def test_the_same_file_through_both_doors(both, people):
    frame = pd.DataFrame(people, columns=["age", "income", "hours"])
    path = both.folder / "people.csv"
    frame.to_csv(path, index=False)
    for data in (path, str(path), frame):
        both.agree("mean", data, path, rho="0.5", columns=["hours", "age"], seed=9)


def test_a_unit_of_words_in_a_frame_and_in_csv(both, people):
    frame = pd.DataFrame(people, columns=["age", "income", "hours"])
    frame["who"] = [f"p{i % 1700}" for i in range(len(frame))]
    frame.loc[::97, "who"] = None
    frame.to_csv(both.folder / "visits.csv", index=False)
    for unit in (frame["who"], frame["who"].astype("category"), frame["who"].astype("string")):
        both.agree("mean", frame.assign(who=unit), "visits.csv", rho="2", unit="who", columns=["age", "hours"], seed=1)
    estimate = both.agree("quantile", frame, "visits.csv", q=["0.5"], epsilon="8", unit="who", columns=["age"], seed=1)
    assert estimate.rows == 1700 + 52  # a person alone for each of the 52 rows without an id
    assert estimate.unit == "who"


def test_missing_cells_count_as_the_command_counts_them(both, people):
    people[::7, 0] = np.nan
    people[:, 2] = np.nan
    np.save(both.folder / "gaps.npy", people)
    both.agree("mean", people, "gaps.npy", rho="0.5", bound="1000", seed=2)
    frame = pd.DataFrame(people, columns=["c0", "c1", "c2"])
    both.agree("mean", frame, "gaps.npy", rho="0.5", bound="1000", seed=2)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    shape=st.tuples(st.integers(2000, 4000), st.integers(1, 4)),
    dtype=st.sampled_from(["f8", "f4", "i8", "i4", "i2", "i1", "u4", "u2", "u1"]),
    scale=st.integers(1, 100),
    seed=st.integers(0, 2**64 - 1),
    rho=st.fractions(min_value="1/100", max_value=10, max_denominator=1000),
)
def test_any_array_of_numbers(both, shape, dtype, scale, seed, rho):
    array = (np.random.default_rng(seed).standard_normal(shape) * scale).clip(0, 120).astype(dtype)
    np.save(both.folder / "any.npy", array)
    both.agree("mean", array, "any.npy", rho=str(rho), bound="128", seed=seed)
    assert poise.mean(array, rho=rho, bound=128, seed=seed) == poise.mean(array, rho=str(rho), bound="128", seed=seed)


def test_forecasts():
    for options in (
        {"rows": 4000, "columns": 128, "rho": "0.5"},
        {"rows": 100000, "columns": 3, "epsilon": "1", "spread": [15, 30000, 12], "skew": 1},
        {"rows": 5000, "columns": 10, "epsilon": "1", "delta": "1e-6", "binary": True, "norm": 1, "ones": "0.1"},
    ):
        done = subprocess.run(
            [binary(), "forecast", "mean", *as_arguments(options), "--json"], capture_output=True, text=True, check=True
        )
        assert poise.forecast(**options).to_dict() == json.loads(done.stdout)


def test_methods_are_those_of_the_command():
    done = subprocess.run([binary(), "methods", "--json"], capture_output=True, text=True, check=True)
    told = [each for each in json.loads(done.stdout)["methods"] if each["statistic"] == "mean"]
    ours = poise.methods()
    assert [method.name for method in ours] == [each["name"] for each in told]
    for method, each in zip(ours, told):
        assert [plain(method.summary), plain(method.detail)] == [plain(line) for line in each["description"]]
        assert plain(method.assumes) == plain(each["assumes"])
        assert sorted(method.definition) == sorted(each["definition"])
        assert method.wants_bound == each["wants_bound"]
