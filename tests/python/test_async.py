"""Calls of asyncio."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import dragoman
import pytest


def test_asynchronous_calls_and_their_cancelling(translator: dragoman.Translator, lines: list[str]) -> None:
    async def both() -> None:
        expected = translator.translate(lines[:4])
        assert await asyncio.gather(*map(translator.translate_async, lines[:4])) == expected
        task = asyncio.create_task(translator.translate_async(lines * 100, beam=8))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(both())


def test_a_cancelled_call_that_waits_for_a_thread_never_begins(translator: dragoman.Translator, caplog: Any,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(translator, "_translate", lambda lines, *_: begun.append(lines))

    async def cancel_one() -> None:
        loop, is_over = asyncio.get_running_loop(), threading.Event()
        loop.set_default_executor(ThreadPoolExecutor(1))
        first = loop.run_in_executor(None, is_over.wait, 60)
        try:
            cancelled, later = (asyncio.create_task(translator.translate_async(text)) for text in ("A man.", "A dog."))
            await asyncio.sleep(0)
            cancelled.cancel()
            with pytest.raises(asyncio.CancelledError):
                await cancelled
        finally:
            is_over.set()
        await asyncio.gather(first, later)

    asyncio.run(cancel_one())
    assert begun == ["A dog."] and not caplog.records
