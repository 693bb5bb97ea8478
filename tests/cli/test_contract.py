"""The public contract: names, types, order and exit codes that others rely on."""

import json
import math
from fractions import Fraction

import pytest

TOP = ["statistic", "method", "rows", "columns", "value", "noise_std", "interval", "privacy", "warnings"]
BUDGET = ["--bound", 10, "--rho", "0.5"]


def test_the_json_has_the_keys_and_types_of_the_contract(poise, table):
    result = poise.json("mean", table, "--method", "gaussian", *BUDGET)
    assert list(result) == TOP
    assert result["statistic"] == "mean"
    assert result["method"] == "gaussian"
    assert result["rows"] == 1000
    assert result["columns"] == ["a", "b"]
    assert list(result["interval"]) == ["level", "low", "high"]
    assert result["interval"]["level"] == 0.95
    for numbers in (result["value"], result["noise_std"], result["interval"]["low"], result["interval"]["high"]):
        assert len(numbers) == 2
        assert all(isinstance(x, float) and math.isfinite(x) for x in numbers)
    assert list(result["privacy"]) == ["definition", "rho", "adjacency", "private", "spent"]
    assert result["privacy"]["definition"] == "zCDP"
    assert result["privacy"]["rho"] == 0.5
    assert result["privacy"]["adjacency"] == "replace-one"
    assert result["privacy"]["private"] is True
    assert result["warnings"] == []


@pytest.mark.parametrize("rho", ["0.5", "0.1", "1/3", "1e-3", "2"])
def test_the_steps_add_up_to_the_budget(poise, table, rho):
    privacy = poise.json("mean", table, "--bound", 10, "--rho", rho)["privacy"]
    assert sum(Fraction(step.get("exact", repr(step["rho"]))) for step in privacy["spent"]) == Fraction(rho)
    assert privacy["rho"] == float(Fraction(rho))
    assert privacy.get("exact") == ("1/3" if rho == "1/3" else None)


def test_the_noise_is_what_the_method_says(poise, table):
    noise = poise.json("mean", table, *BUDGET, "--method", "gaussian")["noise_std"]
    assert noise == pytest.approx([10 * math.sqrt(2 * 2 / 0.5) / 1000] * 2, rel=1e-8)


def test_with_little_noise_the_private_mean_is_near_the_true_one(poise, table):
    value = poise.json("mean", table, "--bound", 10, "--rho", "1e8")["value"]
    assert value == pytest.approx([4.5, sum(i % 7 - 3 for i in range(1000)) / 1000], abs=1e-4)


def test_epsilon_with_delta_is_spent_as_rho_and_reported_as_both(poise, table):
    privacy = poise.json("mean", table, "--bound", 10, "--epsilon", 1, "--delta", "1e-9")["privacy"]
    assert privacy["epsilon"] == 1 and privacy["delta"] == 1e-9
    assert privacy["rho"] == pytest.approx(0.01497, abs=1e-5)
    assert privacy["definition"] == "zCDP"


def test_a_seed_repeats_and_says_that_it_is_not_private(poise, table):
    first = poise.run("mean", table, *BUDGET, "--seed", 7, "--json")
    again = poise.run("mean", table, *BUDGET, "--seed", 7, "--json")
    other = poise.run("mean", table, *BUDGET, "--seed", 8, "--json")
    assert first.stdout == again.stdout != other.stdout
    assert "not private" in first.stderr
    result = json.loads(first.stdout)
    assert result["privacy"]["private"] is False
    assert any("not private" in warning for warning in result["warnings"])
    assert poise.ok("mean", table, *BUDGET, "--seed", 7, "--json", "--quiet").stderr == ""
    assert "NONE" in poise.ok("mean", table, *BUDGET, "--seed", 7).stdout


def test_without_a_seed_no_two_runs_agree(poise, table):
    values = {tuple(poise.json("mean", table, *BUDGET)["value"]) for _ in range(5)}
    assert len(values) == 5


def test_the_text_says_what_the_json_says(poise, table):
    text = poise.ok("mean", table, *BUDGET, "--method", "gaussian").stdout
    for what in ("a ", "b ", "1000 rows", "gaussian", "rho = 0.5", "sum 0.5", "replace one row"):
        assert what in text


def test_columns_are_chosen_by_name_and_in_order(poise, table):
    assert poise.json("mean", table, *BUDGET, "--columns", "b, a")["columns"] == ["b", "a"]
    assert poise.json("mean", table, *BUDGET, "--columns", "b")["columns"] == ["b"]
    quoted = poise.write("quoted.csv", '"last, first",b\n1,2\n3,4\n')
    assert poise.json("mean", quoted, *BUDGET, "--columns", '"last, first"')["columns"] == ["last, first"]


def test_a_dash_reads_csv_from_standard_input(poise):
    result = poise.json("mean", "-", "--bound", 10, "--rho", "1e8", stdin="a\n1\n2\n3\n")
    assert result["rows"] == 3
    assert result["value"] == pytest.approx([2], abs=0.01)


@pytest.mark.parametrize("method", ["instance-optimal", "clipped"])
def test_a_mean_without_a_bound(poise, method):
    """Numbers around 50 within a few: no bound is needed, and the steps add up."""
    text = "x,y\n" + "".join(f"{50 + i % 7},{-20 - i % 5}\n" for i in range(5000))
    result = poise.json("mean", poise.write("near.csv", text), "--method", method, "--rho", "1", "--columns", "x,y")
    assert result["value"] == pytest.approx([53, -22], abs=0.5)
    assert result["warnings"] == []
    spent = result["privacy"]["spent"]
    assert sum(step["rho"] for step in spent) == 1
    assert [step["step"] for step in spent][-2:] == ["radius", "sum"]


def test_methods_are_listed(poise):
    methods = poise.json("methods")["methods"]
    assert "gaussian" in [method["name"] for method in methods]
    assert sum(method["default"] for method in methods) == 1
    assert "gaussian" in poise.ok("methods").stdout


def test_help_and_version(poise):
    for arguments in (["--help"], ["mean", "--help"], ["generate", "--help"], ["methods", "--help"]):
        done = poise.ok(*arguments)
        assert "Usage: poise" in done.stdout and done.stderr == ""
    assert poise.ok("--version").stdout.startswith("poise ")
