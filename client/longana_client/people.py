"""What is told about the people in the room: who comes, goes, sits down, reads, looks on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from longana_protocol.answers import Reader, SeatState, Wish
from longana_protocol.words import PersonId, SeatName

from .absence import Absences, acts_as_host
from .connection import Update
from .wording import Words, name_of, person, player


def people_told(
    words: Words, before: Update | None, after: Update, since: Mapping[PersonId, str]
) -> list[str]:
    """What changed among the people between two updates, as sentences.

    Without an update before: how things stand for somebody who comes in. `since` are the times of
    day at which people went away.
    """
    told = [*_came_and_went(words, before, after)]
    told += _away(words, before, after, since)
    told += _door(words, before, after)
    told += _seats(words, before, after)
    told += _lost_seat(words, before, after)
    told += _wishes(words, before, after)
    told += _readers(words, before, after)
    watchers = before.view.table.watchers if before is not None else 0
    if after.view.table.watchers not in (watchers, 0) and after.person is not None:
        told.append(words("count.watcher", count=after.view.table.watchers) + ".")
    return told


def awaited_to_start(words: Words, now: Update) -> list[str]:
    """Whose share of the shuffle the start of the match waits for, besides the reader's."""
    if now.view.table.phase != "starting":
        return []
    awaited = set(now.view.table.waiting) - set(now.mine)
    return [player(words, now.room, state) for state in now.room.seats if state.seat in awaited]


def start_told(words: Words, before: Update | None, after: Update) -> list[str]:
    """Who is away so that the match can't start."""
    known = _missing(before) if before is not None else []
    return [
        words("ui.waits_for", name=person(words, after.room, state.person), seat=state.seat)
        for state in _missing(after)
        if state not in known
    ]


def without_them(words: Words, now: Update, seat: SeatName, absences: Absences) -> list[str]:
    """What can be done before a match about somebody who is away, and from when on, for whoever
    may do it.
    """
    if not acts_as_host(now):
        return []
    number = next((state.person for state in now.room.seats if state.seat == seat), None)
    facts = {"name": person(words, now.room, number), "letter": words.letter(seat)}
    if left := absences.seconds_left(number):
        return [words("ui.without_them.soon", count=left, **facts)]
    return [words("ui.without_them", **facts)]


def _missing(update: Update) -> list[SeatState]:
    """The seats whose share of the shuffle is awaited from somebody who is away."""
    table = update.view.table
    if table.phase != "starting":
        return []
    away = {one.person for one in table.away}
    return [
        state for state in update.room.seats if state.seat in table.waiting and state.person in away
    ]


def _came_and_went(words: Words, before: Update | None, after: Update) -> Iterator[str]:
    if before is None:
        return
    was = {one.person for one in before.room.people}
    now = {one.person for one in after.room.people}
    for number in sorted(now - was - {after.person}):
        yield words("event.joined", name=person(words, after.room, number))
    for number in sorted(was - now):
        yield words("event.left", name=person(words, before.room, number))
    host = after.room.host
    if host is not None and host not in (before.room.host, after.person):
        yield words("event.host", name=person(words, after.room, host))
    elif host is not None and host == after.person != before.room.host:
        yield words("ui.host")


def _away(
    words: Words, before: Update | None, after: Update, since: Mapping[PersonId, str]
) -> Iterator[str]:
    was = {one.person for one in before.view.table.away} if before is not None else set()
    now = {one.person: one.seconds for one in after.view.table.away}
    here = {one.person for one in after.room.people}
    for number in sorted(now.keys() - was - {after.person}):
        name, time = person(words, after.room, number), since.get(number, "")
        long = bool(time) and now[number] > 0
        yield words("event.away_since" if long else "event.away", name=name, time=time)
    minded = set(before.view.table.minded) if before is not None else set()
    for state in after.room.seats:
        if state.seat in after.view.table.minded and state.seat not in minded:
            yield words("event.minded", name=person(words, after.room, state.person))
    # Whoever loses their seat while they are away is no longer listed, and is not back.
    seated = {state.person for state in after.room.seats}
    for number in sorted((was - now.keys()) & here & seated):
        yield words("event.back", name=person(words, after.room, number))


def _door(words: Words, before: Update | None, after: Update) -> Iterator[str]:
    if before is None:
        return
    if before.room.code != after.room.code:
        yield words("event.new_code")
    if before.room.locked != after.room.locked:
        yield words("event.locked" if after.room.locked else "event.unlocked")
    if before.room.watching != after.room.watching:
        yield words("event.watching" if after.room.watching else "event.no_watching")


def _seats(words: Words, before: Update | None, after: Update) -> Iterator[str]:
    """Who has sat down where; the lobby shows that by itself."""
    if before is None or after.view.table.phase == "lobby":
        return
    was: dict[str, SeatState] = {state.seat: state for state in before.room.seats}
    for state in after.room.seats:
        former = was.get(state.seat)
        if former is None or (former.kind, former.person) == (state.kind, state.person):
            continue
        if state.person is not None and state.person == after.person:
            yield words("ui.you_sit", seat=state.seat)
        elif state.person is not None:
            name = person(words, after.room, state.person)
            yield words("event.sits", name=name, seat=state.seat)
        elif state.kind == "computer":
            name = name_of(words, after.room, state.seat) or words("computer")
            yield words("event.computer_sits", name=name, seat=state.seat)


def _lost_seat(words: Words, before: Update | None, after: Update) -> Iterator[str]:
    """The reader's own only seat, whoever gave it away; and who has it now."""
    if before is None or not before.mine or after.mine or after.person is None:
        return
    lost = before.mine[0]
    has_it = next((state for state in after.room.seats if state.seat == lost), None)
    free = [state.seat for state in after.room.seats if state.kind != "person"]
    if has_it is not None:
        name, letter = player(words, after.room, has_it), words.letter(free[0] if free else lost)
        yield words("ui.seat_lost", seat=lost, name=name, letter=letter)


def _wishes(words: Words, before: Update | None, after: Update) -> Iterator[str]:
    """Who would like a seat and who has been promised one, a newcomer's own wish among them."""
    table = after.view.table
    asked: tuple[Wish, ...] = before.view.table.asking if before is not None else ()
    promised: tuple[Wish, ...] = before.view.table.promised if before is not None else ()
    grants_anew = acts_as_host(after) and not (before is not None and acts_as_host(before))
    for wish in table.asking:
        is_own = wish.person == after.person
        if wish in asked and not (is_own and grants_anew):
            continue
        if is_own and acts_as_host(after):
            yield words("ui.grant.own", seat=wish.seat, letter=words.letter(wish.seat))
        elif is_own:
            host = person(words, after.room, after.room.host)
            yield words("ui.looking_on", name=host, seat=wish.seat)
        else:
            name = person(words, after.room, wish.person)
            yield words("event.asks_for_seat", name=name, seat=wish.seat)
            if acts_as_host(after):
                yield _how_to_grant(words, after, name, wish.seat)
    yield from _told(words, after, "promised", table.promised, promised)
    declined: tuple[Wish, ...] = before.view.table.declined if before is not None else ()
    yield from _told(words, after, "declined", table.declined, declined)
    if before is not None and (lost := _lost_wish(before, after)) is not None:
        yield words("ui.wish_lost", seat=lost.seat)


def _lost_wish(before: Update, after: Update) -> Wish | None:
    """The reader's own wish or promise of which nothing has become: a server that was started anew
    knows of no wishes.
    """
    room, table = after.room, after.view.table
    if table.phase in ("lobby", "match_over") or after.person in (
        *(state.person for state in room.seats),
        *(wish.person for wish in (*table.asking, *table.promised, *table.declined)),
    ):
        return None
    wishes = (*before.view.table.asking, *before.view.table.promised)
    return next((wish for wish in wishes if wish.person == after.person), None)


def _how_to_grant(words: Words, after: Update, name: str, wished: SeatName) -> str:
    """What the host types, for the seat that is wished for or another one that is free."""
    others = [one.seat for one in after.room.seats if one.kind != "person" and one.seat != wished]
    if not others:
        return words("ui.grant.only", name=name)
    return words("ui.grant", name=name, letter=words.letter(others[0]))


def _told(
    words: Words, after: Update, what: str, now: Sequence[Wish], known: Sequence[Wish]
) -> Iterator[str]:
    """What has become of wishes, mine and others'."""
    for wish in now:
        if wish in known:
            continue
        if wish.person == after.person:
            yield words(f"ui.{what}", seat=wish.seat)
        else:
            name = person(words, after.room, wish.person)
            yield words(f"event.{what}", name=name, seat=wish.seat)


def _readers(words: Words, before: Update | None, after: Update) -> Iterator[str]:
    was: dict[PersonId, Reader] = {}
    if before is not None:
        was = {one.person: one for one in before.view.table.reading}
    now = {one.person: one for one in after.view.table.reading}
    for number, reader in now.items():
        name, former = person(words, after.room, number), was.get(number)
        if number == after.person:
            continue
        if former is None or former.what != reader.what:
            yield words(f"event.reading.{reader.what}", name=name)
            if reader.waits and after.mine and _computers_play(after):
                yield words("ui.reading.waits")
        elif former.waits and not reader.waits:
            yield words("event.carried_on", name=name)
    here = {one.person for one in after.room.people}
    for number in was.keys() - now.keys() - {after.person}:
        if number in here:
            yield words("event.read", name=person(words, after.room, number))


def _computers_play(update: Update) -> bool:
    computers = any(state.kind == "computer" for state in update.room.seats)
    minded = bool(update.view.table.minded)
    return update.view.table.phase == "playing" and (computers or minded)
