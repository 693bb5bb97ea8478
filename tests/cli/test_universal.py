"""Mean, variance, IQR and quantiles with no bound: the contract, degenerate data, bad input."""

import math
import random
from fractions import Fraction

import pytest

STATISTICS = [["mean"], ["variance"], ["iqr"], ["quantile", "-q", "0.25,0.5,0.75"]]


def numbers(poise, name, cells):
    return poise.write(name, "x\n" + "".join(f"{cell}\n" for cell in cells))


@pytest.fixture
def normal(poise):
    draw = random.Random(1)
    return numbers(poise, "normal.csv", (f"{draw.gauss(1e6, 1):.9f}" for _ in range(10000)))


def values(result):
    if result["statistic"] == "quantile":
        return [entry["value"][0] for entry in result["value"]]
    return result["value"]


def test_pure_epsilon_needs_no_bound(poise, normal):
    result = poise.json("mean", normal, "--epsilon", 1)
    assert (result["method"], result["chosen"]) == ("poise", "universal-tuned")
    privacy = result["privacy"]
    assert list(privacy) == ["definition", "epsilon", "adjacency", "private", "spent"]
    assert privacy["definition"] == "pure" and privacy["epsilon"] == 1 and privacy["private"] is True
    assert all(set(step) <= {"step", "epsilon", "exact"} for step in privacy["spent"])
    # The error is about 0.0015; 0.5 is beyond anything that chance does.
    assert result["value"] == [pytest.approx(1e6, abs=0.5)]
    assert result["interval"]["low"][0] < result["value"][0] < result["interval"]["high"][0]
    assert len(result["warnings"]) == 1 and "missing cells" in result["warnings"][0]


@pytest.mark.parametrize("method", ["universal", "universal-tuned"])
@pytest.mark.parametrize("budget", [["--epsilon", "1"], ["--epsilon", "2/3"], ["--rho", "1/2"], ["--rho", "1/7"]])
@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s[0])
def test_the_steps_add_up_to_the_budget(poise, normal, statistic, budget, method):
    result = poise.json(statistic[0], normal, *statistic[1:], *budget, "--method", method, "--seed", 1)
    assert result["method"] == method and result["statistic"] == statistic[0]
    unit = budget[0].strip("-")
    spent = [Fraction(step["exact"]) if "exact" in step else Fraction(str(step[unit]))
             for step in result["privacy"]["spent"]]
    assert sum(spent) == Fraction(budget[1])
    assert all(math.isfinite(value) for value in values(result))


def test_a_quantile_is_one_object_per_q_and_never_falls(poise, normal):
    result = poise.json("quantile", normal, "-q", "0.9,0.1,0.5,0.25,0.75", "--epsilon", 1)
    assert list(result) == ["statistic", "method", "rows", "columns", "value", "present", "rank_error", "privacy",
                            "warnings"]
    assert [entry["q"] for entry in result["value"]] == [0.9, 0.1, 0.5, 0.25, 0.75]
    by_q = sorted((entry["q"], entry["value"][0]) for entry in result["value"])
    assert [value for _, value in by_q] == sorted(value for _, value in by_q)
    assert by_q[2][1] == pytest.approx(1e6, abs=0.5)
    assert result["rank_error"]["level"] == 0.95 and result["rank_error"]["rows"][0] > 0


def test_iqr_and_variance_of_many_columns(poise):
    draw = random.Random(2)
    rows = "".join(f"{draw.gauss(0, 1)},{draw.uniform(0, 1e9)}\n" for _ in range(20000))
    table = poise.write("two.csv", "a,b\n" + rows)
    iqr = poise.json("iqr", table, "--epsilon", 2)
    assert iqr["columns"] == ["a", "b"]
    assert iqr["value"] == [pytest.approx(1.349, abs=0.2), pytest.approx(5e8, rel=0.1)]
    assert iqr["noise_std"] == [None, None] and iqr["interval"]["low"] == [None, None]
    assert [step["step"].split(":")[0] for step in iqr["privacy"]["spent"]] == ["a"] * 5 + ["b"] * 5
    variance = poise.json("variance", table, "--epsilon", 2)
    assert variance["value"] == [pytest.approx(1, abs=0.3), pytest.approx(1e18 / 12, rel=0.3)]
    assert all(noise > 0 for noise in variance["noise_std"])
    mean = poise.json("mean", table, "--epsilon", 2)
    assert (mean["method"], mean["chosen"]) == ("poise", "universal-tuned")
    assert mean["value"] == [pytest.approx(0, abs=0.2), pytest.approx(5e8, rel=0.05)]


@pytest.mark.parametrize("scale", ["1e-9", "1", "1e12", "1e-300", "1e300"])
@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s[0])
def test_no_option_changes_with_the_scale(poise, statistic, scale):
    draw = random.Random(3)
    size = float(scale)
    table = numbers(poise, "scaled.csv", (repr(draw.gauss(0, 1) * size) for _ in range(20000)))
    # Seeded: near 1e+-300 a magnitude is missed once in a thousand runs.
    result = poise.json(statistic[0], table, *statistic[1:], "--epsilon", 1, "--seed", 1)
    found = values(result)
    if statistic[0] == "variance":
        expected = min(size * size, 1.8e308) if size < 1e200 else None
        if expected:
            assert found == [pytest.approx(expected, rel=0.3)]
    else:
        truth = {"mean": [0], "iqr": [1.349], "quantile": [-0.6745, 0, 0.6745]}[statistic[0]]
        assert [value / size for value in found] == pytest.approx(truth, abs=0.2)


DEGENERATE = {
    "all equal": ["5000000"] * 5000,
    "ties": ["7"] * 4950 + [str(i) for i in range(50)],
    "two values": ["0", "1"] * 2500,
    "an outlier": ["1"] * 4999 + ["1e300"],
    "all missing": ["nan"] * 5000,
    "infinite": ["inf", "-inf", "1"] * 2000,
    "denormal": ["5e-324", "1e-310"] * 2500,
}


@pytest.mark.parametrize("name", DEGENERATE)
@pytest.mark.parametrize("method", ["universal", "universal-tuned"])
@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s[0])
def test_degenerate_data_end_in_a_result(poise, statistic, method, name):
    table = numbers(poise, "degenerate.csv", DEGENERATE[name])
    result = poise.json(
        statistic[0], table, *statistic[1:], "--columns", "x", "--epsilon", 1, "--method", method, "--seed", 1)
    # An infinite variance of infinite cells is null; everything else is a number.
    assert all(value is None or math.isfinite(value) for value in values(result))
    if name == "all equal" and statistic[0] in ("mean", "quantile"):
        assert values(result) == pytest.approx([5e6] * len(values(result)), rel=1e-3)
    if name == "all missing" and statistic[0] in ("iqr", "quantile") and method == "universal-tuned":
        assert values(result) == [None] * len(values(result))
        assert any("hardly any cells" in warning for warning in result["warnings"])
    elif name == "all missing":
        assert values(result) == pytest.approx([0] * len(values(result)), abs=1e-3)


@pytest.mark.parametrize("method", ["universal", "universal-tuned"])
@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s[0])
def test_too_few_rows_are_told_how_many_it_takes(poise, statistic, method):
    table = numbers(poise, "two.csv", ["1", "2"])
    said = poise.refuses(statistic[0], table, *statistic[1:], "--epsilon", 1, "--method", method)
    assert f"{method} needs at least" in said and "there are 2" in said and "nothing was spent" in said


def test_a_bound_is_found_where_none_is_given(poise):
    draw = random.Random(4)
    rows = "".join(f"{draw.gauss(1e6, 1)},{draw.gauss(-1e6, 1)}\n" for _ in range(20000))
    table = poise.write("far.csv", "a,b\n" + rows)
    result = poise.json("mean", table, "--rho", "0.5", "--method", "instance-optimal")
    assert [step["step"] for step in result["privacy"]["spent"]] == ["scale", "magnitude", "centre", "radius", "sum"]
    assert [step["rho"] for step in result["privacy"]["spent"]][:2] == [0.005, 0.01]
    assert result["value"] == pytest.approx([1e6, -1e6], abs=1)
    given = poise.json("mean", table, "--rho", "0.5", "--bound", "2e6", "--method", "instance-optimal")
    assert [step["step"] for step in given["privacy"]["spent"]] == ["centre", "radius", "sum"]


@pytest.mark.parametrize("q", ["", "1.5", "-0.1", "half", "0.5,", "0.5,,0.6", "nan", ",".join(["0.5"] * 1001)])
def test_quantiles_nobody_can_have(poise, normal, q):
    poise.refuses("quantile", normal, "--epsilon", 1, f"--quantiles={q}")


def test_bad_usage_of_the_new_commands(poise, normal):
    assert "no budget given" in poise.refuses("variance", normal)
    assert "given twice" in poise.refuses("iqr", normal, "--rho", 1, "--epsilon", 1)
    assert "-q" in poise.refuses("quantile", normal, "--epsilon", 1)
    assert "did you mean universal" in poise.refuses("iqr", normal, "--epsilon", 1, "--method", "univrsal")
    assert "--bound is not for the method universal" in poise.refuses(
        "mean", normal, "--epsilon", 1, "--bound", 10, "--method", "universal")
    assert "no option --bound" in poise.refuses("variance", normal, "--epsilon", 1, "--bound", 10)


def test_people_count_once(poise):
    draw = random.Random(5)
    rows = "".join(f"p{i % 4000},{draw.gauss(i % 4000 / 4000, 1e-6)}\n" for i in range(12000))
    table = poise.write("visits.csv", "who,x\n" + rows)
    for statistic in STATISTICS:
        result = poise.json(statistic[0], table, *statistic[1:], "--unit", "who", "--epsilon", 2)
        assert result["rows"] == 4000 and result["privacy"]["unit"] == "who"
    assert poise.json("mean", table, "--unit", "who", "--epsilon", 2)["value"] == [pytest.approx(0.5, abs=0.1)]


def test_text_reads_well(poise, normal):
    said = poise.ok("iqr", normal, "--epsilon", 1).stdout
    assert "private iqr" in said and "rank ± rows" in said and "epsilon = 1 (pure)" in said
    said = poise.ok("quantile", normal, "-q", "0.25,0.5", "--epsilon", 1).stdout
    assert "q = 0.25" in said and "q = 0.5" in said


def test_threads_change_nothing(poise, normal):
    for statistic in STATISTICS:
        runs = [poise.json(statistic[0], normal, *statistic[1:], "--epsilon", 1, "--seed", 9, "--threads", n)
                for n in (1, 2, 5)]
        assert runs[0] == runs[1] == runs[2]


ZERO_INFLATED = {
    "a tenth ones": (["0"] * 9 + ["1"], 0.1, 0.02),
    "nine of ten zeros": (["0"] * 18 + ["1000", "1100"], 105, 20),
    "two places": (["0", "0.5", "-0.5", "1"] * 4 + ["1e6"] * 4, 2e5, 2e4),
}


@pytest.mark.parametrize("budget", [["--epsilon", "1"], ["--rho", "0.5"]])
@pytest.mark.parametrize("name", ZERO_INFLATED)
def test_those_far_from_most_are_not_lost(poise, name, budget):
    cells, truth, off = ZERO_INFLATED[name]
    table = numbers(poise, "far.csv", cells * 1000)
    assert poise.json("mean", table, *budget, "--seed", 1)["value"] == [pytest.approx(truth, abs=off)]


def test_a_quantile_beyond_most_zeros(poise):
    table = numbers(poise, "zeros.csv", ["0"] * 19000 + ["1000"] * 1000)
    assert values(poise.json("quantile", table, "-q", "0.5,0.99", "--epsilon", 1, "--seed", 1)) == pytest.approx([0, 1000], abs=20)


def test_a_refusal_for_memory_looks_at_nobody(poise):
    draw = random.Random(6)
    tables = [numbers(poise, "normal.csv", (repr(draw.gauss(0, 1)) for _ in range(20000))),
              numbers(poise, "constant.csv", ["3"] * 20000)]
    for command in (["mean", "--epsilon", 1], ["iqr", "--epsilon", 1], ["mean", "--rho", 1, "--method", "plan"]):
        for memory in ("100K", "120K"):
            for table in tables:
                said = poise.refuses(command[0], table, *command[1:], "--memory", memory)
                assert "more memory than is allowed" in said


@pytest.fixture
def gappy(poise):
    """Two columns around 100, with standard deviation 10; of the second, two thirds are missing."""
    draw = random.Random(11)
    rows = "".join(
        f"{draw.gauss(100, 10)},{draw.gauss(100, 10) if draw.random() < 1 / 3 else ''}\n" for _ in range(30000))
    return poise.write("gappy.csv", "full,gaps\n" + rows)


@pytest.mark.parametrize("budget", [["--rho", "0.5"], ["--epsilon", "1", "--delta", "1e-6"], ["--epsilon", "2"]])
def test_missing_cells_are_missing_in_quantiles_and_ranges(poise, gappy, budget):
    quantiles = poise.json("quantile", gappy, "-q", "0.25,0.5,0.75", *budget)
    assert [entry["value"] for entry in quantiles["value"]] == [
        [pytest.approx(middle, abs=1.5)] * 2 for middle in (93.255, 100, 106.745)]
    iqr = poise.json("iqr", gappy, *budget)
    assert iqr["value"] == [pytest.approx(13.49, abs=1.5)] * 2
    for result in (quantiles, iqr):
        assert result["present"]["value"] == [pytest.approx(1, abs=0.03), pytest.approx(1 / 3, abs=0.03)]
        assert all(0 < noise < 0.01 for noise in result["present"]["noise_std"])
        assert not result["warnings"]
        assert any("present cells" in step["step"] for step in result["privacy"]["spent"])


@pytest.mark.parametrize("budget", [["--rho", "0.5"], ["--epsilon", "1", "--delta", "1e-6"]])
def test_a_variance_is_that_of_the_cells_that_are_there(poise, gappy, budget):
    result = poise.json("variance", gappy, *budget)
    assert result["method"] == "poise"
    assert result["value"] == [pytest.approx(100, rel=0.1), pytest.approx(100, rel=0.25)]
    assert result["present"]["value"] == [pytest.approx(1, abs=0.03), pytest.approx(1 / 3, abs=0.03)]
    for j in range(2):
        low, high = result["interval"]["low"][j], result["interval"]["high"][j]
        wider = result["population_interval"]
        assert wider["low"][j] <= low <= result["value"][j] <= high <= wider["high"][j]
    spent = sum(Fraction(step["exact"]) if "exact" in step else Fraction(str(step["rho"]))
                for step in result["privacy"]["spent"])
    if "--rho" in budget:
        assert spent == Fraction(1, 2)


def test_gaps_may_be_zeros_or_none_by_the_owners_word(poise, gappy):
    zeros = poise.json("quantile", gappy, "-q", "0.5", "--columns", "gaps", "--rho", 1, "--missing", "zero")
    assert zeros["value"][0]["value"] == [pytest.approx(0, abs=1e-3)]
    assert "present" not in zeros and not any("missing" in warning for warning in zeros["warnings"])
    variance = poise.json("variance", gappy, "--columns", "gaps", "--rho", 1, "--missing", "zero")
    assert variance["value"] == [pytest.approx(100 / 3 + 1e4 * 2 / 9, rel=0.1)]
    for statistic in (["quantile", "-q", "0.5"], ["iqr"], ["variance"]):
        none = poise.json(statistic[0], gappy, *statistic[1:], "--columns", "full", "--rho", 1, "--no-missing")
        assert none["present"] == {"value": [1], "noise_std": [0]}
        assert not any("present" in step["step"] for step in none["privacy"]["spent"])
        assert not any("missing" in warning for warning in none["warnings"])


def test_where_gaps_count_as_zeros_it_says_so(poise, gappy):
    for args in (["variance", gappy, "--epsilon", 1], ["iqr", gappy, "--epsilon", 4, "--method", "universal"]):
        assert "missing cells, if there are any, counted as 0" in poise.json(*args)["warnings"]


def test_a_variance_of_too_few_rows_is_refused_unless_limits_make_up_for_it(poise):
    draw = random.Random(5)
    table = numbers(poise, "few.csv", (str(draw.randint(0, 100)) for _ in range(60)))
    refused = poise.run("variance", table, "--rho", "0.1")
    assert refused.returncode == 2 and "needs at least" in refused.stderr and "limits" in refused.stderr
    limited = poise.json("variance", table, "--rho", "0.1", "--limits", "x=0:100", "--no-missing")
    assert 0 <= limited["interval"]["low"][0] <= limited["value"][0] <= limited["interval"]["high"][0] <= 2500
    anyway = poise.json("variance", table, "--rho", "0.1", "--try-anyway")
    assert any("needs at least" in warning for warning in anyway["warnings"])
