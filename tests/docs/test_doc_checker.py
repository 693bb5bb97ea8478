"""The checker of documents notices what it is there for."""

import pytest
from doc_blocks import blocks_of, steps_of
from doc_compare import difference, json_difference
from doc_session import Session, commands_of, is_excluded


@pytest.fixture
def check(tmp_path):
    session = Session(tmp_path)
    return lambda text: [problem for step in steps_of(text) if (problem := session.check(step))]


def document(command, output=None, kind="text", language="sh"):
    shown = "" if output is None else f"Some words.\n```{kind}\n{output}\n```\n"
    return f"```{language}\n{command}\n```\n{shown}"


PRINTED = "age   48.161  ± 0.014\nspent scale 1% ▎ 0.005\nleft 1,200 of 2026-11-16T12:51:09Z"


@pytest.mark.parametrize(
    "shown",
    [
        PRINTED,
        "age 48.2 ± 0.012\nspent  scale 1%  ████ 0.006\n\nleft 1,100 of 2027-01-02T00:00:00Z",
        "age 48.161 ± 0.014\n…",
        "…\nleft 1,200 of 2026-11-16T12:51:09Z",
        "age …\n…\nleft … 2026-11-16T12:51:09Z",
        "…",
    ],
)
def test_noise_layout_and_what_was_left_out_do_not_matter(shown):
    assert difference(shown, PRINTED) is None


@pytest.mark.parametrize(
    "shown, why",
    [
        (PRINTED.replace("spent", "cost"), "'cost' is shown, 'spent' was printed"),
        (PRINTED.replace(" of", ""), "2026"),
        ("\n".join(PRINTED.splitlines()[:2]), "printed but not shown: left"),
        (PRINTED + "\nmore", "shown but not printed: more"),
        (PRINTED.replace("0.005", "50"), "more than noise"),
        (PRINTED.replace("48.161", "-48.161"), "more than noise"),
        (PRINTED.replace("1%", "1"), "'1' is shown, '1%' was printed"),
        ("…\nlost 1,200 of 2026-11-16T12:51:09Z", "shown but not printed: lost"),
        ("age … to\n…", "nothing goes on like to"),
        ("age 48.161 ± 0.014\n…\nend", "shown but not printed: end"),
        ("", "printed but not shown"),
    ],
)
def test_a_wrong_word_a_missing_line_or_another_size_is_noticed(shown, why):
    assert why in difference(shown, PRINTED)


def test_where_all_is_noise_any_number_will_do_but_not_any_word():
    assert difference("error -0.001 0.5", "error 0.3 -7", sizes=False) is None
    assert difference("error -0.001 0.5", "error 0.3", sizes=False) is not None
    assert difference("error -0.001 0.5", "noise 0.3 -7", sizes=False) is not None


def test_fractions_are_numbers_and_names_are_not():
    assert difference("radius 1/19 of x12", "radius 0.0526 of x12") is None
    assert difference("radius 1/19 of x12", "radius 1/19 of x13") is not None


def test_arrays_may_have_blanks_where_digits_need_room():
    assert difference("[48.5 25.25]", "[ 48.   25.2]") is None
    assert difference("[48.5 25.25]", "[ 48.5 25.25 1.]") is not None


def test_json_has_the_same_keys_whatever_the_values():
    printed = '{"value":[1.5,2.5],"spent":[{"step":"sum","rho":1},{"step":"x","rho":2}],"private":true}'
    assert json_difference('{"value":[9],"spent":[{"step":"a","rho":0.5}],"private":true}', printed) is None
    assert "rho" in json_difference('{"value":[9],"spent":[{"step":"a"}],"private":true}', printed)
    assert "private" in json_difference('{"value":[9],"spent":[{"step":"a","rho":0.5}]}', printed)
    assert "/private" in json_difference('{"value":[9],"spent":[{"step":"a","rho":0.5}],"private":1}', printed)
    assert "empty" in json_difference('{"value":[],"spent":[{"step":"a","rho":0.5}],"private":true}', printed)
    assert "not JSON" in json_difference(printed, "oh")


def test_a_command_that_prints_what_is_shown_passes(check):
    assert check(document("echo hello 3.14", "hello 3")) == []
    assert check(document("echo hello; echo oops >&2", "hello\noops")) == []
    assert check(document('echo \'{"a": 1}\'', '{\n "a": 2\n}', "json")) == []


def test_a_command_that_prints_something_else_is_noticed(check):
    assert "'hello' is shown, 'hallo' was printed" in check(document("echo hallo", "hello"))[0]
    assert "printed but not shown" in check(document("echo hello; echo more", "hello"))[0]
    assert "'b'" in check(document('echo \'{"b": 1}\'', '{"a": 2}', "json"))[0]


def test_another_exit_status_than_the_document_says_is_noticed(check):
    assert check(document("(exit 3) # refused: exit status 3")) == []
    assert "exit status 3, not 0" in check(document("(exit 3)"))[0]
    assert "exit status 0, not 3" in check(document("true # exit status 3"))[0]
    assert "exit status 2, not 3" in check(document("(exit 2) # exit status 3"))[0]
    assert "exit status 1, not 0" in check(document("false\ntrue"))[0]


def test_blocks_of_one_document_share_a_folder(check):
    assert check(document("echo one > file") + document("cat file", "one")) == []


def test_both_names_of_the_command_are_the_one_under_test(check):
    assert check(document("poise --version\nbuild/bin/poise --version", "poise 0.1.0\npoise 0.1.0")) == []


def test_python_blocks_share_their_names_and_are_compared(check, monkeypatch):
    monkeypatch.setattr("doc_session.python_is_there", lambda: True)
    blocks = document("x = 2", language="python")
    assert check(blocks + document("print('got', x + 1)", "got 3", language="python")) == []
    assert "'got'" in check(blocks + document("print('got', x)", "have 2", language="python"))[0]
    assert "ZeroDivisionError" in check(document("1 / 0", language="python"))[0]


def test_an_output_of_no_command_is_noticed():
    with pytest.raises(ValueError, match="no command before"):
        steps_of(document("echo hello", "hello") + "```text\nmore\n```\n")
    with pytest.raises(ValueError, match="shows nothing"):
        steps_of(document("echo hello", "…"))
    with pytest.raises(ValueError, match="never ends"):
        steps_of("```sh\necho hello\n")


def test_only_fences_make_blocks_and_lists_may_indent_them():
    text = "Say `poise` like ```so``` here.\n\n- first\n  ```sh\n  echo a\n    b\n  ```\n"
    assert [(block.language, block.text, block.line) for block in blocks_of(text)] == [("sh", "echo a\n  b\n", 5)]


def test_lines_that_belong_together_are_one_command():
    text = "# why\necho a \\\n  b\n\nfor x in 1 2; do\n  echo $x\ndone\ncat <<END\nif\nEND\nlast # why\n"
    commands = commands_of(text)
    assert [command.split()[0] for command in commands] == ["echo", "for", "cat", "last"]
    with pytest.raises(ValueError, match="never complete"):
        commands_of("for x in 1 2; do\n")


def test_only_what_is_listed_is_left_out(check):
    assert is_excluded("make test    # all") and is_excluded("pip install .")
    assert not is_excluded("make demo") and not is_excluded("make demo ") and not is_excluded("makes")
    assert check(document("make test", "anything")) == []
