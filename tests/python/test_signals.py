"""Signal handlers of Python while the library works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable, Iterator

import dragoman
import pytest
from dragoman import _call, _library

SetHandler = Callable[[signal.Signals, Any], None]


class TimeOut(Exception):
    pass


def raise_time_out(*_: object) -> None:
    raise TimeOut


@pytest.fixture()
def set_handler() -> Iterator[SetHandler]:
    """Sets signal handlers until the test ends."""
    kept: dict[signal.Signals, Any] = {}

    def set_one(number: signal.Signals, handler: Any) -> None:
        kept[number] = signal.signal(number, handler)

    yield set_one
    for number, handler in kept.items():
        signal.signal(number, handler)


def test_control_c_ends_a_long_call(translator: dragoman.Translator, lines: list[str]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells start jobs in the background without
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            translator.translate(lines * 50, beam=8)
    timer.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert translator.translate("A man.")


def test_an_exception_of_a_signal_handler_ends_a_long_call(translator: dragoman.Translator, lines: list[str],
                                                           set_handler: SetHandler) -> None:
    set_handler(signal.SIGALRM, raise_time_out)
    for _ in range(3):
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(TimeOut):
            while True:
                translator.translate(lines * 50, beam=8)
        assert signal.getsignal(signal.SIGALRM) is raise_time_out
    assert translator.translate("A man.")


def test_an_exception_of_a_signal_handler_ends_scoring(translator: dragoman.Translator, models: Path, lines: list[str],
                                                       set_handler: SetHandler) -> None:
    set_handler(signal.SIGALRM, raise_time_out)
    many = lines * 1000
    model = dragoman.LanguageModel(models / "german")
    scorings: list[Callable[[], object]] = [lambda: translator.score(many, many), lambda: model.score(many)]
    for score in scorings:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(TimeOut):
            while True:
                score()


def test_a_signal_ends_a_call_in_a_child_that_a_thread_forked(run: str, lines: list[str],
                                                              set_handler: SetHandler) -> None:
    statuses: list[int] = []

    def work() -> None:
        child = os.fork()
        if child == 0:
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)).start()
            try:
                dragoman.Translator(run).translate(lines * 500, beam=8)
            except TimeOut:
                os._exit(0)
            finally:
                os._exit(1)
        statuses.append(os.waitpid(child, 0)[1])

    set_handler(signal.SIGUSR1, raise_time_out)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert statuses == [0]


def test_a_signal_handler_that_raises_nothing_ends_no_call(translator: dragoman.Translator, lines: list[str],
                                                           set_handler: SetHandler) -> None:
    calls: list[int] = []
    set_handler(signal.SIGINT, lambda number, _: calls.append(number))
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    while not calls:
        assert len(translator.translate(lines * 50, beam=8)) == len(lines) * 50
    timer.join()
    assert calls == [signal.SIGINT]


def test_a_signal_handler_may_set_another_one(translator: dragoman.Translator, set_handler: SetHandler) -> None:
    set_handler(signal.SIGUSR1, lambda *_: signal.signal(signal.SIGUSR1, signal.SIG_IGN))
    translator.translate("A man.", on_text=lambda _: os.kill(os.getpid(), signal.SIGUSR1))
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_IGN


def test_an_exception_of_a_signal_handler_passes_through_nested_calls(translator: dragoman.Translator,
                                                                      set_handler: SetHandler) -> None:
    ended: list[str] = []

    def interrupt(_: str) -> None:
        os.kill(os.getpid(), signal.SIGUSR1)

    def translate(_: str) -> None:
        try:
            translator.translate("A man.", on_text=interrupt)
        except TimeOut:
            ended.append("inner")
            raise

    set_handler(signal.SIGUSR1, raise_time_out)
    with pytest.raises(TimeOut):
        translator.translate("A man.", on_text=translate)
    assert ended == ["inner"]
    assert signal.getsignal(signal.SIGUSR1) is raise_time_out


def test_an_exception_of_a_signal_handler_ends_the_call_while_a_worker_gives_text(set_handler: SetHandler) -> None:
    handled, ended = threading.Event(), threading.Event()

    def handle(*_: object) -> None:
        handled.set()
        raise TimeOut

    def interrupt(_: str) -> None:
        os.kill(os.getpid(), signal.SIGUSR1)
        handled.wait(60)

    set_handler(signal.SIGUSR1, handle)
    call = _call.Call(interrupt)
    with pytest.raises(TimeOut), call as context:
        worker = threading.Thread(target=_call._on_text, args=(context, _library.Text()))
        worker.start()
        worker.join()
        ended.set()
    assert ended.is_set()  # the handler did not raise in the middle of the call
    assert call.is_cancelled


IN_SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
    own = interpreters.create("legacy")
except ImportError:  # before Python 3.13
    import _xxsubinterpreters as interpreters
    own = interpreters.create(isolated=False)
work = "import sys; sys.path = {}; import dragoman; print(dragoman.Translator({!r}).translate('A man.', beam=1))"
error = interpreters.run_string(own, work.format(sys.path, RUN))
interpreters.destroy(own)
sys.exit(error)
"""


def test_a_subinterpreter_translates_without_handlers(translator: dragoman.Translator, run: str) -> None:
    child = subprocess.run([sys.executable, "-c", IN_SUBINTERPRETER.replace("RUN", repr(run))], text=True,
                           encoding="utf-8", capture_output=True)
    assert (child.stdout.rstrip("\n"), child.returncode) == (translator.translate("A man.", beam=1), 0), child.stderr


def test_an_error_of_a_handler_while_handlers_are_replaced_is_raised(set_handler: SetHandler) -> None:
    def handle(*_: object) -> None:
        raise ValueError("mine")

    def replace(number: int, handler: Any) -> None:
        handle()

    set_handler(signal.SIGUSR1, handle)
    with pytest.MonkeyPatch.context() as patch, pytest.raises(ValueError, match="mine"):
        patch.setattr("_signal.signal", replace)
        _call.Call().__enter__()
    assert not _call._calls
