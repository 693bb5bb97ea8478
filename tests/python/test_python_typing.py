"""Types, documentation and the surface of the package."""

import doctest
import importlib
import inspect
import pathlib
import pkgutil
import shutil
import subprocess
import sys

import poise
import pytest
from same_question import ROOT

USER = '''
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Optional, Tuple

import numpy as np
import poise

array = np.ones((100, 2))
est: poise.Estimate = poise.mean(array, rho=0.5, columns=["c0"], bound=Fraction(1, 2), seed=1)
poise.mean(Path("t.csv"), epsilon="1/3", delta=Decimal("1e-6"), variances=[1, 2.5], progress=lambda done, rows: None)
value: float = float(est)
first: np.float64 = est.value[0]
low, high, level = est.interval(0.9)
total: Fraction = est.receipt.total
steps: Tuple[poise.Step, ...] = est.receipt.steps
ranks: Optional[Tuple[int, ...]] = poise.quantile(array, [0.5], rho=1).rank_error
guess: poise.Forecast = poise.forecast(rows=10, columns=2, rho=1, spread=[1, 2])
errors: list[float] = [method.error for method in guess.methods]
book = poise.Ledger.create("b.db", dataset="d", rho=1)
left: Fraction = book["d"].left
poise.variance(array, epsilon=1, ledger=book, dataset="d")
poise.iqr(array, epsilon=1, ledger="b.db", dataset="d", memory="1G", threads=2)
try:
    poise.mean(array)
except poise.BadParameter as error:
    remedy: str = error.remedy
'''

WRONG = """
import poise
poise.mean([1.0], rho=[1])
poise.mean([1.0], 0.5)
poise.mean([1.0], rho=1, blund=3)
poise.quantile([1.0], rho=1)
poise.mean([1.0], rho=1).value = 3
x: int = poise.mean([1.0], rho=1).receipt.total
"""


def mypy(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", f"--cache-dir={folder}/cache", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
    )


def test_the_package_has_strict_types(tmp_path):
    shutil.copytree(ROOT / "python" / "poise", tmp_path / "poise")
    done = mypy("poise", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_users_program_has_them_too(tmp_path):
    (tmp_path / "user.py").write_text(USER)
    done = mypy("user.py", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_wrong_programs_are_noticed(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    told = mypy("wrong.py", folder=tmp_path).stdout
    for line in range(3, 9):
        assert f"wrong.py:{line}: error" in told, told


def test_the_stub_says_what_the_extension_has():
    """Every name in the stub is there, and every name there is in the stub."""
    stub = (pathlib.Path(poise.__file__).parent / "_poise.pyi").read_text()
    extension = importlib.import_module("poise._poise")
    for name in dir(extension):
        if not name.startswith("__"):
            assert f"def {name}(" in stub or f"class {name}" in stub or f"{name}: " in stub, name
    for name in dir(extension.Summary):
        if not name.startswith("__"):
            assert f"    def {name}(" in stub, name


@pytest.mark.parametrize("name", ["poise", *(f"poise.{m.name}" for m in pkgutil.iter_modules(poise.__path__))])
@pytest.mark.filterwarnings("ignore::poise.PoiseWarning")
def test_the_examples_in_the_documentation_are_true(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_everything_public_is_documented():
    for name in poise.__all__:
        assert inspect.getdoc(getattr(poise, name)), name
    for kind in (poise.Estimate, poise.Ledger, poise.Forecast):
        for name, member in vars(kind).items():
            if not name.startswith("_"):
                assert inspect.getdoc(member), f"{kind.__name__}.{name}"


def test_options_of_the_command_are_arguments_here():
    """Whoever knows one door knows the other."""
    options = (ROOT / "cli" / "options.cpp").read_text()
    arguments = set(inspect.signature(poise.mean).parameters) | set(inspect.signature(poise.forecast).parameters)
    for statistic in ("add_budget", "add_file_and_budget", "add_columns_and_work", "add_mean", "add_forecast"):
        body = options.split(f"void {statistic}(")[1].split("\n}\n")[0]
        for word in body.split('"--')[1:]:
            option = word.split('"')[0].replace("-", "_")
            if option not in ("json", "html", "quiet", "plot"):
                assert option in arguments, option


def test_importing_is_light():
    """No optional package is loaded before somebody needs it."""
    optional = {"pandas", "scipy", "matplotlib", "polars", "pyarrow"}
    code = f"import sys, poise; print({optional} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"


def test_no_library_of_pyarrow_is_linked():
    extension = importlib.import_module("poise._poise").__file__
    libraries = subprocess.check_output(["ldd", extension], text=True)
    assert "arrow" not in libraries and "not found" not in libraries


def test_the_version_is_that_of_the_library():
    import re

    told = re.search(r"project\(poise VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert poise.__version__ == told[1]
    from importlib.metadata import version

    assert version("poise") == told[1]
