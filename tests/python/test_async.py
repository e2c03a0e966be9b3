"""Calls of asyncio."""

from __future__ import annotations

import asyncio

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
