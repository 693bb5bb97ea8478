"""The book through the command: charged before, refused when empty, whole after anything."""

import json
import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from command import binary

BOOK = ["--ledger", "book.db", "--dataset", "people"]


@pytest.fixture
def book(poise):
    poise.ok("ledger", "create", "book.db", "--dataset", "people", "--rho", 1)
    return poise


def account(poise, place=0):
    return poise.json("ledger", "show", "book.db")["datasets"][place]


def spent(poise):
    return account(poise)["spent"]["exact"]


def test_a_release_is_charged_and_the_history_tells_by_which_command(book, table):
    result = book.json("mean", table, "--rho", "0.4", *BOOK)
    assert result["ledger"] == {"dataset": "people", "spent": 0.4, "total": 1.0, "unit": "rho"}
    (entry,) = account(book)["entries"]
    assert entry["state"] == "released" and entry["rho"] == 0.4
    assert entry["command"] == f"poise mean {table} --rho 0.4 --ledger book.db --dataset people --json"
    assert entry["released"]["value"] == result["value"]
    text = book.ok("ledger", "show", "book.db").stdout
    assert "spent rho = 0.4, left 0.6 of 1" in text and entry["command"] in text


def test_an_empty_account_refuses_with_status_3_and_releases_nothing(book, table):
    book.ok("mean", table, "--rho", "0.7", *BOOK)
    said = book.refuses("mean", table, "--rho", "0.4", *BOOK, status=3)
    assert "people has rho = 0.3 left of 1, and this would cost 0.4" in said
    assert spent(book) == "0.7"
    book.ok("mean", table, "--rho", "0.3", *BOOK)
    book.refuses("mean", table, "--rho", "1e-9", *BOOK, status=3)


@pytest.mark.parametrize("statistic", [["variance"], ["iqr"], ["quantile", "-q", "0.5"]], ids=lambda s: s[0])
def test_every_statistic_pays(book, table, statistic):
    book.ok(statistic[0], table, *statistic[1:], "--rho", "0.5", "--columns", "a", *BOOK)
    assert spent(book) == "0.5"


def test_what_cannot_be_done_costs_nothing(book, table):
    book.refuses("mean", "no_such_file.csv", "--rho", "0.5", *BOOK)
    book.refuses("mean", table, "--columns", "zebra", "--rho", "0.5", *BOOK)
    book.refuses("mean", table, "--rho", "-1", *BOOK)
    book.refuses("mean", table, "--rho", "0.5", "--html", "no/such/folder/page.html", *BOOK)
    assert spent(book) == "0"


def test_a_simulation_is_refused(book, table):
    said = book.refuses("mean", table, "--rho", "0.5", "--seed", 1, *BOOK, status=3)
    assert "not private" in said
    assert account(book)["entries"] == []


def test_pure_and_approximate_accounts(poise, table):
    poise.ok("ledger", "create", "book.db", "--dataset", "pure", "--epsilon", 1)
    poise.ok("ledger", "create", "book.db", "--dataset", "both", "--epsilon", 1, "--delta", "1e-6")
    pure = ["--ledger", "book.db", "--dataset", "pure", "--columns", "a"]
    poise.ok("mean", table, "--epsilon", "0.75", *pure)
    assert "pure" in poise.refuses("mean", table, "--rho", "0.001", *pure, status=3)
    poise.refuses("mean", table, "--epsilon", "0.5", *pure, status=3)
    both = ["--ledger", "book.db", "--dataset", "both", "--columns", "a", "--limits", "a=-100:100"]
    poise.ok("mean", table, "--epsilon", 1, "--delta", "1e-6", *both)  # all of it, to the last bit
    poise.refuses("mean", table, "--rho", "1e-9", *both, status=3)
    assert [one["unit"] for one in poise.json("ledger", "show", "book.db")["datasets"]] == ["epsilon", "rho"]


def test_slips_about_books(book, table):
    assert "--ledger needs --dataset" in book.refuses("mean", table, "--rho", 1, "--ledger", "book.db")
    assert "--dataset needs --ledger" in book.refuses("mean", table, "--rho", 1, "--dataset", "people")
    said = book.refuses("mean", table, "--rho", "0.1", "--ledger", "book.db", "--dataset", "peple", status=3)
    assert "people" in said
    book.refuses("mean", table, "--rho", "0.1", "--ledger", "none.db", "--dataset", "people", status=3)
    assert not (book.folder / "none.db").exists()
    book.refuses("ledger", "create", "book.db", "--dataset", "people", "--rho", 5, status=3)
    assert "no budget given" in book.refuses("ledger", "create", "book.db", "--dataset", "other")
    assert "did you mean: poise ledger show" in book.refuses("ledger", "sohw", "book.db")
    assert "poise ledger" in book.refuses("ledger")
    assert "people" in book.refuses("ledger", "show", "book.db", "--dataset", "peple", status=3)


@pytest.mark.parametrize("damage", ["empty", "text", "truncated", "flipped"])
def test_a_damaged_book_refuses_and_is_left_alone(book, table, damage):
    book.ok("mean", table, "--rho", "0.25", *BOOK)
    path = book.folder / "book.db"
    whole = bytearray(path.read_bytes())
    at = whole.index(b"1/4") if b"1/4" in whole else whole.index(b"0.25")
    whole[at + 2] ^= 1
    path.write_bytes({"empty": b"", "text": b"hello\n", "truncated": path.read_bytes()[:-4096],
                      "flipped": bytes(whole)}[damage])
    before = path.read_bytes()
    book.refuses("mean", table, "--rho", "0.25", *BOOK, status=3)
    book.refuses("ledger", "show", "book.db", status=3)
    assert path.read_bytes() == before


def test_fifty_processes_race_for_the_last_budget(book, table):
    def ask(_):
        return subprocess.run(
            [binary(), "mean", table, "--rho", "1/7", "--json", "--quiet", "--ledger-wait", "60", *BOOK],
            cwd=book.folder, capture_output=True, text=True, timeout=120)

    with ThreadPoolExecutor(50) as pool:
        done = list(pool.map(ask, range(50)))
    assert sorted({run.returncode for run in done}) == [0, 3]
    assert sum(run.returncode == 0 for run in done) == 7
    assert all(run.stdout == "" for run in done if run.returncode)
    assert account(book)["left"]["exact"] == "0"


def test_killed_while_it_works_stays_spent(book):
    """Reads from a pipe that never ends: the charge is there while it waits, and after it was killed."""
    run = subprocess.Popen([binary(), "mean", "-", "--rho", "0.25", *BOOK], cwd=book.folder, stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE)
    os.write(run.stdin.fileno(), b"a\n1\n2\n")
    while not account(book)["entries"]:
        assert run.poll() is None
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    (entry,) = account(book)["entries"]
    assert entry["state"] == "charged" and spent(book) == "0.25"


def test_a_locked_book_refuses_when_the_wait_is_over(book, table):
    import sqlite3

    with sqlite3.connect(book.folder / "book.db", isolation_level=None) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        book.refuses("mean", table, "--rho", "0.25", "--ledger-wait", "0", *BOOK, status=3)
        holder.execute("ROLLBACK")
    holder.close()
    book.ok("mean", table, "--rho", "0.25", *BOOK)


def test_the_json_of_an_empty_book_is_complete(book):
    one = account(book)
    assert one["allowance"] == {"definition": "zCDP", "rho": 1.0}
    assert json.dumps(one["entries"]) == "[]" and one["left"]["exact"] == "1"


def test_an_account_has_one_kind_of_neighbours(poise):
    rows = "".join(f"p{i % 700},{i % 10}\n" for i in range(3000))
    table = poise.write("visits.csv", "person,cost\n" + rows)
    poise.ok("ledger", "create", "book.db", "--dataset", "people", "--rho", 1, "--unit", "person")
    poise.ok("ledger", "create", "book.db", "--dataset", "visits", "--rho", 1)
    asked = ["mean", table, "--columns", "cost", "--rho", "0.1", "--ledger", "book.db"]
    said = poise.refuses(*asked, "--dataset", "people", status=3)
    assert 'protects people by their "person"' in said and "--unit person" in said
    poise.refuses(*asked, "--dataset", "people", "--unit", "cost", status=3)
    assert "one a person" in poise.refuses(*asked, "--dataset", "visits", "--unit", "person", status=3)
    poise.ok(*asked, "--dataset", "people", "--unit", "person")
    assert account(poise)["person"] == "person" and spent(poise) == "0.1"
    assert "for every person" in poise.ok("ledger", "show", "book.db").stdout


def test_a_report_never_replaces_what_it_is_about(book, table):
    before = (book.folder / table).read_bytes(), (book.folder / "book.db").read_bytes()
    (book.folder / "link.html").symlink_to(table)
    for page in (table, f"./{table}", "book.db", "link.html"):
        assert "would overwrite" in book.refuses("mean", table, "--rho", "0.1", *BOOK, "--html", page)
    assert before == ((book.folder / table).read_bytes(), (book.folder / "book.db").read_bytes())


def test_an_answer_that_is_paid_for_is_shown_even_if_the_report_fails(book, table):
    done = book.run("mean", table, "--rho", "0.1", *BOOK, "--html", "/dev/full", "--json")
    assert done.returncode == 4 and json.loads(done.stdout)["value"]
    assert "only the report is missing" in done.stderr
    assert account(book)["entries"][0]["state"] == "released"
