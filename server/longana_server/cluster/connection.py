"""A node's one connection to NATS: made again for ever, and shared by all that it asks and hears.

What cannot be sent at once is not kept for later: whoever asked hears that it failed and decides
anew. What was asked when the connection broke fails at once, it does not wait for its time-out.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import SlowConsumerError

from ..log import LogError


logger = logging.getLogger(__name__)

PING_EVERY, PINGS_UNANSWERED = 0.5, 2
"""Seconds between pings; a server that leaves so many unanswered is gone, whatever TCP thinks."""

CONNECT_TIMEOUT, RECONNECT_WAIT = 1.0, 0.2
"""Seconds one server has to answer, and before the same one is tried again."""

MOST_UNSENT: Final = 8 * 1024 * 1024
"""Bytes that may wait to be sent before what is merely told is left out."""

NO_RESPONDERS, END_OF_BATCH = "503", "204"

Callback = Callable[[Msg], None]
Remove = Callable[[], None]
Unsubscribe = Callable[[], Awaitable[None]]


class Unreachable(LogError):
    """NATS did not answer; whether it did what was asked is unknown."""


class Connection:
    """Made by `open`; `close` it at last."""

    def __init__(self, urls: list[str]) -> None:
        self._urls = urls
        self._client = Client()
        self._is_closing = False
        self._why = "not connected yet"
        self._inbox = f"_INBOX.{secrets.token_hex(11)}."
        self._tokens = 0
        self._calls: dict[str, _Call] = {}
        self._heard: dict[str, dict[object, Callback]] = {}
        self._unsubscribe: dict[str, Unsubscribe] = {}
        self._in_doubt: dict[object, Callable[[], None]] = {}
        self._again: asyncio.Task[None] | None = None

    async def open(self, patience: float) -> None:
        """Raises Unreachable when no server could be reached for so many seconds."""
        loop = asyncio.get_running_loop()
        waiting = loop.call_later(1.0, lambda: logger.warning("NATS: waiting (%s)", self._why))
        try:
            async with asyncio.timeout(patience):
                await self._connect()
        except BaseException as error:
            await self.close()
            if isinstance(error, TimeoutError):
                why = f"no server could be reached for {patience:.0f} s ({self._why})"
                raise Unreachable(why) from None
            if isinstance(error, NatsError):  # of addresses that are none
                raise Unreachable(str(error)) from None
            raise
        finally:
            waiting.cancel()

    async def close(self) -> None:
        self._is_closing = True
        if self._again is not None:
            self._again.cancel()
        self._fail_calls()
        with contextlib.suppress(NatsError, OSError):
            await self._client.close()

    @property
    def is_connected(self) -> bool:
        return self._client.is_connected

    @property
    def server(self) -> str | None:
        """The server at the other end, such as `127.0.0.1:4222`."""
        url = self._client.connected_url
        return url and f"{url.hostname}:{url.port}"

    @property
    def trouble(self) -> str | None:
        """Why nothing can be stored or read now; None while there is a connection."""
        return None if self.is_connected else f"NATS cannot be reached ({self._why})"

    def on_doubt(self, callback: Callable[[], None]) -> Remove:
        """Have it called whenever something may have gone unheard: after the connection was made
        anew, or when what came in was too much. Gives what ends that.
        """
        key = object()
        self._in_doubt[key] = callback
        return lambda: void(self._in_doubt.pop(key, None))

    async def request(
        self,
        subject: str,
        payload: bytes = b"",
        headers: dict[str, str] | None = None,
        *,
        within: float,
    ) -> Msg:
        """The answer; raises Unreachable when there was none in time (seconds), or nobody there."""
        (message,) = await self._ask(subject, payload, headers, within, whole_batch=False)
        return message

    async def collect(self, subject: str, payload: bytes, *, within: float) -> list[Msg]:
        """All answers of a batch, up to the one that ends it (a status of its own)."""
        return await self._ask(subject, payload, None, within, whole_batch=True)

    async def _ask(
        self,
        subject: str,
        payload: bytes,
        headers: dict[str, str] | None,
        within: float,
        *,
        whole_batch: bool,
    ) -> list[Msg]:
        if not self.is_connected:
            raise Unreachable(self._why)
        self._tokens += 1
        token = str(self._tokens)
        loop = asyncio.get_running_loop()
        call = self._calls[token] = _Call(loop.create_future(), whole_batch)
        timer = loop.call_later(within, call.fail, f"no answer within {within:.1f} s")
        try:
            await self._client.publish(subject, payload, self._inbox + token, headers)
            return await call.answer
        except (NatsError, OSError) as error:
            raise Unreachable(str(error)) from None
        finally:
            timer.cancel()
            del self._calls[token]

    async def heard(self, subject: str, callback: Callback) -> Unsubscribe:
        """Have it called with each message on a subject from now on; gives what ends that.

        All who hear the same subject share one subscription. It outlives reconnections.
        """
        key = object()
        if subject in self._heard:
            self._heard[subject][key] = callback
        else:
            self._heard[subject] = {key: callback}
            await self._subscribe(subject)

        async def stop() -> None:
            callbacks = self._heard.get(subject, {})
            if callbacks.pop(key, None) is not None and not callbacks:
                del self._heard[subject]
                unsubscribe = self._unsubscribe.pop(subject, None)
                if unsubscribe is not None:
                    with contextlib.suppress(NatsError, OSError):
                        await unsubscribe()

        return stop

    async def tell(self, subject: str, payload: bytes = b"") -> None:
        """Send it to whoever listens now, if that can be done. Never raises."""
        if self.is_connected and self._client.pending_data_size < MOST_UNSENT:
            with contextlib.suppress(NatsError, OSError):
                await self._client.publish(subject, payload)

    # --- the client library's side

    async def _connect(self) -> None:
        options: dict[str, Any] = {  # some are typed as whole numbers, but need not be
            "ping_interval": PING_EVERY,
            "max_outstanding_pings": PINGS_UNANSWERED,
            "connect_timeout": CONNECT_TIMEOUT,
            "reconnect_time_wait": RECONNECT_WAIT,
            "max_reconnect_attempts": -1,
        }
        await self._client.connect(
            self._urls,
            name="longana",
            pending_size=0,  # nothing is kept for later
            error_cb=self._on_error,
            disconnected_cb=self._on_disconnect,
            reconnected_cb=self._on_reconnect,
            closed_cb=self._on_close,
            **options,
        )
        await self._client.subscribe(f"{self._inbox}*", cb=self._on_answer)
        for subject in self._heard:
            await self._subscribe(subject)

    async def _subscribe(self, subject: str) -> None:
        async def called(message: Msg) -> None:
            for callback in tuple(self._heard.get(subject, {}).values()):
                try:
                    callback(message)
                except Exception:
                    logger.exception("NATS: what was heard could not be dealt with")

        # A client that was closed is about to be replaced, and takes all subjects then.
        with contextlib.suppress(NatsError, OSError):
            subscription = await self._client.subscribe(subject, cb=called)
            self._unsubscribe[subject] = subscription.unsubscribe

    async def _on_answer(self, message: Msg) -> None:
        call = self._calls.get(message.subject[len(self._inbox) :])
        if call is not None:
            call.take(message)

    async def _on_error(self, error: Exception) -> None:
        if isinstance(error, SlowConsumerError):
            logger.warning("NATS: more was said on %s than could be heard", error.subject)
            self._doubt()
            return
        self._why = str(error) or type(error).__name__
        transport = self._client._transport
        if not self._client.is_connected and transport is not None:
            # The library would leave the socket of an attempt that failed open.
            with contextlib.suppress(Exception):
                transport.close()

    async def _on_disconnect(self) -> None:
        self._fail_calls()
        if not self._is_closing:
            logger.warning("NATS: the connection is lost; connecting again")

    async def _on_reconnect(self) -> None:
        logger.warning("NATS: connected again, to %s", self.server)
        self._doubt()

    async def _on_close(self) -> None:
        """The library gives up where the server says why it ends the connection. We do not."""
        if not self._is_closing and (self._again is None or self._again.done()):
            self._why = str(self._client.last_error or "closed by the server")
            self._again = asyncio.create_task(self._begin_anew())

    async def _begin_anew(self) -> None:
        while True:
            await asyncio.sleep(RECONNECT_WAIT)
            self._client = Client()
            self._unsubscribe.clear()
            try:
                await self._connect()
            except (NatsError, OSError) as error:  # closed again, in the midst of it
                self._why = str(error)
            else:
                break
        await self._on_reconnect()

    def _fail_calls(self) -> None:
        for call in tuple(self._calls.values()):
            call.fail("the connection was lost")

    def _doubt(self) -> None:
        for callback in tuple(self._in_doubt.values()):
            callback()


class _Call:
    """Something that was asked, and what has come as an answer so far."""

    __slots__ = ("_messages", "_whole_batch", "answer")

    def __init__(self, answer: asyncio.Future[list[Msg]], whole_batch: bool) -> None:
        self.answer = answer
        self._whole_batch = whole_batch
        self._messages: list[Msg] = []

    def take(self, message: Msg) -> None:
        if self.answer.done():
            return
        status = None if message.data else status_of(message)
        if status == NO_RESPONDERS:
            self.fail("nobody there to answer")
            return
        self._messages.append(message)
        if status is not None or not self._whole_batch:
            self.answer.set_result(self._messages)

    def fail(self, why: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(Unreachable(why))


def status_of(message: Msg) -> str | None:
    """The status of a message that is one (`204` ends a batch, `404`: nothing there)."""
    return message.headers.get("Status") if message.headers else None


def void(_: object) -> None:
    """For a lambda that is to give nothing."""
