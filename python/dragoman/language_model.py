"""Language models."""

from __future__ import annotations

import ctypes
import os
import threading

from . import _library as library
from ._attention import open_viewer, view_attention
from .translation import AttentionMap, Translation, read_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, Iterator, List, Optional, Sequence, Union

    PathLike = Union[str, "os.PathLike[str]"]



class LanguageModel:
    """A trained language model. May be used by several threads at once.

    Options are those of `dragoman complete`: precision, workers, threads, device. Raises as Translator.
    """

    def __init__(self, run: PathLike, **options: Any) -> None:
        if str(options.get("device", "cpu")) != "cpu":
            from ._torch import load_torch
            load_torch()
        name = library.path_in(run, "run")
        self._run = os.fspath(run)
        given = library.Options(options)
        handle = library.opened(library.lib.dragoman_language_model_open, name, given.address, given.count)
        self._handle = library.Handle(handle, library.lib.dragoman_language_model_free,
                                      "the language model")
        self._viewer: Optional[library.Handle] = None

    def __repr__(self) -> str:
        return f"LanguageModel({self._run!r}{', closed' if self._handle.is_closed else ''})"

    def __enter__(self) -> LanguageModel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees the model, when calls of other threads have ended. Later calls raise ValueError."""
        self._handle.close()
        if self._viewer is not None:
            self._viewer.close()

    def complete(self, prompts: Any, *, stop: Sequence[str] = (), details: bool = False,
                 stream: bool = False, **search: Any) -> Any:
        """Continues a prompt, or each of a list. Gives what follows it, up to the first text of `stop`.

        details: Translations instead of str. stream: of one prompt, an iterator over pieces of text as they
        come, for greedy search (beam=1) or one sample (samples=1). search: the settings that
        `dragoman complete --help` lists.
        """
        if isinstance(prompts, str):
            if stream:
                return self._stream(prompts, stop, {"beam": 1, **search})
            return self.complete([prompts], stop=stop, details=details, **search)[0]
        if stream:
            raise TypeError("stream=True is for one prompt, a str")
        several = self._complete(prompts, stop, library.Call(), search)
        if (search.get("num_best") or 1) == 1:
            return [line[0] if details else line[0].text for line in several]
        return several if details else [[one.text for one in line] for line in several]

    def _complete(self, prompts: Sequence[str], stop: Sequence[str], call: library.Call,
                  search: Dict[str, Any]) -> List[List[Translation]]:
        given, stops = library.TextList(prompts, "prompts"), library.TextList(stop, "stop")
        return self._read(library.lib.dragoman_complete,
                          [given.address, given.count, stops.address, stops.count], call, search)

    def _read(self, function: Any, arguments: List[Any], call: library.Call,
              search: Dict[str, Any]) -> List[List[Translation]]:
        options, out = library.Options(search), library.pointer()
        with self._handle as handle, call.running() as context:
            struct = library.CallStruct(
                options=options.address, num_options=options.count, context=context,
                goes_on=library.GOES_ON, on_text=library.ON_TEXT if call.on_text else None)
            library.check(function(handle, *arguments, ctypes.byref(struct), ctypes.byref(out)))
        try:
            return read_all(out)
        finally:
            library.lib.dragoman_translations_free(out)

    def _stream(self, prompt: str, stop: Sequence[str], search: Dict[str, Any]) -> Iterator[str]:
        import queue
        pieces: queue.Queue[Any] = queue.Queue()
        call = library.Call(pieces.put)

        def work() -> None:
            try:
                self._complete([prompt], stop, call, search)
                pieces.put(None)
            except BaseException as error:
                pieces.put(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            while True:
                piece = pieces.get()
                if piece is None:
                    return
                if isinstance(piece, BaseException):
                    raise piece
                yield piece
        finally:  # also when the reader goes
            call.cancel()
            thread.join()

    def score(self, lines: Any) -> Any:
        """The log-probabilities of a line, or of each of a list, and of their tokens: a Translation."""
        if isinstance(lines, str):
            return self.score([lines])[0]
        given = library.TextList(lines, "lines")
        several = self._read(library.lib.dragoman_score_text, [given.address, given.count],
                             library.Call(), {})
        return [line[0] for line in several]

    def attention(self, text: str) -> AttentionMap:
        """Where the model looks as it reads a text, in every layer and head."""
        if self._viewer is None:
            self._viewer = open_viewer(self._run)
        return view_attention(self._viewer, "", text)
