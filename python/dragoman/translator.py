"""Translators."""

from __future__ import annotations

import ctypes
import os

from . import _library as library
from ._model import Model, options_of
from .translation import AttentionMap, read_all, read_best

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import (Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional,
                        Sequence, Tuple, Union)

    PathLike = Union[str, "os.PathLike[str]"]
    PhraseList = Sequence[Sequence[str]]
    Terms = Union[PathLike, Mapping[str, str]]


_LINES_AT_A_TIME = 4096  # for each worker, so that batches are of similar lengths


_OF_EACH_LINE = ("prefix", "constraints", "protected_spans")


class _Lines:
    """Lines to be translated and what belongs to them, laid out for the library."""

    def __init__(self, lines: Sequence[str], wishes: Dict[str, Any]) -> None:
        for name in _OF_EACH_LINE:
            if wishes[name] is not None and len(wishes[name]) != len(lines):
                raise ValueError(f"{name} has {len(wishes[name])} entries, but there are {len(lines)} lines")
        self._lines = library.TextList(lines)
        self.struct = library.Lines(lines=self._lines.address, count=self._lines.count)
        self._kept: List[Any] = []  # what the struct points to
        if wishes["prefix"] is not None:
            prefixes = library.TextList(wishes["prefix"], "prefix")
            self._kept.append(prefixes)
            self.struct.prefixes = prefixes.address
        if wishes["constraints"] is not None:
            phrases = [library.TextList(each, "constraints") for each in wishes["constraints"]]
            self._kept += phrases
            self.struct.phrases = self._keep_array(library.Phrases, phrases)
        if wishes["protected_spans"] is not None:
            self.struct.protected_spans = self._keep_array(
                library.Spans, list(map(_SpanList, lines, wishes["protected_spans"])))
        self._add_terms(wishes["terminology"])

    def _keep_array(self, kind: Any, lists: List[Any]) -> int:
        """The address of an array with where each list is and how long."""
        self._kept += lists
        array = (kind * len(lists))(*[kind(each.address, each.count) for each in lists])
        self._kept.append(array)
        return ctypes.addressof(array)

    def _add_terms(self, terminology: Optional[Terms]) -> None:
        if isinstance(terminology, (str, os.PathLike)):
            self.struct.terminology = library.path_in(terminology, "terminology")
        elif terminology is not None:
            terms = _terms_of(terminology)
            self._kept.append(terms)
            self.struct.terms, self.struct.num_terms = ctypes.addressof(terms), len(terms)


class _SpanList:
    """Spans of a line, as the library counts them: in bytes."""

    def __init__(self, line: str, spans: Iterable[Tuple[int, int]]) -> None:
        found = [library.Span(_bytes_before(line, begin), _bytes_before(line, end)) for begin, end in spans]
        self.count = len(found)
        self._array = (library.Span * self.count)(*found)
        self.address = ctypes.addressof(self._array)


def _bytes_before(line: str, character: int) -> int:
    if not 0 <= character <= len(line):
        raise ValueError(f"a protected span has {character}, but its line has {len(line)} characters")
    return len(library.encode(line[:character], "a line"))


def _terms_of(terminology: Mapping[str, str]) -> Any:
    """An array of the library's terms, which live as long as it does."""
    if not hasattr(terminology, "items"):
        raise TypeError(f"terminology is {type(terminology).__name__}, but must be a path, or a dict "
                        "of terms and their translations")
    terms = [library.Term(library.text_in(term, "a term"), library.text_in(translation, "a term"))
             for term, translation in terminology.items()]
    return (library.Term * len(terms))(*terms)


def _without_line_end(line: str) -> str:
    if isinstance(line, str) and line.endswith("\n"):
        line = line[:-1]
        return line[:-1] if line.endswith("\r") else line
    return line


class Translator(Model):
    """A trained translator, or an ensemble of several. May be used by several threads at once.

    `run` names a model folder, or several of the same vocabulary. Options are those of
    `dragoman translate`: precision, workers, threads, shortlist, device, fusion, fusion_weight, weights.

    Raises FileNotFoundError, ValueError for wrong options, RuntimeError for damaged files.
    """

    def __init__(self, run: Union[PathLike, Sequence[PathLike]], **options: Any) -> None:
        runs = [os.fspath(each) for each in ([run] if isinstance(run, (str, os.PathLike)) else run)]
        names, given = library.TextList(runs, "run"), options_of(options)
        handle = library.opened(library.lib.dragoman_translator_open, names.address, names.count,
                                given.address, given.count)
        super().__init__(runs, handle, library.lib.dragoman_translator_free, "the translator")
        self._workers = int(options.get("workers") or 1)

    def translate(self, lines: Any, *, prefix: Any = None, constraints: Any = None,
                  terminology: Optional[Terms] = None, protected_spans: Any = None, details: bool = False,
                  on_text: Optional[Callable[[str], object]] = None, **search: Any) -> Any:
        """Translates a str, or a list of them in order. A blank line gives an empty one.

        prefix: what each translation begins with; constraints: for each line the phrases that its
        translation contains; protected_spans: for each line the parts that stay as they are, as [(0, 4)].
        Of a single str these are a str, a list of str and a list of pairs. terminology: terms of the
        source and what they are translated by, a dict or a file. on_text is given the best text so far
        after each step of a single line.

        search: the settings that `dragoman translate --help` lists, as beam=4, alignment=True.

        Gives a str for each line; with details a Translation; with num_best, a list of these. Raises
        TypeError and ValueError for what is not allowed, KeyboardInterrupt soon after Ctrl-C.
        """
        wishes = {"prefix": prefix, "constraints": constraints, "terminology": terminology,
                  "protected_spans": protected_spans}
        return self._translate(lines, wishes, details, library.Call(on_text), search)

    def _translate(self, lines: Any, wishes: Dict[str, Any], details: bool, call: library.Call,
                   search: Dict[str, Any]) -> Any:
        if isinstance(lines, str):
            of_line = {name: None if wishes[name] is None else [wishes[name]] for name in _OF_EACH_LINE}
            return self._translate([lines], {**wishes, **of_line}, details, call, search)[0]
        if isinstance(lines, bytes) or not hasattr(lines, "__iter__"):
            raise TypeError(f"lines is {type(lines).__name__}, but must be str or a list of str")
        laid_out = _Lines(library.iterate(lines), wishes)
        translations = self._run(library.lib.dragoman_translate, [ctypes.byref(laid_out.struct)], call,
                                 search)
        try:
            self._warn(translations)
            if not details and (search.get("num_best") or 1) == 1:
                return read_best(translations)
            several = read_all(translations)
        finally:
            library.lib.dragoman_translations_free(translations)
        if (search.get("num_best") or 1) == 1:
            return [line[0] for line in several]
        return several if details else [[one.text for one in line] for line in several]

    def translate_document(self, text: str, document: str, *, terminology: Optional[Terms] = None,
                           **search: Any) -> str:
        """Translates the text of a whole file: document is "html", "po", "xliff" or "srt".

        All but its texts stays. Entries that were left as they were are warned of, by logging. terminology
        and search: as of translate(), with document_entries="untranslated", "unfinished" or "all", document_review,
        markup_attributes and protect. Raises ValueError, naming the line, for what is not of the format.
        """
        if not isinstance(text, str):
            raise TypeError(f"text is {type(text).__name__}, but must be str")
        translated: str = self.translate(text, terminology=terminology, document=document, **search)
        return translated

    def _warn(self, translations: Any) -> None:
        counts = library.Counts()
        library.lib.dragoman_translations_counts(translations, ctypes.byref(counts))
        warnings = [f"line {line + 1} is longer than the model takes: translated in parts" for line in
                    library.read_array(ctypes.c_size_t, counts.split_lines, counts.num_split_lines)]
        warnings += library.read_texts(counts.notes, counts.num_notes)
        for warning in warnings:
            import logging  # takes time to import
            logging.getLogger("dragoman").warning("%s", warning)

    def translate_lines(self, lines: Iterable[str], *, chunk_lines: Optional[int] = None,
                        progress: bool = False, **options: Any) -> Iterator[Any]:
        """Translates lines as they come, in order, in bounded memory: those of a file, of a generator.

        A line end is taken off each. chunk_lines are read before they are translated together; fewer make
        the first translation come earlier, more make all of them come faster. progress shows a bar (tqdm).
        Options are those of translate(), without those of each line. What `lines` raises is raised when
        the lines before it are translated.
        """
        size = chunk_lines or _LINES_AT_A_TIME * self._workers
        if size < 1:
            raise ValueError(f"chunk_lines is {chunk_lines}, but must be at least 1")
        if isinstance(lines, (str, bytes)):
            raise TypeError("lines must be lines, as of a file: translate() takes a str")
        return self._each(iter(lines), size, progress, options)

    def _each(self, lines: Iterator[str], size: int, progress: bool,
              options: Dict[str, Any]) -> Iterator[Any]:
        bar = None
        if progress:
            from tqdm.auto import tqdm
            bar = tqdm(unit="line")
        while True:
            chunk, error = _read_chunk(lines, size)
            if chunk:
                yield from self.translate(chunk, **options)
            if bar is not None:
                bar.update(len(chunk))
            if error is not None:
                raise error
            if len(chunk) < size:
                break
        if bar is not None:
            bar.close()

    async def translate_async(self, lines: Any, *, prefix: Any = None, constraints: Any = None,
                              terminology: Optional[Terms] = None, protected_spans: Any = None,
                              details: bool = False, **search: Any) -> Any:
        """As translate(), in a thread of asyncio's. A task that is cancelled ends the search."""
        import asyncio  # takes longer to import than this package
        call = library.Call()
        loop = asyncio.get_running_loop()
        wishes = {"prefix": prefix, "constraints": constraints, "terminology": terminology,
                  "protected_spans": protected_spans}
        work = loop.run_in_executor(
            None, lambda: self._translate(lines, wishes, details, call, search))
        work.add_done_callback(lambda done: done.cancelled() or done.exception())  # told once
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            call.cancel()
            raise

    def score(self, sources: Any, targets: Any, **search: Any) -> Any:
        """What the model says of targets[i] as a translation of sources[i]: a Translation of each.

        Both are str, or lists of as many. search: alignment, alignment_layer, batch_tokens.
        """
        if isinstance(sources, str) and isinstance(targets, str):
            return self.score([sources], [targets], **search)[0]
        given, wanted = library.TextList(sources, "sources"), library.TextList(targets, "targets")
        if given.count != wanted.count:
            raise ValueError(f"there are {given.count} sources, but {wanted.count} targets")
        translations = self._run(library.lib.dragoman_score,
                                 [given.address, wanted.address, given.count], library.Call(), search)
        try:
            return [line[0] for line in read_all(translations)]
        finally:
            library.lib.dragoman_translations_free(translations)

    def attention(self, source: str, target: str) -> AttentionMap:
        """Where the model (the first one) looks as it reads both, in every layer and head.

        The first call opens the model once more, in fp32.
        """
        return self._view(source, target)


def _read_chunk(lines: Iterator[str], size: int) -> Tuple[List[str], Optional[BaseException]]:
    chunk: List[str] = []
    try:
        for line in lines:
            chunk.append(_without_line_end(line))
            if len(chunk) == size:
                break
    except Exception as error:
        return chunk, error
    return chunk, None
