"""The end of Python while a daemon thread is in a call."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import dragoman
import pytest
from dragoman import _library

TRANSLATES = """
import threading
import dragoman

translator, is_called = dragoman.Translator(RUN), threading.Event()

def work():
    while True:
        translator.translate("A man. " * 500, beam=1, on_text=lambda _: is_called.set())

threading.Thread(target=work, daemon=True).start()
is_called.wait()
"""

COMPLETES = """
import dragoman

pieces = dragoman.LanguageModel(RUN).complete("Ein ", max_length=1000000, stream=True)
next(pieces)
"""


@pytest.mark.parametrize("program, run", [(TRANSLATES, "english-german"), (COMPLETES, "german")])
def test_a_call_of_a_daemon_thread_ends_with_its_child_process(program: str, run: str, models: Path) -> None:
    child = subprocess.run([sys.executable, "-c", program.replace("RUN", repr(str(models / run)))], text=True,
                           capture_output=True)
    assert (child.returncode, child.stderr) == (0, "")


def test_a_model_that_lives_longer_than_the_modules_is_freed(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = dragoman.LanguageModel(models / "german")
    monkeypatch.setattr(_library, "os", None)  # as at the end of Python
    model.close()
