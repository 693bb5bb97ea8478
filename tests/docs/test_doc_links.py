"""What the documentation points to is there."""

import re
import struct

import pytest
from doc_blocks import ROOT, name_of

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*\bsrc=\"([^\"]+)\"")
LARGEST = 300 * 1024


def pages():
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def prose_of(page):
    """Without blocks of code, where brackets mean something else."""
    return re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def links_of(page):
    return [next(filter(None, link)) for link in LINK.findall(prose_of(page))]


def anchors_of(page):
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def broken_links(page):
    for link in links_of(page):
        if re.match(r"[a-z]+:", link):
            continue  # the network is not asked
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"{link}: there is no such file"
        elif ROOT not in target.parents and target != ROOT:
            yield f"{link}: outside the repository"
        elif anchor and target.suffix == ".md" and anchor not in anchors_of(target):
            yield f"{link}: no such heading"


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_lead_somewhere(page):
    assert list(broken_links(page)) == []


def test_a_broken_link_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr("test_doc_links.ROOT", tmp_path)
    (tmp_path / "there.md").write_text("# What is here?\n")
    page = tmp_path / "page.md"
    page.write_text("[a](there.md) [b](there.md#what-is-here) [c](https://no.where/x) [d](#own)\n## Own\n")
    assert list(broken_links(page)) == []
    page.write_text('[a](gone.md) ![b](there.md#gone) [c](#gone) [d](../x.md) <img src="gone.png">\n```\n[e](f)\n```\n')
    assert [problem.split(":")[0] for problem in broken_links(page)] == [
        "gone.md", "there.md#gone", "#gone", "../x.md", "gone.png"]


def pictures():
    return sorted(path for path in (ROOT / "docs" / "pictures").iterdir() if path.suffix in (".png", ".svg"))


def test_there_are_pictures():
    assert pictures()


@pytest.mark.parametrize("picture", pictures(), ids=name_of)
def test_pictures_are_small_whole_and_shown_somewhere(picture):
    content = picture.read_bytes()
    assert len(content) <= LARGEST
    if picture.suffix == ".png":
        assert content.startswith(b"\x89PNG\r\n\x1a\n") and content.endswith(b"IEND\xaeB`\x82")
        width, height = struct.unpack(">II", content[16:24])
        assert 400 <= width <= 2400 and 200 <= height <= 3200
    shown = [(page.parent / link).resolve() for page in pages() for link in links_of(page)]
    assert picture.resolve() in shown
