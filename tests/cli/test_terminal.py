"""What people see: colours and moving lines on a terminal alone, and a shell that completes."""

import os
import pty
import re
import subprocess

import pytest
from command import binary


def on_a_terminal(poise, *arguments, environment=None):
    """What the command writes to a terminal: both standard output and standard error."""
    master, slave = pty.openpty()
    run = subprocess.Popen([binary(), *map(str, arguments)], cwd=poise.folder, stdin=subprocess.DEVNULL, stdout=slave,
                           stderr=slave, env={**os.environ, "TERM": "xterm", **(environment or {})})
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(master)
    assert run.wait() == 0, seen
    return seen.decode()


def test_colours_are_for_terminals_alone(poise, table):
    asked = ["mean", table, "--rho", "0.5"]
    assert "\033[1m" in on_a_terminal(poise, *asked)
    assert "\033" not in poise.ok(*asked).stdout
    assert "\033" not in on_a_terminal(poise, *asked, environment={"NO_COLOR": "1"})
    assert "\033" not in on_a_terminal(poise, *asked, environment={"TERM": "dumb"})
    plain = re.sub(r"\033\[[0-9;]*m", "", on_a_terminal(poise, *asked, "--seed", 1))
    assert plain.replace("\r\n", "\n") == poise.ok(*asked, "--seed", 1).stdout


def test_long_work_shows_that_it_goes_on(poise):
    """Two seconds of work, on a fast machine: enough for the line to come, and to be gone at the end."""
    poise.ok("generate", "gaussian", "--rows", 1_000_000, "--columns", 8, "--seed", 1, "--out", "long.csv")
    asked = ["mean", "long.csv", "--rho", "0.5", "--method", "instance-optimal", "--memory", "1M", "--threads", 1]
    seen = on_a_terminal(poise, *asked)
    assert re.search(r"\rpoise: +\d+% of this pass over the rows", seen)
    assert "\r\033[K" in seen
    assert "%" not in poise.ok(*asked).stderr
    assert "of this pass" not in on_a_terminal(poise, *asked, "--quiet")


def complete(poise, *words):
    """What bash offers for the last word."""
    script = (
        f'source <("{binary()}" completion bash); COMP_WORDS=(poise "$@"); COMP_CWORD=$#; _poise; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script, "bash", *words], cwd=poise.folder, capture_output=True, text=True,
                          check=True)
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_commands_options_methods_and_files(poise, table):
    assert complete(poise, "me") == ["mean", "methods"]
    assert {"--rho", "--epsilon", "--html", "--ledger"} <= set(complete(poise, "mean", table, "--"))
    assert complete(poise, "mean", table, "--method", "plan") == ["plan", "plan-noscale"]
    assert complete(poise, "mean", "tab") == [table]
    assert complete(poise, "ledger", "") [:2] == ["create", "show"]
    assert "--dataset" in complete(poise, "ledger", "show", "book.db", "--")
    assert "--quantiles" in complete(poise, "quantile", table, "--q")
    assert complete(poise, "generate", "peo") == ["people"]


def test_every_option_of_the_help_is_completed(poise):
    for command in ("mean", "variance", "iqr", "quantile", "forecast", "generate", "reproduce", "methods"):
        listed = set(re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", poise.ok(command, "--help").stdout, re.M))
        assert listed, command
        for shell in ("bash", "zsh", "fish"):
            script = poise.ok("completion", shell).stdout
            missing = [option for option in listed if option not in script and option[2:] not in script]
            assert not missing, (shell, command, missing)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_scripts_for_other_shells_can_be_read(poise, shell):
    script = poise.ok("completion", shell).stdout
    assert "ledger" in script and "universal-tuned" in script
    try:
        done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True)
    except FileNotFoundError:
        return  # this machine has no such shell; bash, above, is everywhere
    assert done.returncode == 0, done.stderr


def test_an_unknown_shell(poise):
    assert "did you mean fish?" in poise.refuses("completion", "fihs")
