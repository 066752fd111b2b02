"""Tells what happens at the table, and shows it whenever there is something to look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from longana_protocol.words import SEAT_NAMES, SeatName

from . import cover, sheets
from .absence import Absences, acts_as_host
from .board import Move
from .choosing import legal_moves
from .connection import Refused, Update
from .connection.updates import Heard
from .consent import proposal_told, shown_on_shared
from .drawing import draw_preview, draw_reveal
from .exits import PATIENCE
from .lobby import lobby_told
from .look import PICTURE_WIDTH, Look
from .people import people_told, start_told, without_them
from .reading import fold
from .screen import Screen
from .shapes import Shapes
from .sheets import Lines
from .talk import heard_told, is_no
from .terminal import Terminal
from .wording import Words, minded_told, person, player, result_told, seated, told, why_pass


class Narrator:
    """Compares each update with the one told before it, and says the difference.

    `invitation` gives the link friends come in by, which a tunnel or the host may change;
    `absences` is for tests.
    """

    def __init__(
        self,
        terminal: Terminal,
        screen: Screen,
        words: Words,
        invitation: Callable[[], str],
        *,
        alone: bool,
        absences: Absences | None = None,
    ) -> None:
        self._terminal = terminal
        self._screen = screen
        self._words = words
        self._invitation = invitation
        self._alone = alone
        """Nobody else is expected, so that there is no lobby to show."""
        self._told: Update | None = None
        self._online = True
        self._declined = False
        """Somebody has said no since the last update was told."""
        self.absences = absences or Absences()
        self.muted: set[str] = set()
        """Whose lines the reader does not want to see: names, folded, as whoever leaves and comes
        in again is another person by number."""
        self._shapes = Shapes()
        self._told_of_shapes = screen.piped

    def hear(self, update: Update) -> None:
        """What must be said at once, whatever the person is doing: lines and the connection."""
        self.absences.see(update)
        if self._online != update.online:
            self._online = update.online
            if update.online:
                self._screen.shout(self._words("event.reconnected"))
            elif self._screen.piped:
                self._screen.shout(self._words("event.reconnecting"))
            else:
                self._screen.shout(self._words("ui.reconnecting", minutes=PATIENCE // 60))
        self._declined |= any(map(is_no, update.heard))
        self._screen.say(
            heard_told(self._words, update, heard)
            for heard in update.heard
            if self._wants_to_see(heard)
        )

    def _wants_to_see(self, heard: Heard) -> bool:
        """Not the lines of somebody muted; a no is an answer, though, and a nudge is none."""
        return heard.type == "refused" or is_no(heard) or fold(heard.name) not in self.muted

    def tell(self, now: Update) -> bool:
        """Say what changed since the update told before; show the table or lobby if it is time.

        Returns whether it was shown.
        """
        before, self._told = self._told, now
        self._screen.say(people_told(self._words, before, now, self.absences.since))
        if before is None:
            self._greet(now)
        elif before.room.code != now.room.code:
            self.show_link()
        self._screen.say(proposal_told(self._words, before, now, declined=self._declined))
        self._declined &= now.view.table.proposal is not None
        if now.room.aborted is not None and now.view.table.phase in ("lobby", "match_over"):
            starting = before is not None and before.view.table.phase == "starting"
            if before is None or starting or before.room.aborted is None:
                self._screen.say([self._words("event.start_aborted", seat=now.room.aborted)])
                if self._is_away(now, now.room.aborted):
                    self._tell_without(now, now.room.aborted)
        shown = self._tell_table(before, now)
        self.offer_minding(now)
        return shown

    def _greet(self, now: Update) -> None:
        """What somebody without a seat should know when they come in."""
        wishes = (*now.view.table.asking, *now.view.table.promised)
        away = {one.person for one in now.view.table.away}
        free = [state.seat for state in now.room.seats if state.person in {None, *away}]
        if now.mine or now.person in {wish.person for wish in wishes}:
            return
        key = "ui.watching" if now.person is None else "ui.no_seat"
        if free:
            self._screen.say([self._words(key, letter=self._words.letter(free[0]))])
        else:
            self._screen.say([self._words(f"{key}.full")])

    def _tell_table(self, before: Update | None, now: Update) -> bool:
        match now.view.table.phase:
            case "lobby":
                return self._tell_lobby(before, now)
            case "starting":
                if before is None or before.view.table.phase != "starting":
                    self._screen.say([self._words("ui.starting")])
                self._screen.say(start_told(self._words, before, now))
                return False
            case _:
                return self._tell_play(before, now)

    def _tell_lobby(self, before: Update | None, now: Update) -> bool:
        if self._alone:
            return False
        if before is None or before.view.table.phase != "lobby":
            self.show(now)
            return True
        self._screen.say(lobby_told(self._words, before.room, now.room))
        if before.room.rules != now.room.rules:
            self.show(now)
            return True
        is_new = _seated(before) != _seated(now)
        if is_new:
            self._screen.say(sheets.places(self._words, now, self.absences.since))
        if acts_as_host(before) != acts_as_host(now):
            self._screen.say([sheets.starter(self._words, now)])
        return is_new

    def _tell_play(self, before: Update | None, now: Update) -> bool:
        table = now.view.table
        same_match = before is not None and before.room.match == now.room.match
        earlier = before.view.table if before is not None and same_match else None
        if before is None and table.moves:
            self._screen.say([self._words("ui.under_way", hand=table.hand)])
        else:
            if before is not None and earlier is not None:
                self._tell_missed_results(before, now)
            self._screen.say(told(self._words, now.room, earlier, table))
            if self.absences.was_gone_long:
                self._screen.say(minded_told(self._words, earlier, table, now.mine))
        known = before.room.rules if before is not None else now.room.rules
        if table.phase == "match_over" and known != now.room.rules:
            self._screen.say(sheets.next_rules(self._words, now.room))
        due = self._is_due(before if earlier is not None else None, now)
        if due:
            self.show(now)
        return due

    def _is_due(self, before: Update | None, now: Update) -> bool:
        """Whether there is something new to look at. `before` is of the same match."""
        table = now.view.table
        earlier = before.view.table if before is not None else None
        if before is None or earlier is None:
            return True
        if table.result is not None or table.phase != "playing":
            return table.result is not None and earlier.result is None
        if legal_moves(now.view) or cover.to_uncover(now):
            turned = earlier.turn != table.turn or cover.is_covered(before) != cover.is_covered(now)
            return turned or before.mine != now.mine
        taken_back = table.moves[: len(earlier.moves)] != earlier.moves
        freshly_covered = cover.is_covered(now) and not cover.is_covered(before)
        other_hand = earlier.hand != table.hand or taken_back
        return other_hand or freshly_covered or before.mine != now.mine

    def _tell_missed_results(self, before: Update, now: Update) -> None:
        """Somebody dealt on before this reader saw how the hand ended."""
        missed = now.room.hands[len(before.room.hands) :]
        for hand in missed if now.view.table.result is None else missed[:-1]:
            self._screen.say(result_told(self._words, now.room, hand.result))

    def advise(self, now: Update, refused: Refused) -> None:
        """Say what can be done about a refusal, where that is more than its own text says."""
        seat = next((seat for seat in SEAT_NAMES if seat == refused.facts.get("seat")), None)
        if refused.code == "seat_away" and seat is not None:
            self._tell_without(now, seat)
        if refused.code == "nothing_to_undo" and (name := shown_on_shared(self._words, now)):
            self._screen.say([self._words("ui.undo.only", name=name)])

    def _tell_without(self, now: Update, seat: SeatName) -> None:
        self._screen.say(without_them(self._words, now, seat, self.absences))

    @staticmethod
    def _is_away(now: Update, seat: SeatName) -> bool:
        away = {one.person for one in now.view.table.away}
        return any(state.seat == seat and state.person in away for state in now.room.seats)

    def offer_minding(self, now: Update) -> None:
        """Tell the host who has been away for so long that a computer could play for them."""
        offered = self.absences.to_offer(now)
        for state in now.room.seats:
            if state.seat in offered:
                name = person(self._words, now.room, state.person)
                letter = self._words.letter(state.seat)
                self._screen.say(
                    [self._words("ui.may_mind", name=name, letter=letter, seat=state.seat)]
                )

    def show(self, now: Update) -> None:
        """Show what there is to look at: the lobby, or the table with what can be done now."""
        if now.view.table.phase in ("lobby", "starting"):
            if self._alone:
                return
            lines = sheets.lobby(self._words, now, self._invitation(), self.absences.since)
        elif now.view.table.result is not None:
            lines = self._result(now)
        else:
            lines = ["", *self._table(now), *self._options(now)]
        self._screen.say(lines)

    def wish(self, shape: Literal["picture", "list"]) -> None:
        """Show the branches like this from now on."""
        self._told_of_shapes = True
        if shape == "picture" and self._screen.width < PICTURE_WIDTH:
            self._screen.say([self._words("ui.shape.narrow", columns=PICTURE_WIDTH)])
        self._shapes.wish(shape)

    def _table(self, now: Update) -> Lines:
        drawn, changed = self._shapes.draw(now.room, now.view, self._look(now))
        lines: Lines = [*drawn]
        if changed:
            lines.append(self._words("ui.shape.changed"))
        elif now.view.table.ends and not self._told_of_shapes:
            self._told_of_shapes = True
            lines.append(self._words("ui.shape.how"))
        return lines

    def show_options(self, now: Update) -> None:
        """Say what the person may do: the numbered moves, or why they have to pass."""
        self._screen.say(self._options(now))

    def show_link(self) -> None:
        """Show how friends come in."""
        self._screen.say([self._words("ui.lobby.invite")])
        self._screen.say_to_copy(self._words.plain(self._invitation()))

    def tell_onlooker(self) -> None:
        """Say how somebody who looks on gets a seat and a voice."""
        self._screen.say([self._words("ui.sit.how", letter=self._words.letter("W"))])

    def show_preview(self, now: Update, move: Move) -> None:
        """Show what a move would make of its branch; why a pass is all there is stands already."""
        if move.tile is not None:
            self._screen.say(draw_preview(now.room, now.view, move, self._look(now)))

    def player_to_move(self, now: Update) -> str:
        """The name of whoever is to move."""
        moving = [state for state in now.room.seats if state.seat == now.view.table.to_move]
        return player(self._words, now.room, moving[0]) if moving else ""

    def _options(self, now: Update) -> Lines:
        if cover.to_uncover(now):
            return [self._words("ui.cover", name=self.player_to_move(now))]
        legal = legal_moves(now.view)
        if not legal or (len(legal) == 1 and legal[0].tile is not None):
            return []  # the only play is shown as a preview
        if legal[0].tile is None:
            return list(why_pass(self._words, now.view))
        return sheets.choices(self._words, legal, self._screen.width)

    def _result(self, now: Update) -> Lines:
        look, result = self._look(now), now.view.table.result
        lines: Lines = ["", *self._table(now), ""]
        lines += draw_reveal(now.room, now.view, look)
        lines += result_told(self._words, now.room, result) if result else []
        lines += sheets.score_sheet(self._words, now.room)
        if now.room.winner is not None:
            seats = [state.seat for state in now.room.seats]
            points = now.room.scores[seats.index(now.room.winner)]
            winner = seated(self._words, now.room, now.room.winner)
            lines.append(self._words("result.match", winner=winner, points=points))
        elif now.view.table.phase == "match_over":
            lines.append(self._words("result.match_undecided"))
        if now.view.table.phase == "match_over" and len(now.room.people) > 1:
            lines += sheets.tally(self._words, now.room)
        return lines

    def _look(self, now: Update) -> Look:
        me = now.view.you.seat if now.view.you else None
        return Look(
            words=self._words,
            glyphs=self._terminal.glyphs,
            width=self._screen.width,
            rows=self._screen.rows,
            me=me or now.my_turn or (now.mine[0] if now.mine else None),
            away=self.absences.since,
        )


def _seated(update: Update) -> tuple[object, ...]:
    """Who sits where, by name."""
    room, sitting = update.room, {state.person for state in update.room.seats}
    return room.seats, room.host, [one for one in room.people if one.person in sitting]
