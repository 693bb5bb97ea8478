"""What a participant will not do, whatever the analyzer publishes and whoever else is in the folder."""

import hashlib
import shutil
import stat
import struct
import threading

import pytest
from survey import LOCAL, csv_of


@pytest.mark.parametrize("gives", [["--rho", "19.99"], ["--epsilon", "1", "--delta", "1e-6"]])
def test_a_local_session_that_asks_for_more_than_was_agreed_gets_nothing(local, gives):
    said = local.poise.refuses("client", "survey", "no_such_file.csv", "--participant", 0, *gives)
    assert "asks for rho = 20, more than you give" in said
    assert local.answers() == []


@pytest.mark.parametrize("gives", [["--epsilon", "19.9", "--delta", "0.01"], ["--epsilon", "20", "--delta", "0.009"]])
def test_a_shuffled_session_that_asks_for_more_than_was_agreed_gets_nothing(shuffle, gives):
    said = shuffle.poise.refuses("client", "survey", "no_such_file.csv", "--participant", 0, *gives)
    assert "asks for epsilon = 20 with delta = " in said and "more than you give" in said
    assert shuffle.answers() == []


@pytest.mark.parametrize("gives, says", [([], "budget"), (["--epsilon", 1], "paid in zCDP"), (["--rho", -1], "rho")])
def test_a_participant_says_what_it_gives(local, gives, says):
    assert says in local.poise.refuses("client", "survey", "survey.csv", "--participant", 0, *gives)


@pytest.mark.parametrize("gives", [[], ["--rho", 9], ["--epsilon", 90], ["--rho", 9, "--epsilon", 90, "--delta", 0.1]])
def test_a_participant_of_a_shuffled_session_gives_epsilon_and_delta(shuffle, gives):
    said = shuffle.poise.refuses("client", "survey", "survey.csv", "--participant", 0, *gives)
    assert "paid in (epsilon, delta)" in said


def test_a_round_is_answered_once(survey):
    survey.answer()
    before = [path.read_bytes() for path in survey.answers()]
    assert "has been answered from these rows already" in survey.poise.refuses(*survey.client())
    assert "has been answered" in survey.poise.refuses(*survey.client(participant=1)), "by no other number, too"
    for path in survey.answers():
        path.unlink()
    assert "has been answered" in survey.poise.refuses(*survey.client()), "nor when the answers are gone"
    assert survey.answers() == [] and len(before) == len(survey.rows)


def test_of_many_that_answer_at_once_one_does(poise, local):
    poise.write("me.csv", csv_of(local.rows[:1]))
    done = []

    def answer(number):
        done.append(poise.run(*local.client(file="me.csv", participant=number)))

    everyone = [threading.Thread(target=answer, args=(number,)) for number in range(12)]
    for one in everyone:
        one.start()
    for one in everyone:
        one.join()
    assert sorted(one.returncode for one in done) == [0] + 11 * [2]
    assert len(local.answers()) == 1


def test_another_session_in_the_same_folder_is_no_way_to_a_second_budget(poise, local):
    """An analyzer that exchanges the session between rounds."""
    local.answer()
    poise.ok("analyze", "other", "--start", *LOCAL)
    for name in ("session.poise", "round-01.poise"):
        shutil.copy(poise.folder / "other" / name, local.folder / name)
    for path in local.answers():
        path.unlink()
    assert "remembers another session" in poise.refuses(*local.client())
    poise.ok(*local.client("--state", "agreed"))


def test_whoever_cannot_remember_does_not_answer(poise, local):
    """A folder in the place of the memory: whoever runs this may well be allowed to write everywhere."""
    (poise.folder / "state").mkdir()
    said = poise.refuses(*local.client("--state", "state"), status=4)
    assert "nothing was answered" in said
    assert "nothing was answered" in poise.refuses(*local.client("--state", "no_such_folder/state"), status=4)
    assert local.answers() == []


def test_the_old_spelling_of_the_state_still_works(poise, local):
    poise.ok(*local.client("--memory", "mine"))
    assert (poise.folder / "mine").exists()
    assert "answered" in poise.refuses(*local.client("--state", "mine"))


def test_whoever_cannot_answer_has_not_answered(poise, local):
    (local.folder / "answers-01").rmdir()
    assert "cannot put answers in" in poise.refuses(*local.client(), status=4)
    assert not (poise.folder / "survey.csv.answered").exists()
    (local.folder / "answers-01").mkdir()
    local.answer()


def test_nobody_takes_the_place_of_another(poise, local):
    poise.write("one.csv", csv_of(local.rows[:1]))
    poise.write("two.csv", csv_of(local.rows[1:2]))
    local.answer(file="one.csv", participant=7)
    before = local.answers()[0].read_bytes()
    assert "answered as participant 7" in poise.refuses(*local.client(file="two.csv", participant=7))
    assert local.answers()[0].read_bytes() == before
    assert not (poise.folder / "two.csv.answered").exists()
    local.answer(file="two.csv", participant=8)


def test_a_planted_link_is_not_followed(poise, local):
    poise.write("precious", "mine")
    (local.folder / "answers-01" / "00000000.poise").symlink_to(poise.folder / "precious")
    poise.write("me.csv", csv_of(local.rows[:1]))
    assert "is there already" in poise.refuses(*local.client(file="me.csv"))
    assert (poise.folder / "precious").read_text() == "mine"


def test_rows_without_a_file_need_a_memory(poise, local):
    line = ["client", "survey", "-", "--participant", 3, "--rho", 20]
    assert "--state" in poise.refuses(*line, stdin=csv_of(local.rows[:1]))
    poise.ok(*line, "--state", "mine", stdin=csv_of(local.rows[:1]))
    assert len(local.answers()) == 1
    assert stat.S_IMODE((poise.folder / "mine").stat().st_mode) == 0o600


@pytest.mark.parametrize("number", ["120", "1", "4294967296", "99999999999999999999", "-1", "x", ""])
def test_participants_have_numbers_that_the_session_knows(local, number):
    """120 rows fit from number 0 only."""
    local.poise.refuses(*local.client(participant=number))
    assert local.answers() == [] and not (local.poise.folder / "survey.csv.answered").exists()


def test_other_columns_are_refused(poise, local):
    poise.write("other.csv", "x,z\n1,2\n")
    assert "y" in poise.refuses(*local.client(file="other.csv"))
    assert local.answers() == []


def reseal(path, change):
    """What an analyzer that means harm writes: a sound file with other numbers in it."""
    body = bytearray(path.read_bytes()[:-8])
    change(body)
    path.write_bytes(body + hashlib.blake2b(bytes(body), digest_size=16).digest()[:8])


def test_the_digest_is_the_first_half_of_blake2b(poise, local):
    """So that the changes below get past it."""
    path = local.folder / "round-01.poise"
    before = path.read_bytes()
    reseal(path, lambda body: None)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "at, form, value, says",
    [
        (7, "<Q", 1, "another session"),
        (15, "<I", 2, "does not follow the schedule"),
        (15, "<I", 2**32 - 1, "does not follow the schedule"),
        (19, "<B", 1, "does not follow the schedule"),
        (19, "<B", 4, "does not follow the schedule"),
        (19, "<B", 9, "make no sense"),
        (20, "<I", 1, "does not follow the schedule"),
        (24, "<Q", 0, "where its session does not"),
        (24, "<Q", 2**63, "where its session does not"),
        (32, "<I", 2**32 - 1, "make no sense"),
        (36, "<Q", 1, "radius"),
        (44, "<I", 2**32 - 1, "make no sense"),
    ],
)
def test_a_round_that_its_session_cannot_have_is_not_answered(poise, local, at, form, value, says):
    reseal(local.folder / "round-01.poise", lambda body: struct.pack_into(form, body, at, value))
    assert says in poise.refuses(*local.client())
    assert local.answers() == [] and not (poise.folder / "survey.csv.answered").exists()


def test_a_damaged_session_or_round_is_not_answered(poise, local):
    for name in ("session.poise", "round-01.poise"):
        path = local.folder / name
        sound = path.read_bytes()
        for broken in (b"", sound[:-1], sound[:9] + b"\x01" + sound[10:], sound + b"\0", b"poise" + bytes(100)):
            path.write_bytes(broken)
            assert name in poise.refuses(*local.client())
            assert name in poise.refuses("analyze", "survey")
        path.write_bytes(sound)
    local.answer()


def test_a_larger_radius_buys_no_less_noise(poise, local):
    """An analyzer may name any radius it could have found; whatever it is, the noise grows with it."""
    for _ in range(2):
        local.round()
    path = local.folder / "round-03.poise"
    radius_at = 36 + 2 * 8
    reseal(path, lambda body: struct.pack_into("<Q", body, radius_at, 2**62))
    assert "radius" in poise.refuses(*local.client())
    reseal(path, lambda body: struct.pack_into("<Q", body, radius_at, 1))
    local.answer()
    result = poise.json("analyze", "survey")
    assert max(result["noise_std"]) < 1e-4, "a radius of one step has little noise, and says little"


def test_sessions_that_claim_the_impossible_are_refused_quickly(poise, shuffle):
    """Two participants in place of thirty: everyone would have to hide among their own dummies."""
    reseal(shuffle.folder / "session.poise", lambda body: struct.pack_into("<Q", body, 23, 2))
    assert "participants" in poise.refuses(*shuffle.client())
    reseal(shuffle.folder / "session.poise", lambda body: struct.pack_into("<Q", body, 23, 2**40))
    assert "participants" in poise.refuses(*shuffle.client())


def test_a_key_that_nobody_can_hold_is_refused(poise, shuffle):
    """Records that are sealed to no key would travel open."""
    path = shuffle.folder / "session.poise"

    def without_key(body):
        body[-32:] = bytes(32)

    reseal(path, without_key)
    reseal(shuffle.folder / "round-01.poise", lambda body: body.__setitem__(slice(7, 15), path.read_bytes()[-8:]))
    poise.refuses(*shuffle.client())
    assert shuffle.answers() == []


def test_a_participant_chooses_its_crowd(shuffle):
    def refuses(*crowd):
        return shuffle.poise.refuses(*shuffle.client(crowd=crowd))

    assert "30 participants, fewer than --at-least, 31" in refuses("--at-least", 31, "--dishonest", 0)
    said = refuses("--at-least", 30, "--dishonest", "0.1")
    assert "a share of 0 dishonest participants, less than --dishonest, 0.1" in said
    assert "between 0 and 0.9" in refuses("--at-least", 30, "--dishonest", "1")
    assert shuffle.answers() == []
    shuffle.answer(crowd=["--at-least", 30, "--dishonest", 0])


def test_who_says_nothing_of_the_crowd_is_not_alone_in_it(shuffle):
    """The session has 30 participants, all of whom must be honest."""
    said = shuffle.poise.refuses(*shuffle.client(crowd=[]))
    assert "30 participants, fewer than --at-least, 100" in said and "--at-least 30" in said
    said = shuffle.poise.refuses(*shuffle.client(crowd=["--at-least", 30]))
    assert "a share of 0 dishonest participants, less than --dishonest, 0.1" in said and "--dishonest 0" in said
    assert shuffle.answers() == []


def test_a_participant_is_told_what_it_agreed_to(survey):
    said = survey.answer()
    if survey.model == "local":
        assert "agreed to rho = 20 for all rounds together, trusting nobody" in said
    else:
        assert "agreed to epsilon = 20 with delta = 0.01 for all rounds together" in said
        assert "in a crowd of 30 of whom a share of 0 may be dishonest" in said


def test_answers_in_a_box_of_their_own_reach_the_shuffler_alone(poise, shuffle):
    assert "cannot put answers in" in poise.refuses(*shuffle.client("--box", "box"), status=4), "there is no box yet"
    (poise.folder / "box").mkdir()
    shuffle.answer("--box", "box")
    answers = list((poise.folder / "box").iterdir())
    assert shuffle.answers() == [] and len(answers) == 30
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o640 for path in answers)
    assert "0 have sent their batch" in poise.refuses("shuffle", "survey")
    poise.ok("shuffle", "survey", "--box", "box")
    assert poise.json("analyze", "survey")["next_round"] == 2
    assert "0 have sent their batch" in poise.refuses("shuffle", "survey", "--box", "box"), "of round 2"


@pytest.mark.parametrize("cell", ["5", "unknown", ""])
def test_nor_on_the_type_that_its_cells_have_in_a_file(poise, local, cell):
    """Of one row, a column is text just where its cell is a word."""
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table({"x": [1.0], "y": [cell]}), poise.folder / "me.parquet")
    poise.ok(*local.client(file="me.parquet", participant=3))


@pytest.mark.parametrize("row", ["1,?", "1,unknown", "abc,5kg", "1,true", "nan,inf", ",", "1e400,-1e400", '1,"2,5"'])
def test_whether_a_participant_answers_does_not_depend_on_its_cells(poise, local, row):
    poise.write("me.csv", f"x,y\n{row}\n")
    poise.ok(*local.client(file="me.csv", participant=3))
    assert len(local.answers()) == 1


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_memory_that_was_cut_short_answers_no_more(poise, local, cut):
    local.answer()
    memory = poise.folder / "survey.csv.answered"
    memory.write_bytes(memory.read_bytes()[:-cut])
    for path in local.answers():
        path.unlink()
    assert "is damaged: nobody can tell what it remembers" in poise.refuses(*local.client())


def test_a_link_to_the_rows_has_their_memory(poise, local):
    local.answer()
    (poise.folder / "link.csv").symlink_to(poise.folder / "survey.csv")
    assert "has been answered from these rows already" in poise.refuses(*local.client(file="link.csv"))
