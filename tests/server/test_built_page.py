"""Reading the page; what is answered with it is in test_http.py."""

from __future__ import annotations

from pathlib import Path

from longana_server.built_page import BuiltPage


def built(folder: Path) -> Path:
    page = folder / "built"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text('<html lang="en"><title>Longana</title>')
    (page / "assets" / "index-D1g0iM7k.js").write_text("1")
    (page / "assets" / "index-D1g0iM7k.js.map").write_text("{}")
    (folder / "secret.txt").write_text("not of the page")
    return page


def test_a_page_that_is_not_built_is_none(tmp_path: Path) -> None:
    assert BuiltPage.read(tmp_path / "built") is None
    (tmp_path / "built").mkdir()
    assert BuiltPage.read(tmp_path / "built") is None


def test_it_has_the_files_of_its_folder_under_their_names(tmp_path: Path) -> None:
    page = BuiltPage.read(built(tmp_path))
    assert page is not None
    script = page.file("assets/index-D1g0iM7k.js", "en", "")
    assert script is not None
    assert (script.kind, script.body, script.is_lasting) == (
        "text/javascript; charset=utf-8",
        b"1",
        True,
    )
    unknown = page.file("assets/index-D1g0iM7k.js.map", "en", "")
    assert unknown is not None
    assert unknown.kind == "application/octet-stream"
    for name in ("../secret.txt", "secret.txt", "/index.html", "index.html", "assets", "built"):
        assert page.file(name, "en", "") is None


def test_what_comes_later_into_the_folder_is_not_served(tmp_path: Path) -> None:
    folder = built(tmp_path)
    page = BuiltPage.read(folder)
    assert page is not None
    (folder / "later.txt").write_text("later")
    (folder / "assets" / "index-D1g0iM7k.js").unlink()
    assert page.file("later.txt", "en", "") is None
    assert page.file("assets/index-D1g0iM7k.js", "en", "") is not None


def test_an_address_is_not_taken_for_markup(tmp_path: Path) -> None:
    page = BuiltPage.read(built(tmp_path))
    assert page is not None
    html = page.file("", "en", 'https://a.example/"><script>')
    assert html is not None
    assert b"<script>" not in html.body
