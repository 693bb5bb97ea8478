"""Parquet and Arrow files: the same table gives the same result as CSV does."""

import subprocess

import pytest
from command import binary

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

SEEDED = ["--bound", "64", "--rho", "1", "--seed", "7", "--quiet"]


@pytest.fixture(scope="module", autouse=True)
def arrow_is_built_in(tmp_path_factory):
    folder = tmp_path_factory.mktemp("arrow")
    (folder / "empty.parquet").write_bytes(b"")
    done = subprocess.run([binary(), "mean", "empty.parquet", *SEEDED], cwd=folder, capture_output=True, text=True)
    if "this build of poise reads no" in done.stderr:
        pytest.skip("this build has no Arrow")


def table(rows=500):
    return pa.table({
        "name": [f"p{i}" for i in range(rows)],
        "a": pa.array([None if i % 5 == 0 else i % 50 for i in range(rows)], pa.int16()),
        "b": pa.array([i % 7 - 3.25 for i in range(rows)], pa.float32()),
    })


def write(poise, name, data):
    path = poise.folder / name
    if name.endswith(".parquet"):
        pq.write_table(data, path, row_group_size=100)
    elif name.endswith(".csv"):
        columns = [column.to_pylist() for column in data.columns]
        lines = [",".join("" if cell is None else str(cell) for cell in row) for row in zip(*columns)]
        path.write_text("\n".join([",".join(data.column_names), *lines]) + "\n")
    else:
        new = pa.ipc.new_stream if "stream" in name else pa.ipc.new_file
        with new(path, data.schema) as writer:
            writer.write_table(data, max_chunksize=100)
    return name


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow", "a.feather", "stream.arrow"])
def test_a_table_gives_one_result_in_every_format(poise, name):
    expected = poise.json("mean", write(poise, "a.csv", table()), *SEEDED)
    result = poise.json("mean", write(poise, name, table()), *SEEDED)
    assert result["columns"] == expected["columns"] == ["a", "b"]
    assert result["value"] == expected["value"]


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
def test_a_damaged_file_is_refused(poise, name):
    write(poise, name, table())
    whole = (poise.folder / name).read_bytes()
    for size in [0, 3, 8, len(whole) // 2, len(whole) - 1]:
        poise.write(name, whole[:size])
        poise.refuses("mean", name, *SEEDED)
