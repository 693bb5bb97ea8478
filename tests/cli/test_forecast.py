"""Forecasts: public facts in, errors out, nothing read and nothing spent."""

import pytest

ASKED = ["forecast", "mean", "--rows", 4000, "--columns", 16, "--rho", "0.5"]


def errors(result):
    return {method["method"]: method["error"] for method in result["methods"]}


def test_the_json_has_what_is_needed_to_decide(poise):
    result = poise.json(*ASKED)
    assert list(result) == ["statistic", "rows", "columns", "privacy", "norm", "sampling_error", "recommended",
                            "because", "methods", "questions", "assumptions"]
    names = {method["name"] for method in poise.json("methods")["methods"]}
    assert set(errors(result)) == names
    assert errors(result)[result["recommended"]] > 0
    assert result["sampling_error"] == pytest.approx(0.063, rel=0.02)  # sqrt(16 / 4000)
    assert len(result["questions"]) == 3 and all(one["answer"] for one in result["questions"])


def test_the_text_recommends_and_explains(poise):
    text = poise.ok(*ASKED).stdout
    for what in ("forecast of the mean of 16 columns over 4,000 rows, rho = 0.5", "<- recommended", "Recommended:",
                 "Guessed:", "rows to be good"):
        assert what in text


def test_what_is_recommended_is_what_poise_then_uses(poise):
    poise.ok("generate", "gaussian", "--rows", 4000, "--columns", 16, "--seed", 1, "--out", "a.csv")
    for budget in (["--rho", "0.5"], ["--epsilon", "5"], ["--rho", "0.5", "--bound", "100"]):
        recommended = poise.json(*ASKED[:-2], *budget)["recommended"]
        result = poise.json("mean", "a.csv", *budget)
        assert result.get("chosen", result["method"]) == recommended


def test_where_no_method_answers_it_says_so_and_what_it_takes(poise):
    poise.ok("generate", "gaussian", "--rows", 4000, "--columns", 16, "--seed", 1, "--out", "a.csv")
    result = poise.json(*ASKED[:-2], "--epsilon", 1)
    assert result["recommended"] is None and "needs at least" in result["because"]
    assert "No method answers here" in poise.ok(*ASKED[:-2], "--epsilon", 1).stdout
    said = poise.refuses("mean", "a.csv", "--epsilon", 1)
    assert "needs at least" in said and "allow a --delta" in said and "nothing was spent" in said
    poise.ok("mean", "a.csv", "--epsilon", 1, "--delta", "1e-9")


def test_more_rows_or_budget_never_hurt(poise):
    few = errors(poise.json(*ASKED))
    many = errors(poise.json("forecast", "mean", "--rows", 8000, "--columns", 16, "--rho", "0.5"))
    rich = errors(poise.json("forecast", "mean", "--rows", 4000, "--columns", 16, "--rho", "1"))
    for name, error in few.items():
        if error is not None:
            assert many[name] <= error and rich[name] <= error


def test_the_noise_is_about_what_the_command_then_says(poise):
    poise.ok("generate", "gaussian", "--rows", 4000, "--columns", 16, "--seed", 1, "--out", "a.csv")
    forecast = {method["method"]: method["noise_std"] for method in poise.json(*ASKED)["methods"]}
    for method in ("poise", "instance-optimal", "universal-tuned"):
        noise = poise.json("mean", "a.csv", "--rho", "0.5", "--method", method, "--seed", 1)["noise_std"]
        typical = (sum(std * std for std in noise) / len(noise)) ** 0.5
        assert forecast[method] == pytest.approx(typical, rel=0.35)


def test_a_picture(poise):
    done = poise.ok(*ASKED, "--plot", "curve.png")
    assert (poise.folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert "curve.png" in done.stderr


@pytest.mark.parametrize(
    "options, says",
    [
        (["mean", "--rows", "0", "--columns", "1", "--rho", "1"], "--rows must be a whole number"),
        (["mean", "--rows", "10", "--columns", "1"], "no budget given"),
        (["mean", "--rows", "10", "--columns", "1", "--rho", "1", "--epsilon", "1"], "given twice"),
        (["median", "--rows", "10", "--columns", "1", "--rho", "1"], "there is no forecast of 'median'"),
        (["mean", "--rows", "10", "--columns", "2", "--rho", "1", "--spread", "1,2,3"], "3 numbers for 2 columns"),
        (["mean", "--rows", "10", "--columns", "2", "--rho", "1", "--method", "plann"], "there is no method 'plann'"),
        (["mean", "--rows", "10", "--columns", "2", "--rho", "-1"], "rho must be positive"),
        (["mean", "--rows", "10", "--columns", "2", "--rho", "1", "--plot", "no/such/folder/a.png"], "no/such/folder"),
    ],
)
def test_what_makes_no_sense(poise, options, says):
    done = poise.run("forecast", *options)
    assert done.returncode in (2, 4) and says in done.stderr and done.stdout == ""
