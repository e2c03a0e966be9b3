"""Translators."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _library as library
from ._call import Call
from ._lines import OF_EACH_LINE, LinesIn, PathLike, Terms, without_line_end
from ._model import Model, options_of, weights_of
from .translation import AttentionMap, Translation, has_one_best, read_all, read_best, shaped


_LINES_AT_A_TIME = 4096  # per worker; many, so that batches have lines of similar lengths


def _most_workers(workers: Any = None, threads: Any = None, device: Any = None, **_: Any) -> int:
    """The number of batches that a translator with these options, which are right, translates at the same time."""
    def number(option: Any) -> int:
        return 0 if option is None else int(float(library.values_of("", option)[0] or 0))

    has_one = number(threads) > 0 or device not in (None, "cpu")
    return number(workers) or (1 if has_one else len(os.sched_getaffinity(0)))


class Translator(Model):
    """A trained translator, or an ensemble of several. Thread-safe.

    `run` names a model folder, or several with the same vocabulary. Options are those of `dragoman translate`:
    precision, workers, threads, shortlist, device, fusion, fusion_weight, weights.

    Raises FileNotFoundError, ValueError for wrong options, RuntimeError for damaged files.
    """

    _kind = "the translator"

    def __init__(self, run: Union[PathLike, Sequence[PathLike]], **options: Any) -> None:
        if isinstance(run, bytes) or not (isinstance(run, (str, os.PathLike)) or hasattr(run, "__iter__")):
            raise TypeError(f"run is {type(run).__name__}, but must be a path or a list of paths")
        given_runs = [run] if isinstance(run, (str, os.PathLike)) else list(run)
        for i, each in enumerate(given_runs):
            if not isinstance(each, (str, os.PathLike)):
                raise TypeError(f"run[{i}] is {type(each).__name__}, but must be a path")
        runs = [os.fspath(each) for each in given_runs]
        names, given = library.TextList(runs, "run", paths=True), options_of(options)
        weights = weights_of(runs)
        lib = library.lib
        super().__init__(runs, weights, library.opened(lib.dragoman_translator_free, lib.dragoman_translator_open,
                                                       names.address, names.count, given.address, given.count))
        self._workers = _most_workers(**options)

    def translate(self, lines: Any, *, prefix: Any = None, constraints: Any = None,
                  terminology: Optional[Terms] = None, protected_spans: Any = None, details: bool = False,
                  on_text: Optional[Callable[[str], object]] = None, **search: Any) -> Any:
        """Translates a str, or a list of them in order. A blank line gives an empty one.

        prefix: the beginning of each translation. constraints: for each line, phrases that its translation must
        contain. protected_spans: for each line, parts to copy unchanged, as [(0, 4)]. For a single str these are
        a str, a list of str and a list of pairs. terminology: source terms and their translations, a dict or a
        file. on_text: called with the best text so far after each step, for a single line.

        search: the settings that `dragoman translate --help` lists, as in beam=4, alignment=True. Without num_best,
        one translation is given, whatever the folder's search.num_best says.

        Returns a str for each line; with details a Translation; with num_best above 1 a list of these. Raises TypeError
        and ValueError for wrong arguments, and soon what a signal handler raises, as KeyboardInterrupt for Ctrl-C.
        """
        wishes = {"prefix": prefix, "constraints": constraints, "terminology": terminology,
                  "protected_spans": protected_spans}
        return self._translate(lines, wishes, details, Call(on_text), search)

    def _translate(self, lines: Any, wishes: Dict[str, Any], details: bool, call: Call,
                   search: Dict[str, Any], first_line: int = 1) -> Any:
        if isinstance(lines, str):
            of_line = {name: None if wishes[name] is None else [wishes[name]] for name in OF_EACH_LINE}
            return self._translate([lines], {**wishes, **of_line}, details, call, search)[0]
        if isinstance(lines, bytes) or not hasattr(lines, "__iter__"):
            raise TypeError(f"lines is {type(lines).__name__}, but must be str or a list of str")
        laid_out = LinesIn(library.iterate(lines), wishes, first_line - 1)

        def read(translations: Any) -> List[Any]:
            self._warn(translations, first_line)
            if not details and has_one_best(search):
                return read_best(translations)
            return shaped(read_all(translations), details, search)

        return self._run(library.lib.dragoman_translate, [ctypes.byref(laid_out.struct)], call, search, read)

    def translate_document(self, text: str, document: str, *, terminology: Optional[Terms] = None,
                           **search: Any) -> str:
        """Translates the text of a whole file. document: "html", "po", "xliff" or "srt".

        Keeps everything but the texts. Logs a warning for each entry left untranslated. terminology and search:
        like translate(), also document_entries="untranslated", "unfinished" or "all", document_review,
        markup_attributes and protect. Raises ValueError, naming the line, for text that is not of the format.
        """
        if not isinstance(text, str):
            raise TypeError(f"text is {type(text).__name__}, but must be str")
        if document in (None, "none"):
            raise ValueError('document must be "html", "po", "xliff" or "srt"')
        translated: str = self.translate(text, terminology=terminology, document=document, **search)
        return translated

    def _warn(self, translations: Any, first_line: int) -> None:
        counts = _counts_of(translations)
        _log_warnings([f"line {first_line + line} is longer than the model takes: translated in parts" for line in
                       library.read_array(ctypes.c_size_t, counts.split_lines, counts.num_split_lines)])
        _log_warnings(library.read_texts(counts.notes, counts.num_notes))

    def _warn_of_cuts(self, translations: Any) -> None:
        counts = _counts_of(translations)
        for side, lines, count in (("source", counts.split_lines, counts.num_split_lines),
                                   ("target", counts.cut_translations, counts.num_cut_translations)):
            _log_warnings([f"{side} {line + 1} is longer than the model takes: cut to score it" for line in
                           library.read_array(ctypes.c_size_t, lines, count)])

    def translate_lines(self, lines: Iterable[str], *, chunk_lines: Optional[int] = None,
                        progress: bool = False, **options: Any) -> Iterator[Any]:
        """Translates an iterable of lines, such as a file or generator, in order and in bounded memory.

        Removes the line end of each. Reads chunk_lines and translates them together: fewer give the first
        translation earlier, more are faster in all. progress shows a bar (tqdm). Options are those of
        translate(), without those for each line. An exception of `lines` is raised after the lines before it are
        translated.
        """
        size = _LINES_AT_A_TIME * self._workers if chunk_lines is None else library.index_of(chunk_lines, "chunk_lines")
        if size < 1:
            raise ValueError(f"chunk_lines is {chunk_lines}, but must be at least 1")
        if not library.gives_texts(lines):
            raise TypeError(f"lines is {type(lines).__name__}, but must be lines, as of a file: translate() takes a str")
        for name in OF_EACH_LINE:
            if options.pop(name, None) is not None:
                raise TypeError(f"translate_lines() takes no {name}, which has a value for each line: call translate()")
        wishes = {**dict.fromkeys(OF_EACH_LINE), "terminology": options.pop("terminology", None)}
        details, on_text = options.pop("details", False), options.pop("on_text", None)
        search = library.checked_options("search", options)
        self._open_handle()

        def translate(chunk: List[str], first_line: int) -> Any:
            return self._translate(chunk, wishes, details, Call(on_text), search, first_line)

        return _each(iter(lines), size, _bar_class() if progress else None, translate)

    async def translate_async(self, lines: Any, *, prefix: Any = None, constraints: Any = None,
                              terminology: Optional[Terms] = None, protected_spans: Any = None,
                              details: bool = False, **search: Any) -> Any:
        """Like translate(), in a thread of asyncio. Cancelling the task ends the search."""
        import asyncio  # slower to import than this package
        call = Call()
        loop = asyncio.get_running_loop()
        wishes = {"prefix": prefix, "constraints": constraints, "terminology": terminology,
                  "protected_spans": protected_spans}
        try:
            return await loop.run_in_executor(None, lambda: self._translate(lines, wishes, details, call, search))
        except asyncio.CancelledError:
            call.cancel()
            raise

    def score(self, sources: Any, targets: Any, **search: Any) -> Any:
        """Scores targets[i] as a translation of sources[i]: returns a Translation for each.

        Both are str, or lists of the same length. search: alignment, alignment_layer, batch_tokens, and no
        others. Logs a warning for each text that is longer than the model takes and was cut.
        """
        if isinstance(sources, str) and isinstance(targets, str):
            return self.score([sources], [targets], **search)[0]
        given, wanted = library.paired_texts(sources, targets)

        def read(translations: Any) -> List[Translation]:
            self._warn_of_cuts(translations)
            return [line[0] for line in read_all(translations)]

        return self._run(library.lib.dragoman_score, [given.address, wanted.address, given.count], Call(), search, read)

    def attention(self, source: str, target: str) -> AttentionMap:
        """Returns the attention weights of every layer and head of the first model for both texts.

        The first call opens the model again, in fp32.
        """
        return self._view(source, target)


def _counts_of(translations: Any) -> library.Counts:
    counts = library.Counts()
    library.lib.dragoman_translations_counts(translations, ctypes.byref(counts))
    return counts


def _log_warnings(warnings: List[str]) -> None:
    for warning in warnings:
        import logging  # slow to import
        logging.getLogger("dragoman").warning("%s", warning)


def _bar_class() -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError as missing:
        raise ImportError("progress=True needs tqdm: pip install tqdm") from missing
    return tqdm


def _each(lines: Iterator[str], size: int, bar_class: Any, translate: Callable[[List[str], int], Any]) -> Iterator[Any]:
    bar = None if bar_class is None else bar_class(unit="line")
    try:
        first_line = 1
        while True:
            chunk, error = _read_chunk(lines, size)
            if chunk:
                yield from translate(chunk, first_line)
            first_line += len(chunk)
            if bar is not None:
                bar.update(len(chunk))
            if error is not None:
                raise error
            if len(chunk) < size:
                break
    finally:
        if bar is not None:
            bar.close()


def _read_chunk(lines: Iterator[str], size: int) -> Tuple[List[str], Optional[BaseException]]:
    chunk: List[str] = []
    try:
        for line in lines:
            chunk.append(without_line_end(line))
            if len(chunk) == size:
                break
    except Exception as error:
        return chunk, error
    return chunk, None
