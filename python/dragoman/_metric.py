"""The base class of BLEU, chrF and TER."""

from __future__ import annotations

import ctypes
import math
import os
import threading
from array import array
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple

from . import _library as library
from ._call import GOES_ON, Call
from ._scores import Result, Score, Signature

# The most of a block. Ctrl-C takes effect between two blocks.
_SEGMENTS_AT_A_TIME = 1000
_CHARACTERS_AT_A_TIME = 20000  # of hypotheses; TER's time grows faster than the length of a segment
TESTS = {"bs": 1, "ar": 2}
References = Sequence[Sequence[Optional[str]]]
if TYPE_CHECKING:
    Doubles = array[float]
else:
    Doubles = array  # before Python 3.12, typing.get_type_hints() cannot read array[float]


def _seed() -> Optional[int]:
    """Returns SACREBLEU_SEED, a number or none; by default sacreBLEU's own seed."""
    text = os.environ.get("SACREBLEU_SEED") or "12345"
    if text.lower() == "none":
        return None
    if not text.isdecimal() or int(text) >= 2 ** 64:
        raise ValueError(f"SACREBLEU_SEED is {text!r}, but must be a number from 0 to 2**64 - 1, or none")
    return int(text)


def _resampling(test: str, num_samples: int, context: Optional[int] = None) -> library.Resampling:
    seed = _seed()
    return library.Resampling(test=TESTS[test], num_samples=num_samples, has_seed=int(seed is not None),
                              seed=seed or 0, context=context,
                              goes_on=None if context is None else GOES_ON)


def streams_of(references: Any) -> References:
    streams = library.iterate(references, "references", "list of str")
    return [library.iterate(stream, f"references[{i}]") for i, stream in enumerate(streams)]


def _blocks(texts: Sequence[str]) -> Iterator[slice]:
    """Yields the blocks of texts, each of one text at least."""
    first = characters = 0
    for i, text in enumerate(texts):
        size = len(text) if isinstance(text, str) else 0
        if i > first and (i - first == _SEGMENTS_AT_A_TIME or characters + size > _CHARACTERS_AT_A_TIME):
            yield slice(first, i)
            first, characters = i, 0
        characters += size
    yield slice(first, len(texts))


class _LastScore(threading.local):
    """The facts for a signature about the last score computed in a thread."""

    num_references: Optional[int] = None  # 0: the number varies
    resampled: Optional[library.Resampling] = None


class Metric:
    """A metric, by its name in the library. Scores are pure functions of sufficient statistics.

    Can be copied and pickled, also for other processes; a copy has scored nothing yet.
    """

    def __init__(self, name: str, options: Dict[str, Any], references: Optional[References]) -> None:
        self._opened_as = (name, options)
        self._references = None if references is None else streams_of(references)
        self._open()

    def _open(self) -> None:
        name, options = self._opened_as
        given = library.Options(options)
        self._handle = library.opened(library.lib.dragoman_metric_free, library.lib.dragoman_metric_open,
                                      library.text_in(name), given.address, given.count)
        self.name = library.read_text(library.lib.dragoman_metric_name(self._handle))
        self._width: int = library.lib.dragoman_metric_num_statistics(self._handle)
        self._last = _LastScore()

    def __getstate__(self) -> Dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key not in ("_handle", "_last")}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)
        self._open()

    def corpus_score(self, hypotheses: Sequence[str], references: Optional[References],
                     n_bootstrap: int = 1) -> Any:
        """Returns the score of hypotheses[i] against references[r][i] for each r; None means no reference.

        references may be None if the metric was made with them. n_bootstrap above 1 adds a mean and a 95 %
        interval. Raises TypeError and ValueError for wrong arguments.
        """
        n_bootstrap = library.index_of(n_bootstrap, "n_bootstrap")
        rows = self.statistics(hypotheses, references)
        self._last.resampled = _resampling("bs", n_bootstrap) if n_bootstrap > 1 else None
        score = self._score(self._sums(rows))
        if n_bootstrap > 1:
            score.mean, score.ci = self._confidence(rows, n_bootstrap)
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[Optional[str]]) -> Any:
        """Returns the score of one hypothesis against its references."""
        references = library.iterate(references, "references")
        library.encode(hypothesis, "hypothesis")
        library.TextList(references, "references", allows_none=True)  # raises what names the element
        self._last.resampled = None
        return self._score(list(self.statistics([hypothesis], [[text] for text in references])))

    def get_signature(self) -> Signature:
        """Returns the signature of the last score. Raises ValueError before the first one."""
        if self._last.num_references is None:
            raise ValueError("the number of references is not known yet: score something first")
        number, resampled = self._last.num_references, self._last.resampled
        zeros = [0.0] * self._width
        return Signature(*(self._describe(zeros, number, short, resampled)[1] for short in (False, True)))

    def statistics(self, hypotheses: Sequence[str], references: Optional[References]) -> Doubles:
        """Returns the sufficient statistics of each segment, row-major."""
        hypotheses = library.iterate(hypotheses, "hypotheses")
        count = len(hypotheses)
        if references is None:
            references = self._references
        if references is None:
            raise ValueError("there are no references: give some here, or to the metric")
        streams = streams_of(references)
        if not streams:
            raise ValueError("references must be a list of at least one list of str")
        for number, stream in enumerate(streams):
            if len(stream) != count:
                raise ValueError(f"references[{number}] has {len(stream)} lines, but there are {count} "
                                 "hypotheses")
        if count == 0:
            raise ValueError("there is nothing to score: give a hypothesis at least")
        numbers = {len(streams)}
        if any(None in stream for stream in streams):
            numbers = {len(streams) - texts.count(None) for texts in zip(*streams)}
        self._last.num_references = numbers.pop() if len(numbers) == 1 else 0
        return self._count(hypotheses, streams)

    def _count(self, hypotheses: Sequence[str], streams: References) -> Doubles:
        rows = array("d", bytes(8 * len(hypotheses) * self._width))
        address = rows.buffer_info()[0]
        for part in _blocks(hypotheses):
            first = part.start
            texts = library.TextList(hypotheses[part], "hypotheses", first=first)

            def place(index: int, first: int = first, count: int = texts.count) -> str:
                return f"references[{index // count}][{first + index % count}]"

            targets = library.TextList([text for stream in streams for text in stream[part]], "references",
                                       allows_none=True, place=place)
            library.check(library.lib.dragoman_metric_count(
                self._handle, texts.address, texts.count, targets.address, len(streams),
                address + 8 * first * self._width))
        return rows

    def _sums(self, rows: Doubles) -> List[float]:
        return [self._add_up(rows[k::self._width]) for k in range(self._width)]

    def _add_up(self, numbers: Doubles) -> float:
        """Sums integers, for which the order makes no difference."""
        return sum(numbers)

    def _compute(self, statistics: List[float], num_precisions: int = 0) -> Tuple[float, float, List[float]]:
        numbers = (ctypes.c_double * self._width)(*statistics)
        precisions = (ctypes.c_double * num_precisions)()
        score = library.MetricScore(precisions=ctypes.addressof(precisions) if num_precisions else None,
                                    num_precisions=num_precisions)
        library.check(library.lib.dragoman_metric_compute(self._handle, numbers, ctypes.byref(score)))
        return score.score, score.brevity_penalty, list(precisions)

    def _describe(self, statistics: List[float], num_references: int, short: bool,
                  resampled: Optional[library.Resampling]) -> List[str]:
        """Returns the parts of the score as sacreBLEU prints them, and the signature."""
        numbers = (ctypes.c_double * self._width)(*statistics)
        return library.texts_of(library.lib.dragoman_metric_describe, self._handle, numbers, num_references, int(short),
                                None if resampled is None else ctypes.byref(resampled))

    def _score(self, statistics: List[float]) -> Score:
        raise NotImplementedError

    def _described(self, statistics: List[float]) -> List[str]:
        assert self._last.num_references is not None
        return self._describe(statistics, self._last.num_references, False, self._last.resampled)

    def _confidence(self, rows: Doubles, num_samples: int) -> Tuple[float, float]:
        interval = library.Interval()
        call = Call()
        resampling = _resampling("bs", num_samples, id(call))
        call.run(library.lib.dragoman_metric_confidence,
                 [self._handle, rows.buffer_info()[0], len(rows) // self._width, ctypes.byref(resampling),
                  ctypes.byref(interval)])
        return interval.mean, interval.half_width

    def compare(self, systems: List[Doubles], test: str, num_samples: int) -> List[Result]:
        """Compares systems with the first one, by the statistics of their segments."""
        rows = array("d", b"".join(map(bytes, systems)))
        found = (library.Comparison * len(systems))()
        call = Call()
        resampling = _resampling(test, num_samples, id(call))
        call.run(library.lib.dragoman_metric_compare,
                 [self._handle, rows.buffer_info()[0], len(systems), len(systems[0]) // self._width,
                  ctypes.byref(resampling), found])
        self._last.resampled = _resampling(test, num_samples)

        def known(number: float) -> Optional[float]:
            return None if math.isnan(number) else number

        return [Result(each.score, known(each.p_value), known(each.confidence.mean),
                       known(each.confidence.half_width)) for each in found]

    def tokenize(self, line: str) -> List[str]:
        """Returns the words that the metric compares, of a hypothesis. Raises ValueError for chrF, which has none."""
        return library.texts_of(library.lib.dragoman_metric_tokenize, self._handle, library.text_in(line, "line"))
