"""What an estimate says, and in which forms."""

import copy
import json
import pickle
import statistics
from fractions import Fraction

import matplotlib
import numpy as np
import poise
import pytest

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


@pytest.fixture
def mean(people):
    return poise.mean(people, rho="1/3", bound=1000, method="gaussian", seed=1)


@pytest.fixture
def pure(people):
    return poise.mean(people[:, :1], epsilon=3, seed=1)


@pytest.fixture
def quartiles(people):
    return poise.quantile(people, [0.25, 0.5, 0.75], epsilon=6, seed=1)


@pytest.fixture
def estimates(mean, pure, quartiles, people):
    shuffled = poise.mean(people, model="shuffle", epsilon=8, delta=1e-6, seed=1)
    return [
        mean,
        pure,
        quartiles,
        poise.iqr(people, epsilon=2, delta=1e-6, seed=1),
        poise.mean(people, rho=1),
        shuffled,
    ]


def test_an_estimate_says_who_was_trusted(mean, estimates):
    assert mean.model == "central" and estimates[-1].model == "shuffle"
    assert estimates[-1].receipt.definition == "approximate"


def test_values_are_arrays_that_nobody_changes(mean):
    assert mean.value.dtype == np.float64 and mean.value.shape == (3,)
    with pytest.raises(ValueError):
        mean.value[0] = 1
    with pytest.raises(AttributeError):
        mean.value = 1
    with pytest.raises(AttributeError):
        mean.other = 1
    with pytest.raises(AttributeError):
        del mean._summary


def test_floats_and_arrays(mean, pure):
    assert float(pure) == pure.value[0]
    with pytest.raises(TypeError, match="3 values"):
        float(mean)
    assert np.array_equal(np.asarray(mean), mean.value)
    assert np.asarray(mean, dtype="f4").dtype == np.float32


def test_the_dictionary_has_what_the_attributes_have(estimates):
    for estimate in estimates:
        told = estimate.to_dict()
        assert told == json.loads(estimate.to_json())
        assert told["rows"] == estimate.rows and tuple(told["columns"]) == estimate.columns
        assert told["method"] == estimate.method and told.get("chosen") == estimate.chosen
        assert told["privacy"]["private"] == estimate.private
        assert told["privacy"]["definition"] == estimate.receipt.definition
        assert [step["step"] for step in told["privacy"]["spent"]] == [step.name for step in estimate.receipt.steps]
        assert sum(step.amount for step in estimate.receipt.steps) == estimate.receipt.total


def test_receipts_are_exact(mean, people):
    assert mean.receipt.total == Fraction(1, 3)
    assert mean.receipt.unit == "rho" and mean.receipt.definition == "zCDP"
    assert repr(mean.receipt) == "<Receipt: rho = 0.333333 (zCDP): sum 0.333333>"
    both = poise.mean(people, epsilon="0.5", delta="1e-6", bound=1, method="gaussian", seed=1).receipt
    assert both.epsilon == Fraction(1, 2) and both.delta == Fraction(1, 10**6)
    assert "for epsilon = 0.5 and delta = 1e-06" in str(both)


def test_intervals_at_the_level_of_the_library(mean):
    low, high, level = mean.interval()
    assert level == 0.95
    told = mean.to_dict()["interval"]
    assert low.tolist() == told["low"] and high.tolist() == told["high"]


@pytest.mark.parametrize("level", [0.5, 0.9, 0.949999, 0.99, 0.999])
def test_intervals_follow_the_law_of_the_noise(mean, pure, level):
    gauss = statistics.NormalDist().inv_cdf((1 + level) / 2)
    laplace = -np.log(1 - level) / np.sqrt(2)
    for estimate, stds in ((mean, gauss), (pure, laplace)):
        interval = estimate.interval(level)
        assert interval.low == pytest.approx(estimate.value - stds * estimate.noise_std)
        assert interval.high == pytest.approx(estimate.value + stds * estimate.noise_std)


def test_intervals_close_to_the_librarys_level_are_close_to_its_interval(mean, pure):
    for estimate in (mean, pure):
        near, told = estimate.interval(0.95 + 1e-12), estimate.interval()
        assert near.low == pytest.approx(told.low, rel=1e-6) and near.high == pytest.approx(told.high, rel=1e-6)


def test_intervals_cover_as_often_as_they_say():
    """False alarms below 1e-6: 2000 draws, five standard deviations and more."""
    inside = 0
    for seed in range(2000):
        estimate = poise.mean([0.0] * 50, rho=1, bound=1, method="gaussian", seed=seed)
        low, high, _ = estimate.interval(0.8)
        inside += bool(low[0] <= 0 <= high[0])
    assert abs(inside - 1600) < 5.2 * (2000 * 0.8 * 0.2) ** 0.5


@pytest.mark.parametrize("level", [0, 1, -1, 95])
def test_levels_are_probabilities(mean, level):
    with pytest.raises(poise.BadParameter, match="level"):
        mean.interval(level)


def test_where_only_ranks_are_known(quartiles, people):
    assert np.isnan(quartiles.noise_std).all() and np.isnan(quartiles.interval().low).all()
    assert quartiles.interval().low.shape == quartiles.value.shape == (3, 3)
    assert all(rank > 0 for rank in quartiles.rank_error)
    spread = poise.iqr(people, epsilon=3, seed=1)
    assert np.isnan(spread.noise_std).all() and np.isnan(spread.interval(0.5).high).all()


def test_copies_are_equal(estimates):
    for estimate in estimates:
        for twin in (pickle.loads(pickle.dumps(estimate)), copy.copy(estimate), copy.deepcopy(estimate)):
            assert twin == estimate and hash(twin) == hash(estimate)
            assert repr(twin) == repr(estimate)
            assert twin.receipt == estimate.receipt
            assert twin.to_html("t") == estimate.to_html("t")
    assert estimates[0] != estimates[1] and estimates[0] != 3


def test_the_text_is_that_of_the_command(both, people, mean):
    import subprocess

    from same_question import binary, plain

    np.save(both.folder / "p.npy", people)
    run = [binary(), "mean", "p.npy", "--rho", "1/3", "--bound", "1000", "--method", "gaussian", "--seed", "1"]
    done = subprocess.run([*run, "--quiet"], cwd=both.folder, capture_output=True, text=True, check=True)
    assert plain(repr(mean)) == plain(done.stdout.rstrip("\n"))


def test_pages(estimates, tmp_path):
    for estimate in estimates:
        page = estimate.to_html("my table")
        assert page.startswith("<!DOCTYPE html>") or page.startswith("<!doctype html>")
        assert "my table" in page and "poise." in page
        estimate.save_html(tmp_path / "page.html", "my table")
        assert (tmp_path / "page.html").read_text(encoding="utf-8") == page


def test_notebooks_show_small_tables(estimates):
    for estimate in estimates:
        shown = estimate._repr_html_()
        assert shown.count("<tr>") == len(estimate.columns) + 1
        assert "http" not in shown and "<script" not in shown
    odd = poise.mean(np.ones((3000, 150)), rho=1, bound=1, seed=1)
    assert "and 50 more columns" in odd._repr_html_()


def test_names_cannot_step_out_of_the_notebook():
    import pandas as pd

    frame = pd.DataFrame({"<script>alert(1)</script>": np.ones(100)})
    estimate = poise.mean(frame, rho=1, bound=1, seed=1)
    assert "<script" not in estimate._repr_html_()
    assert "<script>alert" not in estimate.to_html()


def test_series(mean, quartiles):
    series = mean.to_series()
    assert series.index.tolist() == ["c0", "c1", "c2"] and series.name == "mean"
    assert quartiles.to_series()[0.5, "c1"] == quartiles.value[1, 1]


def test_pictures(estimates, mean):
    for estimate in estimates:
        axes = estimate.plot()
        assert axes is not None
    _, ax = plt.subplots()
    assert mean.plot(ax=ax) is ax
    assert [label.get_text() for label in ax.get_xticklabels()] == list(mean.columns)
    # Ages and incomes do not share an axis.
    assert len(poise.mean(np.tile([40.0, 40000.0], (3000, 1)), rho=9, bound=1e5, seed=1).plot()) == 2
    plt.close("all")


def test_forecasts_say_what_they_know():
    guess = poise.forecast(rows=4000, columns=16, rho=0.5)
    assert guess.recommended == guess.to_dict()["recommended"] and guess.because
    best = guess.methods[0]
    assert best.available and best.error == pytest.approx(guess.to_dict()["methods"][0]["error"])
    assert guess.sampling_error > 0 and guess.rows == 4000 and guess.assumptions
    assert repr(guess).startswith("forecast of the mean of 16 columns over 4,000 rows, rho = 0.5")
    assert "<pre>" in guess._repr_html_()
    curves = guess.curves()
    assert 2 <= len(curves) <= 7 and len(curves[0].rows) == len(curves[0].error_by_rows)
    assert guess.plot() is not None
    assert repr(pickle.loads(pickle.dumps(guess))) == repr(guess)
    with pytest.raises(AttributeError):
        guess.rows = 3
    plt.close("all")


def test_a_private_answer_is_random_and_says_that_it_is_private(people):
    first, second = (poise.mean(people, rho=1, bound=1000) for _ in range(2))
    assert first.private and second.private
    assert first.value.tolist() != second.value.tolist()
    assert not any("simulation" in warning for warning in first.warnings)
