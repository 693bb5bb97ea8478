"""Whatever the file or the number: an answer or two clear lines, never anything else."""

import json
import tempfile
from fractions import Fraction
from pathlib import Path

from command import Poise
from hypothesis import given, settings
from hypothesis import strategies as st


runs = settings(max_examples=60, deadline=None)


def in_a_folder():
    return tempfile.TemporaryDirectory()


@runs
@given(st.text(alphabet='ab1,."\n\r\t -e9', max_size=60))
def test_any_text_is_read_or_refused(text):
    with in_a_folder() as folder:
        poise = Poise(Path(folder))
        poise.write("any.csv", text)
        arguments = ["mean", "any.csv", "--bound", "10", "--rho", "1", "--json"]
        done = poise.run(*arguments)
        if done.returncode == 0:
            result = json.loads(done.stdout)
            assert len(result["value"]) == len(result["columns"]) > 0
        else:
            poise.refuses(*arguments)


@runs
@given(st.text(alphabet="0123456789./e-+, xn", max_size=12))
def test_any_rho_is_taken_exactly_or_refused(text):
    with in_a_folder() as folder:
        poise = Poise(Path(folder))
        poise.write("t.csv", "a\n1\n2\n")
        arguments = ["mean", "t.csv", "--bound", "10", f"--rho={text}", "--json"]
        done = poise.run(*arguments)
        if done.returncode == 0:
            privacy = json.loads(done.stdout)["privacy"]
            assert Fraction(privacy.get("exact", repr(privacy["rho"]))) == Fraction(text)
        else:
            poise.refuses(*arguments)


cells = st.floats(allow_nan=False, width=64).map(repr) | st.sampled_from(["", "NA", "nan", "inf", "-inf", "1e999"])


@runs
@given(st.lists(cells, min_size=2, max_size=30), st.integers(0, 2**64 - 1))
def test_the_noise_does_not_depend_on_the_cells(column, seed):
    """With one seed, two tables of equal shape differ by the difference of their clipped means."""

    def clipped(text):
        value = float(text) if text not in ("", "NA", "nan") else 0.0
        return max(-8.0, min(8.0, value))

    with in_a_folder() as folder:
        poise = Poise(Path(folder))
        poise.write("cells.csv", "a,b\n" + "".join(f"{cell},1\n" for cell in column))
        poise.write("zeros.csv", "a,b\n" + "0,1\n" * len(column))
        results = [
            poise.json("mean", name, "--method", "gaussian", "--columns", "a", "--bound", "8", "--rho", "1", "--seed", seed, "--quiet")
            for name in ("cells.csv", "zeros.csv")
        ]
    mean = sum(map(clipped, column)) / len(column)
    assert abs(results[0]["value"][0] - results[1]["value"][0] - mean) < 1e-6
    assert results[0]["noise_std"] == results[1]["noise_std"]
