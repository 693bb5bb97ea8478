"""Every command in the documentation runs, and prints what the documentation shows."""

import os
import re

import pytest
from doc_blocks import ROOT, documents, name_of, steps_of
from doc_session import EXCLUDED, STANDS_FOR, Session, commands_of, python_is_there


def text_of(document):
    return document.read_text(encoding="utf-8")


def every_command():
    for document in documents():
        for step in steps_of(text_of(document)):
            if step.code.language == "sh":
                yield from commands_of(step.code.text)


@pytest.mark.parametrize("document", documents(), ids=name_of)
def test_commands_do_what_the_document_shows(document, tmp_path):
    session = Session(tmp_path)
    wrong = []
    for step in steps_of(text_of(document)):
        problem = session.check(step)
        if problem:
            wrong.append(f"{name_of(document)}:{step.code.line}: {problem}")
    assert not wrong, "\n\n".join(wrong)


def test_python_examples_can_run():
    if python_is_there():
        return
    assert os.environ.get("CI") != "true", "the package poise cannot be imported, and in CI no example is left out"
    pytest.skip("the package poise is not installed: the Python examples were left out")


@pytest.mark.parametrize("pattern", [*EXCLUDED, *map(re.escape, STANDS_FOR)])
def test_no_exclusion_outlives_its_command(pattern):
    assert any(re.match(pattern, command) for command in every_command())


def test_what_the_readme_shows_of_make_test_has_the_form_of_tools_test():
    """The numbers are those of one run; the words must be those that every run prints."""
    said = re.search(r'^echo "(poise: all tests passed .*)"$', text_of(ROOT / "tools" / "test"), re.MULTILINE).group(1)
    form = said.replace("$python_part", "§ Python tests").replace("$fuzz_part", "readers fuzzed")
    form = re.sub(r"\$\(+[^()]*(\([^()]*\))?[^()]*\)+", "§", form)
    shown = re.search(r"^poise: all tests passed .*$", text_of(ROOT / "README.md"), re.MULTILINE).group(0)
    assert re.sub(r"\d+|…", "§", shown) == form
