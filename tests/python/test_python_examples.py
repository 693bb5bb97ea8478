"""The examples run, and say what they promise."""

import os
import subprocess
import sys

import pytest
from same_question import ROOT

EXAMPLES = ROOT / "examples"


def run(name, folder, *arguments):
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments], cwd=folder, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_quantile(tmp_path):
    assert "half of the people" in run("2_quantile.py", tmp_path)


def test_ledger(tmp_path):
    told = run("3_ledger.py", tmp_path)
    assert "the book refuses" in told
    assert not list(tmp_path.iterdir()), "it leaves nothing behind"


def test_the_notebook_runs_from_top_to_bottom(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    from nbclient import NotebookClient

    notebook = nbformat.read(EXAMPLES / "4_private_means.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "kept without outputs: they say who ran it"
    place = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=place).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert any("private mean" in output.get("data", {}).get("text/html", "") for output in outputs)
