"""The page of --html in a real browser: quiet, self-contained, as wide as the screen, and right."""

import fractions
import json
import math
import os
import re
import subprocess

import browser as browsers
import pytest

POISE = os.environ.get("POISE", str(browsers.ROOT / "build" / "bin" / "poise"))
WIDTHS = (375, 1200)

# Names that try to get out of their place; one cannot be broken, so that it could push the page wide.
NASTY = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "x" * 500, "שלום עולם", "a & b"]


@pytest.fixture(scope="module")
def browser():
    started = browsers.start()
    yield started
    started.quit()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    poise(folder, "generate", "people", "--rows", "10000", "--seed", "1", "--out", "people.csv")
    rows = "".join(f"{i % 90},{i % 7},{i % 11},{i % 5},{i % 3}\n" for i in range(10000))
    quoted = ",".join('"' + name.replace('"', '""') + '"' for name in NASTY)
    (folder / "nasty.csv").write_text(quoted + "\n" + rows, encoding="utf-8")
    wide = "".join(",".join(str((i * j) % 10) for j in range(1, 61)) + "\n" for i in range(5000))
    (folder / "wide.csv").write_text(",".join(f"c{j}" for j in range(1, 61)) + "\n" + wide)
    return folder


def poise(folder, *arguments):
    done = subprocess.run(
        [POISE, *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


CASES = {
    "mean": ["mean", "people.csv", "--columns", "age,income", "--rho", "0.5"],
    "one": ["mean", "people.csv", "--columns", "age", "--rho", "0.1"],
    "every-column": ["mean", "people.csv", "--columns", "age,income,hours,commute_minutes,children",
                     "--epsilon", "5", "--method", "universal-tuned"],
    "approximate": ["mean", "people.csv", "--columns", "age,hours", "--epsilon", "1", "--delta", "1e-6",
                    "--unit", "person"],
    "quantile": ["quantile", "people.csv", "--columns", "income,age", "-q", "0.1,0.25,0.5,0.75,0.9",
                 "--epsilon", "4"],
    "iqr": ["iqr", "people.csv", "--columns", "income", "--rho", "0.1"],
    "variance": ["variance", "people.csv", "--columns", "age", "--epsilon", "1"],
    "simulation": ["mean", "people.csv", "--columns", "age,income", "--rho", "0.5", "--seed", "3"],
    "nasty-names": ["mean", "nasty.csv", "--rho", "0.5"],
    "sixty-columns": ["mean", "wide.csv", "--rho", "0.5"],
}  # fmt: skip


@pytest.fixture(scope="module", params=CASES)
def made(request, folder):
    """A page, and the JSON that the same run printed."""
    page = folder / f"{request.param}.html"
    printed = poise(folder, *CASES[request.param], "--html", page.name, "--json")
    return request.param, page, json.loads(printed)


def at(result, path):
    for key in path.split("/")[1:]:
        result = result[int(key)] if isinstance(result, list) else result[key]
    return result


def numbers_in(result, path=""):
    """The places of all numbers."""
    if isinstance(result, bool) or result is None or isinstance(result, str):
        return set()
    if isinstance(result, (int, float)):
        return {path}
    pairs = enumerate(result) if isinstance(result, list) else result.items()
    return set().union(*(numbers_in(value, f"{path}/{key}") for key, value in pairs))


def not_shown(result):
    """Where only ranks are known, an interval has a level and no ends: nothing to show."""
    return {"/interval/level"} if None in result.get("interval", {}).get("low", []) else set()


def reads_as(text, value):
    """Whether what is shown is the value, up to half of its last digit."""
    match = re.fullmatch(r"(?:± )?(−?)([\d,]+)(\.\d+)?(?:e(−?\d+))?( %)?(?: rows)?", text)
    if not match:
        return False
    sign, whole, places, exponent, percent = match.groups()
    power = int((exponent or "0").replace("−", "-")) - (2 if percent else 0)
    shown = float(whole.replace(",", "") + (places or "")) * 10.0**power * (-1 if sign else 1)
    last_digit = 10.0 ** (power - len(places or ".") + 1)
    return abs(shown - value) <= 0.5000001 * last_digit or math.isclose(shown, value, rel_tol=5e-6)


def test_the_console_stays_silent_and_nothing_is_fetched(browser, made):
    _, page, _ = made
    browser.open(page)
    assert browser.console() == []
    assert browser.requests() == [page.resolve().as_uri()]


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_sideways(browser, made, width):
    _, page, _ = made
    browser.open(page, width)
    assert browser.sticks_out() <= 0
    browser.run("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert browser.sticks_out() <= 0


def test_text_has_room_on_a_phone(browser, made):
    _, page, _ = made
    browser.open(page, 375)
    squeezed = browser.run(
        "return [...document.querySelectorAll('p, li, .kind, .estimates th, dd, h1, h2, h3')].filter("
        "e => e.textContent.length > 20 && e.getClientRects().length && e.getBoundingClientRect().width < 120)"
        ".map(e => e.textContent)"
    )
    assert squeezed == []


def test_every_number_is_that_of_the_json(browser, made):
    _, page, result = made
    browser.open(page)
    assert json.loads(browser.run("return document.getElementById('poise-result').textContent")) == result
    shown = browser.run(
        "return [...document.querySelectorAll('[data-value]')].map("
        "e => [e.dataset.value, e.dataset.path, e.dataset.exact || '', e.textContent])"
    )
    for value, path, exact, text in shown:
        assert float(value) == at(result, path), path
        if exact:
            assert float(fractions.Fraction(exact)) == float(value), path
        assert text == exact or reads_as(text, float(value)), (path, value, text)
    assert {path for _, path, _, _ in shown} == numbers_in(result) - not_shown(result)


def test_the_receipt_adds_up(browser, made):
    _, page, _ = made
    browser.open(page)
    amounts = browser.run(
        "return [...document.querySelectorAll('#receipt [data-path^=\"/privacy/spent/\"]')].map(e => e.textContent)"
    )
    total = browser.run("return document.querySelector('#receipt .sum tr:last-child td').textContent")
    assert amounts and sum(map(fractions.Fraction, amounts)) == fractions.Fraction(total)


def test_names_stay_in_their_place(browser, made):
    _, page, result = made
    browser.open(page)
    scripts = browser.run("return [...document.scripts].map(e => e.type)")
    assert scripts == ["application/json"]
    assert browser.run("return document.images.length") == 0
    names = browser.run(
        "return [...document.querySelectorAll('.estimates th[scope=row], .plain th[scope=row], .quantiles h3 bdi')]"
        ".filter(e => !e.closest('.population'))"
        ".map(e => (e.querySelector('bdi') || e)).map(e => e.title || e.textContent)"
    )
    assert names == result["columns"]
    again = browser.run("return [...document.querySelectorAll('.population tbody th bdi')].map(e => e.title || e.textContent)")
    assert again == (result["columns"] if "present" in result else [])


def test_headings_tables_and_pictures_have_names(browser, made):
    _, page, _ = made
    browser.open(page)
    assert browser.run("return document.documentElement.lang") == "en"
    assert browser.run("return document.querySelectorAll('h1').length") == 1
    assert browser.run("return [...document.querySelectorAll('th')].filter(e => !e.scope).length") == 0
    nameless = "return [...document.querySelectorAll('svg')].filter(e => !e.querySelector('title') && !e.closest('[aria-hidden]')).length"
    assert browser.run(nameless) == 0


def test_a_simulation_says_so_at_the_top(browser, made):
    name, page, _ = made
    browser.open(page)
    banners = browser.run("return [...document.querySelectorAll('.banner')].map(e => e.getBoundingClientRect().top)")
    assert len(banners) == (1 if name == "simulation" else 0)
    assert all(top < 600 for top in banners)


@pytest.mark.parametrize("width", WIDTHS)
def test_it_can_be_seen(browser, made, width):
    name, page, _ = made
    browser.open(page, width)
    height = min(6000, browser.run("return document.documentElement.scrollHeight"))
    browser.open(page, width, height)
    picture = browser.screenshot()
    (browsers.artefacts() / f"page-{name}-{width}.png").write_bytes(picture)
    browser.run("document.body.innerHTML = ''")
    assert len(picture) > 5 * len(browser.screenshot()), "a blank picture is small"


def test_it_can_be_printed(browser, made):
    name, page, _ = made
    browser.open(page)
    pdf = browser.pdf()
    (browsers.artefacts() / f"page-{name}.pdf").write_bytes(pdf)
    assert pdf.startswith(b"%PDF-")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 8


def test_the_watcher_would_notice(browser, tmp_path):
    page = tmp_path / "bad.html"
    page.write_text(
        "<!DOCTYPE html><title>bad</title><div style='width:2000px'>wide</div>"
        "<img src='missing.png'><script>console.error('loud')</script>"
    )
    browser.open(page)
    assert any("loud" in message for message in browser.console())
    assert len(browser.requests()) == 2
    assert browser.sticks_out() > 0
    assert not reads_as("48.2", 48.26) and reads_as("48.3", 48.26) and not reads_as("35,156", 35157)
