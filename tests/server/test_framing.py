"""Frames are those that the library would have made."""

import pytest
from websockets.frames import Frame, Opcode

from longana_server.framing import framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 2**16 - 1, 2**16, 2**16 + 1])
def test_a_message_is_one_whole_binary_frame(size: int) -> None:
    message = bytes(number % 251 for number in range(size))
    assert framed(message) == Frame(Opcode.BINARY, message).serialize(mask=False)
