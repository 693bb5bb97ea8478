"""Options of `poise mean` that choose a grid or belong to some methods."""

import re

import pytest


@pytest.fixture
def near(poise):
    """4000 rows around (53, -22), all within a few."""
    return poise.write("near.csv", "x,y\n" + "".join(f"{50 + i % 7},{-20 - i % 5}\n" for i in range(4000)))


@pytest.mark.parametrize(
    "options",
    [
        ["--method", "coinpress", "--bound", 100],
        ["--method", "coinpress", "--bound", 100, "--steps", 10],
        ["--method", "coinpress", "--mean-within", 100, "--std-min", 0.5, "--std-max", 10],
        ["--method", "coinpress", "--mean-within", 100, "--std-min", 0.5, "--std-max", 10, "--covariance", "estimated"],
        ["--method", "instance-optimal", "--bound", 100, "--precision", 0.1],
        ["--method", "instance-optimal", "--mean-within", 100, "--std-min", 0.5, "--std-max", 10],
        ["--method", "instance-optimal", "--clip-quantile", 0.95],
        ["--method", "clipped", "--clip-quantile", "19/20", "--bound", 1000],
        ["--method", "gaussian", "--mean-within", 100, "--std-min", 0.5, "--std-max", 10],
        ["--method", "plan"],
        ["--method", "plan", "--norm", 1, "--bound", 1000],
        ["--method", "plan", "--variances", "4, 2"],
        ["--method", "plan", "--pairs", 4],
        ["--method", "plan-noscale"],
    ],
)
def test_the_mean_is_found_and_the_steps_add_up(poise, near, options):
    result = poise.json("mean", near, "--rho", "2", *options)
    assert result["method"] == options[1]
    assert result["value"] == pytest.approx([53, -22], abs=1)
    assert sum(step["rho"] for step in result["privacy"]["spent"]) == pytest.approx(2)
    assert result["warnings"] == []


def test_without_a_method_it_is_poise(poise, near):
    for bound in ([], ["--bound", 100]):
        result = poise.json("mean", near, "--rho", 1, *bound, "--seed", 1)
        assert result["method"] == "poise" and "chosen" not in result
        assert result["value"] == pytest.approx([53, -22], abs=1)
        assert result == poise.json("mean", near, "--rho", 1, *bound, "--seed", 1, "--method", "poise")


def test_a_pure_budget_is_left_to_another_which_is_named(poise, near):
    result = poise.json("mean", near, "--epsilon", 2, "--seed", 1)
    assert result["method"] == "poise" and "counted as 0" in result["warnings"][-1]
    named = poise.json("mean", near, "--epsilon", 2, "--seed", 1, "--method", result["chosen"])
    assert named["method"] == result["chosen"] and "chosen" not in named and named["value"] == result["value"]


def messy(poise):
    """A third of ages missing, a flag that one in ten has, and an income far out; the means of what is there."""
    rows = [(30 + i % 21 if i % 3 else "", i % 10 == 0, 20000 + 7 * i) for i in range(6000)]
    path = poise.write("messy.csv", "age,flag,income\n" + "".join(f"{a},{int(f)},{n}\n" for a, f, n in rows))
    ages = [a for a, _, _ in rows if a != ""]
    return path, [sum(ages) / len(ages), 0.1, 20000 + 7 * 5999 / 2], [2 / 3, 1, 1]


def test_a_missing_cell_is_missing_unless_it_is_said_to_be_zero(poise):
    path, means, present = messy(poise)
    result = poise.json("mean", path, "--rho", 1, "--seed", 1)
    for value, mean, spread in zip(result["value"], means, [6, 0.3, 12000]):
        assert value == pytest.approx(mean, abs=0.1 * spread)
    assert result["present"]["value"] == pytest.approx(present, abs=0.03)
    for end in ("interval", "population_interval"):
        assert all(low < value < high for low, value, high in zip(result[end]["low"], result["value"], result[end]["high"]))
    zero = poise.json("mean", path, "--rho", 1, "--seed", 1, "--missing", "zero")
    assert zero["value"][0] == pytest.approx(means[0] * 2 / 3, abs=1)
    assert zero["present"] == {"value": [1, 1, 1], "noise_std": [0, 0, 0]}
    assert "present cells" not in [step["step"] for step in zero["privacy"]["spent"]]
    assert "present" in poise.ok("mean", path, "--rho", 1).stdout.splitlines()[2]
    assert "counts as 0" in poise.refuses("mean", path, "--rho", 1, "--missing", "skip", "--method", "clipped")
    assert "skip or zero" in poise.refuses("mean", path, "--rho", 1, "--missing", "none")


def test_limits_cut_cells_off_and_clamp_the_result(poise):
    path, means, _ = messy(poise)
    result = poise.json("mean", path, "--rho", 1, "--seed", 1, "--limits", "age=40:120,income=:30000")
    assert result["value"][0] > means[0] + 1
    assert result["value"][2] < 30000
    assert all(high <= 30000 for high in (result["interval"]["high"][2], result["population_interval"]["high"][2]))
    quantile = poise.json("quantile", path, "-q", "0.9", "--columns", "income", "--epsilon", 2, "--limits", "income=:30000")
    assert quantile["value"][0]["value"][0] <= 30000
    for wrong, says in (("age", "COLUMN=LOW:HIGH"), ("age=9:1", "have to rise"), ("agee=0:1", "did you mean"),
                        ("age=0:x", "must be a number"), ("age=0:1,age=0:2", "twice"), ("age=:", "one number at least")):
        assert says in poise.refuses("mean", path, "--rho", 1, "--limits", wrong)


def test_too_few_rows_are_refused_with_the_rows_it_takes(poise):
    path = poise.write("few.csv", "age\n" + "".join(f"{i % 50}\n" for i in range(40)))
    said = poise.refuses("mean", path, "--rho", "0.1")
    needed = int(re.search(r"needs at least (\d+) rows", said).group(1))
    assert "--limits" in said and "--try-anyway" in said and "nothing was spent" in said
    forecast = poise.json("forecast", "mean", "--rows", 40, "--columns", 1, "--rho", "0.1")
    assert [one["rows_to_run"] for one in forecast["methods"] if one["method"] == "poise"] == [needed]
    tried = poise.json("mean", path, "--rho", "0.1", "--try-anyway")
    assert any("needs at least" in warning for warning in tried["warnings"])
    limited = poise.json("mean", path, "--rho", "0.1", "--limits", "age=0:50")
    assert 0 <= limited["value"][0] <= 50 and limited["interval"]["low"][0] >= 0


def test_options_of_one_method_are_not_for_poise(poise, near):
    for option in (["--steps", 2], ["--clip-quantile", 0.5], ["--variances", "1,2"], ["--covariance", "estimated"]):
        assert f"{option[0]} is not for the method poise" in poise.refuses("mean", near, "--rho", 1, *option)


def test_rows_clipped_to_their_median_are_shorter(poise):
    text = "x\n" + "".join(f"{i % 100}\n" for i in range(5000))
    path = poise.write("ramp.csv", text)

    def mean(quantile):
        options = ["--method", "clipped", "--rho", 100, "--clip-quantile", quantile, "--seed", 1]
        return poise.json("mean", path, *options)["value"][0]

    assert mean(0.5) == pytest.approx((sum(range(50)) + 50 * 50) / 100, abs=2)
    assert mean(0.98) == pytest.approx(49.5, abs=0.5)


def test_a_coarser_grid_gives_values_on_it_and_fewer_rows_suffice(poise):
    """Many columns and little budget: without precision the medians need more rows than there are."""
    text = ",".join(f"c{j}" for j in range(64)) + "\n" + "".join(
        ",".join(str((i * 7 + j * 3) % 11) for j in range(64)) + "\n" for i in range(2000)
    )
    path = poise.write("wide.csv", text)
    options = ["mean", path, "--method", "instance-optimal", "--bound", 100, "--rho", "0.02"]
    needs = [
        int(warning.split("at least ")[1].split()[0])
        for precision in ([], ["--precision", 100])
        for warning in poise.json(*options, *precision)["warnings"]
    ]
    assert len(needs) == 2 and needs[1] < needs[0]


@pytest.mark.parametrize(
    "options, says",
    [
        (["--precision", "0.1"], "--precision needs --bound"),
        (["--precision", "0", "--bound", "1"], "--precision must be a positive number"),
        (["--precision", "1e-30", "--bound", "1e6"], "62 bits"),
        (["--mean-within", "1"], "go together"),
        (["--std-min", "1", "--std-max", "2"], "go together"),
        (["--mean-within", "x", "--std-min", "1", "--std-max", "2"], "--mean-within must be a positive number"),
        (["--mean-within", "1", "--std-min", "-1", "--std-max", "2"], "--std-min must be a positive number"),
        (["--mean-within", "1", "--std-min", "3", "--std-max", "2"], "--std-max is less than --std-min"),
        (["--mean-within", "1", "--std-min", "1", "--std-max", "2", "--bound", "3"], "so does --bound"),
        (["--clip-quantile", "0"], "--clip-quantile must be a positive number"),
        (["--clip-quantile", "1.01"], "--clip-quantile must be at most 1"),
        (["--clip-quantile", "0.5", "--method", "gaussian"], "not for the method gaussian"),
        (["--clip-quantile", "0.5", "--method", "coinpress"], "not for the method coinpress"),
        (["--steps", "2"], "not for the method instance-optimal"),
        (["--covariance", "estimated", "--method", "clipped"], "not for the method clipped"),
        (["--steps", "0", "--method", "coinpress"], "--steps"),
        (["--steps", "21", "--method", "coinpress"], "--steps"),
        (["--steps", "two", "--method", "coinpress"], "--steps"),
        (["--norm", "0.5", "--method", "plan"], "--norm must be a number between 1 and 1000"),
        (["--norm", "two", "--method", "plan"], "--norm must be"),
        (["--norm", "1"], "not for the method instance-optimal"),
        (["--variances", "1,2", "--method", "clipped"], "not for the method clipped"),
        (["--variances", "1,-2", "--method", "plan"], "--variances must be numbers that are not negative"),
        (["--variances", "1,,2", "--method", "plan"], "--variances must be numbers"),
        (["--variances", "1,2,3", "--method", "plan"], "3 variances for 2 columns"),
        (["--variances", "1,x", "--method", "plan"], "--variances must be numbers"),
        (["--variances-from", "no_such_file", "--method", "plan"], "no_such_file"),
        (["--variances-from", "no_such_file"], "not for the method instance-optimal"),
        (["--variances", "1,2", "--variances-from", "no_such_file", "--method", "plan"], "in two ways"),
        (["--pairs", "0", "--method", "plan"], "--pairs"),
        (["--pairs", "257", "--method", "plan"], "--pairs"),
        (["--pairs", "2", "--method", "clipped"], "not for the method clipped"),
        (["--pairs", "2", "--variances", "1,2", "--method", "plan"], "they are given"),
        (["--binary"], "not for the method instance-optimal"),
        (["--binary", "--bound", "2", "--method", "plan"], "--binary says that cells are 0 or 1"),
        (["--binary", "--pairs", "2", "--method", "plan"], "--pairs is not for --binary"),
        (["--binary", "--method", "plan"], "neither 0 nor 1"),
        (["--covariance", "diagonal", "--method", "coinpress"], "--covariance must be identity or estimated"),
    ],
)
def test_choices_that_make_no_sense(poise, near, options, says):
    method = [] if "--method" in options else ["--method", "instance-optimal"]
    assert says in poise.refuses("mean", near, "--rho", "1", *method, *options)


def test_bad_choices_are_told_before_the_file_is_read(poise):
    assert "--steps" in poise.refuses("mean", "no_such_file.csv", "--rho", "1", "--steps", "2")


@pytest.mark.parametrize("text", ["4,2", "4 2\n", "4\n2\n", "4,\n2,\n"])
def test_variances_from_a_file_are_those_of_the_list(poise, near, text):
    path = poise.write("variances.txt", text)
    options = ["mean", near, "--rho", 1, "--method", "plan", "--seed", 1]
    assert poise.json(*options, "--variances-from", path) == poise.json(*options, "--variances", "4,2")


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "has no variances"),
        ("4,-2", "not negative"),
        ("4,,2", "not negative"),
        ("4", "1 variances for 2 columns"),
        ("4 2 1", "3 variances for 2 columns"),
        ("4\nnan\n", "not negative"),
        ("a,b\n4,2\n", "not negative"),
    ],
)
def test_files_of_variances_that_make_no_sense(poise, near, text, says):
    path = poise.write("variances.txt", text)
    assert says in poise.refuses("mean", near, "--rho", 1, "--method", "plan", "--variances-from", path)


def test_too_few_rows_for_medians_are_told_with_the_number_it_takes(poise):
    """n, d and rho alone decide; with enough rows there is no warning."""
    header = ",".join(f"c{j}" for j in range(40)) + "\n"
    rows = [",".join(str((i * 7 + j * 3) % 11) for j in range(40)) + "\n" for i in range(6000)]
    options = ["--rho", "0.1", "--method", "plan", "--bound", "100", "--seed", "1"]
    few = poise.json("mean", poise.write("few.csv", header + "".join(rows[:500])), *options)
    assert few["method"] == "plan"
    told = [warning for warning in few["warnings"] if "this is the mean of instance-optimal instead" in warning]
    needed = int(told[0].split("at least ")[1].split()[0])
    assert 500 < needed < 6000
    assert [step["step"] for step in few["privacy"]["spent"]] == ["centre", "radius", "sum"]
    enough = poise.json("mean", poise.write("enough.csv", header + "".join(rows[:needed])), *options)
    assert not any("plan needs" in warning for warning in enough["warnings"])
    assert [step["step"] for step in enough["privacy"]["spent"]] == ["centre", "variance", "radius", "sum"]


# Item 1 in every second basket, item 2 in every tenth, item 5 never.
BASKETS = [["1"] * (i % 2) + ["2"] * (i % 10 == 0) for i in range(20000)]


@pytest.fixture
def baskets(poise):
    return poise.write("baskets.dat", "".join(" ".join(items) + "\n" for items in BASKETS))


@pytest.mark.parametrize("norm", [1, 2])
def test_baskets_take_the_binary_instance_of_plan(poise, baskets, norm):
    options = ["--rho", "1", "--method", "plan", "--norm", norm, "--columns", "1,2,5", "--seed", "1"]
    result = poise.json("mean", baskets, *options)
    assert result["value"] == pytest.approx([0.5, 0.1, 0], abs=0.01)
    assert [step["step"] for step in result["privacy"]["spent"]] == ["variance", "radius", "sum"]
    assert [step["rho"] for step in result["privacy"]["spent"]] == pytest.approx([0.1, 0.01, 0.89])


def test_a_table_that_is_binary_by_its_word_is_as_one_by_its_format(poise, baskets):
    rows = [[str(int(item in items)) for item in ("1", "2", "5")] for items in BASKETS]
    path = poise.write("binary.csv", "1,2,5\n" + "".join(",".join(row) + "\n" for row in rows))
    options = ["--rho", "1", "--method", "plan", "--seed", "1"]
    by_format = poise.json("mean", baskets, *options, "--columns", "1,2,5")
    by_word = poise.json("mean", path, *options, "--binary", "--columns", "1,2,5")
    assert by_word["value"] == by_format["value"]


@pytest.mark.parametrize("cell", ["2", "0.5", "-1", "1e300", "1.0001"])
def test_a_table_that_is_not_binary_is_refused(poise, cell):
    path = poise.write("almost.csv", "a,b\n" + "0,1\n" * 50 + f"{cell},1\n" + "1,0\n" * 50)
    said = poise.refuses("mean", path, "--rho", 1, "--method", "plan", "--norm", 1, "--binary")
    assert "neither 0 nor 1" in said and cell not in said


def test_binary_cells_and_a_unit_do_not_go_together(poise):
    path = poise.write("units.csv", "who,a\n" + "".join(f"p{i % 30},{i % 2}\n" for i in range(60)))
    options = ["--rho", 1, "--method", "plan", "--binary", "--unit", "who"]
    assert "read with a unit" in poise.refuses("mean", path, *options)


@pytest.mark.parametrize("option", [["--bound", 1000], ["--pairs", 2], ["--bound", 5, "--precision", 1]])
def test_options_about_numbers_are_not_for_baskets(poise, baskets, option):
    assert "0 or 1" in poise.refuses("mean", baskets, "--rho", 1, "--method", "plan", *option)


def test_variances_from_what_never_ends_are_refused(poise, near):
    options = ["mean", near, "--rho", 1, "--method", "plan", "--variances-from"]
    assert "is a device" in poise.refuses(*options, "/dev/zero")


def test_units_of_their_own_can_be_said_whatever_the_names(poise):
    rows = "".join(f"{i % 10},{(i % 11) * 1e6}\n" for i in range(5000))
    table = poise.write("numbered.csv", "c0,c1\n" + rows)
    together = poise.json("mean", table, "--rho", 1, "--seed", 1)
    apart = poise.json("mean", table, "--rho", 1, "--seed", 1, "--own-units")
    assert apart["value"][0] == pytest.approx(4.5, abs=0.2) and apart["noise_std"][0] < together["noise_std"][0] / 2
    assert "not for the method plan" in poise.refuses("mean", table, "--rho", 1, "--own-units", "--method", "plan")


def test_a_bound_is_honoured_by_whatever_poise_chooses(poise):
    rows = "".join(f"{i % 100}\n" for i in range(5000))
    table = poise.write("wide.csv", "x\n" + rows)
    for budget in (["--rho", 2], ["--epsilon", 4]):
        result = poise.json("mean", table, *budget, "--bound", 10, "--seed", 1)
        assert result["value"] == [pytest.approx(9.45, abs=0.5)]
