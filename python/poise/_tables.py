"""Whatever holds a table, as a source of rows for the library: nothing is copied that can be used as it lies.

Modules that a user may not have (scipy, pandas, pyarrow) are never imported here to look at data: who passes
their objects has imported them already.
"""

import importlib
import math
import os
import sys
from numbers import Real
from typing import Any, Callable, List, Optional, Tuple

import numpy as np

from poise import _poise
from poise._errors import BadInput

# Called by the library, after the budget was charged, with the columns and the unit it wants.
MakeSource = Callable[[List[str], Optional[str]], _poise.Source]

KINDS = "a NumPy array, a SciPy sparse matrix, a pandas, polars or pyarrow table, or a path"


def source_of(data: Any) -> MakeSource:
    """How to read the data, by what they are; no cell is looked at yet."""
    if isinstance(data, (str, os.PathLike)):
        return _file(os.fsdecode(data))
    if _is_from("scipy.sparse", "issparse", data):
        return lambda columns, unit: _sparse(data)
    if _is_instance("pandas", "DataFrame", data):
        return lambda columns, unit: _frame(data, columns, unit)
    if _is_instance("pandas", "Series", data) or _is_instance("pandas", "Index", data):
        return lambda columns, unit: _series(data)
    if _is_instance("polars", "LazyFrame", data):
        raise BadInput("a LazyFrame has no rows yet", "collect it first: poise.mean(frame.collect(), ...)")
    if hasattr(data, "__arrow_c_stream__"):
        return lambda columns, unit: _poise.from_arrow_stream(data.__arrow_c_stream__())
    if hasattr(data, "__arrow_c_array__"):
        return lambda columns, unit: _poise.from_arrow_array(*data.__arrow_c_array__())
    if isinstance(data, (np.ndarray, list, tuple)) or hasattr(data, "__array__") or _has_buffer(data):
        return lambda columns, unit: _array(data)
    raise BadInput(f"data of type {type(data).__name__} hold no table", f"give {KINDS}")


def _is_instance(module: str, name: str, data: Any) -> bool:
    known = getattr(sys.modules.get(module), name, None)
    return known is not None and isinstance(data, known)


def _is_from(module: str, test: str, data: Any) -> bool:
    asks = getattr(sys.modules.get(module), test, None)
    return asks is not None and bool(asks(data))


def _has_buffer(data: Any) -> bool:
    if isinstance(data, (bytes, bytearray)):
        return False  # text that was not decoded, more likely than numbers
    try:
        memoryview(data).release()
    except TypeError:
        return False
    return True


def _array(data: Any) -> _poise.Source:
    """Anything that NumPy takes for an array."""
    if isinstance(data, np.ma.MaskedArray):
        data = np.ma.filled(np.ma.asarray(data, dtype=np.float64), np.nan)
    try:
        array = np.asarray(data)
    except ValueError:
        raise BadInput("the table has rows of different lengths", "give every row as many cells") from None
    if array.ndim not in (1, 2):
        raise BadInput(
            f"the table has {array.ndim} dimensions, not one or two",
            "give one column, or rows and columns, such as array.reshape(len(array), -1)",
        )
    if array.dtype.names is not None:
        raise BadInput("the table is a structured array", "give its fields as a data frame: pandas.DataFrame(array)")
    if array.dtype == object and isinstance(data, (list, tuple)):
        array = _listed(array)
    numbers = _numbers(array)
    if numbers is None:
        raise BadInput(
            f"the table holds cells of type {array.dtype}, not numbers",
            "convert it, such as with array.astype(float), where NaN marks a missing cell",
        )
    return _poise.from_matrix(numbers, [])


def _listed(cells: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Cells of lists that NumPy has no type for, as doubles: None is a missing one, large integers are rounded."""
    if not all(cell is None or isinstance(cell, Real) for cell in cells.flat):
        return cells

    def double(cell: Any) -> float:
        try:
            return math.nan if cell is None else float(cell)
        except OverflowError:
            return math.inf if cell > 0 else -math.inf

    return np.array([double(cell) for cell in cells.flat], dtype=np.float64).reshape(cells.shape)


def _numbers(array: "np.ndarray[Any, Any]") -> Optional["np.ndarray[Any, Any]"]:
    """The same cells in a type that the library reads; None where they are no numbers."""
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "b":
        return array.view(np.uint8)
    if kind not in "iuf":
        return None
    if kind == "f" and size not in (4, 8):
        return array.astype(np.float32 if size == 2 else np.float64)
    if not array.dtype.isnative:
        return array.astype(array.dtype.newbyteorder("="))
    return array


def _sparse(data: Any) -> _poise.Source:
    """Compressed rows as they are; other formats are converted."""
    if data.ndim == 1:
        data = data.reshape(-1, 1)
    rows = data if data.format == "csr" else data.tocsr()
    values = _numbers(rows.data)
    if values is None:
        raise BadInput(
            f"the table holds cells of type {rows.dtype}, not numbers", "convert it, such as with astype(float)"
        )
    height, width = rows.shape
    return _poise.from_sparse(
        height,
        width,
        np.ascontiguousarray(rows.indptr),
        np.ascontiguousarray(rows.indices),
        np.ascontiguousarray(values),
        [],
    )


def _frame(frame: Any, columns: List[str], unit: Optional[str]) -> _poise.Source:
    """Columns of a pandas frame, each where it lies."""
    names = [str(name) for name in frame.columns]
    wanted = set(columns) if columns else None
    parts: List[Tuple[str, Any, str]] = []
    for place, name in enumerate(names):
        series = frame.iloc[:, place]
        if name == unit:
            parts.append((name, *_ids(series)))
        elif wanted is None or name in wanted:
            parts.append((name, *_cells(series)))
        else:
            parts.append((name, None, str(series.dtype)))
    return _poise.from_columns(parts, len(frame))


def _series(series: Any) -> _poise.Source:
    name = "c0" if series.name is None else str(series.name)
    if series.ndim != 1 or getattr(series, "nlevels", 1) != 1:
        raise BadInput("an index of several levels is no column", "give a data frame: index.to_frame()")
    return _poise.from_columns([(name, *_cells(series))], len(series))


def _cells(series: Any) -> Tuple[Optional["np.ndarray[Any, Any]"], str]:
    """Numbers of a column, or the name of what it holds in their place."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        return _numbers(series.to_numpy()), ""
    # Its own types have a mask, or an Arrow array, where numbers are missing.
    if sys.modules["pandas"].api.types.is_numeric_dtype(dtype) and dtype.kind != "c":
        return series.to_numpy(dtype=np.float64, na_value=np.nan), ""
    return None, str(dtype)


def _ids(series: Any) -> Tuple[Optional["np.ndarray[Any, Any]"], str]:
    """Whose each row is, as numbers. All missing ids are one."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        return _numbers(series.to_numpy()), ""
    try:
        codes, _ = sys.modules["pandas"].factorize(series)
    except TypeError:  # lists and other cells that cannot be told apart
        return None, str(dtype)
    return np.ascontiguousarray(codes, dtype=np.int64), ""


def _file(path: str) -> MakeSource:
    ending = os.path.splitext(path)[1].lower()
    if ending not in (".parquet", ".arrow", ".feather"):
        return lambda columns, unit: _poise.from_file(os.fsencode(path))
    return lambda columns, unit: _arrow_file(path, ending, columns, unit)


def _arrow_file(path: str, ending: str, columns: List[str], unit: Optional[str]) -> _poise.Source:
    """Through pyarrow: the library inside this package is built without Arrow's readers."""
    if not os.path.isfile(path):
        return _poise.from_file(os.fsencode(path))  # knows what to say
    try:
        pyarrow: Any = importlib.import_module("pyarrow")
    except ImportError:
        raise BadInput(f"cannot read {path} without the package pyarrow", "install it: pip install pyarrow") from None
    try:
        table = _read_parquet(path, columns, unit) if ending == ".parquet" else _read_arrow(path)
    except (pyarrow.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise BadInput(f"cannot read {path}: {reason}", "check that the file is what its ending says") from None
    return _poise.from_arrow_stream(table.__arrow_c_stream__())


def _read_parquet(path: str, columns: List[str], unit: Optional[str]) -> Any:
    parquet: Any = importlib.import_module("pyarrow.parquet")
    schema = parquet.read_schema(path)
    wanted = [*columns, *([] if unit is None else [unit])] if columns else None
    if wanted is not None and not set(wanted) <= set(schema.names):
        return schema.empty_table()  # the library says which are not there
    return parquet.read_table(path, columns=wanted, memory_map=True)


def _read_arrow(path: str) -> Any:
    pyarrow: Any = importlib.import_module("pyarrow")
    with pyarrow.memory_map(path) as file:
        try:
            return pyarrow.ipc.open_file(file).read_all()
        except pyarrow.ArrowInvalid:
            file.seek(0)
            return pyarrow.ipc.open_stream(file).read_all()
