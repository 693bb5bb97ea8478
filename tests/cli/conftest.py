"""What the tests of the command share."""

import pytest
from command import Poise


@pytest.fixture
def poise(tmp_path):
    return Poise(tmp_path)


@pytest.fixture
def table(poise):
    rows = "".join(f"p{i},{i % 10},{i % 7 - 3}\n" for i in range(1000))
    return poise.write("table.csv", "name,a,b\n" + rows)
