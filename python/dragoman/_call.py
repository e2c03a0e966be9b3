"""Calls of the library that may be cancelled."""

from __future__ import annotations

import ctypes
import threading

import _signal  # the functions of signal without its enumerations: imports faster

from ._library import Text, pointer, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Callable, Dict, Optional, Tuple

_calls: Dict[int, "Call"] = {}


def _goes_on(context: int) -> int:
    return 0 if _calls[context].is_cancelled else 1


def _on_text(context: int, text: Text) -> None:
    call = _calls[context]
    try:
        call.on_text(read_text(text))  # type: ignore[misc]
    except BaseException as error:  # raised again after the call
        call.error, call.is_cancelled = error, True


_GOES_ON = ctypes.CFUNCTYPE(ctypes.c_int, pointer)(_goes_on)
_ON_TEXT = ctypes.CFUNCTYPE(None, pointer, Text)(_on_text)
GOES_ON = ctypes.cast(_GOES_ON, pointer).value
ON_TEXT = ctypes.cast(_ON_TEXT, pointer).value


_MAIN_THREAD = threading.main_thread().ident
_SIGINT = 2


class Call:
    """A call that Ctrl-C, or cancel() in another thread, ends.

    In the main thread, Python runs signal handlers when the library calls goes_on. An exception of a handler
    could not pass through the library, so SIGINT is noted and handled after the call.
    """

    def __init__(self, on_text: Optional[Callable[[str], object]] = None) -> None:
        self.is_cancelled = False
        self.on_text = on_text
        self.error: Optional[BaseException] = None
        self._interrupt: Optional[Tuple[int, Optional[FrameType]]] = None
        self._handler: Any = None

    def cancel(self) -> None:
        self.is_cancelled = True

    def _note(self, number: int, frame: Optional[FrameType]) -> None:
        self._interrupt = (number, frame)
        self.is_cancelled = True

    def running(self) -> Call:
        """For `with`: yields the context to pass to the library."""
        return self

    def __enter__(self) -> int:
        _calls[id(self)] = self
        if threading.get_ident() == _MAIN_THREAD:
            handler = _signal.getsignal(_SIGINT)
            if callable(handler):
                self._handler = handler
                _signal.signal(_SIGINT, self._note)
        return id(self)

    def __exit__(self, *_: object) -> None:
        del _calls[id(self)]
        if self._handler is not None:
            _signal.signal(_SIGINT, self._handler)
            if self._interrupt is not None:
                self._handler(*self._interrupt)
        if self.error is not None:
            raise self.error
