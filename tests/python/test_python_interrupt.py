"""Ctrl-C ends the work at once, and progress is told while it goes on."""

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import poise
import pytest

WORKS_LONG = """
import sys
import numpy as np
import poise

def told(done, rows):
    print("at work", flush=True)

array = np.broadcast_to(np.arange(16.0), (2_000_000, 16))  # one row that stands for all of them
try:
    while True:
        {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(130)
"""

CALLS = {
    "mean": "poise.mean(array, rho=1, progress=told)",
    "quantile": "poise.quantile(array, [0.1, 0.5], epsilon=1, progress=told)",
    "one thread": "poise.mean(array, rho=1, threads=1, progress=told)",
}


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_raises_keyboard_interrupt(call):
    work = subprocess.Popen(
        [sys.executable, "-c", WORKS_LONG.format(call=CALLS[call])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert work.stdout.readline() == "at work\n", work.stderr.read()
        work.send_signal(signal.SIGINT)
        sent = time.monotonic()
        out, err = work.communicate(timeout=60)
        assert work.returncode == 130, err
        assert out.endswith("interrupted\n")
        assert time.monotonic() - sent < 10  # a second or so; machines that test may be busy
    finally:
        work.kill()
        work.wait()


def test_progress_comes_from_the_thread_that_asks_and_counts_rows():
    told = []

    def tell(done, rows):
        told.append((threading.get_ident(), done, rows))

    poise.mean(np.random.default_rng(1).random((300_000, 8)), rho=1, seed=1, progress=tell)
    assert told
    assert {ident for ident, _, _ in told} == {threading.get_ident()}
    assert all(0 <= done <= rows for _, done, rows in told)
    assert told[-1][1] == told[-1][2] == 300_000


def test_other_threads_of_python_go_on_meanwhile():
    rows = np.random.default_rng(1).random((1_000_000, 8))
    over = threading.Event()
    turns = []

    def count():
        while not over.is_set():
            turns.append(1)

    beside = threading.Thread(target=count)
    beside.start()
    try:
        before = len(turns)
        poise.mean(rows, rho=1, seed=1)
        assert len(turns) - before > 1000
    finally:
        over.set()
        beside.join()


FORKS = """
import multiprocessing
import numpy as np
import poise

rows = np.random.default_rng(1).random((100_000, 8))

def ask(seed):
    return poise.mean(rows, rho=1, seed=seed).value.tolist()

here = [ask(seed) for seed in range(3)]  # threads are at work before the fork
with multiprocessing.get_context("fork").Pool(3) as children:
    assert children.map(ask, range(3)) == here
"""


def test_children_of_a_fork_can_ask_too():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKS], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_an_exception_in_progress_ends_the_work():
    class Enough(Exception):
        pass

    def stop(done, rows):
        raise Enough("that will do")

    with pytest.raises(Enough, match="that will do"):
        poise.quantile(np.random.default_rng(1).random((1_000_000, 8)), [0.5], epsilon=1, seed=1, progress=stop)


def test_an_answer_is_not_lost_to_the_last_word_of_progress(capsys):
    """Work that is over before anybody looked has been paid for."""

    def stop(done, rows):
        raise ValueError("too late")

    sys.unraisablehook, before = lambda unraisable: None, sys.unraisablehook
    try:
        assert poise.mean(np.ones(10), rho=1, bound=1, seed=1, progress=stop).rows == 10
    finally:
        sys.unraisablehook = before


def test_progress_true_draws_nothing_where_nobody_watches(capsys):
    poise.mean(np.ones(100_000), rho=1, bound=1, seed=1, progress=True)
    assert capsys.readouterr().err == ""
