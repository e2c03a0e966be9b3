"""Models for the tests: DRAGOMAN_TEST_MODELS names the folder in which tests/support/tiny_models.py made them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Iterator

import dragoman
import pytest


@pytest.fixture(scope="session")
def models() -> Path:
    return Path(os.environ["DRAGOMAN_TEST_MODELS"])


@pytest.fixture(scope="session")
def run(models: Path) -> str:
    return str(models / "english-german")


@pytest.fixture(scope="session")
def translator(run: str) -> Iterator[dragoman.Translator]:
    with dragoman.Translator(run, workers=2) as opened:
        yield opened


@pytest.fixture(scope="session")
def lines(models: Path) -> list[str]:
    return (models / "corpus" / "test.en").read_text(encoding="utf-8").splitlines()
