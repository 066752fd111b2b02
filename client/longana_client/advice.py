"""Advice besides the best move: the others, and what one's choices in a finished hand have cost."""

from __future__ import annotations

from longana_protocol.answers import Hint, Review
from longana_protocol.words import SeatName

from .connection import Update
from .desk import Desk
from .reading import read_seat
from .sending import Send
from .wording import Words


class Reviewing:
    """Asks for reviews, which take seconds; `ask` lets a person go on meanwhile."""

    def __init__(self, desk: Desk, ask: Send) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._ask = ask

    def command(self, now: Update, rest: str) -> None:
        """Look back on the last hand or the one with that number, for one's seats or that one."""
        hand: int | None = None
        seats: list[SeatName | None] = [*now.mine] or [None]
        for word in rest.split():
            if word.isascii() and word.isdigit() and len(word) < 5:
                hand = int(word)
            elif (seat := read_seat(word)) is not None:
                seats = [seat]
            else:
                self._screen.say([self._words("ui.review.how")])
                return
        if len(now.room.hands) >= (1 if hand is None else hand):  # else it is refused at once
            self._screen.say([self._words("ui.review.waits")])
        for seat in seats:
            self._ask(self._client.review(hand, seat=seat), self._show)

    def _show(self, review: Review) -> None:
        self._screen.say(review_told(self._words, review))


def review_told(words: Words, review: Review) -> list[str]:
    """Every choice in order, by its number among the plays; of the costly ones what was better."""
    if not review.moves:
        return [words("review.none", hand=review.hand)]
    lines = ["", words("review.title", hand=review.hand, count=len(review.moves))]
    for made in review.moves:
        if made.costly:
            key = f"review.better.{made.worse or 'clear'}"
            said = words(key, move=made.move, better=made.better)
            said = f"{said} {words.plain(made.text)}"
        else:
            key = "review.near" if made.cost else "review.good"
            said = words(key, move=made.move, better=made.better)
        lines.append(f"{'*' if made.costly else ' '}{made.at + 1:>3}  {said}")
    is_fine = not any(made.costly for made in review.moves)
    lines.append(words("review.fine" if is_fine else "hint.judged"))
    return lines


def others_told(words: Words, hint: Hint) -> list[str]:
    """The moves besides the one of the hint, the best first."""
    if not hint.others:
        return []
    others = (
        words("ui.hint.other", move=other.move, reason=words.plain(other.text))
        for other in hint.others
    )
    return [words("ui.hint.others"), *(f"  {other}" for other in others), words("hint.judged")]
