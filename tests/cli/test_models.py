"""`poise mean --model local|shuffle`: one table plays all participants, through the messages real ones would send."""

import json
from fractions import Fraction

import pytest

LOCAL = ["--model", "local", "--rho", "5", "--bound", 100]
SHUFFLE = ["--model", "shuffle", "--epsilon", "4", "--delta", "1e-6", "--bound", 100]
MODELS = {"local": LOCAL, "shuffle": SHUFFLE}


@pytest.fixture
def near(poise):
    """4000 rows of 2000 people around (53, -22), all within a few."""
    rows = "".join(f"p{i % 2000},{50 + i % 7},{-20 - i % 5}\n" for i in range(4000))
    return poise.write("near.csv", "who,x,y\n" + rows)


@pytest.fixture(params=list(MODELS))
def model(request):
    return request.param


def exact(holder, name="rho", spelled="exact"):
    return Fraction(holder[spelled]) if spelled in holder else Fraction(str(holder[name]))


def mean(poise, near, model, *more, **others):
    return poise.json("mean", near, "--columns", "x,y", *MODELS[model], *more, **others)


def test_the_mean_is_found_and_told_as_the_contract_says(poise, near, model):
    result = mean(poise, near, model)
    keys = ["statistic", "method", "model", "rows", "columns", "value", "noise_std", "interval", "privacy", "warnings",
            "traffic"]
    assert list(result) == keys
    assert result["statistic"] == "mean" and result["method"] == "instance-optimal" and result["model"] == model
    assert result["rows"] == 4000 and result["columns"] == ["x", "y"] and result["warnings"] == []
    # The model needs 240 rows, so with 4000 no median is in the wrong half; noise is at most 0.05, and rows
    # are so close together that clipping does little more: a false alarm is rarer than 1e-6.
    assert max(result["noise_std"]) < 0.06
    assert result["value"] == pytest.approx([53, -22], abs=1)
    interval = result["interval"]
    for value, std, low, high in zip(result["value"], result["noise_std"], interval["low"], interval["high"]):
        assert (value - low, high - value) == pytest.approx((1.96 * std, 1.96 * std), rel=1e-3)


def test_the_local_model_promises_zcdp(poise, near):
    privacy = mean(poise, near, "local")["privacy"]
    assert list(privacy) == ["definition", "rho", "adjacency", "private", "spent"]
    assert privacy["definition"] == "zCDP" and privacy["rho"] == 5 and privacy["private"] is True
    assert [step["step"] for step in privacy["spent"]] == ["centre", "radius", "sum"]
    assert sum(map(exact, privacy["spent"])) == 5


def test_epsilon_and_delta_become_a_rho_in_the_local_model(poise, near):
    line = ["mean", near, "--columns", "x,y", "--model", "local", "--epsilon", 20, "--delta", "1e-6", "--bound", 100]
    privacy = poise.json(*line)["privacy"]
    assert privacy["definition"] == "zCDP" and privacy["epsilon"] == 20 and privacy["delta"] == 1e-6
    assert "order" not in privacy
    assert sum(map(exact, privacy["spent"])) == exact(privacy)


def test_the_shuffle_model_promises_epsilon_and_delta_at_one_order(poise, near):
    privacy = mean(poise, near, "shuffle")["privacy"]
    assert list(privacy) == ["definition", "rho", "exact", "epsilon", "delta", "order", "adjacency", "private", "spent",
                             "dishonest"]
    assert privacy["definition"] == "approximate" and privacy["epsilon"] == 4 and privacy["delta"] == 1e-6
    assert privacy["order"] >= 2 and privacy["private"] is True and privacy["dishonest"] == 0.1
    assert [step["step"] for step in privacy["spent"]] == ["centre", "radius", "sum"]
    assert sum(map(exact, privacy["spent"])) == exact(privacy)


def test_without_a_bound_a_step_more_finds_the_reach(poise, near, model):
    options = [option for option in MODELS[model] if option not in ("--bound", 100)]
    result = poise.json("mean", near, "--columns", "x,y", *options)
    assert [step["step"] for step in result["privacy"]["spent"]] == ["reach", "centre", "radius", "sum"]
    assert sum(map(exact, result["privacy"]["spent"])) == exact(result["privacy"])
    assert result["value"] == pytest.approx([53, -22], abs=2)
    assert result["traffic"]["rounds"] > mean(poise, near, model)["traffic"]["rounds"]


def test_traffic_is_that_of_real_participants(poise, near):
    local, shuffle = (mean(poise, near, model)["traffic"] for model in ("local", "shuffle"))
    assert local["rounds"] == 3 and 100 < local["bytes_per_participant"] < 10_000
    assert shuffle["rounds"] >= 3 and shuffle["bytes_per_participant"] > local["bytes_per_participant"]


def test_a_seed_gives_the_same_for_any_number_of_threads_and_promises_nothing(poise, near, model):
    one = mean(poise, near, model, "--seed", 7, "--threads", 1)
    assert one["privacy"]["private"] is False and any("not private" in warning for warning in one["warnings"])
    for threads in (2, 5):
        assert mean(poise, near, model, "--seed", 7, "--threads", threads) == one
    assert mean(poise, near, model, "--seed", 8)["value"] != one["value"]


def test_little_memory_changes_how_it_is_computed_not_what_is_promised(poise, near):
    """Too many records to keep are not made one by one: their sums are drawn. Seeded, so the same every time."""
    result = mean(poise, near, "shuffle", "--memory", "1M", "--seed", 3)
    assert result["value"] == pytest.approx([53, -22], abs=0.5)
    assert result["privacy"] == mean(poise, near, "shuffle", "--seed", 3)["privacy"]


def test_central_is_the_default(poise, near):
    line = ["mean", near, "--columns", "x,y", "--rho", 1, "--seed", 1]
    assert poise.json(*line, "--model", "central") == poise.json(*line)
    assert "model" not in poise.json(*line)


def test_a_person_is_a_participant(poise, near, model):
    result = mean(poise, near, model, "--unit", "who")
    assert result["rows"] == 2000 and result["privacy"]["unit"] == "who"
    assert result["value"] == pytest.approx([53, -22], abs=2)


def test_rows_from_standard_input(poise, near, model):
    text = (poise.folder / near).read_text()
    assert mean(poise, "-", model, "--seed", 2, stdin=text)["value"] == mean(poise, near, model, "--seed", 2)["value"]


def test_the_text_says_whom_to_trust(poise, near):
    said = poise.ok("mean", near, "--columns", "x,y", *LOCAL).stdout
    assert "method instance-optimal in the local model" in said
    assert "trust      nobody" in said and "one table played all participants" in said
    assert "rho = 5 (zCDP)" in said
    said = poise.ok("mean", near, "--columns", "x,y", *SHUFFLE, "--dishonest", "0.25").stdout
    assert "method instance-optimal in the shuffle model" in said
    assert "trust      a shuffler, and all participants but a share of 0.25" in said
    assert "budget     epsilon = 4 with delta = 1e-6: steps cost rho = " in said and "zCDP" not in said


def test_fewer_honest_participants_mean_more_noise(poise, near):
    noise = [mean(poise, near, "shuffle", "--dishonest", share, "--seed", 1)["noise_std"][0] for share in ("0", "0.5")]
    assert noise[1] > 1.2 * noise[0]


def test_a_local_mean_is_paid_from_a_book(poise, near):
    poise.ok("ledger", "create", "book.db", "--dataset", "people", "--rho", 8)
    result = mean(poise, near, "local", "--ledger", "book.db", "--dataset", "people")
    assert result["ledger"]["spent"] == 5 and result["ledger"]["total"] == 8
    entry = json.loads(poise.ok("ledger", "show", "book.db", "--json").stdout)["datasets"][0]["entries"][0]
    assert entry["state"] == "released" and entry["method"] == "instance-optimal" and entry["rho"] == 5
    pays = ["--ledger", "book.db", "--dataset", "people"]
    said = poise.refuses("mean", near, "--columns", "x,y", *LOCAL, *pays, status=3)
    assert "people" in said


def test_no_book_can_pay_for_the_shuffle_model(poise, near):
    poise.ok("ledger", "create", "book.db", "--dataset", "people", "--rho", 8)
    pays = ["--ledger", "book.db", "--dataset", "people"]
    said = poise.refuses("mean", near, "--columns", "x,y", *SHUFFLE, *pays, status=3)
    assert "books are kept in zCDP" in said
    assert json.loads(poise.ok("ledger", "show", "book.db", "--json").stdout)["datasets"][0]["entries"] == []


@pytest.mark.parametrize("options", [["--model", "local", "--rho", "0.01"],
                                     ["--model", "shuffle", "--epsilon", "0.01", "--delta", "1e-9"]])
def test_too_few_rows_are_told_how_many_it_takes(poise, near, options):
    said = poise.refuses("mean", near, "--columns", "x,y", *options)
    needed = int(said.split("needs at least ")[1].split()[0])
    assert needed > 4000 and "there are 4000" in said and "nothing was spent" in said


def test_too_few_rows_cost_nothing(poise, near):
    poise.ok("ledger", "create", "book.db", "--dataset", "people", "--rho", 8)
    poise.refuses("mean", near, "--columns", "x,y", "--model", "local", "--rho", "0.01", "--ledger", "book.db",
                  "--dataset", "people")
    account = json.loads(poise.ok("ledger", "show", "book.db", "--json").stdout)["datasets"][0]
    assert account["spent"]["exact"] == "0"
    assert [entry["state"] for entry in account["entries"]] == ["struck-out"]


@pytest.mark.parametrize(
    "options, says",
    [
        (["--model", "nobody", "--rho", 1], "there is no model 'nobody'"),
        (["--model", "", "--rho", 1], "there is no model ''"),
        (["--model", "Local", "--rho", 1], "there is no model 'Local'"),
        (["--model", "local"], "budget"),
        (["--model", "local", "--epsilon", 1], "--epsilon alone"),
        (["--model", "local", "--rho", 0], "rho"),
        (["--model", "shuffle", "--rho", 1], "promises (epsilon, delta)"),
        (["--model", "shuffle", "--epsilon", 1], "promises (epsilon, delta)"),
        (["--model", "shuffle", "--rho", 1, "--epsilon", 1, "--delta", "1e-9"], "promises (epsilon, delta)"),
        (["--model", "shuffle", "--epsilon", 1, "--delta", 1], "delta"),
        (["--model", "shuffle", "--epsilon", 0, "--delta", "1e-9"], "epsilon"),
        ([*LOCAL, "--method", "plan"], "method plan needs someone to trust"),
        ([*SHUFFLE, "--method", "gaussian"], "method gaussian needs someone to trust"),
        ([*LOCAL, "--norm", 1], "--norm is not for --model local"),
        ([*LOCAL, "--precision", 1], "--precision is not for --model local"),
        ([*LOCAL, "--clip-quantile", "0.5"], "--clip-quantile is not for --model local"),
        ([*SHUFFLE, "--steps", 2], "--steps is not for --model shuffle"),
        ([*SHUFFLE, "--covariance", "estimated"], "--covariance is not for --model shuffle"),
        ([*SHUFFLE, "--variances", "1,2"], "--variances is not for --model shuffle"),
        ([*SHUFFLE, "--variances-from", "file"], "--variances-from is not for --model shuffle"),
        ([*SHUFFLE, "--pairs", 2], "--pairs is not for --model shuffle"),
        ([*LOCAL, "--binary"], "--binary is not for --model local"),
        ([*LOCAL, "--own-units"], "--own-units is not for --model local"),
        ([*LOCAL, "--dishonest", "0.1"], "--dishonest is not for the local model"),
        (["--rho", 1, "--dishonest", "0.1"], "--dishonest is for the shuffle model"),
        (["--rho", 1, "--model", "central", "--dishonest", "0.1"], "--dishonest is for the shuffle model"),
        ([*SHUFFLE, "--dishonest", "0.91"], "--dishonest must be a share"),
        ([*SHUFFLE, "--dishonest", "-0.1"], "--dishonest must be a share"),
        ([*SHUFFLE, "--dishonest", "some"], "--dishonest must be a share"),
    ],
)
def test_options_that_do_not_go_with_a_model_are_told_before_the_file_is_read(poise, options, says):
    assert says in poise.refuses("mean", "no_such_file.csv", *options)


@pytest.mark.parametrize("method", ["instance-optimal", "poise"])
def test_the_method_that_runs_may_be_named(poise, near, model, method):
    named = mean(poise, near, model, "--method", method, "--seed", 1)
    assert named == mean(poise, near, model, "--seed", 1)


def page_of(poise, near, *options):
    poise.ok("mean", near, "--columns", "x,y", *options, "--html", "page.html")
    page = (poise.folder / "page.html").read_text()
    return page[page.index("<body>") :].split("<script")[0]


def test_the_page_of_a_local_mean_promises_zcdp_and_trusts_nobody(poise, near):
    page = page_of(poise, near, *LOCAL)
    assert "zero-concentrated differential privacy" in page and "Rényi" not in page
    assert "instance-optimal in the local model" in page and "The method is the local model of" in page
    assert "<dt>Trusts</dt><dd>nobody</dd>" in page
    assert "one table played all participants" in page, "so whoever ran this has seen it"
    assert "central model" not in page


def test_the_page_of_a_shuffled_mean_claims_no_zcdp(poise, near):
    page = page_of(poise, near, *SHUFFLE)
    assert "approximate differential privacy ((ε, δ)-DP)" in page
    assert "zCDP" not in page and "zero-concentrated" not in page
    assert page.count("<li>ε = ") == 1, "a budget of one order has no other readings"
    assert "Rényi divergence of order" in page and "The method is the shuffle model of" in page
    assert "<dt>Trusts</dt><dd>a shuffler</dd>" in page and "central model" not in page
