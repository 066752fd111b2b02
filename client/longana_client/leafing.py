"""The rules or the records, open page by page. The computers wait meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from . import sheets
from .reading import Nothing, Number, Said, Typed, Word
from .sheets import Lines, Page
from .wording import Words


What = Literal["rules", "records"]


@dataclass(frozen=True, slots=True)
class Leafing:
    """What is open: `at` is the page in sight, from 0; -1 for the contents."""

    what: What
    pages: Sequence[Page] = ()
    at: int = -1

    def drawn(self, words: Words) -> Lines:
        """The page in sight; the records have none."""
        if not self.pages:
            return []
        return sheets.contents(words, self.pages) if self.at < 0 else self.pages[self.at].drawn()

    def turned(self, typed: Typed) -> Leafing | None:
        """The page somebody asks for; None if they ask for something else."""
        match typed:
            case Number(value) if 1 <= value <= len(self.pages):
                return replace(self, at=value - 1)
            case Nothing() | Said(Word.NEXT | Word.YES) if self.at + 1 < len(self.pages):
                return replace(self, at=self.at + 1)
        return None


def rules(words: Words, page: str = "") -> Leafing:
    """The rules, at the page with this number if there is one."""
    pages = sheets.rules(words)
    known = page.isascii() and page.isdigit() and 1 <= int(page) <= len(pages)
    return Leafing("rules", pages, int(page) - 1 if known else -1)


def closes_only(typed: Typed) -> bool:
    """Whether a line says no more than that somebody has finished reading."""
    return isinstance(typed, Nothing) or (
        isinstance(typed, Said) and typed.word in (Word.QUIT, Word.NO, Word.YES, Word.NEXT)
    )
