"""A session in files: whoever asks, answers and shuffles is a process of its own, and nobody trusts the others."""

import json
import shutil
import stat

import pytest
from survey import LOCAL, SHUFFLE, Survey, csv_of, is_near


@pytest.fixture
def answered(survey):
    """The first round is answered by all, and not yet read."""
    survey.answer()
    return survey


def test_a_local_session_finds_the_mean_within_its_noise(poise):
    """Columns are found by name, whatever else the file has. With ten times the participants that the session
    needs a median is nowhere near the wrong half, so a false alarm is rarer than 1e-6."""
    survey = Survey(poise, "local", count=1000, start=[*LOCAL[:3], 1000, *LOCAL[4:]])
    rows = "".join(f"p{i},{y:.6f},{x:.6f}\n" for i, (x, y) in enumerate(survey.rows))
    poise.write("survey.csv", "name,y,x\n" + rows)
    for expected in ({"next_round": 2, "step": "radius"}, {"next_round": 3, "step": "sum"}):
        assert survey.round() == expected
    result = survey.round()
    assert result["statistic"] == "mean" and result["method"] == "instance-optimal"
    assert result["model"] == "local" and result["rows"] == 1000 and result["columns"] == ["x", "y"]
    assert result["privacy"]["definition"] == "zCDP" and result["privacy"]["rho"] == 20
    assert result["privacy"]["private"] is True
    assert sum(step["rho"] for step in result["privacy"]["spent"]) == pytest.approx(20)
    assert result["traffic"]["rounds"] == 3
    is_near(result, survey.rows)


def test_a_shuffled_session_finds_the_mean_within_its_noise(poise):
    """Ranks are off by five participants, as a deviation: of a hundred, no half is ever taken for the other."""
    survey = Survey(poise, "shuffle", count=100, start=[*SHUFFLE[:3], 100, *SHUFFLE[4:]])
    rounds = 0
    while "value" not in (result := survey.round()):
        rounds += 1
        assert result["next_round"] == rounds + 1
    assert result["model"] == "shuffle" and result["traffic"]["rounds"] == rounds + 1
    privacy = result["privacy"]
    assert privacy["definition"] == "approximate" and privacy["epsilon"] == 20 and privacy["delta"] == 0.01
    assert privacy["dishonest"] == 0 and privacy["order"] >= 2 and privacy["private"] is True
    assert sum(step["rho"] for step in privacy["spent"]) == pytest.approx(privacy["rho"])
    is_near(result, survey.rows)


def test_text_and_json_give_the_same_numbers_and_asking_again_changes_nothing(local):
    for _ in range(3):
        result = local.round()
    text = local.poise.ok("analyze", "survey").stdout
    assert "mean of 2 columns over 120 rows, method instance-optimal in the local model" in text
    assert "trust      nobody" in text and "3 rounds" in text and "played all participants" not in text
    for name, value in zip(result["columns"], result["value"]):
        line = next(line for line in text.splitlines() if line.startswith(name + " "))
        shown = line.split()[1]
        assert float(shown) == pytest.approx(value, abs=10.0 ** -len(shown.split(".")[-1]))
    assert local.poise.json("analyze", "survey") == result


def test_one_row_a_file_is_as_good_as_many(poise):
    """Every participant alone, in an order of their own, and three in one file."""
    start = [*LOCAL[:3], 12, *LOCAL[4:6], "--rho", 400, "--bound", 20]
    survey = Survey(poise, "local", count=12, start=start)
    for i in range(9):
        poise.write(f"p{i}.csv", csv_of([survey.rows[i]]))
    poise.write("others.csv", csv_of(survey.rows[9:]))
    gives = ["--rho", 400]
    for _ in range(3):
        for i in reversed(range(9)):
            said = poise.ok("client", "survey", f"p{i}.csv", "--participant", i, *gives).stdout
            assert "one participant answered" in said and "session of 12" in said
        said = poise.ok("client", "survey", "others.csv", "--participant", 9, *gives).stdout
        assert "3 participants answered" in said
        result = poise.json("analyze", "survey")
    assert [path.name for path in survey.answers()] == [f"{i:08}.poise" for i in range(12)]
    assert result["rows"] == 12 and len(result["value"]) == 2


def test_without_a_bound_a_round_more_finds_out(poise):
    start = [*LOCAL[:3], 200, *LOCAL[4:6], "--rho", 30]
    survey = Survey(poise, "local", count=200, start=start)
    poise.write("big.csv", "x,y\n" + "".join(f"{1000 * x:.3f},{1000 * y:.3f}\n" for x, y in survey.rows))
    steps = ["reach", "centre", "radius", "sum"]
    for number in (2, 3, 4):
        poise.ok("client", "survey", "big.csv", "--participant", 0, "--rho", 30)
        assert poise.json("analyze", "survey") == {"next_round": number, "step": steps[number - 1]}
    poise.ok("client", "survey", "big.csv", "--participant", 0, "--rho", 30)
    assert poise.json("analyze", "survey")["traffic"]["rounds"] == 4


# What is missing, doubled or changed on the way.


def test_a_lost_answer_is_missed(answered):
    answered.answers()[7].unlink()
    count = len(answered.rows)
    answered.refuses_to_read(f"of {count} participants {count - 1} have")


def test_an_answer_copied_under_another_name_is_noticed(answered):
    first, second, *_ = answered.answers()
    shutil.copy(first, second)
    answered.refuses_to_read("from one participant")
    shutil.copy(first, first.with_name("99999999.poise"))
    answered.refuses_to_read("from one participant")


@pytest.mark.parametrize("length", [0, 3, 20, 60])
def test_a_truncated_answer_is_refused_by_name(answered, length):
    victim = answered.answers()[5]
    victim.write_bytes(victim.read_bytes()[: min(length, victim.stat().st_size - 1)])
    answered.refuses_to_read(f"{victim.name}: ")


def test_a_flipped_bit_is_noticed_wherever_it_is(answered):
    victim = answered.answers()[5]
    sound = victim.read_bytes()
    for place in (0, 5, 6, 9, 16, 20, len(sound) // 2, len(sound) - 1):
        broken = bytearray(sound)
        broken[place] ^= 4
        victim.write_bytes(broken)
        answered.refuses_to_read(victim.name)


def test_answers_of_another_session_or_another_round_are_foreign(poise, survey):
    other = Survey(poise, survey.model, "other")
    other.answer()
    survey.answer()
    shutil.copy(other.answers()[4], survey.answers()[4])
    survey.refuses_to_read("another session")
    other.shuffle()
    poise.ok("analyze", "other")
    other.answer()
    shutil.copy(other.answers(1)[4], other.answers(2)[4])
    other.refuses_to_read("another round")


def test_other_files_beside_the_answers_are_left_alone(answered):
    (answered.folder / "answers-01" / "notes.txt").write_text("hello")
    (answered.folder / "answers-01" / "00000003.poise.tmp").write_text("half of it")
    answered.shuffle()
    assert answered.poise.json("analyze", answered.name)["next_round"] == 2


def test_what_is_no_file_among_the_answers_is_refused(answered):
    (answered.folder / "answers-01" / "99.poise").mkdir()
    answered.refuses_to_read("99.poise")


def test_records_that_were_changed_after_the_shuffle_are_noticed(shuffle):
    shuffle.answer()
    shuffle.shuffle()
    path = shuffle.folder / "shuffled-01.poise"
    sound = path.read_bytes()
    for broken in (sound[:-100], sound[:200] + b"\0" + sound[201:], b"", sound + b"\0"):
        path.write_bytes(broken)
        assert "shuffled round" in shuffle.poise.refuses("analyze", "survey")
    path.write_bytes(sound)
    assert shuffle.poise.json("analyze", "survey")["next_round"] == 2


def test_an_incomplete_round_is_not_shuffled(poise, shuffle):
    poise.write("few.csv", csv_of(shuffle.rows[:29]))
    shuffle.answer(file="few.csv")
    assert "of 30 participants 29 have sent" in poise.refuses("shuffle", "survey")
    assert not (shuffle.folder / "shuffled-01.poise").exists()
    assert "shuffled-01.poise" in poise.refuses("analyze", "survey")


def test_a_local_session_has_nothing_to_shuffle(local):
    local.answer()
    assert "nothing to shuffle" in local.poise.refuses("shuffle", "survey")


# The analyzer's key.


def test_the_key_is_for_its_owner_alone_and_no_new_session_takes_its_place(poise, shuffle):
    key = poise.folder / "survey.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600 and key.stat().st_size == 64
    secret = key.read_bytes()
    assert "not empty" in poise.refuses("analyze", "survey", "--start", *SHUFFLE)
    assert "survey.key is there already" in poise.refuses("analyze", "elsewhere", "--start", "--key", "survey.key",
                                                          *SHUFFLE)
    assert key.read_bytes() == secret and not (poise.folder / "elsewhere").exists()
    assert secret not in b"".join(path.read_bytes() for path in shuffle.folder.rglob("*.poise"))
    assert secret[32:] not in b"".join(path.read_bytes() for path in shuffle.folder.rglob("*.poise"))


def test_without_the_key_or_with_another_nothing_is_read(poise, shuffle):
    shuffle.answer()
    shuffle.shuffle()
    key = poise.folder / "survey.key"
    secret = key.read_bytes()
    key.rename(poise.folder / "hidden")
    assert "survey.key" in poise.refuses("analyze", "survey")
    assert "no_such_key" in poise.refuses("analyze", "survey", "--key", "no_such_key")
    poise.write("short", secret[:63])
    assert "not the key" in poise.refuses("analyze", "survey", "--key", "short")
    poise.ok("analyze", "other", "--start", *SHUFFLE)
    assert "not the one" in poise.refuses("analyze", "survey", "--key", "other.key")
    poise.write("half", secret[:32] + bytes(32))
    assert "not sealed to this session's key" in poise.refuses("analyze", "survey", "--key", "half")
    assert poise.json("analyze", "survey", "--key", "hidden")["next_round"] == 2


# Beginning, and going on.


@pytest.mark.parametrize(
    "options, says",
    [
        ([], "--model, --participants and --columns"),
        (LOCAL[:4], "--model, --participants and --columns"),
        ([*LOCAL[:6]], "budget"),
        (["--model", "central", *LOCAL[2:]], "no sessions of a model 'central'"),
        (["--model", "Local", *LOCAL[2:]], "no sessions of a model 'Local'"),
        (["--model", "shuffle", *LOCAL[2:]], "promises (epsilon, delta)"),
        ([*LOCAL[:6], "--epsilon", 1], "--epsilon alone"),
        ([*LOCAL, "--dishonest", "0.1"], "--dishonest is not for the local model"),
        ([*SHUFFLE[:-1], "0.95"], "--dishonest must be a share"),
        ([*SHUFFLE[:-1], "-0.1"], "--dishonest must be a share"),
        ([*SHUFFLE[:6], "--epsilon", 1, "--delta", "1e-9"], "needs at least"),
        ([*LOCAL[:3], 5, *LOCAL[4:]], "needs at least"),
        ([*LOCAL[:3], 1, *LOCAL[4:]], "--participants"),
        ([*LOCAL[:3], "many", *LOCAL[4:]], "--participants"),
        ([*LOCAL[:3], 2**32 + 1, *LOCAL[4:]], "--participants"),
        ([*LOCAL[:5], "", *LOCAL[6:]], "column"),
        ([*LOCAL[:5], "x,,y", *LOCAL[6:]], "different names"),
        ([*LOCAL[:5], "x,x", *LOCAL[6:]], "different names"),
        ([*LOCAL[:8], "--bound", "-1"], "bound must be positive"),
    ],
)
def test_sessions_that_cannot_begin_leave_nothing_behind(poise, options, says):
    assert says in poise.refuses("analyze", "survey", "--start", *options)
    assert list(poise.folder.iterdir()) == []


def test_a_session_begins_in_a_folder_of_its_own(poise, local):
    before = (local.folder / "session.poise").read_bytes()
    assert "not empty" in poise.refuses("analyze", "survey", "--start", *LOCAL)
    assert (local.folder / "session.poise").read_bytes() == before
    poise.write("file", "")
    assert "not a folder" in poise.refuses("analyze", "file", "--start", *LOCAL)
    (poise.folder / "empty").mkdir()
    started = json.loads(poise.ok("analyze", "empty", "--start", *LOCAL, "--json").stdout)
    assert started == {"next_round": 1, "step": "centre"}


@pytest.mark.parametrize("option", [["--rho", 1], ["--model", "local"], ["--participants", 3], ["--columns", "x"],
                                    ["--epsilon", 1], ["--delta", "1e-9"], ["--bound", 1], ["--dishonest", 0]])
def test_what_a_session_is_about_is_said_at_its_start(local, option):
    assert "add --start" in local.poise.refuses("analyze", "survey", *option)


@pytest.mark.parametrize("command", [["analyze"], ["shuffle"], ["client"]])
def test_no_session_no_role(poise, command):
    more = ["rows.csv", "--participant", 0, "--rho", 1] if command == ["client"] else []
    assert "session.poise" in poise.refuses(*command, "no_such_folder", *more)


def test_waiting_for_answers_is_no_failure_of_anybody(local):
    assert "of 120 participants 0 have answered" in local.poise.refuses("analyze", "survey")


def test_a_round_is_shuffled_once(poise, shuffle):
    """Twice, with one participant's batch exchanged in between, would show that participant's records."""
    shuffle.answer()
    shuffle.shuffle()
    first = (shuffle.folder / "shuffled-01.poise").read_bytes()
    assert "has been shuffled already" in poise.refuses("shuffle", "survey")
    (shuffle.folder / "shuffled-01.poise").unlink()
    assert "has been shuffled already" in poise.refuses("shuffle", "survey"), "nor when its result is gone"
    assert not (shuffle.folder / "shuffled-01.poise").exists() and first


def test_what_was_shuffled_is_never_replaced(poise, shuffle):
    shuffle.answer()
    (shuffle.folder / "shuffled-01.poise").write_bytes(b"there already")
    poise.refuses("shuffle", "survey", status=4)
    assert (shuffle.folder / "shuffled-01.poise").read_bytes() == b"there already"


def test_a_slash_behind_the_folder_changes_nothing(poise, shuffle):
    shuffle.answer()
    poise.ok("shuffle", "survey/")
    assert poise.json("analyze", "survey/")["next_round"] == 2


@pytest.mark.parametrize("key", ["new/key", "new/inside/key", "./new/key"])
def test_the_key_never_lies_in_the_folder_that_everyone_shares(poise, key):
    assert "the key would lie in the folder" in poise.refuses("analyze", "new", "--start", *SHUFFLE, "--key", key)
    assert not (poise.folder / "new").exists()
