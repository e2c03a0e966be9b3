"""Helpers of this package's modules: texts, options and handles of the C interface."""

from __future__ import annotations

import ctypes
import errno
import operator
import os
from array import array
from itertools import accumulate
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple

from ._abi import (AttentionSize, CallStruct, Comparison, Counts, Encoding, Interval, Lines, Links,
                   MetricScore, Option, Phrases, Resampling, Span, Spans, Text, TextIn,
                   TranslationStruct, Vocabulary, library_path, load, pointer, size_t)

__all__ = ["AttentionSize", "CallStruct", "Comparison", "Counts", "Encoding", "Interval", "Lines", "Links",
           "MetricScore", "Phrases", "Resampling", "Span", "Spans", "Text", "TranslationStruct",
           "Vocabulary", "library_path", "pointer", "size_t"]

lib = load()

_EXCEPTIONS = {1: RuntimeError, 2: ValueError, 3: FileNotFoundError}
CANCELLED = 4


class Cancelled(Exception):
    """The call was cancelled."""


def exception_of(error: int) -> Exception:
    """Returns the exception for an error that the library has returned, and frees the error."""
    code = lib.dragoman_error_code(error)
    message = lib.dragoman_error_message(error).decode()
    lib.dragoman_error_free(error)
    if code == CANCELLED:
        return Cancelled(message)
    if code == 2 and message.startswith("unknown key `"):
        return TypeError(message.replace("unknown key", "unknown option", 1))
    found = _EXCEPTIONS[code](message)
    if isinstance(found, FileNotFoundError):
        found.errno = errno.ENOENT
    return found


def check(error: Optional[int]) -> None:
    """Raises the exception for an error that the library has returned."""
    if error is not None:
        raise exception_of(error)


# ---- Texts ----


def encode(text: Any, what: str = "the text") -> bytes:
    """Encodes a text in UTF-8. Raises TypeError if it is no str, ValueError if it has lone surrogates."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is {type(text).__name__}, but must be str")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{what} cannot be UTF-8: {error.reason} (at {error.start})") from None


def text_in(text: Any, what: str = "the text") -> TextIn:
    data = encode(text, what)
    return TextIn(data, len(data))


def encode_path(path: Any, what: str) -> bytes:
    """Encodes a path as the system has it; its name may be no UTF-8."""
    text = os.fspath(path)
    if isinstance(text, str):
        try:
            return os.fsencode(text)
        except UnicodeEncodeError:
            pass
    return encode(text, what)  # raises what names the path


def gives_texts(texts: Any) -> bool:
    """False for a single str or bytes, for what is not iterable, and for dicts and tables: they give their keys."""
    return (hasattr(texts, "__iter__") and not isinstance(texts, (str, bytes, Mapping))
            and not hasattr(texts, "columns"))  # of pandas


def iterate(texts: Iterable[Any], what: str = "lines", of: str = "str") -> List[Any]:
    """Returns texts as a list. Raises TypeError unless gives_texts()."""
    if isinstance(texts, list):
        return texts
    if not gives_texts(texts):
        raise TypeError(f"{what} is {type(texts).__name__}, but must be a list of {of}")
    return list(texts)


def index_of(number: Any, what: str) -> int:
    """Returns an int for any type of integers."""
    if not hasattr(number, "__index__"):
        raise TypeError(f"{what} is {type(number).__name__}, but must be an integer")
    return operator.index(number)


def _encode_all(texts: List[Any]) -> Optional[List[bytes]]:
    """Encodes texts fast. Returns None if one of them is no str or has lone surrogates."""
    try:
        return list(map(str.encode, texts))
    except (TypeError, UnicodeEncodeError):
        return None


class TextList:
    """A list of texts in the library's layout. If allows_none, None becomes a text without data.

    For messages: first is the index of the first text; place names the text of an index, by default `what[index]`.
    """

    def __init__(self, texts: Iterable[Optional[str]], what: str = "lines", allows_none: bool = False,
                 first: int = 0, place: Optional[Callable[[int], str]] = None, paths: bool = False) -> None:
        texts = iterate(texts, what)
        encoded = [encode_path(path, f"{what}[{i}]") for i, path in enumerate(texts)] if paths else _encode_all(texts)
        if encoded is None:
            encoded = [b"" if text is None and allows_none else encode(text, place(i) if place else f"{what}[{i}]")
                       for i, text in enumerate(texts, first)]
        self.count = len(encoded)
        self._data = ctypes.c_char_p(b"".join(encoded))  # keeps the bytes alive
        base = ctypes.cast(self._data, pointer).value or 0
        sizes = array("Q", map(len, encoded))
        self._views = array("Q", bytes(16 * self.count))
        self._views[0::2] = array("Q", list(accumulate(sizes, initial=base))[:-1])
        self._views[1::2] = sizes
        if allows_none:
            for i, text in enumerate(texts):
                if text is None:
                    self._views[2 * i] = 0

    @property
    def address(self) -> int:
        return self._views.buffer_info()[0]


def read_texts(address: Optional[int], count: int) -> List[str]:
    """Copies the texts of one of the library's arrays."""
    if not count:
        return []
    assert address is not None
    raw = (ctypes.c_uint64 * (2 * count)).from_address(address)[:]
    string_at = ctypes.string_at
    return [string_at(data, size).decode() for data, size in zip(raw[0::2], raw[1::2])]


def read_text(text: Text) -> str:
    return ctypes.string_at(text.data, text.size).decode() if text.size else ""


def read_array(kind: Any, address: Optional[int], count: int) -> List[Any]:
    return list((kind * count).from_address(address)) if count and address else []


def texts_in(texts: Any) -> List[str]:
    count = size_t()
    return read_texts(lib.dragoman_texts_view(texts, ctypes.byref(count)), count.value)


def texts_of(function: Any, *arguments: Any) -> List[str]:
    """Returns the texts whose handle `function` writes through its last argument."""
    texts = pointer()
    try:
        check(function(*arguments, ctypes.byref(texts)))
        return texts_in(texts)
    finally:
        lib.dragoman_texts_free(texts)


def paired_texts(sources: Iterable[str], targets: Iterable[str], name: str = "targets") -> Tuple[TextList, TextList]:
    """Returns both lists. Raises ValueError unless they have the same length. name: of the targets."""
    given, wanted = TextList(sources, "sources"), TextList(targets, name)
    if given.count != wanted.count:
        raise ValueError(f"there are {given.count} sources, but {wanted.count} {name}")
    return given, wanted


# ---- Options ----


def _spell(name: str, value: Any) -> str:
    """Writes an option's value as on the command line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if value is None:
        raise TypeError(f"an element of {name} is None: leave it out")
    if isinstance(value, (bytes, bytearray)):
        raise TypeError(f"{name} is {type(value).__name__}, but must be str")
    if isinstance(value, int):
        return int.__repr__(value)  # without the name of an enumeration
    return float.__repr__(value) if isinstance(value, float) else str(value)


def values_of(name: str, value: Any) -> List[Optional[str]]:
    """Returns an option's values: one for each element of a list, and None for an empty list."""
    if hasattr(value, "tolist"):  # of numpy, also a scalar
        value = value.tolist()
    if isinstance(value, (str, bytes, bytearray)) or not hasattr(value, "__iter__"):
        return [_spell(name, value)]
    return [_spell(name, each) for each in value] or [None]


def not_empty(name: str, value: Any) -> Any:
    """Returns the value. Raises ValueError for an empty text, which the library would take for none."""
    if isinstance(value, str) and not value:
        raise ValueError(f"{name} is empty: give a value, or leave it out")
    return value


class Options:
    """Options in the library's layout. Options that are None are left out."""

    def __init__(self, options: Dict[str, Any]) -> None:
        self.count = 0
        if not options:
            return
        items = [(name, value) for name, given in options.items() if given is not None
                 for value in values_of(name, not_empty(name, given))]
        self.count = len(items)
        self._items = (Option * self.count)()
        for i, (name, value) in enumerate(items):
            self._items[i] = Option(text_in(name), TextIn() if value is None else text_in(value, name))

    @property
    def address(self) -> Optional[int]:
        return ctypes.addressof(self._items) if self.count else None


def check_options(section: str, options: Dict[str, Any]) -> None:
    """Raises TypeError for an unknown option, ValueError for a wrong value."""
    given = Options(options)
    check(lib.dragoman_check_options(text_in(section), given.address, given.count))


def checked_options(section: str, options: Dict[str, Any]) -> Dict[str, Any]:
    """Returns options that several calls can read. Raises as check_options() does."""
    kept = {name: list(value) if hasattr(value, "__next__") else value for name, value in options.items()}
    check_options(section, kept)
    return kept


# ---- Handles ----


class Handle(ctypes.c_void_p):
    """Owns an object of the library, which is freed with the last reference. The arguments of a call are references."""

    def __init__(self, free: Callable[[Any], None]) -> None:
        super().__init__()
        self._free, self._process = free, os.getpid()

    def __del__(self, getpid: Callable[[], int] = os.getpid) -> None:  # at Python's end, globals may be None
        if self and self._process == getpid():  # not in a forked child: the object's threads are the parent's
            self._free(self)


def opened(free: Callable[[Any], None], open_function: Callable[..., Optional[int]], *arguments: Any) -> Handle:
    """Returns the handle that `open_function` writes through its last argument."""
    handle = Handle(free)
    check(open_function(*arguments, ctypes.byref(handle)))
    return handle


def path_in(path: Any, what: str) -> TextIn:
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{what} is {type(path).__name__}, but must be a path")
    data = encode_path(path, what)
    return TextIn(data, len(data))


def describe_options(section: str) -> Dict[str, str]:
    """Returns the options of `section` with their descriptions."""
    names, texts = pointer(), pointer()
    try:
        check(lib.dragoman_describe_options(text_in(section, "section"), ctypes.byref(names), ctypes.byref(texts)))
        return dict(zip(texts_in(names), texts_in(texts)))
    finally:
        lib.dragoman_texts_free(names)
        lib.dragoman_texts_free(texts)


def version() -> str:
    found: bytes = lib.dragoman_version()
    return found.decode()


def kernels() -> str:
    found: bytes = lib.dragoman_kernels()
    return found.decode()
