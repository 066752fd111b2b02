"""How long a client waits before it tries to come back."""

from itertools import islice
from random import Random

from longana_client.connection.backoff import FIRST, LONGEST, delays


def test_waits_grow_and_stay_bounded() -> None:
    waits = list(islice(delays(Random(1)), 20))
    for number, wait in enumerate(waits):
        most = min(FIRST * 2**number, LONGEST)
        assert most / 2 <= wait <= most


def test_two_clients_do_not_come_back_in_step() -> None:
    assert list(islice(delays(Random(1)), 5)) != list(islice(delays(Random(2)), 5))
