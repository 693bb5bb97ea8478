"""Bad usage and unusable input: exit 2 and two clear lines, before anything is spent."""

import subprocess

import pytest
from command import binary

GOOD = ["--bound", "10", "--rho", "0.5"]


@pytest.mark.parametrize("rho", ["0", "-1", "nan", "inf", "1e400", "0,5", "", "half", "1/0", "0x1", " 1", "1e-101"])
def test_a_rho_nobody_could_honour(poise, table, rho):
    assert "rho" in poise.refuses("mean", table, "--bound", 10, f"--rho={rho}")


@pytest.mark.parametrize(
    "budget",
    [
        [],
        ["--rho", "1", "--epsilon", "1"],
        ["--rho", "1", "--epsilon", "1", "--delta", "1e-9"],
        ["--rho", "1", "--delta", "1e-9"],
        ["--delta", "1e-9"],
        ["--epsilon", "1"],
        ["--epsilon", "0"],
        ["--epsilon", "0", "--delta", "1e-9"],
        ["--epsilon=-1", "--delta", "1e-9"],
        ["--epsilon", "nan", "--delta", "1e-9"],
        ["--epsilon", "1", "--delta", "0"],
        ["--epsilon", "1", "--delta", "1"],
        ["--epsilon", "1", "--delta", "2"],
        ["--epsilon", "1", "--delta", "nan"],
        ["--rho"],
        ["--rho", "1", "--rho", "2"],
        ["--rho", "1e-70"],
    ],
)
def test_a_budget_that_makes_no_sense(poise, table, budget):
    poise.refuses("mean", table, "--bound", 10, *budget)


def test_pure_epsilon_says_what_the_method_needs(poise, table):
    said = poise.refuses("mean", table, "--bound", 10, "--epsilon", 1)
    assert "needs --delta" in said and "use --rho" in said


@pytest.mark.parametrize("bound", ["0", "-1", "nan", "inf", "1e400", "0,5", "ten", "1e-400"])
def test_a_bound_that_makes_no_sense(poise, table, bound):
    assert "bound must be" in poise.refuses("mean", table, "--rho", 1, f"--bound={bound}")


def test_a_method_that_needs_a_bound_says_so(poise, table):
    assert "needs --bound" in poise.refuses("mean", table, "--rho", 1)


@pytest.mark.parametrize("seed", ["-1", "1.5", "x", "", "99999999999999999999999"])
def test_a_seed_that_is_no_whole_number(poise, table, seed):
    assert "--seed" in poise.refuses("mean", table, *GOOD, f"--seed={seed}")


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "empty"),
        ("\ufeff", "empty"),
        ("a,b\n", "no rows"),
        ("a,b", "no rows"),
        ("a,b\n1,2\n3\n", "line 3"),
        ("a,b\n1,2\n3,4,5\n", "line 3"),
        ("a,a\n1,2\n", "more than one column named 'a'"),
        ('a,b\n1,"2\n', "never closed"),
        ("name\nann\nbob\n", "no column of numbers"),
        ("a\n1\n", "one row"),
        (b"\xff\xfea\x00", "UTF-16"),
        (b"PK\x03\x04\x00\x00", "not text"),
    ],
)
def test_a_file_that_cannot_be_used(poise, text, says):
    assert says in poise.refuses("mean", poise.write("bad.csv", text), *GOOD)


def test_files_that_are_not_there_or_not_files(poise, tmp_path):
    assert "no such file" in poise.refuses("mean", "nobody.csv", *GOOD)
    (tmp_path / "folder.csv").mkdir()
    assert "directory" in poise.refuses("mean", "folder.csv", *GOOD)
    assert "reads no .parquet" in poise.refuses("mean", "table.parquet", *GOOD)
    poise.refuses("mean", *GOOD)


def test_columns_that_are_not_there(poise, table):
    assert "no column 'c'" in poise.refuses("mean", table, *GOOD, "--columns", "c")
    assert "more than once" in poise.refuses("mean", table, *GOOD, "--columns", "a,a")
    assert "holds words" in poise.refuses("mean", table, *GOOD, "--columns", "name")
    assert "takes one value" in poise.refuses("mean", table, *GOOD, "--columns=")
    assert "not a list of names" in poise.refuses("mean", table, *GOOD, "--columns", "a\nb")
    wide = poise.write("wide.csv", "income,age\n1,2\n3,4\n")
    assert "did you mean 'income'" in poise.refuses("mean", wide, *GOOD, "--columns", "incmoe")


def test_messages_stay_two_lines_whatever_names_hold(poise):
    odd = poise.write("odd.csv", '"two\nlines",b\nx,1\ny,2\n')
    poise.refuses("mean", odd, *GOOD, "--columns", '"two\nlines"')
    poise.refuses("mean", odd, *GOOD, "--columns", '"no\nsuch\ncolumn"')
    poise.refuses("mean", "no\nsuch.csv", *GOOD)


def test_no_message_quotes_a_cell(poise):
    for text in ("a,b\n90125,1\n90125\n", "a\nsecret90125\n", 'a,b\n90125,"90125\n', "a\n90125\n"):
        assert "90125" not in poise.refuses("mean", poise.write("secret.csv", text), *GOOD)


def test_strange_cells_are_no_error(poise):
    strange = poise.write("strange.csv", "a\nnan\ninf\n-inf\n1e400\n\nNA\noops\n1\n2\n3\n4\n5\n")
    result = poise.json("mean", strange, "--bound", 10, "--rho", "1e8")
    assert result["rows"] == 12
    # nan, the empty line, NA and the word count as 0; infinite cells as +-10.
    assert result["value"] == [pytest.approx((10 - 10 + 10 + 15) / 12, abs=1e-3)]


def test_an_option_without_its_value_or_given_twice(poise, table):
    assert "--rho takes one value, once" in poise.refuses("mean", table, "--bound", 10, "--rho")
    assert "--rho takes one value, once" in poise.refuses("mean", table, *GOOD, "--rho", 1)
    assert "FILE is required" in poise.refuses("mean", *GOOD)


def test_slips_meet_a_suggestion(poise, table):
    assert "poise mean" in poise.refuses("maen", table, *GOOD)
    assert "did you mean gaussian" in poise.refuses("mean", table, *GOOD, "--method", "gausian")
    assert "did you mean --bound" in poise.refuses("mean", table, "--bond", 10, "--rho", 1)
    assert "did you mean pareto" in poise.refuses("generate", "paretto", "--rows", 1, "--columns", 1, "--out", "x.csv")


@pytest.mark.parametrize("method", ["poise", "instance-optimal", "clipped", "plan", "universal", "coinpress"])
def test_methods_to_come_are_not_taken_for_others(poise, table, method):
    assert f"method {method} is not available in this version" in poise.refuses("mean", table, *GOOD, "--method", method)


@pytest.mark.parametrize("option", ["--norm", "--unit", "--ledger", "--dataset", "--html", "--threads"])
def test_options_to_come_are_not_silently_accepted(poise, table, option):
    assert f"{option} is not available" in poise.refuses("mean", table, *GOOD, option, "2")
    assert f"{option} is not available" in poise.refuses("mean", table, *GOOD, f"{option}=2")


@pytest.mark.parametrize("command", ["variance", "iqr", "quantile", "forecast", "ledger", "audit", "reproduce"])
def test_commands_to_come_are_not_available(poise, command):
    assert "not available in this version" in poise.refuses(command)


def test_no_command_or_a_wrong_one(poise):
    poise.refuses()
    poise.refuses("zebra")
    poise.refuses("--zebra")
    poise.refuses("mean", "a.csv", "b.csv", *GOOD)


def test_standard_output_that_cannot_be_written_is_a_failure(poise, table):
    for arguments in (["mean", table, *GOOD], ["mean", table, *GOOD, "--json"], ["methods"], ["--help"],
                      ["generate", "binary", "--rows", "100000", "--columns", "2", "--seed", "1", "--out", "-"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([binary(), *arguments], cwd=poise.folder, stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=60)
        assert done.returncode == 4
        assert len(done.stderr.splitlines()) == 2
