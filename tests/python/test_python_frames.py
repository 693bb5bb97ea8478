"""Data frames of pandas, polars and pyarrow: which columns count, and what their cells mean."""

import datetime
import decimal

import numpy as np
import pandas as pd
import poise
import polars as pl
import pyarrow as pa
import pytest

HUGE = {"rho": 1e9, "bound": 128, "method": "gaussian", "seed": 1}


def exactly(table, expected, within=0.011, **options):
    estimate = poise.mean(table, **HUGE, **options)
    assert dict(zip(estimate.columns, estimate.value.round(2))) == pytest.approx(expected, abs=within)
    return estimate


class TestPandas:
    def frame(self):
        return pd.DataFrame(
            {
                "plain": [1.0, 2.0, np.nan, 5.0],
                "whole": pd.array([1, None, 3, 4], dtype="Int64"),
                "real": pd.array([0.5, None, 1.5, 2.0], dtype="Float32"),
                "yes": [True, False, True, True],
                "maybe": pd.array([True, None, False, True], dtype="boolean"),
                "kind": pd.Categorical(["a", "b", "a", "a"]),
                "when": pd.to_datetime(["2020-01-01", "2020-01-02"] * 2),
                "zone": pd.to_datetime(["2020-01-01", "2020-01-02"] * 2, utc=True),
                "long": pd.to_timedelta([1, 2, 3, 4], unit="s"),
                "thing": [[1], [2], [3], [4]],
                "word": ["x", "y", None, "z"],
                "arrow": pd.array([1, 2, 3, None], dtype=pd.ArrowDtype(pa.int16())),
                "sparse": pd.arrays.SparseArray([0.0, 0.0, 4.0, 0.0]),
            }
        )

    def test_every_column_of_numbers_and_no_other(self):
        exactly(
            self.frame(),
            {"plain": 2, "whole": 2, "real": 1, "yes": 0.75, "maybe": 0.5, "arrow": 1.5, "sparse": 1},
        )

    @pytest.mark.parametrize("name", ["when", "zone", "long"])
    def test_columns_that_hold_no_numbers_are_refused_by_name(self, name):
        with pytest.raises(poise.BadInput, match=f"column '{name}' holds cells of type .*, not numbers"):
            poise.mean(self.frame(), **HUGE, columns=[name])

    @pytest.mark.parametrize(
        "unit", ["plain", "whole", "yes", "maybe", "kind", "when", "zone", "long", "word", "arrow"]
    )
    def test_whatever_tells_people_apart_can_be_the_unit(self, unit):
        frame = self.frame()
        people = frame[unit].astype(object).where(frame[unit].notna(), None).nunique(dropna=False)
        alone = frame[unit].isna().sum()  # nobody's rows are each a person
        assert poise.mean(frame, **HUGE, columns=["sparse"], unit=unit).rows == people - (alone > 0) + alone

    @pytest.mark.parametrize("name", ["kind", "thing", "word"])
    def test_words_in_columns_that_are_named_are_missing_cells(self, name):
        assert poise.mean(self.frame(), **HUGE, columns=[name]).columns == (name,)

    def test_a_word_does_not_drop_a_column_of_numbers(self):
        frame = pd.DataFrame({"x": [1.0, 2, 6], "y": [3, "?", 6]})
        exactly(frame, {"x": 3, "y": 3})
        exactly(frame.astype({"y": "string"}), {"x": 3, "y": 3})

    def test_an_index_that_was_read_as_a_column_is_left_out(self):
        exactly(pd.DataFrame({"Unnamed: 0": [0, 1], "x": [1.0, 3.0]}), {"x": 2})
        exactly(pd.DataFrame({"Unnamed: 0": [0, 1], "x": [1.0, 3.0]}), {"Unnamed: 0": 0.5}, columns=["Unnamed: 0"])

    def test_who_cannot_be_told_apart_is_a_person_alone(self):
        assert poise.mean(self.frame(), **HUGE, columns=["plain"], unit="thing").rows == len(self.frame())

    def test_big_numbers_as_ids_stay_apart(self):
        frame = pd.DataFrame({"id": pd.array([2**60, 2**60 + 1, None, None], dtype="Int64"), "x": [1, 3, 5, 7]})
        assert poise.mean(frame, **HUGE, unit="id").rows == 4

    def test_names_that_are_numbers(self):
        frame = pd.DataFrame(np.arange(8.0).reshape(4, 2))
        exactly(frame, {"0": 3, "1": 4})
        exactly(frame, {"1": 4}, columns=[1])

    def test_the_same_name_twice_is_refused(self):
        frame = pd.DataFrame([[1.0, 2.0]], columns=["a", "a"])
        with pytest.raises(poise.BadInput, match="more than one column named 'a'"):
            poise.mean(frame, **HUGE)

    def test_series_and_index(self):
        exactly(pd.Series([1.0, 2, 6], name="x"), {"x": 3})
        exactly(pd.Series([1.0, 2, 6]), {"c0": 3})
        exactly(pd.Series([1, None, 2], dtype="Int8", name="x"), {"x": 1})
        exactly(pd.Index([1, 2, 6]), {"c0": 3})

    def test_slices_of_a_frame(self):
        frame = pd.DataFrame(np.arange(400.0).reshape(100, 4) % 97, columns=list("abcd"))
        for part in (frame[::2], frame[::-1], frame[["d", "a"]], frame.T, frame.iloc[3:7, 1:]):
            part = part.rename(columns=str)
            exactly(part, part.mean().to_dict(), within=0.1)


class TestPolars:
    def frame(self):
        return pl.DataFrame(
            {
                "x": [1.0, 2.0, None, 5.0],
                "n": pl.Series([1, None, 3, 4], dtype=pl.Int16),
                "b": [True, False, None, True],
                "d": pl.Series([decimal.Decimal("1.5"), decimal.Decimal("2.5"), None, None], dtype=pl.Decimal(10, 2)),
                "who": ["ann", "bob", "ann", None],
                "city": pl.Series(["X", "Y", "X", "Y"], dtype=pl.Categorical),
                "day": [datetime.date(2020, 1, day) for day in (1, 1, 2, 2)],
                "list": [[1], [2], [3], [4]],
            }
        )

    def test_every_column_of_numbers_and_no_other(self):
        exactly(self.frame(), {"x": 2, "n": 2, "b": 0.5, "d": 1})

    @pytest.mark.parametrize(("unit", "people"), [("who", 3), ("city", 2), ("day", 2), ("n", 4)])
    def test_units(self, unit, people):
        assert poise.mean(self.frame(), **HUGE, columns=["x"], unit=unit).rows == people

    def test_dates_as_numbers_are_refused(self):
        with pytest.raises(poise.BadInput, match="column 'day' holds cells of type .*, not numbers"):
            poise.mean(self.frame(), **HUGE, columns=["day"])

    def test_words_in_a_column_that_is_named_are_missing_cells(self):
        exactly(self.frame().with_columns(who=pl.Series(["4", "bob", "8", None])), {"who": 3}, columns=["who"])

    def test_a_series_is_a_column_of_its_name(self):
        exactly(pl.Series("x", [1.0, 2, 6]), {"x": 3})

    def test_parts_of_frames(self):
        frame = pl.DataFrame({"a": range(100), "b": range(100, 0, -1)})
        both = pl.concat([frame[:30], frame[30:]], rechunk=False)
        for part in (frame[10:20], both, frame[::3], frame.filter(pl.col("a") > 50)):
            exactly(part, {name: part[name].mean() for name in part.columns})

    def test_a_lazy_frame_is_not_a_table_yet(self):
        with pytest.raises(poise.BadInput, match="collect"):
            poise.mean(self.frame().lazy(), **HUGE)


class TestArrow:
    def table(self):
        return pa.table(
            {
                "x": pa.chunked_array([[1.0, 2.0], [None, 5.0]]),
                "n": pa.chunked_array([pa.array([1, None, 3], pa.int8()), pa.array([4], pa.int8())]),
                "who": pa.chunked_array([["ann", "bob"], ["ann", None]]),
                "coded": pa.chunked_array([pa.array(["u", "v", "u", "v"]).dictionary_encode()]),
            }
        )

    def test_tables_batches_readers_and_arrays(self):
        table = self.table()
        exactly(table, {"x": 2, "n": 2})
        exactly(table.combine_chunks().to_batches()[0], {"x": 2, "n": 2})
        exactly(pa.RecordBatchReader.from_batches(table.schema, table.to_batches()), {"x": 2, "n": 2})
        exactly(table["x"], {"c0": 2})
        exactly(pa.array([1, 2, None, 5]), {"c0": 2})
        exactly(pa.array([9, 9, 1, 2, None, 5])[2:], {"c0": 2})

    def test_units(self):
        assert poise.mean(self.table(), **HUGE, columns=["x"], unit="who").rows == 3
        assert poise.mean(self.table(), **HUGE, columns=["x"], unit="coded").rows == 2

    def test_whoever_speaks_arrow_is_understood(self):
        class Frame:
            def __arrow_c_stream__(self, requested_schema=None):
                return TestArrow().table().__arrow_c_stream__(requested_schema)

        exactly(Frame(), {"x": 2, "n": 2})

    def test_a_stream_that_fails_says_so(self):
        def batches():
            yield self.table().to_batches()[0]
            raise OSError("the disk is gone")

        schema = self.table().schema
        with pytest.raises(poise.Error):
            poise.mean(pa.RecordBatchReader.from_batches(schema, batches()), **HUGE)

    def test_parquet_and_arrow_files(self, tmp_path, both):
        from pyarrow import feather, parquet

        parquet.write_table(self.table(), tmp_path / "t.parquet")
        feather.write_feather(self.table(), tmp_path / "t.arrow")
        with pa.OSFile(str(tmp_path / "s.arrow"), "wb") as file, pa.ipc.new_stream(file, self.table().schema) as to:
            to.write_table(self.table())
        for name in ("t.parquet", "t.arrow", "s.arrow"):
            exactly(tmp_path / name, {"x": 2, "n": 2})
            assert poise.mean(tmp_path / name, **HUGE, columns=["x"], unit="who").rows == 3
        with pytest.raises(poise.BadInput, match="has no column 'nobody'"):
            poise.mean(tmp_path / "t.parquet", **HUGE, columns=["nobody"])
        (tmp_path / "broken.parquet").write_bytes(b"PAR1 no such thing")
        with pytest.raises(poise.BadInput, match="broken.parquet is damaged, or is not a .parquet file"):
            poise.mean(tmp_path / "broken.parquet", **HUGE)
        both.both_refuse("mean", tmp_path / "none.parquet", tmp_path / "none.parquet", rho="1")


def test_one_table_through_every_door_is_one_table(people):
    """The same numbers give the same answer, bit by bit, whoever holds them."""
    frame = pd.DataFrame(people, columns=["age", "income", "hours"])
    frame["who"] = [f"p{i % 999}" for i in range(len(frame))]
    doors = [frame, pl.from_pandas(frame), pa.Table.from_pandas(frame), pa.Table.from_pandas(frame, nthreads=1)]
    for options in ({"rho": 2}, {"epsilon": 9}):
        answers = [poise.mean(door, **options, unit="who", columns=["age", "hours"], seed=4) for door in doors]
        assert all(answer == answers[0] for answer in answers)
    quantiles = [poise.quantile(door, [0.1, 0.9], epsilon=4, columns="income", seed=4) for door in doors]
    assert all(answer == quantiles[0] for answer in quantiles)
