"""What the tests of the command share."""

import pytest
from command import Poise
from survey import Survey


@pytest.fixture
def poise(tmp_path):
    return Poise(tmp_path)


@pytest.fixture
def table(poise):
    rows = "".join(f"p{i},{i % 10},{i % 7 - 3}\n" for i in range(1000))
    return poise.write("table.csv", "name,a,b\n" + rows)


@pytest.fixture
def local(poise):
    """A session of the local model that has just begun."""
    return Survey(poise, "local")


@pytest.fixture
def shuffle(poise):
    return Survey(poise, "shuffle")


@pytest.fixture(params=["local", "shuffle"])
def survey(request):
    return request.getfixturevalue(request.param)
