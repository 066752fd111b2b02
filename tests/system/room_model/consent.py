"""Undo, redo, restart, and the others' answers."""

from __future__ import annotations

from system.room_model.deed import deed, in_match, is_done, pick
from system.room_model.guest import Guest
from system.room_model.party import CHANGES, Party


@deed(when=in_match, weight=6)
async def change(party: Party, a: int, b: int, c: int) -> None:
    """Undo, redo, restart: done or proposed where the view says so, else refused."""
    what = pick(CHANGES, b)
    able = [one for one in party.here if one.you.get(what)]
    guest = pick(able if able and a > 1 else party.here, a)
    is_open = "proposal" in guest.table and bool(party.to_be_asked(guest.person))
    offered = guest.you.get(what, False) and not is_open
    answer = await party.ask(guest, what, turn=guest.turn)
    if party.exact:
        assert is_done(answer) is offered, f"{what}: offered {offered}, answered {answer}"


@deed(when=lambda party: party.here and "proposal" in party.public, weight=6)
async def answer(party: Party, a: int, b: int, c: int) -> None:
    guest = pick(party.here, a)
    await say_yes_or_no(party, guest, yes=b > 2, back=1 if c == 0 else 0)


async def say_yes_or_no(party: Party, guest: Guest, yes: bool, back: int = 0) -> None:
    """To the proposal on the table; or, a little late, to one before it."""
    if len(guest.proposals) <= back:
        return
    number, asked = guest.proposals[-1 - back]
    is_open = asked is party.asked
    is_asked = guest.person in party.public.get("proposal", {}).get("waiting", ())
    had_agreed = guest.person in asked.agreed
    if yes and guest.person is not None:
        asked.agreed.add(guest.person)
    answer = await party.ask(guest, "answer", proposal=number, yes=yes)
    if party.exact:
        assert is_done(answer) is (is_open and is_asked), (answer, is_open, is_asked)
        if not is_done(answer) and not had_agreed:
            asked.agreed.discard(guest.person or 0)


@deed(when=lambda party: party.here and "proposal" in party.public)
async def withdraw(party: Party, a: int, b: int, c: int) -> None:
    guest, proposal = pick(party.here, a), party.public["proposal"]
    answer = await party.ask(guest, "withdraw", proposal=proposal["number"])
    if party.exact:
        assert is_done(answer) is (party.guest(proposal["by"]) is guest)
        assert not is_done(answer) or "proposal" not in party.public
