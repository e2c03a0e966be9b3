"""The base class of translators and language models: a handle to open, call and close."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

from . import _library as library
from ._attention import open_viewer, view_attention
from ._call import Call, call_library
from .translation import AttentionMap

Self = TypeVar("Self", bound="Model")


def options_of(options: Dict[str, Any]) -> library.Options:
    """Returns the options of computing. Loads torch's libraries for a device other than the CPU."""
    device = options.get("device")
    if device is not None and str(device) != "cpu":
        if not str(device).startswith("cuda"):
            raise ValueError(f"device is {device!r}, but must be cpu, cuda or cuda:N")
        from ._torch import load_torch
        load_torch()
    return library.Options(options)


def weights_of(runs: List[str]) -> Optional[Tuple[int, ...]]:
    """Returns what tells the weights of the first folder from others that take their place."""
    try:
        found = os.stat(os.path.join(runs[0], "model.safetensors"))
    except (OSError, ValueError, IndexError):
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


class Model:
    """Opened model folders. Thread-safe."""

    _kind = "the model"

    def __init__(self, runs: List[str], weights: Optional[Tuple[int, ...]], handle: library.Handle) -> None:
        """weights: weights_of() the folders, from before they were opened."""
        self._runs = [os.path.abspath(run) for run in runs]  # attention opens the first one again
        self._weights = weights
        self._handle: Optional[library.Handle] = handle  # a call holds it, too: close() frees nothing under it
        self._viewer: Optional[library.Handle] = None

    def __repr__(self) -> str:
        state = ", closed" if self._handle is None else ""
        return f"{type(self).__name__}({', '.join(map(repr, self._runs))}{state})"

    def __reduce__(self) -> Any:
        raise TypeError(f"{self._kind} cannot be copied or pickled: open it again, in each process")

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees the model after the running calls of other threads. Later calls raise ValueError."""
        self._handle = self._viewer = None

    def _open_handle(self) -> library.Handle:
        handle = self._handle
        if handle is None:
            raise ValueError(f"{self._kind} is closed: open it again")
        return handle

    def _run(self, function: Any, arguments: List[Any], call: Call, search: Dict[str, Any],
             read: Callable[[Any], Any]) -> Any:
        """Calls the library and returns what `read` makes of the translations."""
        translations = library.pointer()
        try:
            call_library(function, [self._open_handle(), *arguments], search, translations, call)
            return read(translations)
        finally:
            library.lib.dragoman_translations_free(translations)

    def _view(self, source: str, target: str, target_name: str = "target") -> AttentionMap:
        """Computes attention. The first call opens the first folder again, in fp32.

        Raises RuntimeError if that now has other weights.
        """
        self._open_handle()
        viewer = self._viewer
        if viewer is None:
            viewer = open_viewer(self._runs[0])
            if weights_of(self._runs) != self._weights:
                raise RuntimeError(f"{self._runs[0]} has changed since it was opened: open it again")
            if self._handle is not None:  # else another thread has closed it
                self._viewer = viewer
        return view_attention(viewer, source, target, target_name)
