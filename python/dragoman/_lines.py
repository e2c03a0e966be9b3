"""Lines to translate, in the library's layout."""

from __future__ import annotations

import ctypes
import operator
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _library as library

PathLike = Union[str, "os.PathLike[str]"]
Terms = Union[PathLike, Mapping[str, str]]

_KINDS = {"prefix": "str", "constraints": "lists of str", "protected_spans": "lists of pairs"}
OF_EACH_LINE = tuple(_KINDS)


def without_line_end(line: str) -> str:
    """Removes the end of a line of a file. Returns what is no str as it is."""
    if isinstance(line, str) and line.endswith("\n"):
        return line[:-2] if line.endswith("\r\n") else line[:-1]
    return line


class LinesIn:
    """Lines to translate, with their prefixes, constraints and spans, in the library's layout.

    first: index of the first line, for messages.
    """

    def __init__(self, lines: Sequence[str], wishes: Dict[str, Any], first: int = 0) -> None:
        wishes = dict(wishes)
        for name in OF_EACH_LINE:
            if wishes[name] is None:
                continue
            wishes[name] = library.iterate(wishes[name], name, _KINDS[name])
            if len(wishes[name]) != len(lines):
                raise ValueError(f"{name} has {len(wishes[name])} entries, but there are {len(lines)} lines")
        self._lines = library.TextList(lines, first=first)
        self.struct = library.Lines(lines=self._lines.address, count=self._lines.count)
        self._kept: List[Any] = []  # keeps alive the objects that the struct points to
        if wishes["prefix"] is not None:
            prefixes = library.TextList(wishes["prefix"], "prefix")
            self._kept.append(prefixes)
            self.struct.prefixes = prefixes.address
        if wishes["constraints"] is not None:
            phrases = [library.TextList(each, f"constraints[{i}]") for i, each in enumerate(wishes["constraints"])]
            self._kept += phrases
            self.struct.phrases = self._keep_array(library.Phrases, phrases)
        if wishes["protected_spans"] is not None:
            self.struct.protected_spans = self._keep_array(
                library.Spans, list(map(_SpanList, range(len(lines)), lines, wishes["protected_spans"])))
        self._add_terms(wishes["terminology"])

    def _keep_array(self, kind: Any, lists: List[Any]) -> int:
        """Returns the address of an array with the address and length of each list."""
        self._kept += lists
        array = (kind * len(lists))(*[kind(each.address, each.count) for each in lists])
        self._kept.append(array)
        return ctypes.addressof(array)

    def _add_terms(self, terminology: Optional[Terms]) -> None:
        if isinstance(terminology, (str, os.PathLike)):
            self.struct.terminology = library.path_in(library.not_empty("terminology", terminology), "terminology")
        elif terminology is not None:
            terms = _terms_of(terminology)
            self._kept.append(terms)
            self.struct.terms, self.struct.num_terms = terms.address, terms.count // 2


class _SpanList:
    """Spans of a line, converted to the library's unit, bytes."""

    def __init__(self, index: int, line: str, spans: Iterable[Tuple[int, int]]) -> None:
        try:
            pairs = [(operator.index(begin), operator.index(end)) for begin, end in spans]
        except (TypeError, ValueError):
            raise TypeError(f"protected_spans[{index}] is {spans!r:.80}, but must be pairs of indices, as "
                            "[(0, 4)]") from None
        for place in (place for pair in pairs for place in pair):
            if not 0 <= place <= len(line):
                raise ValueError(f"protected_spans[{index}] has {place}, but its line has {len(line)} characters")
        before = _bytes_before(line, {place for pair in pairs for place in pair})
        self.count = len(pairs)
        self._array = (library.Span * self.count)(*[library.Span(before[begin], before[end]) for begin, end in pairs])
        self.address = ctypes.addressof(self._array)


def _bytes_before(line: str, places: Iterable[int]) -> Dict[int, int]:
    """Returns for each place between characters the number of bytes before it. Encodes the line once."""
    before: Dict[int, int] = {}
    last = size = 0
    for place in sorted(places):
        size += len(line[last:place].encode())
        before[place], last = size, place
    return before


def _terms_of(terminology: Mapping[str, str]) -> library.TextList:
    """Returns the texts of the library's array of terms: each term, and its translation after it."""
    if not hasattr(terminology, "items"):
        raise TypeError(f"terminology is {type(terminology).__name__}, but must be a path, or a dict "
                        "of terms and their translations")
    texts = [text for pair in terminology.items() for text in pair]

    def place(index: int) -> str:
        return f"the translation of {texts[index - 1]!r}" if index % 2 else "a term"

    return library.TextList(texts, place=place)
