"""What the tests of the Python package share. They need it installed, or its folder in POISE_PYTHON_SITE."""

import os
import sys

if "POISE_PYTHON_SITE" in os.environ:
    sys.path.insert(0, os.environ["POISE_PYTHON_SITE"])
    os.environ["PYTHONPATH"] = os.environ["POISE_PYTHON_SITE"]  # for programs that tests start

import numpy as np  # noqa: E402
import pytest  # noqa: E402
from same_question import Both  # noqa: E402


def pytest_configure(config):
    # Most tests are simulations, and each would warn of that.
    config.addinivalue_line("filterwarnings", "ignore:simulation with a seed:poise.PoiseWarning")


@pytest.fixture
def both(tmp_path):
    return Both(tmp_path)


@pytest.fixture
def people():
    """Ages, incomes with heavy tails, hours; enough of them for every method."""
    random = np.random.default_rng(11)
    return np.column_stack(
        [random.normal(45, 15, 5000), random.lognormal(10, 1, 5000), random.uniform(0, 60, 5000)]
    )
