"""What every store of names must do."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from longana_server.name_store import NameStore
from server.stores import STORES


@pytest_asyncio.fixture(params=STORES)
async def store(request: pytest.FixtureRequest) -> AsyncIterator[NameStore]:
    async with STORES[request.param](request) as (_, store):
        yield store


async def test_names_by_room_and_person(store: NameStore) -> None:
    await store.put("K7MP4RWX", 1, "Ana")
    await store.put("K7MP4RWX", 2, "Ñandú 🦤")
    await store.put("ACDE2345", 1, "Beto")
    await store.put("K7MP4RWX", 1, "Ana María")
    assert await store.names("K7MP4RWX") == {1: "Ana María", 2: "Ñandú 🦤"}
    assert await store.names("ACDE2345") == {1: "Beto"}
    assert await store.names("NOBODY22") == {}


async def test_names_are_erased_by_person_or_by_room(store: NameStore) -> None:
    for person, name in enumerate(("Ana", "Beto", "Carla"), start=1):
        await store.put("K7MP4RWX", person, name)
    await store.put("ACDE2345", 1, "Dora")
    await store.erase("K7MP4RWX", 2)
    assert await store.names("K7MP4RWX") == {1: "Ana", 3: "Carla"}
    await store.erase("K7MP4RWX")
    assert await store.names("K7MP4RWX") == {}
    assert await store.names("ACDE2345") == {1: "Dora"}


async def test_what_is_not_there_is_erased_without_a_word(store: NameStore) -> None:
    await store.erase("K7MP4RWX", 1)
    await store.erase("K7MP4RWX")
    await store.put("K7MP4RWX", 1, "Ana")
    await store.erase("K7MP4RWX", 7)
    assert await store.names("K7MP4RWX") == {1: "Ana"}


async def test_names_that_were_read_do_not_change(store: NameStore) -> None:
    await store.put("K7MP4RWX", 1, "Ana")
    names = await store.names("K7MP4RWX")
    await store.put("K7MP4RWX", 1, "Beto")
    assert names == {1: "Ana"}
