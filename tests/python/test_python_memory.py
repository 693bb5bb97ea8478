"""Large tables enter without a copy: memory grows by far less than they take."""

import subprocess
import sys

import pytest

# 10^6 rows of 64 doubles are 512 MB; what poise needs beside them must stay below 100 MB.
MEASURE = """
import numpy as np
import poise
{setup}
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

poise.mean(np.ones((1000, 2)), rho=1, bound=1)  # whatever is loaded on the first call
with open("/proc/self/clear_refs", "w") as reset:
    reset.write("5")  # the peak is what is there now
before = peak()
estimate = poise.mean(table, rho=1, bound=10, method="gaussian")
assert estimate.value.shape == (64,)
assert abs(estimate.value[1] - {mean}) < 0.01, estimate.value
print(peak() - before)
"""

TABLES = {
    "numpy, by rows": """
array = np.empty((1_000_000, 64)); array[:] = np.arange(64) / 64
table = array
""",
    "numpy, by columns": """
array = np.empty((64, 1_000_000)); array[:] = (np.arange(64) / 64)[:, None]
table = array.T
""",
    "pyarrow": """
import pyarrow as pa
array = np.empty((64, 1_000_000)); array[:] = (np.arange(64) / 64)[:, None]
table = pa.table([pa.array(column) for column in array], names=[f"c{i}" for i in range(64)])
""",
    "pyarrow, in chunks": """
import pyarrow as pa
array = np.empty((64, 1_000_000)); array[:] = (np.arange(64) / 64)[:, None]
parts = lambda column: pa.chunked_array([pa.array(column[i:i + 100_000]) for i in range(0, 1_000_000, 100_000)])
table = pa.table([parts(column) for column in array], names=[f"c{i}" for i in range(64)])
""",
    "pandas, made of a matrix": """
import pandas as pd
array = np.empty((1_000_000, 64)); array[:] = np.arange(64) / 64
table = pd.DataFrame(array, copy=False)
""",
    "pandas, made of columns": """
import pandas as pd
array = np.empty((64, 1_000_000)); array[:] = (np.arange(64) / 64)[:, None]
table = pd.DataFrame({f"c{i}": array[i] for i in range(64)}, copy=False)
""",
    "polars": """
import polars as pl
array = np.empty((64, 1_000_000)); array[:] = (np.arange(64) / 64)[:, None]
table = pl.DataFrame({f"c{i}": array[i] for i in range(64)})
""",
    "scipy, compressed rows": """
from scipy import sparse
places = np.tile(np.arange(64, dtype=np.int32), 600_000)
values = np.tile(np.arange(64) / 64, 600_000)
table = sparse.csr_array((values, places, np.arange(600_001, dtype=np.int32) * 64), shape=(600_000, 64))
""",
}


@pytest.mark.parametrize("kind", TABLES)
def test_large_tables_are_used_where_they_lie(kind):
    done = subprocess.run(
        [sys.executable, "-c", MEASURE.format(setup=TABLES[kind], mean=1 / 64)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 100, f"{done.stdout.strip()} MB more"


def test_the_measure_notices_a_copy():
    setup = "array = np.zeros((1_000_000, 64), dtype='>f8'); array[:] = np.arange(64) / 64; table = array"
    done = subprocess.run(
        [sys.executable, "-c", MEASURE.format(setup=setup, mean=1 / 64)], capture_output=True, text=True, check=True
    )
    assert float(done.stdout) > 400
