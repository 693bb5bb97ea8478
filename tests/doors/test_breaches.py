"""The tests of the doors bite: with a breach of the past put back, they fail."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from breaches import BREACHES
from harness import ROOT, poise

HERE = pathlib.Path(__file__).resolve().parent


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.name)
def test_every_breach_still_fits_the_source(breach):
    for file, now, then in breach.edits:
        assert (ROOT / file).read_text().count(now) == 1, f"{file} has changed: bring tests/doors/breaches.py up to date"
        assert now != then


def run_tests(site, words):
    """The tests of the doors that are to fail, with another copy of the package."""
    environment = {**os.environ, "POISE_PYTHON_SITE": str(site)}
    asked = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-k", words, "--deselect",
             "tests/doors/test_breaches.py", str(HERE)]
    return subprocess.run(asked, env=environment, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("breach", [each for each in BREACHES if each.in_python], ids=lambda breach: breach.name)
def test_a_breach_put_back_into_the_package_is_found(breach, tmp_path):
    package = pathlib.Path(poise.__file__).parent
    shutil.copytree(package, tmp_path / "poise", ignore=shutil.ignore_patterns("__pycache__"))
    for file, now, then in breach.edits:
        path = tmp_path / "poise" / pathlib.Path(file).name
        path.write_text(path.read_text().replace(now, then))
    done = run_tests(tmp_path, breach.found_by)
    assert done.returncode == 1 and " failed" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]
