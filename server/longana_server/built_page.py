"""The page that friends play on, as client/web/build.py left it in page/built.

Every file is read once, when the server starts: whatever a request names, nothing outside the page
can be reached. index.html and the manifest are filled here, for they depend on who asks: on the
language, and on the address the server is found under, which chat programs want whole.

**How an open page sees that the server has a newer one**: `<meta name="build">` in index.html says
which build it is, and `build.txt` which one is served now (made by client/web/tools/build-id.ts).
A page that has lost its socket asks for build.txt when it is back, and reloads itself once if the
two differ; so it does after `bye` with `version`.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Self

from longana_protocol.catalogue import Language, languages, text


FOLDER = Path(__file__).parent / "page" / "built"

_KINDS: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
_PACKED_ALREADY = "image/png"

_PICTURE = "picture.png"
_PICTURE_SIZE = 1200, 630

# What stands in index.html as it is built, so that it is a page of its own for who develops it.
_LANGUAGE = '<html lang="en">'
_TITLE = "<title>Longana</title>"
_NOSCRIPT = "<noscript>Longana needs JavaScript.</noscript>"


@dataclass(frozen=True)
class File:
    """What one address answers with."""

    kind: str
    body: bytes
    is_lasting: bool = False
    """Whether its name holds a checksum of it: it can be kept for ever."""
    language: Language | None = None
    """Of what is another file for readers of other languages."""

    @cached_property
    def packed(self) -> bytes | None:
        """As gzip, where that is shorter."""
        if self.kind == _PACKED_ALREADY:
            return None
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < len(self.body) else None


class BuiltPage:
    """The files by their names, as an address has them after the page's own path."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._index = files["index.html"].decode()
        self._files = {
            name: File(
                _KINDS.get(Path(name).suffix, "application/octet-stream"),
                body,
                is_lasting=name.startswith("assets/"),
            )
            for name, body in files.items()
            if name != "index.html"
        }
        self._manifests = {each: _manifest(each) for each in languages()}
        self._texts = {each: self._preload(each) for each in languages()}

    @classmethod
    def read(cls, folder: Path = FOLDER) -> Self | None:
        """The page in `folder`; None if it has not been built."""
        if not (folder / "index.html").is_file():
            return None
        paths = [path for path in folder.rglob("*") if path.is_file()]
        return cls({path.relative_to(folder).as_posix(): path.read_bytes() for path in paths})

    def file(
        self, name: str, language: Language, address: str, elsewhere: str | None = None
    ) -> File | None:
        """The file of that name, for a reader of `language`.

        Args:
            name: `assets/index-D1g0iM7k.js`; an empty one is the page itself.
            language: Of the texts before the page is there: title, invitation, application.
            address: Where the page is found from outside, with scheme and path, no slash at the
                end.
            elsewhere: Where other devices find it, when the page was asked for under a name that
                leads every device to itself; written as `address` is.

        """
        match name:
            case "":
                return File(
                    _KINDS[".html"], self._filled(language, address, elsewhere), language=language
                )
            case "manifest.webmanifest":
                return self._manifests[language]
            case _:
                return self._files.get(name)

    def _filled(self, language: Language, address: str, elsewhere: str | None) -> bytes:
        title, what = text(language, "invite.title"), text(language, "invite.what")
        width, height = _PICTURE_SIZE
        head = [
            f"<title>{escape(title)}</title>",
            f'<meta name="description" content="{escape(what)}">',
            *(
                f'<meta property="og:{of}" content="{escape(str(content))}">'
                for of, content in (
                    ("type", "website"),
                    ("site_name", "Longana"),
                    ("title", title),
                    ("description", what),
                    ("image", f"{address}/{_PICTURE}"),
                    ("image:type", "image/png"),
                    ("image:width", width),
                    ("image:height", height),
                    ("image:alt", text(language, "invite.picture")),
                )
            ),
            '<meta name="twitter:card" content="summary_large_image">',
            '<link rel="manifest" href="./manifest.webmanifest">',
            *self._texts[language],
        ]
        if elsewhere is not None:
            # For links to invite with: client/web/src/app/return.ts.
            head.append(f'<meta name="longana-address" content="{escape(elsewhere)}/">')
        return (
            self._index.replace(_LANGUAGE, f'<html lang="{language}">', 1)
            .replace(_TITLE, "\n".join(head), 1)
            .replace(
                _NOSCRIPT,
                f"<noscript><p>{escape(text(language, 'invite.noscript'))}</p></noscript>",
                1,
            )
            .encode()
        )

    def _preload(self, language: Language) -> list[str]:
        """The page knows its language only when it runs: so much earlier its texts can be here."""
        return [
            f'<link rel="modulepreload" href="./{name}">'
            for name in self._files
            if re.fullmatch(rf"assets/texts-{language}-[\w-]+\.js", name)
        ]


def _manifest(language: Language) -> File:
    """What a phone needs to put the page beside its applications; all addresses are relative."""
    icons = [("icon.svg", "any", "image/svg+xml", "any")] + [
        (f"icon-{size}.png", f"{size}x{size}", "image/png", purpose)
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    manifest = {
        "name": "Longana",
        "short_name": "Longana",
        "description": text(language, "invite.what"),
        "lang": language,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#1e4a43",
        "theme_color": "#14201e",
        "categories": ["games"],
        "icons": [
            dict(zip(("src", "sizes", "type", "purpose"), icon, strict=True)) for icon in icons
        ],
    }
    body = json.dumps(manifest, ensure_ascii=False).encode()
    return File(_KINDS[".webmanifest"], body, language=language)
