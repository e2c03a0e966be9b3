"""Calls of the library that may be cancelled."""

from __future__ import annotations

import atexit
import ctypes
import os
import sys
import threading
import time
from _weakref import ref  # without the rest of weakref: imports faster
from typing import Any, Callable, Dict, List, Optional

from ._library import CallStruct, Options, Text, exception_of, pointer, read_text

_calls: Dict[int, "ref[Call]"] = {}


def _call_of(context: int) -> Call:
    call = _calls[context]()
    assert call is not None
    return call


def _goes_on(context: int) -> int:
    return 0 if _call_of(context).is_cancelled else 1


def _on_text(context: int, text: Text) -> None:
    call = _call_of(context)
    if call.is_cancelled or call.on_text is None:
        return
    try:
        call.on_text(read_text(text))
    except BaseException as error:
        call.stop(error)


_CALLBACKS = (_goes_on.__code__, _on_text.__code__)
_GOES_ON = ctypes.CFUNCTYPE(ctypes.c_int, pointer)(_goes_on)
_ON_TEXT = ctypes.CFUNCTYPE(None, pointer, Text)(_on_text)
GOES_ON = ctypes.cast(_GOES_ON, pointer).value
ON_TEXT = ctypes.cast(_ON_TEXT, pointer).value


def _is_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident


class Call:
    """A call that an exception of a signal handler, as of Ctrl-C, or cancel() in another thread, ends.

    In the main thread, Python runs signal handlers when the library calls back, before the first line of the
    callback. An exception of a handler cannot pass through the library: ctypes gives it to sys.unraisablehook.
    """

    def __init__(self, on_text: Optional[Callable[[str], object]] = None) -> None:
        if on_text is not None and not callable(on_text):
            raise TypeError(f"on_text is {type(on_text).__name__}, but must be a function")
        self.is_cancelled = False
        self.on_text = on_text
        self._error: Optional[BaseException] = None
        self._process = 0
        self._hook: Callable[[Any], object] = sys.unraisablehook

    def cancel(self) -> None:
        self.is_cancelled = True

    def is_running(self) -> bool:
        return self._process == os.getpid()  # else a thread of the process before fork() has it

    def stop(self, error: BaseException) -> None:
        """Cancels the call, which then raises the first error given here."""
        if self._error is None:
            self._error = error
        self.is_cancelled = True

    def _keep_error(self, unraisable: Any) -> None:
        trace = unraisable.exc_traceback
        if trace is not None and trace.tb_frame.f_code in _CALLBACKS and _is_main_thread():
            self.stop(unraisable.exc_value)
        else:
            self._hook(unraisable)

    def run(self, function: Callable[..., Optional[int]], arguments: List[Any]) -> None:
        """Calls a function that has id(self) as the context of its callbacks. Takes the arguments out of the list.

        At Python's end, ends a daemon thread instead.
        """
        _end_daemon_thread()
        self._process, number = os.getpid(), id(self)
        takes_signals = _is_main_thread()
        failure: Optional[BaseException] = None
        try:
            _calls[number] = ref(self)
            if takes_signals:
                self._hook, sys.unraisablehook = sys.unraisablehook, self._keep_error
            error = function(*arguments)
            failure = None if error is None else exception_of(error)
        finally:
            if takes_signals and sys.unraisablehook == self._keep_error:
                sys.unraisablehook = self._hook
            _calls.pop(number, None)  # a handler may raise before this, so the reference is weak
            arguments.clear()  # so that the traceback of an exception keeps no model
        _end_daemon_thread()
        failure, self._error = self._error or failure, None
        if failure is not None:
            try:
                raise failure
            finally:
                del failure  # its traceback has this frame


def call_library(function: Any, arguments: List[Any], options: Dict[str, Any], out: Any,
                 call: Optional[Call] = None) -> None:
    """Calls a function that takes a dragoman_call and writes a handle to `out`, which the caller must free.

    It may have written one although an exception is raised: of a signal handler, when the work was done.
    """
    given = Options(options)
    call = call or Call()
    struct = CallStruct(options=given.address, num_options=given.count, context=id(call), goes_on=GOES_ON,
                        on_text=ON_TEXT if call.on_text else None)
    arguments += [ctypes.byref(struct), ctypes.byref(out)]
    call.run(function, arguments)


_is_at_end = False


def _end_calls() -> None:
    """Cancels the calls of daemon threads and waits for their end, at most 5 s.

    After this, Python ends a thread that enters a callback, within the library's frames: the process would abort.
    """
    global _is_at_end
    _is_at_end = True
    end = time.monotonic() + 5
    while time.monotonic() < end:
        found = [reference() for reference in list(_calls.values())]
        running = [call for call in found if call is not None and call.is_running()]
        if not running:
            return
        for call in running:
            call.cancel()
        time.sleep(0.005)


def _end_daemon_thread() -> None:
    if _is_at_end and not _is_main_thread():
        raise SystemExit  # ends a thread without a message


atexit.register(_end_calls)
