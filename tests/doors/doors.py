"""Every door through which rows come in: how a sheet gets there, and which readers it goes through.

A new reader joins the list DOORS: test_door_list.py fails when there is one that no door names.
"""

import array
import csv
import dataclasses
import decimal
import io
import math
import pathlib
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import scipy.sparse
import sheets


class CannotHold(Exception):
    """The type that the table has by its owner's choice has no room for such a cell."""


@dataclasses.dataclass
class Handed:
    """What poise is given: a file for the command, or an object for Python."""

    data: Any
    stdin: Optional[bytes] = None
    options: Dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Door:
    name: str
    readers: Tuple[str, ...]  # the functions behind it
    hand: Callable[[sheets.Sheet, pathlib.Path], Handed]
    sheet: Callable[[], sheets.Sheet] = sheets.mixed
    unit: Optional[str] = "id"
    names: Optional[Dict[str, str]] = None  # what columns are called behind the door, where that is not their name
    command: bool = False  # or Python

    def wanted(self):
        """Columns of numbers, as one would name them."""
        numbers = [name for name in self.sheet().names if name not in ("id", "city", "label", self.unit)]
        return [self.called(name) for name in numbers]

    def called(self, name):
        return self.names[name] if self.names else name


# Files.


def as_text(cell):
    if cell is None:
        return ""
    return cell.decode() if isinstance(cell, bytes) else str(cell)


def separated(sheet, separator=",", header=True):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    if header:
        writer.writerow(sheet.names)
    writer.writerows([as_text(cell) for cell in row] for row in sheet.rows())
    return text.getvalue().encode()


def text_file(ending, separator=",", header=True, **options):
    def hand(sheet, folder):
        path = folder / f"people{ending}"
        path.write_bytes(separated(sheet, separator, header))
        return Handed(path, options=options)

    return hand


def standard_input(sheet, folder):
    return Handed("-", stdin=separated(sheet))


def npy_file(dtype, order="C", **options):
    def hand(sheet, folder):
        path = folder / "people.npy"
        np.save(path, np.asarray(matrix(sheet, dtype), order=order))
        return Handed(path, options=options)

    return hand


def arrow_file(write, ending, **options):
    def hand(sheet, folder):
        path = folder / f"people{ending}"
        write(arrow_table(sheet), path)
        return Handed(path, options=options)

    return hand


def write_parquet(table, path):
    pyarrow.parquet.write_table(table, path, row_group_size=50)


def write_arrow(table, path):
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=50)


def write_arrow_stream(table, path):
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=50)


def write_feather(table, path):
    pyarrow.feather.write_feather(table, path, compression="lz4")


# Arrays and lists.


def matrix(sheet, dtype):
    """Rows of numbers of one type, which must hold every cell."""
    kind = np.dtype(dtype)
    for row in sheet.rows():
        for cell in row:
            check_number(cell, kind)
    return np.array(sheet.rows(), dtype=kind)


def check_number(cell, kind):
    if kind.kind == "f" and isinstance(cell, float) and not math.isfinite(cell):
        return
    if kind.kind == "f" and isinstance(cell, (int, float)) and abs(cell) <= int(np.finfo(kind).max):
        return
    if kind.kind in "iu" and isinstance(cell, int) and not isinstance(cell, bool):
        if np.iinfo(kind).min <= cell <= np.iinfo(kind).max:
            return
    if kind.kind == "b" and isinstance(cell, int) and cell in (0, 1):
        return
    raise CannotHold


def whole_array(dtype, change=lambda array: array):
    return lambda sheet, folder: Handed(change(matrix(sheet, dtype)))


def flags(sheet, folder):
    return Handed(matrix(sheet.only("c1", "c1"), "bool"))


def walked_backwards(cells):
    return np.ascontiguousarray(cells[::-1, ::-1])[::-1, ::-1]


def with_gaps(cells):
    wide = np.zeros((cells.shape[0], 2 * cells.shape[1]), dtype=cells.dtype)
    wide[:, ::2] = cells
    return wide[:, ::2]


def masked(dtype):
    def hand(sheet, folder):
        rows = sheet.rows()
        mask = [[cell is None for cell in row] for row in rows]
        filled = [[0 if cell is None else cell for cell in row] for row in rows]
        return Handed(np.ma.MaskedArray(matrix(sheet.with_rows(filled), dtype), mask=mask))

    return hand


def object_array(sheet, folder):
    cells = np.empty((sheet.height, len(sheet.names)), dtype=object)
    for i, row in enumerate(sheet.rows()):
        for j, cell in enumerate(row):
            cells[i, j] = cell
    return Handed(cells)


def masked_objects(sheet, folder):
    cells = object_array(sheet, folder).data
    return Handed(np.ma.MaskedArray(cells, mask=[[cell is None for cell in row] for row in cells]))


def text_array(sheet, folder):
    return Handed(np.array([[as_text(cell) for cell in row] for row in sheet.rows()]))


def bytes_array(sheet, folder):
    return Handed(np.array([[as_text(cell).encode() for cell in row] for row in sheet.rows()]))


def array_as_numpy_likes(sheet, folder):
    """NumPy chooses one type for all cells, before poise sees them."""
    try:
        return Handed(np.array(sheet.only("a", "gap").rows()))
    except ValueError:
        raise CannotHold from None


def one_column(sheet, folder):
    return Handed(list(sheet.columns["b"]))


def buffer_of_doubles(sheet, folder):
    cells = [cell for cell in sheet.columns["c0"]]
    for cell in cells:
        check_number(cell, np.dtype("f8"))
    return Handed(array.array("d", cells))


# Data frames.


def frame(make):
    def hand(sheet, folder):
        try:
            return Handed(pd.DataFrame({name: make(name, cells) for name, cells in sheet.columns.items()}))
        except (TypeError, ValueError, OverflowError, pa.ArrowException):
            raise CannotHold from None

    return hand


def as_pandas_likes(name, cells):
    """pandas chooses the type of a column, before poise sees it."""
    return pd.Series(cells)


def objects(name, cells):
    series = pd.Series([None] * len(cells), dtype=object)
    for i, cell in enumerate(cells):
        series.iat[i] = cell
    return series


def decimals(name, cells):
    if name in ("id", "city"):
        return objects(name, cells)
    return objects(name, [decimal.Decimal(repr(cell)) if isinstance(cell, float) else cell for cell in cells])


def texts(name, cells):
    return pd.Series([None if cell is None else as_text(cell) for cell in cells], dtype="string")


def python_texts(name, cells):
    return pd.Series([None if cell is None else as_text(cell) for cell in cells], dtype=pd.StringDtype("python"))


def nullable(name, cells):
    dtype = {"id": "Int64", "a": "Float64", "b": "Int64", "gap": "Float64", "city": "string"}[name]
    check_type(cells, {"Int64": "whole", "Float64": "number", "string": "text"}[dtype])
    return pd.array(cells, dtype=dtype)


def backed_by_arrow(name, cells):
    return pd.Series(arrow_column(name, cells), dtype=pd.ArrowDtype(ARROW_TYPES[name]))


def categories(name, cells):
    try:
        return pd.Series(objects(name, cells)).astype("category")
    except TypeError:  # a list is no category
        raise CannotHold from None


def check_type(cells, kind):
    """What a column of a type takes; a fraction or a word is for its owner to refuse."""
    for cell in cells:
        if cell is None:
            continue
        if kind == "text" and not isinstance(cell, str):
            raise CannotHold
        if kind == "whole" and not (type(cell) is int and -(2**63) <= cell < 2**63):
            raise CannotHold
        if kind == "number" and not (type(cell) in (int, float) and not abs(cell) > 1e308 or
                                     type(cell) is float):
            raise CannotHold


ARROW_TYPES = {
    "id": pa.int64(),
    "a": pa.float64(),
    "b": pa.int64(),
    "gap": pa.float64(),
    "city": pa.string(),
}


def arrow_column(name, cells, types=ARROW_TYPES):
    dtype = types[name]
    if pa.types.is_decimal(dtype):
        if not all(cell is None or isinstance(cell, (int, decimal.Decimal)) for cell in cells):
            raise CannotHold
        cells = [cell if cell is None else decimal.Decimal(cell) for cell in cells]
    else:
        check_type(cells, "whole" if pa.types.is_integer(dtype) else "number" if pa.types.is_floating(dtype) else "text")
        if pa.types.is_floating(dtype):
            cells = [None if cell is None else float(cell) for cell in cells]
    try:
        return pa.array(cells, type=dtype)
    except (pa.ArrowException, OverflowError):
        raise CannotHold from None


def arrow_table(sheet, types=ARROW_TYPES):
    return pa.table({name: arrow_column(name, cells, types) for name, cells in sheet.columns.items()})


def arrow(change=lambda table: table, types=ARROW_TYPES):
    return lambda sheet, folder: Handed(change(arrow_table(sheet, types)))


def in_chunks(table):
    """Batches of different lengths, one of them empty."""
    return pa.concat_tables([table.slice(0, 7), table.slice(7, 0), table.slice(7, 50), table.slice(57)])


def with_dictionaries(table):
    """Ids through dictionaries, each chunk with its own."""
    chunks = [table.slice(0, 50), table.slice(50)]
    for i, chunk in enumerate(chunks):
        ids = chunk["id"].combine_chunks().dictionary_encode()
        chunks[i] = chunk.set_column(0, "id", ids)
    return pa.concat_tables(chunks)


WORDS_AS_IDS = {**ARROW_TYPES, "id": pa.string()}
VIEWS_AS_IDS = {**ARROW_TYPES, "id": pa.string_view()}


def all_text(sheet):
    return pa.table({name: pa.array([None if cell is None else as_text(cell) for cell in cells], type=pa.string())
                     for name, cells in sheet.columns.items()})


def ids_of(dtype):
    """Ids of another type, made of the small numbers that they are."""
    def hand(sheet, folder):
        table = arrow_table(sheet.only("a", "b", "gap"))
        small = []
        for cell in sheet.columns["id"]:
            if cell is not None and (type(cell) is not int or abs(cell) > 2**62):
                raise CannotHold
            small.append(None if cell is None else cell % 1024)
        if pa.types.is_decimal(dtype):
            small = [None if cell is None else decimal.Decimal(cell) for cell in small]
        elif pa.types.is_floating(dtype):
            small = [None if cell is None else np.float16(cell) if dtype == pa.float16() else float(cell) for cell in small]
        elif not pa.types.is_integer(dtype):
            small = [None if cell is None else b"%05d" % cell for cell in small]
        return Handed(table.append_column("id", pa.array(small, type=dtype)))

    return hand


def write_all_text(write, ending):
    def hand(sheet, folder):
        path = folder / f"people{ending}"
        write(all_text(sheet), path)
        return Handed(path)

    return hand


def fitting_decimals(sheet, folder):
    """pyarrow makes precision and scale for the longest cell of a column."""
    def fit(cells):
        if not all(cell is None or type(cell) in (int, decimal.Decimal) for cell in cells):
            raise CannotHold
        try:
            return pa.array([None if cell is None else decimal.Decimal(cell) for cell in cells])
        except (pa.ArrowException, TypeError):  # NaN is a decimal, and none of pyarrow's
            raise CannotHold from None

    quarters = [decimal.Decimal(repr(cell)) if type(cell) is float else cell for cell in sheet.columns["a"]]
    return Handed(pa.table({"id": arrow_column("id", sheet.columns["id"]), "a": fit(quarters),
                            "b": fit(sheet.columns["b"])}))


POLARS_TYPES = {"id": pl.Int64, "a": pl.Float64, "b": pl.Int64, "gap": pl.Float64, "city": pl.String}


def polars_frame(sheet, folder):
    return Handed(pl.from_arrow(arrow_table(sheet)))


def polars_objects(sheet, folder):
    return Handed(pl.DataFrame({name: pl.Series(name, cells, dtype=pl.Object) for name, cells in sheet.columns.items()}))


def polars_mixed(sheet, folder):
    """Some columns of objects among others that have a type."""
    check_type(sheet.columns["b"], "whole")
    return Handed(pl.DataFrame({
        "id": pl.Series("id", sheet.columns["id"], dtype=pl.Object),
        "a": pl.Series("a", sheet.columns["a"], dtype=pl.Object),
        "b": pl.Series("b", sheet.columns["b"], dtype=pl.Int64),
        "gap": pl.Series("gap", sheet.columns["gap"], dtype=pl.Object),
        "city": pl.Series("city", sheet.columns["city"], dtype=pl.Object),
    }))


# Sparse rows: no column says whose they are.


def entries(sheet, keep_zeros=False):
    for i, row in enumerate(sheet.rows()):
        for j, cell in enumerate(row):
            if keep_zeros or not (type(cell) is int and cell == 0):
                yield i, j, cell


def words_of(sheet):
    """Cells as words of a line, which have no spaces."""
    return {(i, j): "".join(as_text(cell).split()) or "NA" for i, j, cell in entries(sheet)}


def matrix_market(sheet, folder):
    cells = words_of(sheet)
    lines = [f"{i + 1} {j + 1} {word}" for (i, j), word in cells.items()]
    path = folder / "people.mtx"
    head = f"%%MatrixMarket matrix coordinate real general\n{sheet.height} {len(sheet.names)} {len(lines)}\n"
    path.write_text(head + "\n".join(lines) + "\n")
    return Handed(path)


def libsvm(sheet, folder):
    cells = words_of(sheet)
    labels = ["".join(as_text(cell).split()) or "0" for cell in sheet.columns["label"]]
    lines = [labels[i] + "".join(f" {j}:{cells[i, j]}" for j in range(1, len(sheet.names)) if (i, j) in cells)
             for i in range(sheet.height)]
    path = folder / "people.svm"
    path.write_text("\n".join(lines) + "\n")
    return Handed(path)


def baskets(sheet, folder):
    """The items of a person are the cells of the row, whatever they are."""
    lines = [" ".join("".join(as_text(cell).split()) for cell in row) for row in sheet.rows()]
    path = folder / "people.dat"
    path.write_text("\n".join(lines) + "\n")
    return Handed(path)


def sparse(convert):
    def hand(sheet, folder):
        return Handed(convert(scipy.sparse.csr_array(matrix(sheet, "f8"))))

    return hand


def few():
    """Mostly zeros."""
    return sheets.Sheet({str(j + 1): [(i * j) % 5 if (i + j) % 3 == 0 else 0 for i in range(sheets.ROWS)]
                         for j in range(4)})


def labelled():
    """With what stands first in every line, and is no column."""
    return sheets.Sheet({"label": [1 + i % 2 for i in range(sheets.ROWS)], **few().columns})


def items():
    return sheets.Sheet({str(j + 1): [(3 * i + j) % 9 for i in range(sheets.ROWS)] for j in range(3)})


FILES = dict(command=True)
LISTED = dict(sheet=sheets.mixed, unit="c0", names={"id": "c0", "a": "c1", "b": "c2", "gap": "c3", "city": "c4"})
ARRAY = dict(sheet=sheets.numbers, unit="c2")
WHOLES = dict(sheet=sheets.wholes, unit="c2")
TYPED = dict(sheet=sheets.typed)
ALONE = dict(unit=None)

DOORS = [
    Door("a .csv file", ("read_csv",), text_file(".csv"), **FILES),
    Door("a .tsv file", ("read_csv",), text_file(".tsv", "\t"), **FILES),
    Door("standard input", ("read_csv",), standard_input, **FILES),
    Door("a .csv file larger than memory", ("stream_csv",), text_file(".csv", memory=1), **FILES),
    Door("a .csv file without a header", ("read_csv",), text_file(".csv", header=False, no_header=True), **FILES,
         **LISTED),
    Door("a large .csv file without a header", ("stream_csv",),
         text_file(".csv", header=False, no_header=True, memory=1), **FILES, **LISTED),
    Door("an .npy file of doubles", ("read_npy",), npy_file("f8"), **FILES, **ARRAY),
    Door("an .npy file of int64", ("read_npy",), npy_file("i8"), **FILES, **WHOLES),
    Door("an .npy file, column by column", ("read_npy",), npy_file("f4", "F"), **FILES, **ARRAY),
    Door("an .npy file larger than memory", ("stream_npy",), npy_file("f8", memory=1), **FILES, **ARRAY),
    Door("a large .npy file, column by column", ("stream_npy",), npy_file("i8", "F", memory=1), **FILES, **WHOLES),
    Door("a .parquet file", ("read_parquet",), arrow_file(write_parquet, ".parquet"), **FILES, **TYPED),
    Door("a .parquet file larger than memory", ("read_parquet",), arrow_file(write_parquet, ".parquet", memory=1),
         **FILES, **TYPED),
    Door("an .arrow file", ("read_arrow",), arrow_file(write_arrow, ".arrow"), **FILES, **TYPED),
    Door("an .arrow file larger than memory", ("read_arrow",), arrow_file(write_arrow, ".arrow", memory=1), **FILES,
         **TYPED),
    Door("an .arrow stream in a file", ("read_arrow",), arrow_file(write_arrow_stream, ".arrow"), **FILES, **TYPED),
    Door("a .feather file", ("read_arrow",), arrow_file(write_feather, ".feather"), **FILES, **TYPED),
    Door("a .parquet file of text", ("read_parquet",), write_all_text(write_parquet, ".parquet"), **FILES),
    Door("an .arrow file of text", ("read_arrow",), write_all_text(write_arrow, ".arrow"), **FILES),
    Door("an .mtx file", ("read_matrix_market",), matrix_market, sheet=few, **FILES, **ALONE),
    Door("an .svm file", ("read_svm",), libsvm, sheet=labelled, **FILES, **ALONE),
    Door("a .dat file", ("read_baskets",), baskets, sheet=items, names={"1": "3", "2": "5", "3": "8"}, **FILES,
         **ALONE),
    Door("a path of a .csv", ("from_file",), text_file(".csv")),
    Door("a path of a .parquet", ("from_arrow_stream", "read_arrow_stream"), arrow_file(write_parquet, ".parquet"),
         **TYPED),
    Door("a path of an .arrow", ("from_arrow_stream", "read_arrow_stream"), arrow_file(write_arrow, ".arrow"), **TYPED),
    Door("a list of lists", ("from_columns", "memory_columns"), lambda sheet, _: Handed(sheet.rows()), **LISTED),
    Door("a tuple of tuples", ("from_columns", "memory_columns"),
         lambda sheet, _: Handed(tuple(map(tuple, sheet.rows()))), **LISTED),
    Door("a list of cells", ("from_columns", "memory_columns"), one_column, sheet=lambda: sheets.mixed().only("b"),
         names={"b": "c0"}, **ALONE),
    Door("a list of rows of one cell", ("from_columns", "memory_columns"),
         lambda sheet, _: Handed([[cell] for cell in sheet.columns["b"]]), sheet=lambda: sheets.mixed().only("b"),
         names={"b": "c0"}, **ALONE),
    Door("a list of arrays", ("from_columns", "memory_columns"),
         lambda sheet, folder: Handed(list(object_array(sheet, folder).data)), **LISTED),
    Door("an array of objects", ("from_columns",), object_array, **LISTED),
    Door("an array of text", ("from_columns",), text_array, **LISTED),
    Door("an array of bytes", ("from_columns",), bytes_array, **LISTED),
    Door("an array of NumPy's choice", ("from_matrix", "from_columns"), array_as_numpy_likes,
         sheet=lambda: sheets.mixed().only("a", "gap"), names={"a": "c0", "gap": "c1"}, **ALONE),
    Door("a masked array of doubles", ("from_matrix",), masked("f8"), **ARRAY),
    Door("a masked array of int64", ("from_columns",), masked("i8"), **WHOLES),
    Door("a masked array of objects", ("from_columns",), masked_objects, **LISTED),
    *(Door(f"an array of {dtype}", ("from_matrix", "memory_matrix"), whole_array(dtype), **ARRAY)
      for dtype in ("f8", "f4", "f2", "longdouble", ">f8", "i4", "i2", "i1", "u4", "u2", "u1")),
    Door("an array of i8", ("from_matrix", "memory_matrix"), whole_array("i8"), **WHOLES),
    Door("an array of u8", ("from_matrix", "memory_matrix"), whole_array("u8"), **WHOLES),
    Door("an array of booleans", ("from_matrix",), flags, sheet=lambda: sheets.numbers().only("c1"),
         names={"c1": "c0"}, **ALONE),
    Door("an array, column by column", ("from_matrix",), whole_array("f8", np.asfortranarray), **ARRAY),
    Door("an array walked backwards", ("from_matrix",), whole_array("i8", walked_backwards), **WHOLES),
    Door("an array with gaps", ("from_matrix",), whole_array("f8", with_gaps), **ARRAY),
    Door("a buffer of doubles", ("from_matrix",), buffer_of_doubles, sheet=lambda: sheets.numbers().only("c0"),
         **ALONE),
    Door("pandas, types of its choice", ("from_columns",), frame(as_pandas_likes)),
    Door("pandas, objects", ("from_columns",), frame(objects)),
    Door("pandas, text", ("from_columns",), frame(texts)),
    Door("pandas, text of Python", ("from_columns",), frame(python_texts)),
    Door("pandas, decimals", ("from_columns",), frame(decimals)),
    Door("pandas, nullable", ("from_columns",), frame(nullable), **TYPED),
    Door("pandas, backed by Arrow", ("from_columns",), frame(backed_by_arrow), **TYPED),
    Door("pandas, categories", ("from_columns",), frame(categories)),
    Door("a pandas Series", ("from_columns",), lambda sheet, _: Handed(objects("b", sheet.columns["b"])),
         sheet=lambda: sheets.mixed().only("b"), names={"b": "c0"}, **ALONE),
    Door("a pandas Index", ("from_columns",), lambda sheet, _: Handed(pd.Index(objects("b", sheet.columns["b"]))),
         sheet=lambda: sheets.mixed().only("b"), names={"b": "c0"}, **ALONE),
    Door("polars", ("from_arrow_stream", "read_arrow_stream"), polars_frame, **TYPED),
    Door("polars, objects", ("from_columns",), polars_objects),
    Door("polars, objects among others", ("from_columns",), polars_mixed),
    Door("a pyarrow Table", ("from_arrow_stream", "read_arrow_stream"), arrow(), **TYPED),
    Door("a pyarrow Table in chunks", ("from_arrow_stream", "read_arrow_stream"), arrow(in_chunks), **TYPED),
    Door("a pyarrow Table, ids through dictionaries", ("from_arrow_stream", "read_arrow_stream"),
         arrow(with_dictionaries, WORDS_AS_IDS), sheet=lambda: sheets.typed(whole_ids=False)),
    Door("a pyarrow Table, ids in views", ("from_arrow_stream", "read_arrow_stream"), arrow(types=VIEWS_AS_IDS),
         sheet=lambda: sheets.typed(whole_ids=False)),
    Door("a pyarrow Table of text", ("from_arrow_stream", "read_arrow_stream"),
         lambda sheet, _: Handed(all_text(sheet))),
    Door("polars, text", ("from_arrow_stream", "read_arrow_stream"),
         lambda sheet, _: Handed(pl.from_arrow(all_text(sheet)))),
    *(Door(f"a pyarrow Table, ids of {dtype}", ("from_arrow_stream", "read_arrow_stream"), ids_of(dtype), **TYPED)
      for dtype in (pa.float64(), pa.float32(), pa.float16(), pa.int16(), pa.decimal128(20, 2), pa.binary(),
                    pa.binary(5), pa.large_binary())),
    Door("a pyarrow Array", ("from_arrow_array", "read_arrow_array"),
         lambda sheet, _: Handed(arrow_column("b", sheet.columns["b"])), sheet=lambda: sheets.typed().only("b"),
         names={"b": "c0"}, **ALONE),
    Door("a polars Series", ("from_arrow_stream", "read_arrow_stream"),
         lambda sheet, _: Handed(pl.Series(arrow_column("b", sheet.columns["b"]))),
         sheet=lambda: sheets.typed().only("b"), names={"b": "c0"}, **ALONE),
    Door("a pyarrow Table, fitting decimals", ("from_arrow_stream", "read_arrow_stream"), fitting_decimals,
         sheet=lambda: sheets.typed().only("id", "a", "b")),
    Door("a pyarrow RecordBatch", ("from_arrow_stream", "read_arrow_stream"),
         arrow(lambda table: table.to_batches()[0]), **TYPED),
    Door("a pyarrow StructArray", ("from_arrow_array", "read_arrow_array"),
         arrow(lambda table: table.to_struct_array().combine_chunks()), **TYPED),
    Door("SciPy, compressed rows", ("from_sparse", "memory_sparse"), sparse(lambda rows: rows), sheet=few,
         names={"1": "c0", "2": "c1", "3": "c2", "4": "c3"}, **ALONE),
    Door("SciPy, compressed columns", ("from_sparse",), sparse(lambda rows: rows.tocsc()), sheet=few,
         names={"1": "c0", "2": "c1", "3": "c2", "4": "c3"}, **ALONE),
    Door("SciPy, coordinates", ("from_sparse",), sparse(lambda rows: rows.tocoo()), sheet=few,
         names={"1": "c0", "2": "c1", "3": "c2", "4": "c3"}, **ALONE),
]
