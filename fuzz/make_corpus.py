"""Writes fuzz/corpus: small files of every format, sound ones and known bad ones.

Run with the Python of build/venv after adding a case here. Inputs that broke a reader once are
kept beside them under names that start with `found-`, and are never written by this script.
"""

import datetime
import decimal
import pathlib
import struct

import pyarrow as pa
import pyarrow.parquet as pq

CORPUS = pathlib.Path(__file__).parent / "corpus"


def write(reader, name, data):
    folder = CORPUS / reader
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())


def csv():
    write("csv", "plain", "id,x,y\na,1,2.5\nb,-3,4e2\na,NA,\n")
    write("csv", "quotes", 'id,x,"y ""z"""\n"a,b",1,2\n"line\nend",3,"4"\n')
    write("csv", "line-ends", "\xef\xbb\xbfx,id\r\n1,a\r\n\r\n2,b\r3,c\n".encode("latin-1"))
    write("csv", "words", "x,id\none,1\ntwo,2\n3,3\n")
    write("csv", "one-column", "x\n1\n\n2\n")
    write("csv", "open-quote", 'x,id\n1,"a\n')
    write("csv", "ragged", "x,id\n1\n")
    write("csv", "same-names", "x,x\n1,2\n")
    write("csv", "utf16", "\ufeffx\n1\n".encode("utf-16-le"))
    write("csv", "long-numbers", "x\n" + "1" * 400 + "." + "9" * 400 + "e-400\n1e999999999\n")


def npy_file(descr, shape, data, fortran=False, version=1):
    text = repr({"descr": descr, "fortran_order": fortran, "shape": shape}).encode() + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text + data


def npy():
    cells = struct.pack("<6d", 1, 2, 3, float("nan"), -0.0, 6)
    write("npy", "f8", npy_file("<f8", (3, 2), cells))
    write("npy", "f8-fortran", npy_file("<f8", (3, 2), cells, True, 2))
    for descr, code in {"<f4": "f", "|i1": "b", "<i2": "h", "<i4": "i", "<i8": "q", "|u1": "B", "<u2": "H"}.items():
        write("npy", descr[1:], npy_file(descr, (2, 2), struct.pack("<4" + code, 1, 2, 3, 4)))
    write("npy", "one-dimension", npy_file("<f8", (6,), cells))
    write("npy", "wrong-magic", b"\x93NUMPX" + npy_file("<f8", (3, 2), cells)[6:])
    write("npy", "truncated", npy_file("<f8", (3, 2), cells[:-1]))
    write("npy", "lying-shape", npy_file("<f8", (4611686018427387904, 4), cells))
    write("npy", "wrapping-shape", npy_file("<f8", (2**63, 2**63), cells))
    write("npy", "lying-header", b"\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr': '<f8'}")
    write("npy", "objects", npy_file("|O", (1,), b"\x00" * 8))


def text_formats():
    write("baskets", "plain", "1 2 3\n2\t7\n\n3 3 1\r\n")
    write("baskets", "zero", "0 5\n")
    write("baskets", "too-large", "1 4194305\n")
    write("baskets", "overflow", "1 99999999999999999999999\n")
    write("baskets", "words", "1 two\n")
    write("svm", "plain", "+1 1:0.5 3:-2e3 # note\n-1 qid:7 2:1\n\n0 1:nan\n")
    write("svm", "twice", "1 1:1 1:2\n")
    write("svm", "bad-pair", "1 1:\n")
    write("svm", "too-large", "1 4194305:1\n")
    head = "%%MatrixMarket matrix coordinate "
    write("mtx", "real", head + "real general\n% note\n3 2 3\n1 1 0.5\n3 2 -2e3\n2 1 nan\n")
    write("mtx", "pattern", head + "pattern general\n2 2 2\n1 1\n2 2\n")
    write("mtx", "integer", head + "integer general\n2 2 1\n1 2 7\n")
    write("mtx", "lying-sizes", head + "real general\n99999999999 4194304 99999999999\n1 1 1\n")
    write("mtx", "wrapping-sizes", head + "real general\n18446744073709551615 2 1\n1 1 1\n")
    write("mtx", "outside", head + "real general\n2 2 1\n3 1 1\n")
    write("mtx", "truncated", head + "real general\n2 2 2\n1 1 1\n")
    write("mtx", "symmetric", head + "real symmetric\n2 2 1\n2 1 1\n")


def small_table(rows=7):
    some = range(rows)
    return pa.table({
        "x": pa.array([None if i % 3 == 1 else i for i in some], pa.int32()),
        "id": pa.array([None if i == 2 else f"p{i % 3}" for i in some], pa.string()),
        "f": pa.array([i / 8 for i in some], pa.float64()),
        "b": pa.array([i % 2 == 0 for i in some], pa.bool_()),
    })


def typed_table():
    day = datetime.date(2020, 1, 1)
    return pa.table({
        "x": pa.array([1, None], pa.uint64()),
        "id": pa.array(["a", None]).dictionary_encode(),
        "h": pa.array([1.5, 2.5], pa.float16()),
        "d": pa.array([decimal.Decimal("1.25"), None], pa.decimal128(9, 2)),
        "e": pa.array([decimal.Decimal("-7.125"), None], pa.decimal256(50, 3)),
        "when": pa.array([day, None]),
        "list": pa.array([[1, 2], None], pa.list_(pa.int8())),
        "pair": pa.array([{"y": 1}, None]),
    })


def parquet():
    def save(name, table, **how):
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, **{"compression": "none", **how})
        data = sink.getvalue().to_pybytes()
        write("parquet", name, data)
        return data

    data = save("plain", small_table(), use_dictionary=False, write_statistics=False)
    save("dictionary", small_table(20), row_group_size=8)
    for codec in ["snappy", "gzip", "zstd", "lz4", "brotli"]:
        save(codec, small_table(40).select(["x", "id"]), compression=codec, store_schema=False)
    save("pages-v2", small_table(40), data_page_version="2.0", data_page_size=64, compression="snappy")
    save("delta", small_table(40).select(["x"]), use_dictionary=False, column_encoding={"x": "DELTA_BINARY_PACKED"})
    save("split", small_table(9).select(["f"]), use_dictionary=False, column_encoding={"f": "BYTE_STREAM_SPLIT"})
    save("types", typed_table())
    save("no-rows", small_table(0))
    save("same-names", pa.table([pa.array([1]), pa.array([2])], names=["x", "x"]))
    write("parquet", "truncated", data[:-9])
    write("parquet", "wrong-magic", b"PAR2" + data[4:])
    write("parquet", "lying-footer", data[:-8] + struct.pack("<I", 0x7FFFFFFF) + b"PAR1")
    write("parquet", "no-footer", b"PAR1" + struct.pack("<I", 0) + b"PAR1")
    # The number of rows, a zigzag variable-length integer behind the schema, made absurd.
    footer = len(data) - 8 - struct.unpack("<I", data[-8:-4])[0]
    place = data.index(b"\x16\x0e", footer)
    longer = data[:place] + b"\x16\xfe\xff\xff\xff\xff\x1f" + data[place + 2:-8]
    write("parquet", "lying-rows", longer + struct.pack("<I", len(longer) - footer) + b"PAR1")
    lying_page()


def varint(number):
    """As Thrift's compact protocol writes a non-negative integer."""
    number, out = 2 * number, b""
    while number >= 128:
        out, number = out + bytes([number % 128 + 128]), number // 128
    return out + bytes([number])


def lying_page():
    """A page that promises two gigabytes once it is decompressed; all other sizes still fit."""
    sink = pa.BufferOutputStream()
    table = pa.table({"x": pa.array(range(300), pa.int32())})
    pq.write_table(table, sink, compression="snappy", use_dictionary=False, write_statistics=False)
    data = sink.getvalue().to_pybytes()
    chunk = pq.read_metadata(pa.BufferReader(data)).row_group(0).column(0)
    footer = len(data) - 8 - struct.unpack("<I", data[-8:-4])[0]
    assert data[4:7] == b"\x15\x00\x15", "a data page, and its size"
    size = 7
    end = size + 1
    while data[end - 1] >= 128:
        end += 1
    lie = varint(2**31 - 1)
    longer = len(lie) - (end - size)
    honest = varint(chunk.total_compressed_size)
    fitting = varint(chunk.total_compressed_size + longer)
    assert len(honest) == len(fitting)
    facts = data[footer:].replace(honest, fitting)
    write("parquet", "lying-page", data[:size] + lie + data[end:footer] + facts)


def arrow():
    def save(name, table, stream=False, batch=None, **how):
        sink = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(**how)
        new = pa.ipc.new_stream if stream else pa.ipc.new_file
        with new(sink, table.schema, options=options) as writer:
            writer.write_table(table, max_chunksize=batch)
        data = sink.getvalue().to_pybytes()
        write("arrow", name, data)
        return data

    data = save("plain", small_table())
    stream = save("stream", small_table(), stream=True)
    save("batches", small_table(9), batch=4)
    save("zstd", small_table(40), compression="zstd")
    compressed = save("lz4-stream", small_table(40), stream=True, compression="lz4")
    write("arrow", "lying-buffer", compressed.replace(struct.pack("<q", 160), struct.pack("<q", 2**31)))
    save("types", typed_table())
    save("types-stream", typed_table(), stream=True)
    save("views", pa.table({"id": pa.array(["a", "a word of more than twelve"], pa.string_view()), "x": [1, 2]}))
    save("no-rows", small_table(0))
    save("same-names", pa.table([pa.array([1]), pa.array([2])], names=["x", "x"]))
    write("arrow", "truncated", data[:-9])
    write("arrow", "truncated-stream", stream[: len(stream) * 2 // 3])
    write("arrow", "wrong-magic", b"ARROX1" + data[6:])
    write("arrow", "lying-footer", data[:-10] + struct.pack("<I", 0x7FFFFFFF) + b"ARROW1")
    write("arrow", "lying-message", b"\xff\xff\xff\xff\xff\xff\xff\x7f" + stream[8:])
    # The number of rows in the last message, and with it every length, made absurd.
    write("arrow", "lying-rows", stream.replace(struct.pack("<q", 7), struct.pack("<q", 2**40)))


def session_body(budget, participants=2, columns=("a", "b", "c"), grid=(-10, 1 << 20), reach=4096):
    """A session without its digest, which the target adds."""
    names = b"".join(struct.pack("<I", len(name)) + name.encode() for name in columns)
    signs = b"".join(struct.pack("<Q", 5) for _ in range((len(columns) + 63) // 64))
    head = b"poiseS\x01" + bytes([1, 2, 3]) + bytes(13) + struct.pack("<QI", participants, len(columns)) + names
    return head + struct.pack("<qq", *grid) + signs + struct.pack("<Q", reach) + budget


def fraction(text):
    return struct.pack("<I", len(text)) + text.encode()


def local_budget(rho="2"):
    return b"\0" + fraction(rho)


def shuffle_budget(epsilon="20", delta="1/100", dishonest="0", key=bytes(range(9, 41))):
    return b"\x01" + fraction(epsilon) + fraction(delta) + fraction(dishonest) + key


def round_body(number=1, step=2, turn=0, reach=4096, centre=(), radius=0, search=()):
    text = b"poiseR\x01" + bytes(8) + struct.pack("<IBIQI", number, step, turn, reach, len(centre))
    text += struct.pack(f"<{len(centre)}q", *centre) + struct.pack("<QI", radius, len(search))
    return text + b"".join(struct.pack("<II", *leaves) for leaves in search)


def rounds():
    """As fuzz_round.cpp takes them: what to make right, the session's length, a session, a round."""
    whole, ours = 3, 8

    def save(name, session, asked, how=whole):
        write("round", name, bytes([how]) + struct.pack("<H", len(session)) + session + asked)

    centre, middle = (1, -2, 3, 0), [(0, 1024)] * 4
    steps = {"reach": round_body(1, 1, reach=0), "centre": round_body(), "radius": round_body(2, 3, centre=centre),
             "sum": round_body(3, 4, centre=centre, radius=700)}
    for step, asked in steps.items():
        save(f"local-{step}", session_body(local_budget(), reach=0 if step == "reach" else 4096), asked)
        save(f"ours-{step}", b"", asked, whole + 2 * ours)
    save("ours-reach-unknown", b"", steps["reach"], whole + ours)
    save("ours-shuffle", b"", round_body(search=middle), whole + 3 * ours)
    shuffle = session_body(shuffle_budget(), 20)
    save("shuffle-tree", shuffle, round_body())
    save("shuffle-search", shuffle, round_body(search=middle))
    save("shuffle-sum", shuffle, round_body(12, 4, centre=centre, radius=1 << 40))
    save("no-key", session_body(shuffle_budget(key=bytes(32)), 20), round_body())
    save("one-key", session_body(shuffle_budget(key=b"\x01" + bytes(31)), 20), round_body())
    save("most-participants", session_body(local_budget(), 1 << 32), round_body())
    save("long-fraction", session_body(local_budget("1/" + "3" * 500)), round_body())
    save("not-lowest", session_body(local_budget("2/4")), round_body())
    save("no-denominator", session_body(local_budget("1/0")), round_body())
    save("finest-grid", session_body(local_budget(), grid=(-1022, 1 << 58)), round_body())
    save("same-names", session_body(local_budget(), columns=("a", "a")), round_body())
    save("lying-columns", b"poiseS\x01" + bytes(24) + b"\xff\xff\xff\xff", round_body())
    save("lying-centre", session_body(local_budget()), round_body()[:32] + b"\xff\xff\xff\xff")
    save("other-session", session_body(local_budget()), round_body(), 1)
    save("damaged", session_body(local_budget()), round_body(), 0)


def messages():
    """As fuzz_message.cpp takes them: who listens, to which round, changes to a sound message or a whole one."""
    changed, sealed = 1, 2
    for session in range(2):
        for listener, who in enumerate(["local", "shuffler", "analyzer"]):
            for number in range(4):
                start = bytes([listener + 3 * session, number])
                name = f"{who}-{session}-{number}"
                write("message", name, start + bytes([changed | sealed]))
                place = struct.pack("<HB", 60, 7)  # behind the envelope
                write("message", name + "-changed", start + bytes([changed | sealed]) + place)
    for listener, letter in enumerate("MBX"):
        start = bytes([listener, 0])
        write("message", f"opening-{letter}", start + bytes([sealed]) + f"poise{letter}\x01".encode())
        write("message", f"long-{letter}", start + bytes([sealed]) + f"poise{letter}\x01".encode() + bytes(200))
        write("message", f"shorter-{letter}", start + bytes([changed | sealed]) + b"\x30")
        write("message", f"longer-{letter}", start + bytes([changed | sealed]) + b"\0\0")
        write("message", f"damaged-{letter}", start + bytes([0]) + f"poise{letter}\x01".encode() + bytes(60))
    counts = b"".join(struct.pack("<HB", 31 + i, 255) for i in range(4))  # how many records there are, a lie
    write("message", "lying-records", bytes([2, 0, changed | sealed]) + counts)


for make in [csv, npy, text_formats, parquet, arrow, rounds, messages]:
    make()
