"""Whatever holds a table, as a source of rows for the library: nothing is copied that can be used as it lies.

What a cell means is said in one place, the library's table/cell.h. Cells of one type are used as they are; cells
that could be anything (lists, columns of objects or text) are read one by one, so that nobody's cell chooses a type
for everybody else's. Modules that a user may not have (scipy, pandas, pyarrow) are never imported here to look at
data: who passes their objects has imported them already.
"""

import collections.abc
import decimal
import importlib
import itertools
import numbers
import os
import re
import sys
import warnings
from typing import Any, Callable, List, Optional, Sequence, Tuple

import numpy as np

from poise import _poise
from poise._errors import BadInput, Error, Failure

# Called by the library, after the budget was charged, with the columns and the unit it wants.
MakeSource = Callable[[List[str], Optional[str]], _poise.Source]

# Name, numbers or None, kinds of cells or None, and what the cells are called where they are no numbers.
Column = Tuple[str, Any, Any, str]

KINDS = "a NumPy array, a SciPy sparse matrix, a pandas, polars or pyarrow table, or a path"

_MISSING = 1  # as CellKind has it


def source_of(data: Any) -> MakeSource:
    """How to read the data, by what they are; no cell is looked at yet."""
    make = _maker(data)
    return lambda columns, unit: _in_our_words(make, columns, unit)


def _maker(data: Any) -> MakeSource:
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
    if _is_instance("polars", "DataFrame", data) and _holds_objects(data):
        return lambda columns, unit: _polars_frame(data, columns, unit)
    if _is_instance("polars", "Series", data) and data.dtype == sys.modules["polars"].Object:
        return lambda columns, unit: _polars_frame(data.to_frame(data.name or "c0"), columns, unit)
    if hasattr(data, "__arrow_c_stream__"):
        return lambda columns, unit: _poise.from_arrow_stream(data.__arrow_c_stream__())
    if hasattr(data, "__arrow_c_array__"):
        return lambda columns, unit: _poise.from_arrow_array(*data.__arrow_c_array__())
    if isinstance(data, (list, tuple)):
        return lambda columns, unit: _listed(data, unit)
    if isinstance(data, np.ndarray) or hasattr(data, "__array__") or _has_buffer(data):
        return lambda columns, unit: _array(data, unit)
    raise BadInput(f"data of type {type(data).__name__} hold no table", f"give {KINDS}")


def _in_our_words(make: MakeSource, columns: List[str], unit: Optional[str]) -> _poise.Source:
    """What other libraries raise may quote a cell, and a book would keep it: so none of it comes out."""
    try:
        with warnings.catch_warnings():  # nor what they warn of, such as somebody's cell that is too large
            warnings.simplefilter("ignore")
            return make(columns, unit)
    except Error as error:
        raised: Error = error
    except MemoryError:
        raised = Failure("there is not enough memory for the table", "give fewer columns or rows, or a file")
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException:  # a panic of polars is no Exception
        raised = BadInput(
            "the table could not be handed over: its own library failed to read it",
            "read it to its end without poise, to see why",
        )
    raised.__context__ = None
    raise raised.with_traceback(None)


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


# Cells one by one.


def _read(cells: List[Any]) -> Tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
    """What each cell means: numbers, NaN for all others; and of which kind it is."""
    values, kinds = np.empty(len(cells), dtype=np.float64), np.empty(len(cells), dtype=np.uint8)
    classes = (numbers.Real, decimal.Decimal, np.bool_)
    pandas = sys.modules.get("pandas")
    gaps = (np.ma.masked, getattr(pandas, "NA", None), getattr(pandas, "NaT", None))
    _poise.read_cells(cells, classes, gaps, values, kinds)
    return values, kinds


def _people(cells: List[Any]) -> "np.ndarray[Any, Any]":
    """Whose each row is, as numbers: equal cells are one person, NaN is a missing id."""
    _, kinds = _read(cells)
    found: dict[Any, int] = {}
    people = np.full(len(cells), np.nan)
    for row, cell in enumerate(cells):
        if kinds[row] == _MISSING:
            continue
        try:
            people[row] = found.setdefault(cell, len(found))
        except MemoryError:
            raise
        except Exception:  # a list, say, which nobody can tell from another: an id like a missing one
            continue
    return people


def _columns(cells: List[Any], width: int, unit: Optional[str]) -> _poise.Source:
    """Cells row by row, which could be anything; columns are c0, c1, ..."""
    rows = len(cells) // width if width else 0
    if width == 0:
        return _poise.from_matrix(np.empty((rows, 0)), [])  # the library knows what to say
    values, kinds = (part.reshape(rows, width) for part in _read(cells))
    by_column = np.ascontiguousarray(kinds.T)
    parts: List[Column] = []
    for place in range(width):
        if f"c{place}" == unit:
            parts.append((unit, _people(cells[place::width]), None, ""))
        else:
            parts.append((f"c{place}", values[:, place], by_column[place], ""))
    return _poise.from_columns(parts, rows)


def _is_row(cell: Any) -> bool:
    if isinstance(cell, (str, bytes, bytearray)):
        return False
    return isinstance(cell, collections.abc.Sequence) or getattr(cell, "ndim", 0) > 0


def _listed(data: Sequence[Any], unit: Optional[str]) -> _poise.Source:
    """A list of cells or of rows: most of them tell which."""
    rows = [row.tolist() if hasattr(row, "tolist") else row for row in data if _is_row(row)]
    if 2 * len(rows) <= len(data):
        return _columns(list(data), 1, unit)
    width = len(rows[0])
    if width > 0 and all(len(row) > 0 and all(map(_is_row, row)) for row in rows):
        raise _dimensions(3)
    cells = list(itertools.chain.from_iterable(rows))
    if len(rows) < len(data) or any(len(row) != width for row in rows) or len(cells) != width * len(data):
        raise BadInput("the table has rows of different lengths", "give every row as many cells")
    if width == 0:
        return _poise.from_matrix(np.empty((len(data), 0)), [])
    return _columns(cells, width, unit)


def _dimensions(count: int) -> BadInput:
    return BadInput(
        f"the table has {count} dimensions, not one or two",
        "give one column, or rows and columns, such as array.reshape(len(array), -1)",
    )


# Arrays.


def _array(data: Any, unit: Optional[str]) -> _poise.Source:
    """Anything that NumPy takes for an array."""
    masked = isinstance(data, np.ma.MaskedArray)
    array = data if masked else np.asarray(data)
    if array.ndim not in (1, 2):
        raise _dimensions(array.ndim)
    if array.dtype.names is not None:
        raise BadInput("the table is a structured array", "give its fields as a data frame: pandas.DataFrame(array)")
    kind = array.dtype.kind
    if kind in "OUST" or (masked and kind in "biuf" and unit is not None):
        return _columns(list(array.reshape(-1).tolist()), 1 if array.ndim == 1 else array.shape[1], unit)
    if masked and kind in "biuf":
        return _poise.from_matrix(np.ma.filled(array.astype(np.float64), np.nan), [])
    cells = None if masked else _numbers(array)
    if cells is None:
        raise BadInput(
            f"the table holds cells of type {_type_name(array.dtype)}, not numbers",
            "convert it, such as with array.astype(float), where NaN marks a missing cell",
        )
    return _poise.from_matrix(cells, [])


def _type_name(dtype: Any) -> str:
    """What a type is called, without what may have been made for its longest cell."""
    if getattr(dtype, "kind", "") == "V":
        return "raw bytes"
    return re.split(r"[\[(<]", str(dtype).lstrip("<>=|"))[0] or "object"


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
            f"the table holds cells of type {_type_name(rows.dtype)}, not numbers",
            "convert it, such as with astype(float)",
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


# Data frames.


def _frame(frame: Any, columns: List[str], unit: Optional[str]) -> _poise.Source:
    """Columns of a pandas frame, each where it lies."""
    names = [str(name) for name in frame.columns]
    wanted = set(columns) if columns else None
    parts: List[Column] = []
    for place, name in enumerate(names):
        series = frame.iloc[:, place]
        if name == unit:
            parts.append((name, *_ids(series)))
        elif wanted is None or name in wanted:
            parts.append((name, *_cells(series, named=wanted is not None)))
        else:
            parts.append((name, None, None, _type_name(series.dtype)))
    return _poise.from_columns(parts, len(frame))


def _series(series: Any) -> _poise.Source:
    name = "c0" if series.name is None or series.name == "" else str(series.name)
    if series.ndim != 1 or getattr(series, "nlevels", 1) != 1:
        raise BadInput("an index of several levels is no column", "give a data frame: index.to_frame()")
    return _poise.from_columns([(name, *_cells(series, named=True))], len(series))


def _cells(series: Any, named: bool) -> Tuple[Any, Any, str]:
    """Numbers of a column, or the name of what it holds in their place."""
    dtype, types = series.dtype, sys.modules["pandas"].api.types
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        return _numbers(series.to_numpy()), None, ""
    # Its own types have a mask, or an Arrow array, where numbers are missing.
    if types.is_numeric_dtype(dtype) and dtype.kind not in "cO":
        return series.to_numpy(dtype=np.float64, na_value=np.nan), None, ""
    # One word makes objects or text of a column of numbers; categories are said to be no numbers.
    categories = isinstance(dtype, sys.modules["pandas"].CategoricalDtype)
    anything = types.is_object_dtype(dtype) or types.is_string_dtype(dtype) or types.is_numeric_dtype(dtype)
    if dtype.kind == "c" or not (named if categories else anything):
        return None, None, _type_name(dtype)
    return *_read(series.to_numpy(dtype=object).tolist()), ""


def _ids(series: Any) -> Tuple[Any, Any, str]:
    """Whose each row is, as numbers; NaN is a missing id."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        return _numbers(series.to_numpy()), None, ""
    return _people(series.to_numpy(dtype=object).tolist()), None, ""


def _holds_objects(frame: Any) -> bool:
    return any(dtype == sys.modules["polars"].Object for dtype in frame.dtypes)


def _polars_frame(frame: Any, columns: List[str], unit: Optional[str]) -> _poise.Source:
    """A polars frame with columns of Python objects, which it hands over to nobody."""
    polars = sys.modules["polars"]
    parts: List[Column] = []
    for series in frame:
        dtype = series.dtype
        if series.name == unit:
            parts.append((series.name, _people(series.to_list()), None, ""))
        elif columns and series.name not in columns:
            parts.append((series.name, None, None, _type_name(dtype)))
        elif dtype == polars.Object or dtype.is_decimal():
            parts.append((series.name, *_read(series.to_list()), ""))
        elif dtype.is_numeric() or dtype in (polars.Boolean, polars.Null):
            numbers = series.cast(polars.Float64).fill_null(float("nan")).to_numpy()
            parts.append((series.name, np.ascontiguousarray(numbers), None, ""))
        else:
            parts.append((series.name, None, None, _type_name(dtype)))
    return _poise.from_columns(parts, frame.height)


# Files.


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
    except MemoryError:
        raise
    except PermissionError:
        raise BadInput(f"cannot read {path}: Permission denied", "ask its owner, or name another file") from None
    except (pyarrow.ArrowException, OSError):  # in words of their own, which may quote a cell
        raise BadInput(
            f"{path} is damaged, or is not {'a .parquet' if ending == '.parquet' else 'an .arrow'} file",
            "write it again, and check that it was copied completely",
        ) from None
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
