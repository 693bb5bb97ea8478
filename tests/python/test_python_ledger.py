"""A book pays before a cell is read, refuses when nothing is left, and gets back what was never used."""

import json
import pickle
import subprocess
import threading
from fractions import Fraction

import numpy as np
import poise
import pytest
from same_question import binary

ONES = np.ones(2000)


@pytest.fixture
def book(tmp_path):
    return poise.Ledger.create(tmp_path / "book.db", dataset="people", rho=1)


def spend(book, rho="0.25", data=ONES, **options):
    return poise.mean(data, rho=rho, bound=2, ledger=book, dataset="people", **options)


def states(book):
    return [entry.state for entry in book["people"].entries]


def test_a_release_is_charged_and_told(book):
    estimate = spend(book)
    assert estimate.private
    assert estimate.to_dict()["ledger"] == {"dataset": "people", "spent": 0.25, "total": 1.0, "unit": "rho"}
    account = book["people"]
    assert (account.spent, account.left, account.total) == (Fraction(1, 4), Fraction(3, 4), Fraction(1))
    (entry,) = account.entries
    assert entry.state == "released" and entry.statistic == "mean" and entry.cost == Fraction(1, 4)
    assert entry.command == "poise.mean(ndarray, bound='2', rho='0.25')"


def test_the_book_refuses_when_nothing_is_left(book):
    for _ in range(4):
        spend(book)
    with pytest.raises(poise.LedgerRefuses) as refused:
        spend(book, rho="1e-9")
    assert refused.value.remedy
    assert book["people"].left == 0
    assert states(book) == ["released"] * 4


def test_a_refused_question_reads_no_cell(book):
    class Counted:
        reads = 0

        def __array__(self, dtype=None, copy=None):
            Counted.reads += 1
            return ONES

    with pytest.raises(poise.LedgerRefuses):
        spend(book, rho="2", data=Counted())
    assert Counted.reads == 0
    spend(book, data=Counted())
    assert Counted.reads == 1


def test_the_charge_stands_before_the_table_is_asked_for(book):
    class Looks:
        def __array__(self, dtype=None, copy=None):
            Looks.seen = states(book)
            return ONES

    spend(book, data=Looks())
    assert Looks.seen == ["charged"]


@pytest.mark.parametrize(
    "options", [{"columns": ["nobody"]}, {"data": np.zeros((2, 2, 2))}, {"data": np.array(["a"])}], ids=str
)
def test_mistakes_in_the_table_are_struck_out(book, options):
    with pytest.raises(poise.BadInput):
        spend(book, **options)
    assert states(book) == ["struck-out"]
    assert book["people"].spent == 0


@pytest.mark.parametrize("options", [{"rho": "-1"}, {"method": "no-such"}, {"threads": 0}, {"data": {1}}], ids=str)
def test_mistakes_in_the_question_never_reach_the_book(book, options):
    with pytest.raises(ValueError):
        spend(book, **options)
    assert states(book) == []


def test_what_python_raises_while_reading_is_struck_out(book):
    class Broken:
        def __array__(self, dtype=None, copy=None):
            raise ZeroDivisionError

    with pytest.raises(poise.BadInput):
        spend(book, data=Broken())
    assert states(book) == ["struck-out"]


class Enough(Exception):
    pass


def rows_without_memory(rows):
    """One row that stands for all of them."""
    return np.broadcast_to(np.ones((1, 8)), (rows, 8))


def test_stopping_before_the_first_random_bit_gives_the_charge_back(book):
    """The noise of this method is drawn after its one pass over the rows."""

    def stop(done, rows):
        raise Enough

    with pytest.raises(Enough):
        spend(book, data=rows_without_memory(20_000_000), method="gaussian", threads=1, progress=stop)
    assert states(book) == ["struck-out"]
    assert book["people"].spent == 0


def test_stopping_after_the_first_random_bit_leaves_the_charge(book):
    """In its third pass over the rows this method has found a scale, and used random bits for it."""
    seen = []

    def stop(done, rows):
        seen.append(done)
        if sum(later < earlier for earlier, later in zip(seen, seen[1:])) >= 2:
            raise Enough

    rows = rows_without_memory(4_000_000)
    with pytest.raises(Enough):
        poise.mean(
            rows, rho="0.25", method="instance-optimal", ledger=book, dataset="people", threads=1, progress=stop
        )
    assert states(book) == ["charged"]
    assert book["people"].spent == Fraction(1, 4)


def test_a_simulation_is_not_paid_for(book):
    with pytest.raises(poise.LedgerRefuses):
        spend(book, seed=1)
    assert states(book) == []


def test_unknown_datasets_and_books(book, tmp_path):
    with pytest.raises(poise.LedgerRefuses, match='no dataset "poeple"'):
        poise.mean(ONES, rho=1, bound=2, ledger=book, dataset="poeple")
    with pytest.raises(poise.Error):
        poise.Ledger(tmp_path / "none.db")
    (tmp_path / "other.db").write_text("a shopping list, much longer than the header of a book " * 4)
    with pytest.raises(poise.Error):
        poise.Ledger(tmp_path / "other.db")
    with pytest.raises(poise.LedgerRefuses):
        poise.Ledger.create(book.path, dataset="people", rho=5)
    with pytest.raises(poise.LedgerRefuses, match="no dataset 'nobody'"):
        book["nobody"]


@pytest.mark.parametrize(
    ("budget", "unit"),
    [({"rho": 1}, "rho"), ({"epsilon": 1}, "epsilon"), ({"epsilon": 1, "delta": 1e-6}, "rho")],
    ids=str,
)
def test_accounts_of_every_budget(tmp_path, budget, unit):
    book = poise.Ledger.create(tmp_path / "b.db", dataset="d", **budget)
    assert book["d"].unit == unit
    assert book.datasets == ("d",)
    book = poise.Ledger.create(tmp_path / "b.db", dataset="e", rho=3)
    assert book.datasets == ("d", "e")


def test_a_book_needs_one_budget(tmp_path):
    with pytest.raises(poise.BadParameter):
        poise.Ledger.create(tmp_path / "b.db", dataset="d")
    with pytest.raises(poise.BadParameter):
        poise.Ledger.create(tmp_path / "b.db", dataset="d", rho=1, epsilon=1)


def test_the_command_and_the_package_share_books(book, tmp_path, capsys):
    spend(book)
    (tmp_path / "t.csv").write_text("x\n" + "1\n" * 2000)
    run = [binary(), "mean", "t.csv", "--rho", "0.5", "--bound", "2", "--ledger", "book.db", "--dataset", "people"]
    subprocess.run(run, cwd=tmp_path, check=True, capture_output=True)
    assert book["people"].spent == Fraction(3, 4)
    show = [binary(), "ledger", "show", "book.db"]
    assert json.loads(subprocess.check_output([*show, "--json"], cwd=tmp_path)) == book.to_dict()
    book.show()
    assert capsys.readouterr().out == subprocess.check_output(show, cwd=tmp_path, text=True)


def test_threads_cannot_spend_more_than_there_is(book):
    refused = []

    def ask():
        try:
            spend(book, rho="0.2")
        except poise.LedgerRefuses:
            refused.append(1)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 3
    assert book["people"].left == 0


def test_a_ledger_is_its_path(book, tmp_path):
    assert repr(book) == f"Ledger({str(tmp_path / 'book.db')!r})"
    assert pickle.loads(pickle.dumps(book)) == book == poise.Ledger(str(tmp_path / "book.db"))
    assert spend(book.path).private
