"""What a refusal may say: nothing that another library said, and nothing that a cell holds."""

import numpy as np
import pyarrow as pa
import pytest
from harness import COMMAND, history, poise, tells_a_secret

SCHEMA = pa.schema([("x", pa.float64())])


def stream_that_fails():
    """As pyarrow's reader of CSV files fails at a cell that is no number."""
    def batches():
        yield pa.record_batch({"x": [1.0, 2.0]})
        raise pa.ArrowInvalid("In CSV column #1: invalid value 'Jane Doe HIV+ positive'")

    return pa.RecordBatchReader.from_batches(SCHEMA, batches())


class ArrayThatFails:
    def __array__(self, dtype=None, copy=None):
        raise ValueError("could not convert string to float: 'Jane Doe HIV+ positive'")


class StreamThatFails:
    def __arrow_c_stream__(self, requested_schema=None):
        raise TypeError("cell 'Jane Doe HIV+ positive' is no number")


@pytest.mark.parametrize("make", [stream_that_fails, ArrayThatFails, StreamThatFails])
def test_a_table_that_cannot_be_handed_over_tells_no_cell(make, tmp_path):
    book = poise.Ledger.create(tmp_path / "book.db", dataset="people", rho=1)
    with pytest.raises(poise.BadInput) as refused:
        poise.mean(make(), rho=0.5, ledger=book, dataset="people")
    assert not tells_a_secret(str(refused.value)) and "could not be handed over" in str(refused.value)
    assert refused.value.__cause__ is None and refused.value.__context__ is None
    told = history(book.path)
    assert not tells_a_secret(told)
    assert [entry["state"] for entry in told["datasets"][0]["entries"]] == ["struck-out"], "it cost nothing"


@pytest.mark.parametrize(
    "data",
    [
        np.ma.MaskedArray(["Jane Doe HIV+", "positive" * 20]),
        np.ma.MaskedArray([b"Jane Doe", b"positive"]),
        np.array(["Jane Doe", "positive" * 20]),
        ["Jane Doe", "positive" * 20],
        np.array(["1987-06-05", "1987-06-06"], dtype="M8[s]"),
    ],
    ids=["masked text", "masked bytes", "text", "list", "dates"],
)
def test_a_table_of_words_tells_neither_a_cell_nor_how_long_it_is(data):
    with pytest.raises(poise.BadInput) as refused:
        poise.mean(data, rho=0.5)
    assert not tells_a_secret(str(refused.value))
    assert "160" not in str(refused.value) and "U13" not in str(refused.value)


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".feather"])
def test_a_damaged_file_is_refused_in_our_words(ending, tmp_path):
    path = tmp_path / f"people{ending}"
    path.write_bytes(b"PAR1 Jane Doe HIV+ positive PAR1")
    with pytest.raises(poise.BadInput, match="is damaged, or is not an? ") as refused:
        poise.mean(path, rho=0.5)
    assert not tells_a_secret(str(refused.value).replace(str(tmp_path), ""))


def test_the_first_row_of_a_file_without_a_header_is_not_shown(tmp_path):
    import subprocess

    path = tmp_path / "people.csv"
    path.write_text("1987,34.5,\n1988,40,2\n1990,30,1\n")
    for more in ([], ["--columns", "age"], ["--unit", "id"]):
        done = subprocess.run([COMMAND, "mean", path, "--rho", "1", *more], capture_output=True, text=True)
        assert done.returncode == 2 and "begins with a line of numbers" in done.stderr
        assert "1987" not in done.stderr and "34.5" not in done.stderr
    with pytest.raises(poise.BadInput, match="begins with a line of numbers"):
        poise.mean(path, rho=1)
