"""Signal handlers of Python while the library works."""

from __future__ import annotations

import contextlib
import ctypes
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


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="Python 3.13 handles signals in such a child late")
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


def test_a_call_leaves_signal_handlers_of_the_system_alone(translator: dragoman.Translator,
                                                           set_handler: SetHandler) -> None:
    seen: list[int] = []
    handle = ctypes.CFUNCTYPE(None, ctypes.c_int)(seen.append)
    set_handler(signal.SIGUSR1, lambda *_: None)
    ctypes.CDLL(None).signal(int(signal.SIGUSR1), handle)
    hook = sys.unraisablehook
    assert translator.translate("A man.")
    os.kill(os.getpid(), signal.SIGUSR1)
    assert seen == [signal.SIGUSR1] and sys.unraisablehook is hook


def test_a_call_that_a_handler_ends_leaves_nothing_open(run: str, set_handler: SetHandler,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    freed: list[Any] = []
    free = _library.lib.dragoman_translator_free
    monkeypatch.setattr(_library.lib, "dragoman_translator_free", lambda handle: freed.append(free(handle)))
    translator = dragoman.Translator(run, threads=1)
    set_handler(signal.SIGALRM, raise_time_out)
    for i in range(3000):  # the timer ends at all places of a call
        with contextlib.suppress(TimeOut):
            signal.setitimer(signal.ITIMER_REAL, (5 + i % 100) * 1e-6)
            translator.translate("")
            translator.translate("")
            signal.setitimer(signal.ITIMER_REAL, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert not [call for call in _call._calls.values() if call() is not None]
    translator.close()
    assert len(freed) == 1


def test_a_handler_may_use_and_close_the_translator(run: str, translator: dragoman.Translator,
                                                    set_handler: SetHandler) -> None:
    found: list[str] = []
    own = dragoman.Translator(run)

    def handle(*_: object) -> None:
        found.append(own.translate("A man."))
        own.close()

    set_handler(signal.SIGUSR1, handle)
    own.translate("A man.", on_text=lambda _: os.kill(os.getpid(), signal.SIGUSR1) if not found else None)
    assert found == [translator.translate("A man.")]
    with pytest.raises(ValueError, match="is closed"):
        own.translate("A man.")


def test_an_error_of_the_last_text_frees_the_translation(translator: dragoman.Translator,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    translator.translate("A man.", beam=1, on_text=texts.append)
    freed: list[Any] = []
    free = _library.lib.dragoman_translations_free

    def record(handle: Any) -> None:
        freed.append(handle.value)
        free(handle)

    def fail_at_the_end(_: str) -> None:
        texts.pop()
        if not texts:
            raise KeyError("mine") from OSError("cause")

    monkeypatch.setattr(_library.lib, "dragoman_translations_free", record)
    with pytest.raises(KeyError, match="mine") as error:
        translator.translate("A man.", beam=1, on_text=fail_at_the_end)
    assert freed and freed[0] is not None
    assert isinstance(error.value.__cause__, OSError)


def test_an_error_of_on_text_has_no_other_error_before_it(translator: dragoman.Translator) -> None:
    def fail(_: str) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine") as error:
        translator.translate("A man. " * 50, beam=1, on_text=fail)
    assert error.value.__context__ is None


def test_an_error_that_is_kept_keeps_no_closed_model(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    freed: list[Any] = []
    free = _library.lib.dragoman_translator_free
    monkeypatch.setattr(_library.lib, "dragoman_translator_free", lambda handle: freed.append(free(handle)))
    translator = dragoman.Translator(run)
    with pytest.raises(ValueError) as error:
        translator.translate("A man.", beam=-1)
    translator.close()
    assert len(freed) == 1 and error.value.__traceback__
