"""Advice besides the best move: the others, and what one's choices in a finished hand have cost."""

from __future__ import annotations

from collections.abc import Sequence

from longana_protocol.answers import Hint, Review
from longana_protocol.words import SeatName

from .connection import Refused, Update
from .desk import Desk
from .reading import read_seat
from .sending import Send
from .wording import Words, seated


class Reviewing:
    """Asks for reviews, which take seconds; `ask` lets a person go on meanwhile."""

    def __init__(self, desk: Desk, ask: Send) -> None:
        self._client, self._screen, self._words = desk.client, desk.screen, desk.words
        self._ask = ask

    def command(self, now: Update, rest: str) -> None:
        """Look back on the last hand or the one with that number, for one's seats or that one."""
        hand: int | None = None
        seats = _own_then(now)
        for word in rest.split():
            if word.isascii() and word.isdigit() and len(word) < 5:
                hand = int(word)
            elif (seat := read_seat(word)) is not None:
                seats = [seat]
            else:
                self._screen.say([self._words("ui.review.how")])
                return
        dealt = max(now.view.table.hand, len(now.room.hands))
        if hand is not None and now.room.match and hand > dealt:
            self._screen.say([self._words("ui.review.not_dealt", hand=hand)])
            return
        if len(now.room.hands) >= (1 if hand is None else hand):  # else it is refused at once
            self._screen.say([self._words("ui.review.waits")])
        self._ask(self._look_back(hand, seats), lambda reviews: self._show(now, reviews))

    async def _look_back(
        self, hand: int | None, seats: Sequence[SeatName | None]
    ) -> Sequence[Review]:
        """The reviews of those of the seats that somebody here had; raises Refused for none."""
        found, not_ours = [], None
        for seat in seats:
            try:
                found.append(await self._client.review(hand, seat=seat))
            except Refused as refused:
                if refused.code != "not_seated":
                    raise
                not_ours = refused
        if not_ours is not None and not found:
            raise not_ours
        return found

    def _show(self, now: Update, reviews: Sequence[Review]) -> None:
        """`now` is when they were asked for. With several persons here it is said whose they are:
        by the seat, where somebody else may have it by now.
        """
        for review in reviews:
            name = ""
            if len(now.here) > 1:
                as_then = now.room.match == review.match
                seat = review.seat
                name = seated(self._words, now.room, seat) if as_then else self._words.seat(seat)
            self._screen.say(review_told(self._words, review, name))


def _own_then(now: Update) -> list[SeatName | None]:
    """The seats to look back on; None leaves it to the server, which knows who sat where then.

    Of several persons here all are asked for, where seats may have changed since.
    """
    if len(now.here) < 2:
        return [None]
    return [*now.mine] if now.room.match else [state.seat for state in now.room.seats]


def review_told(words: Words, review: Review, name: str = "") -> list[str]:
    """Every choice in order, by its number among the plays; of the costly ones what was better.

    `name` is whose choices they were, if not the reader's.
    """
    of = ".of" if name else ""
    if not review.moves:
        return [words(f"review.none{of}", hand=review.hand, name=name)]
    title = words(f"review.title{of}", hand=review.hand, count=len(review.moves), name=name)
    lines = ["", title]
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
