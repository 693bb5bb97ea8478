"""A writer of .npy files that shares nothing with the reader: struct and the format's description."""

import struct

CODES = {"<f4": "f", "<f8": "d", "|i1": "b", "<i2": "h", "<i4": "i", "<i8": "q", "|u1": "B", "<u2": "H", "<u4": "I"}


def npy_header(descr, shape, fortran=False, version=1):
    text = repr({"descr": descr, "fortran_order": fortran, "shape": tuple(shape)}).encode("latin-1")
    start = 8 + (2 if version == 1 else 4)
    text += b" " * (-(start + len(text) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text


def npy(rows, descr="<f8", fortran=False, version=1):
    """Rows are lists of equal length, or plain numbers for an array of one dimension."""
    if isinstance(rows[0], list):
        shape = (len(rows), len(rows[0]))
        cells = [row[i] for i in range(shape[1]) for row in rows] if fortran else [x for row in rows for x in row]
    else:
        shape, cells = (len(rows),), rows
    data = struct.pack("<%d%s" % (len(cells), CODES[descr]), *cells)
    return npy_header(descr, shape, fortran, version) + data
