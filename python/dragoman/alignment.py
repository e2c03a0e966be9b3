"""Word alignment, and markup of translations."""

from __future__ import annotations

import ctypes
import os
from array import array
from itertools import islice
from typing import Any, Dict, Iterable, Iterator, List, Tuple, Union

from . import _library as library
from ._call import call_library

PathLike = Union[str, "os.PathLike[str]"]

__all__ = ["AlignmentModel", "project_markup", "strip_markup"]

_PAIRS_AT_A_TIME = 10000  # that train() adds to the corpus


class AlignmentModel:
    """A word alignment model: hidden Markov models of both directions. Thread-safe.

    path: a file that save(), or `dragoman align --save-model`, wrote. Raises FileNotFoundError, and RuntimeError for
    a file that is no alignment model.
    """

    def __init__(self, path: PathLike) -> None:
        lib = library.lib
        self._handle = library.opened(lib.dragoman_alignment_model_free, lib.dragoman_alignment_model_open,
                                      library.path_in(path, "path"))

    def __reduce__(self) -> Any:
        raise TypeError("an alignment model cannot be copied or pickled: open it again, in each process")

    @staticmethod
    def train(sources: Iterable[str], targets: Iterable[str], **options: Any) -> AlignmentModel:
        """Trains a model on pairs of a sentence and its translation: lists, open files or generators.

        Reads them once, in bounded memory. Options are those of `dragoman align`: model1_iterations, hmm_iterations,
        threads. Raises ValueError for different numbers of sources and targets, and if there are no words.
        """
        library.check_options("alignment_model", options)  # before the text is read, which may take long
        lib = library.lib
        corpus = library.opened(lib.dragoman_alignment_corpus_free, lib.dragoman_alignment_corpus_open)
        for given, translations in _chunks(sources, targets):
            library.check(lib.dragoman_alignment_corpus_add(corpus, given.address, translations.address, given.count))
        model = AlignmentModel.__new__(AlignmentModel)
        model._handle = library.Handle(lib.dragoman_alignment_model_free)
        call_library(lib.dragoman_alignment_model_train, [corpus], options, model._handle)
        return model

    def save(self, path: PathLike) -> None:
        """Writes the model to a file, in the format safetensors."""
        library.check(library.lib.dragoman_alignment_model_save(self._handle, library.path_in(path, "path")))

    def align(self, sources: Any, targets: Any, **options: Any) -> Any:
        """Returns the links between words of sources[i] and targets[i]: pairs of indices (source, target).

        Both are str, or lists of the same length. ASCII white space separates words. Options are those of `dragoman
        align`: symmetrize ("grow-diag-final-and", "intersection", "union", "forward", "backward"), threads.
        """
        if isinstance(sources, str) and isinstance(targets, str):
            return self.align([sources], [targets], **options)[0]
        given, translations = library.paired_texts(sources, targets)
        found = library.pointer()
        try:
            call_library(library.lib.dragoman_align,
                         [self._handle, given.address, translations.address, given.count], options, found)
            return _read_links(found)
        finally:
            library.lib.dragoman_alignments_free(found)


def strip_markup(texts: Any, *, markup: str = "html", tokens: bool = False) -> Any:
    """Returns texts without their tags, as input for an aligner: a str, or a list of them.

    markup: "html", "xml", or "none" for texts without tags. tokens: spaces separate all words and punctuation marks.
    """
    if isinstance(texts, str):
        return strip_markup([texts], markup=markup, tokens=tokens)[0]
    given = library.TextList(texts, "texts")
    return _call_for_texts(library.lib.dragoman_strip_markup, [given.address, given.count],
                           {"markup": markup, "tokens": tokens})


def project_markup(sources: Any, translations: Any, alignment: Any, *, markup: str = "html",
                   tokens: bool = False) -> Any:
    """Returns translations with the tags of their sources, around the words that they enclose there.

    sources: texts with tags; translations: texts without markup; both str, or lists of the same length. alignment: an
    AlignmentModel, or for each pair the links between the words of strip_markup(source) and of the translation, as
    [(0, 0), (1, 2)] or "0-0 1-2". tokens: in links, punctuation is a word by itself, as always with a model.

    Raises ValueError for links of words that do not exist.
    """
    if isinstance(sources, str) and isinstance(translations, str):
        of_pair = alignment if isinstance(alignment, AlignmentModel) else [alignment]
        return project_markup([sources], [translations], of_pair, markup=markup, tokens=tokens)[0]
    sources, translations = library.iterate(sources, "sources"), library.iterate(translations, "translations")
    given, targets = library.paired_texts(sources, translations, "translations")
    if isinstance(alignment, AlignmentModel):
        tokens = True
        alignment = alignment.align(strip_markup(sources, markup=markup, tokens=True),
                                    strip_markup(translations, markup="none", tokens=True))
    alignment = library.iterate(alignment, "alignment")
    if len(alignment) != given.count:
        raise ValueError(f"alignment has {len(alignment)} entries, but there are {given.count} sources")
    numbers = [_numbers_of(links, i) for i, links in enumerate(alignment)]
    views = (library.Links * len(numbers))(*[library.Links(each.buffer_info()[0], len(each) // 2) for each in numbers])
    return _call_for_texts(
        library.lib.dragoman_project_markup,
        [given.address, targets.address, ctypes.addressof(views), given.count], {"markup": markup, "tokens": tokens})


def _call_for_texts(function: Any, arguments: List[Any], options: Dict[str, Any]) -> List[str]:
    texts = library.pointer()
    try:
        call_library(function, arguments, options, texts)
        return library.texts_in(texts)
    finally:
        library.lib.dragoman_texts_free(texts)


def _index_of(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError
    return int(digits)


def _numbers_of(links: Any, pair: int) -> array[int]:
    """Returns the indices of links: source, target, source, target, ..."""
    try:
        pairs = [map(_index_of, link.split("-")) for link in links.split()] if isinstance(links, str) else links
        return array("i", [number for source, target in pairs for number in (source, target)])
    except (OverflowError, TypeError, ValueError) as error:
        raise ValueError(f"alignment[{pair}] is {links!r:.80}, but must be links of words, as [(0, 0), (1, 2)] or "
                         "'0-0 1-2'") from error


def _read_links(alignments: Any) -> List[List[Tuple[int, int]]]:
    count = library.size_t()
    views = library.lib.dragoman_alignments_view(alignments, ctypes.byref(count))
    raw = library.read_array(ctypes.c_uint64, views, 2 * count.value)
    links = []
    for address, number in zip(raw[0::2], raw[1::2]):
        numbers = library.read_array(ctypes.c_int32, address, 2 * number)
        links.append(list(zip(numbers[0::2], numbers[1::2])))
    return links


def _chunks(sources: Iterable[str], targets: Iterable[str]) -> Iterator[Tuple[library.TextList, library.TextList]]:
    """Yields some thousand pairs at a time."""
    for name, texts in (("sources", sources), ("targets", targets)):
        if not library.gives_texts(texts):
            raise TypeError(f"{name} is {type(texts).__name__}, but must be lines, as a list or an open file")
    first, second = iter(sources), iter(targets)
    done = 0
    while True:
        given, translations = list(islice(first, _PAIRS_AT_A_TIME)), list(islice(second, _PAIRS_AT_A_TIME))
        if len(given) != len(translations):
            counts = [done + len(some) + sum(1 for _ in rest)
                      for some, rest in ((given, first), (translations, second))]
            raise ValueError(f"there are {counts[0]} sources, but {counts[1]} targets")
        if not given:
            return
        yield library.TextList(given, "sources", first=done), library.TextList(translations, "targets", first=done)
        done += len(given)
