"""Calls of the library that may be cancelled."""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
import time

import _signal  # the functions of signal without its enumerations: imports faster

from ._library import CallStruct, Options, Text, check, pointer, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Callable, Dict, List, Optional

_calls: Dict[int, "Call"] = {}


def _goes_on(context: int) -> int:
    return 0 if _calls[context].is_cancelled else 1


def _on_text(context: int, text: Text) -> None:
    call = _calls[context]
    if call.is_cancelled:
        return
    try:
        if threading.get_ident() == _MAIN_THREAD:  # handlers run in this thread alone
            call.keeps_errors = False
        call.on_text(read_text(text))  # type: ignore[misc]
        call.keeps_errors = True
    except BaseException as error:
        call.keeps_errors = True
        call.stop(error)


_GOES_ON = ctypes.CFUNCTYPE(ctypes.c_int, pointer)(_goes_on)
_ON_TEXT = ctypes.CFUNCTYPE(None, pointer, Text)(_on_text)
GOES_ON = ctypes.cast(_GOES_ON, pointer).value
ON_TEXT = ctypes.cast(_ON_TEXT, pointer).value


_MAIN_THREAD = threading.main_thread().ident


def _know_main_thread() -> None:
    global _MAIN_THREAD
    _MAIN_THREAD = threading.get_ident()


os.register_at_fork(after_in_child=_know_main_thread)  # a child's main thread is the one that forked


class Call:
    """A call that an exception of a signal handler, as of Ctrl-C, or cancel() in another thread, ends.

    In the main thread, Python runs signal handlers when the library calls goes_on. An exception of a handler
    cannot pass through the library, so _handle calls them and keeps the exception until the end of the call.
    """

    def __init__(self, on_text: Optional[Callable[[str], object]] = None) -> None:
        self.is_cancelled = False
        self.on_text = on_text
        self.keeps_errors = False  # False: an exception of a handler is raised at once
        self._error: Optional[BaseException] = None
        self._process = 0
        self._handlers: Dict[int, Any] = {}

    def cancel(self) -> None:
        self.is_cancelled = True

    def is_running(self) -> bool:
        return self._process == os.getpid()  # else a thread of the process before fork() has it

    def stop(self, error: BaseException) -> None:
        """Cancels the call, which then raises the first error given here."""
        if self._error is None:
            self._error = error
        self.is_cancelled = True

    def _handle(self, number: int, frame: Optional[FrameType]) -> None:
        try:
            self._handlers[number](number, frame)
        except BaseException as error:
            if not self.keeps_errors:
                raise
            self.stop(error)

    def __enter__(self) -> int:
        """Returns the context to pass to the library. At Python's end, ends a daemon thread instead."""
        self._process = os.getpid()
        _calls[id(self)] = self
        try:
            _end_daemon_thread()
            if threading.get_ident() == _MAIN_THREAD:
                self._replace_handlers()
            self.keeps_errors = True
        except BaseException:
            self._leave()
            raise
        return id(self)

    def __exit__(self, *_: object) -> None:
        self._leave()
        _end_daemon_thread()
        if self._error is not None:
            raise self._error

    def _replace_handlers(self) -> None:
        for number in range(1, _signal.NSIG):
            handler = _signal.getsignal(number)
            if callable(handler):
                self._handlers[number] = handler
                try:
                    _signal.signal(number, self._handle)
                except ValueError as error:
                    if error.__traceback__ and error.__traceback__.tb_next:
                        raise  # of a handler
                    self._handlers.clear()  # a subinterpreter has no handlers
                    return

    def _leave(self) -> None:
        numbers = list(self._handlers)
        try:
            while numbers:
                try:
                    if _signal.getsignal(numbers[-1]) == self._handle:  # else a handler has set another one
                        _signal.signal(numbers[-1], self._handlers[numbers[-1]])
                    numbers.pop()
                except BaseException as error:  # of a handler that is back already
                    self.stop(error)
        finally:
            self.keeps_errors = False
            del _calls[id(self)]


def call_library(function: Any, arguments: List[Any], options: Dict[str, Any], call: Optional[Call] = None) -> Any:
    """Calls a function that takes a dragoman_call, and returns the handle that it writes."""
    given, out = Options(options), pointer()
    call = call or Call()
    with call as context:
        struct = CallStruct(options=given.address, num_options=given.count, context=context, goes_on=GOES_ON,
                            on_text=ON_TEXT if call.on_text else None)
        check(function(*arguments, ctypes.byref(struct), ctypes.byref(out)))
    return out


_is_at_end = False


def _end_calls() -> None:
    """Cancels the calls of daemon threads and waits for their end, at most 5 s.

    After this, Python ends a thread that enters a callback, within the library's frames: the process would abort.
    """
    global _is_at_end
    _is_at_end = True
    end = time.monotonic() + 5
    while time.monotonic() < end:
        running = [call for call in list(_calls.values()) if call.is_running()]
        if not running:
            return
        for call in running:
            call.cancel()
        time.sleep(0.005)


def _end_daemon_thread() -> None:
    if _is_at_end and threading.get_ident() != _MAIN_THREAD:
        raise SystemExit  # ends a thread without a message


atexit.register(_end_calls)
