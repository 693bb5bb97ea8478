"""No option, command or method stays undocumented by accident."""

import json
import re
import subprocess

import pytest
from doc_blocks import ROOT
from doc_session import POISE

# Where a user looks first.
READ = ("README.md", "docs/guide.md", "docs/methods.md", "docs/protocol.md")

# What --help alone tells, by command, and why that is enough.
HELP_ONLY = {
    # poise reproduce is for those who read papers; docs/reproduction.md has the rest.
    "reproduce --trials": "for those who run experiments",
    "reproduce --mnist": "for those who run experiments",
    "reproduce --data": "for those who run experiments",
}


def help_of(*words):
    done = subprocess.run([POISE, *words, "--help"], capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def section(text, heading):
    """The indented lines under a heading of --help."""
    found = re.search(rf"^{heading}:\n((?:  .*\n)+)", text, re.MULTILINE)
    return found.group(1).splitlines() if found else []


def commands(*words):
    """All commands, with those inside others."""
    yield words
    for line in section(help_of(*words), "Subcommands"):
        if re.match(r"  \S", line):
            yield from commands(*words, line.split()[0])


def options(*words):
    for line in section(help_of(*words), "Options"):
        names = re.match(r"  (-\S+)", line)
        if names:
            yield next(name for name in names.group(1).split(",") if name.startswith("--"))


def all_options():
    return sorted({(" ".join(words), option) for words in commands() for option in options(*words)})


def documentation():
    return "\n".join((ROOT / name).read_text(encoding="utf-8") for name in READ)


def is_mentioned(option, text):
    return re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text) is not None


def undocumented(pairs, text):
    return [
        f"{command} {option}".strip()
        for command, option in pairs
        if not is_mentioned(option, text) and option not in HELP_ONLY and f"{command} {option}" not in HELP_ONLY
    ]


def test_every_option_is_in_the_documentation():
    assert undocumented(all_options(), documentation()) == []


def test_a_new_option_would_be_noticed():
    pairs = [*all_options(), ("mean", "--new-option"), ("mean", "--row")]
    assert undocumented(pairs, documentation()) == ["mean --new-option", "mean --row"]


def test_the_options_of_every_command_were_found():
    found = all_options()
    assert len(found) > 60
    assert {("mean", "--rho"), ("quantile", "--quantiles"), ("ledger create", "--dataset"), ("", "--version")} <= set(found)


@pytest.mark.parametrize("entry", HELP_ONLY)
def test_nothing_is_excused_that_is_not_there_or_needs_no_excuse(entry):
    pairs = all_options()
    assert any(entry in (option, f"{command} {option}") for command, option in pairs)
    assert not is_mentioned(entry.split()[-1], documentation())


def test_every_command_is_in_the_documentation():
    text = documentation()
    assert [words for words in commands() if words and f"poise {' '.join(words)}" not in text] == []


def test_every_method_has_its_section_and_its_proof():
    done = subprocess.run([POISE, "methods", "--json"], capture_output=True, text=True, timeout=60, check=True)
    names = [method["name"] for method in json.loads(done.stdout)["methods"]]
    text = (ROOT / "docs" / "methods.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## `([a-z-]+)`.*?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert set(sections) == set(names)
    for name, body in sections.items():
        assert re.search(r"\]\(proofs/\w+\.md\)", body), f"{name} has no proof"
