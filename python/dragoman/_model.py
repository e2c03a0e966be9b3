"""The base class of translators and language models: a handle to open, call and close."""

from __future__ import annotations

import os

from . import _library as library
from ._attention import open_viewer, view_attention
from ._call import Call, call_library
from .translation import AttentionMap, Translation, read_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

    Self = TypeVar("Self", bound="Model")


def options_of(options: Dict[str, Any]) -> library.Options:
    """Returns the options of computing. Loads torch's libraries for a device other than the CPU."""
    device = options.get("device")
    if device is not None and str(device) != "cpu":
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

    def __init__(self, runs: List[str], weights: Optional[Tuple[int, ...]], handle: Any,
                 free: Callable[[Any], None], what: str) -> None:
        """weights: weights_of() the folders, from before they were opened."""
        self._runs = runs
        self._weights = weights
        self._handle = library.Handle(handle, free, what)
        self._viewer: Optional[library.Handle] = None

    def __repr__(self) -> str:
        state = ", closed" if self._handle.is_closed else ""
        return f"{type(self).__name__}({', '.join(map(repr, self._runs))}{state})"

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees the model after the running calls of other threads. Later calls raise ValueError."""
        self._handle.close()
        if self._viewer is not None:
            self._viewer.close()

    def _run(self, function: Any, arguments: List[Any], call: Call,
             search: Dict[str, Any]) -> Any:
        """Calls the library and returns translations, which the caller must free."""
        with self._handle as handle:
            return call_library(function, [handle, *arguments], search, call)

    def _read(self, function: Any, arguments: List[Any], call: Call,
              search: Dict[str, Any]) -> List[List[Translation]]:
        """Calls the library and returns the translations of each line, best first."""
        translations = self._run(function, arguments, call, search)
        try:
            return read_all(translations)
        finally:
            library.lib.dragoman_translations_free(translations)

    def _view(self, source: str, target: str, target_name: str = "target") -> AttentionMap:
        """Computes attention. The first call opens the first folder again, in fp32.

        Raises RuntimeError if that now has other weights.
        """
        with self._handle:
            if self._viewer is None:
                viewer = open_viewer(self._runs[0])
                if weights_of(self._runs) != self._weights:
                    viewer.close()
                    raise RuntimeError(f"{self._runs[0]} has changed since it was opened: open it again")
                self._viewer = viewer
            return view_attention(self._viewer, source, target, target_name)
