"""Bad usage and unusable input: exit 2 and two clear lines, before anything is spent."""

import subprocess

import pytest
from command import binary
from npy import npy, npy_header

GOOD = ["--bound", "10", "--rho", "0.5"]


@pytest.mark.parametrize("rho", ["0", "-1", "nan", "inf", "1e400", "0,5", "", "half", "1/0", "0x1", " 1", "1e-101"])
def test_a_rho_nobody_could_honour(poise, table, rho):
    assert "rho" in poise.refuses("mean", table, "--bound", 10, f"--rho={rho}")


@pytest.mark.parametrize(
    "budget",
    [
        [],
        ["--rho", "1", "--epsilon", "1"],
        ["--rho", "1", "--epsilon", "1", "--delta", "1e-9"],
        ["--rho", "1", "--delta", "1e-9"],
        ["--delta", "1e-9"],
        ["--epsilon", "0"],
        ["--epsilon", "1e-90"],
        ["--epsilon", "0", "--delta", "1e-9"],
        ["--epsilon=-1", "--delta", "1e-9"],
        ["--epsilon", "nan", "--delta", "1e-9"],
        ["--epsilon", "1", "--delta", "0"],
        ["--epsilon", "1", "--delta", "1"],
        ["--epsilon", "1", "--delta", "2"],
        ["--epsilon", "1", "--delta", "nan"],
        ["--rho"],
        ["--rho", "1", "--rho", "2"],
        ["--rho", "1e-70"],
    ],
)
def test_a_budget_that_makes_no_sense(poise, table, budget):
    poise.refuses("mean", table, "--bound", 10, *budget)


def test_pure_epsilon_says_what_the_method_needs(poise, table):
    said = poise.refuses("mean", table, "--bound", 10, "--epsilon", 1, "--method", "gaussian")
    assert "needs --delta" in said and "use --rho" in said
    said = poise.refuses("mean", table, "--rho", 1, "--method", "pure-vector")
    assert "gives pure differential privacy alone" in said and "--epsilon without --delta" in said


@pytest.mark.parametrize("bound", ["0", "-1", "nan", "inf", "1e400", "0,5", "ten", "1e-400"])
def test_a_bound_that_makes_no_sense(poise, table, bound):
    assert "bound must be" in poise.refuses("mean", table, "--rho", 1, f"--bound={bound}")


def test_without_a_bound_the_default_is_generous_and_says_so(poise, table):
    done = poise.ok("mean", table, "--rho", 1, "--method", "gaussian", "--json")
    assert "no --bound given" in done.stderr


@pytest.mark.parametrize("seed", ["-1", "1.5", "x", "", "99999999999999999999999"])
def test_a_seed_that_is_no_whole_number(poise, table, seed):
    assert "--seed" in poise.refuses("mean", table, *GOOD, f"--seed={seed}")


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "empty"),
        ("\ufeff", "empty"),
        ("a,b\n", "no rows"),
        ("a,b", "no rows"),
        ("a,b\n1,2\n3\n", "line 3"),
        ("a,b\n1,2\n3,4,5\n", "line 3"),
        ("a,a\n1,2\n", "more than one column named 'a'"),
        ('a,b\n1,"2\n', "never closed"),
        ("name\nann\nbob\n", "no column of numbers"),
        ("a\n1\n", "one row"),
        (b"\xff\xfea\x00", "UTF-16"),
        (b"PK\x03\x04\x00\x00", "not text"),
    ],
)
def test_a_file_that_cannot_be_used(poise, text, says):
    assert says in poise.refuses("mean", poise.write("bad.csv", text), *GOOD)


GOOD_NPY = npy([[1, 2], [3, 4]])
EIGHT = b"\0" * 8


@pytest.mark.parametrize(
    "data, says",
    [
        (b"", "empty"),
        (b"a,b\n1,2\n", "not a .npy file"),
        (b"\x93NUMPZ" + GOOD_NPY[6:], "not a .npy file"),
        (GOOD_NPY[:7], "ends within its header"),
        (GOOD_NPY[:40], "ends within its header"),
        (GOOD_NPY[:-1], "truncated"),
        (GOOD_NPY[:-32], "truncated"),
        (GOOD_NPY + b"\0", "more bytes"),
        (npy_header("<f8", (2**61, 2**61)) + EIGHT, "truncated"),
        (npy_header("|i1", (1, 2**62)) + EIGHT, "truncated"),
        (npy_header(">f8", (1,)) + EIGHT, "big-endian"),
        (npy_header("|O", (1,)) + EIGHT, "objects"),
        (npy_header([("a", "<f8")], (1,)) + EIGHT, "records"),
        (npy_header("<U2", (1,)) + EIGHT, "type"),
        (npy_header("<f8", (1, 1, 1)) + EIGHT, "3 dimensions"),
        (npy_header("<f8", ()) + EIGHT, "0 dimensions"),
        (npy_header("<f8", (0,)), "no rows"),
        (npy_header("<f8", (0, 3)), "no rows"),
        (npy_header("<f8", (3, 0)), "no columns"),
        (npy_header("<f8", (1,)) + EIGHT, "one row"),
        (npy_header("<f8", (1,), version=3) + EIGHT, "version 3"),
    ],
)
def test_an_array_that_cannot_be_used(poise, data, says):
    assert says in poise.refuses("mean", poise.write("bad.npy", data), *GOOD)


@pytest.mark.parametrize(
    "name, text, says",
    [
        ("a.dat", "", "empty"),
        ("a.dat", "\n\n", "no items"),
        ("a.dat", "1 2\n", "one row"),
        ("a.dat", "milk\n", "no file of baskets"),
        ("a.dat", "1 2\nname,age\nann,1\n", "no file of baskets"),
        ("a.svm", "", "empty"),
        ("a.svm", "\n", "no rows"),
        ("a.svm", "1\n-1\n", "no columns"),
        ("a.svm", "1 1:2\n", "one row"),
        ("a.svm", "1 1:2\nname,age\nann,1\n", "not LIBSVM text"),
        ("a.svm", "1:2 2:3\n", "label"),
        ("a.mtx", "", "empty"),
        ("a.mtx", "2 2 1\n1 1 1\n", "%%MatrixMarket"),
        ("a.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n", "another kind"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n", "before its sizes"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n0 2 0\n", "no rows"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 0 0\n", "no columns"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 1 1\n", "one row"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n", "outside of the matrix"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 x 1\n", "line 3"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 99\n1 1 1\n", "too small"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n", "holds 1 entries"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real general\n9999999999 2 1\n1 1 1\n", "too small"),
    ],
)
def test_sparse_text_that_cannot_be_used(poise, name, text, says):
    assert says in poise.refuses("mean", poise.write(name, text), *GOOD)


def test_columns_that_are_not_in_a_numbered_table(poise):
    array = poise.write("good.npy", GOOD_NPY)
    assert "its columns are c0 to c1" in poise.refuses("mean", array, *GOOD, "--columns", "c2")
    assert "more than once" in poise.refuses("mean", array, *GOOD, "--columns", "c1,c1")
    assert "no column 'milk'" in poise.refuses("mean", poise.write("a.dat", "1\n2\n"), *GOOD, "--columns", "milk")


def test_files_that_are_not_there_or_not_files(poise, tmp_path):
    assert "no such file" in poise.refuses("mean", "nobody.csv", *GOOD)
    (tmp_path / "folder.csv").mkdir()
    assert "directory" in poise.refuses("mean", "folder.csv", *GOOD)
    assert "reads no .xlsx" in poise.refuses("mean", "table.xlsx", *GOOD)
    poise.refuses("mean", *GOOD)


def test_columns_that_are_not_there(poise, table):
    assert "no column 'c'" in poise.refuses("mean", table, *GOOD, "--columns", "c")
    assert "more than once" in poise.refuses("mean", table, *GOOD, "--columns", "a,a")
    assert "takes one value" in poise.refuses("mean", table, *GOOD, "--columns=")
    assert "not a list of names" in poise.refuses("mean", table, *GOOD, "--columns", "a\nb")
    wide = poise.write("wide.csv", "income,age\n1,2\n3,4\n")
    assert "did you mean 'income'" in poise.refuses("mean", wide, *GOOD, "--columns", "incmoe")


def test_messages_stay_two_lines_whatever_names_hold(poise):
    odd = poise.write("odd.csv", '"two\nlines","two\nlines"\n1,1\n2,2\n')
    poise.refuses("mean", odd, *GOOD)
    poise.refuses("mean", odd, *GOOD, "--columns", '"no\nsuch\ncolumn"')
    poise.refuses("mean", "no\nsuch.csv", *GOOD)


@pytest.mark.parametrize("text", ["90125,1\n2,3\n", "90125\n1\n", "90125,\n1,2\n", "90125,NA\n1,2\n"])
@pytest.mark.parametrize("options", [[], ["--columns", "age"], ["--unit", "9012"]])
def test_a_file_without_a_header_does_not_show_its_first_row(poise, text, options):
    said = poise.refuses("mean", poise.write("bare.csv", text), *GOOD, *options)
    assert "begins with a line of numbers" in said and "--no-header" in said and "90125" not in said


def test_no_header_is_for_separated_text(poise):
    poise.write("a.npy", b"anything")
    assert "--no-header is for .csv and .tsv files" in poise.refuses("mean", "a.npy", *GOOD, "--no-header")


@pytest.mark.parametrize("cell", ["", "positive", "3"])
def test_a_word_in_a_named_column_is_a_missing_cell(poise, cell):
    """Whether there is an answer does not hang on the one who has something in the column."""
    rows = "40,\n" * 1999 + f"40,{cell}\n"
    table = poise.write("clinic.csv", "age,hiv\n" + rows)
    assert poise.json("mean", table, *GOOD, "--columns", "age,hiv")["columns"] == ["age", "hiv"]
    assert poise.json("mean", table, *GOOD)["columns"] == ["age", "hiv"]


def test_columns_without_a_name_are_left_out(poise):
    for name in ("", '""', "Unnamed: 0"):
        table = poise.write("indexed.csv", f"{name},age\n1,40\n2,50\n3,60\n")
        assert poise.json("mean", table, *GOOD)["columns"] == ["age"]
    assert poise.json("mean", table, *GOOD, "--columns", "Unnamed: 0")["columns"] == ["Unnamed: 0"]


def test_names_with_commas(poise):
    table = poise.write("comma.csv", '"income, net",age\n1,40\n2,50\n')
    assert "'\"income, net\"'" in poise.refuses("mean", table, *GOOD, "--columns", "income, net")
    for wish in ('"income, net"', '"income, net",age', 'age, "income, net"'):
        assert "income, net" in poise.json("mean", table, *GOOD, "--columns", wish)["columns"]


def test_no_message_quotes_a_cell(poise):
    for text in ("a,b\n90125,1\n90125\n", "a\nsecret90125\n", 'a,b\n90125,"90125\n', "a\n90125\n"):
        assert "90125" not in poise.refuses("mean", poise.write("secret.csv", text), *GOOD)


def test_strange_cells_are_no_error(poise):
    strange = poise.write("strange.csv", "a\nnan\ninf\n-inf\n1e400\n\nNA\noops\n1\n2\n3\n4\n5\n")
    result = poise.json("mean", strange, "--bound", 10, "--rho", "1e8")
    assert result["rows"] == 12
    # nan, the empty line, NA and the word are missing; infinite cells are +-10.
    assert result["value"] == [pytest.approx((10 - 10 + 10 + 15) / 8, abs=1)]
    assert result["present"]["value"] == [pytest.approx(8 / 12, abs=0.5)]  # a count is a whole number, and so is its noise


def test_an_option_without_its_value_or_given_twice(poise, table):
    assert "--rho takes one value, once" in poise.refuses("mean", table, "--bound", 10, "--rho")
    assert "--rho takes one value, once" in poise.refuses("mean", table, *GOOD, "--rho", 1)
    assert "FILE is required" in poise.refuses("mean", *GOOD)


def test_slips_meet_a_suggestion(poise, table):
    assert "poise mean" in poise.refuses("maen", table, *GOOD)
    assert "did you mean gaussian" in poise.refuses("mean", table, *GOOD, "--method", "gausian")
    assert "did you mean --bound" in poise.refuses("mean", table, "--bond", 10, "--rho", 1)
    assert "did you mean pareto" in poise.refuses("generate", "paretto", "--rows", 1, "--columns", 1, "--out", "x.csv")


@pytest.mark.parametrize("command", ["audit"])
def test_commands_to_come_are_not_available(poise, command):
    assert "not available in this version" in poise.refuses(command)


def test_no_command_or_a_wrong_one(poise):
    poise.refuses()
    poise.refuses("zebra")
    poise.refuses("--zebra")
    poise.refuses("mean", "a.csv", "b.csv", *GOOD)


def test_standard_output_that_cannot_be_written_is_a_failure(poise, table):
    for arguments in (["mean", table, *GOOD], ["mean", table, *GOOD, "--json"], ["methods"], ["--help"],
                      ["generate", "binary", "--rows", "100000", "--columns", "2", "--seed", "1", "--out", "-"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([binary(), *arguments], cwd=poise.folder, stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=60)
        assert done.returncode == 4
        assert len([line for line in done.stderr.splitlines() if "warning" not in line]) == 2


@pytest.mark.parametrize("threads", ["0", "-1", "two", "1025", "1.5", ""])
def test_a_number_of_threads_that_makes_no_sense(poise, table, threads):
    assert "--threads" in poise.refuses("mean", table, *GOOD, f"--threads={threads}")


@pytest.mark.parametrize("memory", ["0", "-1", "G", "1.5G", "1g", "10X", "99999999T", ""])
def test_an_amount_of_memory_that_makes_no_sense(poise, table, memory):
    assert "--memory" in poise.refuses("mean", table, *GOOD, f"--memory={memory}")


def test_a_unit_that_is_not_there(poise, table):
    said = poise.refuses("mean", table, *GOOD, "--unit", "persn")
    assert "persn" in said


def test_a_unit_among_the_columns(poise):
    file = poise.write("u.csv", "id,x\n1,2\n2,3\n")
    assert "id" in poise.refuses("mean", file, *GOOD, "--unit", "id", "--columns", "x,id")


@pytest.mark.parametrize("name, text", [("b.dat", "1 2\n3\n"), ("s.svm", "1 1:2\n0 2:3\n")])
def test_a_unit_where_a_line_is_a_person_already(poise, name, text):
    poise.refuses("mean", poise.write(name, text), *GOOD, "--unit", "1")


def test_one_person_is_too_few(poise):
    file = poise.write("one.csv", "id,x\na,2\na,3\na,4\n")
    assert "person" in poise.refuses("mean", file, *GOOD, "--unit", "id")
