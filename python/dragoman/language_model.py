"""Language models."""

from __future__ import annotations

import os
import threading
from typing import Any, Dict, Iterator, List, Sequence, Union

from . import _library as library
from ._call import Call
from ._model import Model, options_of, weights_of
from .translation import AttentionMap, Translation, is_one, read_all, shaped

PathLike = Union[str, "os.PathLike[str]"]


class LanguageModel(Model):
    """A trained language model. Thread-safe.

    Options are those of `dragoman complete`: precision, workers, threads, device. Raises the same exceptions as
    Translator.
    """

    _kind = "the language model"

    def __init__(self, run: PathLike, **options: Any) -> None:
        name, given = library.path_in(run, "run"), options_of(options)
        runs = [os.fspath(run)]
        weights = weights_of(runs)
        lib = library.lib
        super().__init__(runs, weights, library.opened(
            lib.dragoman_language_model_free, lib.dragoman_language_model_open, name, given.address, given.count))

    def complete(self, prompts: Any, *, stop: Sequence[str] = (), details: bool = False,
                 stream: bool = False, **search: Any) -> Any:
        """Continues a prompt, or each of a list. Returns the continuation up to the first text of `stop`.

        Draws one sample, unless samples or beam is given. With samples or num_best above 1, returns a list for each
        prompt. details: return Translations instead of str. stream: for one prompt, return an iterator over pieces
        of text as they come, with one sample or greedy search (beam=1). search: the settings that `dragoman
        complete --help` lists.
        """
        stop = library.iterate(stop, "stop")
        if "" in stop:
            raise ValueError("stop has an empty text: give the text to end before, or leave it out")
        if isinstance(prompts, str):
            if stream:
                if details or not (is_one(search.get("samples")) and is_one(search.get("num_best"))):
                    raise ValueError("stream=True gives pieces of one text: leave out details, samples and num_best")
                self._open_handle()
                return self._stream(prompts, stop, library.checked_options("search", search))
            return self.complete([prompts], stop=stop, details=details, **search)[0]
        if stream:
            raise TypeError("stream=True is for one prompt, a str")
        several = self._complete(prompts, stop, Call(), search)
        return shaped(several, details, {"num_best": search.get("num_best") or search.get("samples")})

    def _complete(self, prompts: Sequence[str], stop: Sequence[str], call: Call,
                  search: Dict[str, Any]) -> List[List[Translation]]:
        given, stops = library.TextList(prompts, "prompts"), library.TextList(stop, "stop")
        found: List[List[Translation]] = self._run(
            library.lib.dragoman_complete, [given.address, given.count, stops.address, stops.count], call, search,
            read_all)
        return found

    def _stream(self, prompt: str, stop: Sequence[str], search: Dict[str, Any]) -> Iterator[str]:
        import queue
        pieces: queue.Queue[Any] = queue.Queue()
        call = Call(pieces.put)

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
        finally:  # also if the reader stops early
            call.cancel()
            thread.join()

    def score(self, lines: Any) -> Any:
        """Returns a Translation with the log-probabilities of a line and its tokens; for a list, one each."""
        if isinstance(lines, str):
            return self.score([lines])[0]
        given = library.TextList(lines, "lines")
        several = self._run(library.lib.dragoman_score_text, [given.address, given.count], Call(), {}, read_all)
        return [line[0] for line in several]

    def attention(self, text: str) -> AttentionMap:
        """Returns the attention weights of every layer and head for a text."""
        return self._view("", text, "text")
