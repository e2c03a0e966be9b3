"""BLEU, chrF, TER and significance tests, with sacreBLEU's names and its digits."""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from . import _library as library
from ._metric import TESTS, Doubles, Metric, References, streams_of
from ._scores import BLEUScore, CHRFScore, Result, Score, Signature, TERScore

__all__ = ["BLEU", "BLEUScore", "CHRF", "CHRFScore", "PairedTest", "Result", "Score", "Signature", "TER",
           "TERScore", "corpus_bleu", "corpus_chrf", "corpus_ter", "raw_corpus_bleu", "sentence_bleu",
           "sentence_chrf", "sentence_ter"]


class BLEU(Metric):
    """BLEU (Papineni et al. 2002). tokenize: 13a (default), intl, zh, char, none, or NAME.model, a SentencePiece
    model. force has no effect; it exists for sacreBLEU's callers."""

    TOKENIZER_DEFAULT = None
    SMOOTH_DEFAULTS: Dict[str, Optional[float]] = {"floor": 0.1, "add-k": 1, "exp": None, "none": None}

    def __init__(self, lowercase: bool = False, force: bool = False, tokenize: Optional[str] = None,
                 smooth_method: str = "exp", smooth_value: Optional[float] = None, max_ngram_order: int = 4,
                 effective_order: bool = False, trg_lang: str = "",
                 references: Optional[References] = None) -> None:
        if tokenize is None and trg_lang in ("ja", "ko"):
            raise ValueError(f"BLEU of {trg_lang} needs MeCab: divide the text into words, and say tokenize='none'")
        self._orders = library.index_of(max_ngram_order, "max_ngram_order")
        self._added = 0 if smooth_method != "add-k" else 1 if smooth_value is None else smooth_value
        super().__init__("bleu", {
            "lowercase": lowercase, "tokenize": tokenize or ("zh" if trg_lang == "zh" else "13a"),
            "smooth_method": smooth_method, "smooth_value": smooth_value, "max_ngram_order": max_ngram_order,
            "effective_order": effective_order}, references)

    def _score(self, statistics: List[float]) -> BLEUScore:
        score, penalty, precisions = self._compute(statistics, self._orders)
        details, signature = self._described(statistics)
        return BLEUScore(score, statistics, precisions, penalty, signature, details, self._added)

    @staticmethod
    def compute_bleu(correct: Sequence[float], total: Sequence[float], sys_len: int, ref_len: int,
                     smooth_method: str = "none", smooth_value: Optional[float] = None,
                     effective_order: bool = False, max_ngram_order: int = 4) -> BLEUScore:
        """Returns BLEU from counts of n-grams: matching ones and all, by order."""
        if len(correct) != max_ngram_order or len(total) != max_ngram_order:
            raise ValueError(f"there are counts of {len(correct)} and {len(total)} orders, but max_ngram_order "
                             f"is {max_ngram_order}")
        metric = BLEU(smooth_method=smooth_method, smooth_value=smooth_value,
                      effective_order=effective_order, max_ngram_order=max_ngram_order)
        metric._last.num_references = 1
        return metric._score([float(number) for number in (sys_len, ref_len, *correct, *total)])


class CHRF(Metric):
    """chrF (Popovic 2015); word_order=2 makes chrF++."""

    CHAR_ORDER, WORD_ORDER, BETA = 6, 0, 2

    def __init__(self, char_order: int = 6, word_order: int = 0, beta: int = 2, lowercase: bool = False,
                 whitespace: bool = False, eps_smoothing: bool = False,
                 references: Optional[References] = None) -> None:
        self._orders = (char_order, word_order, beta)
        super().__init__("chrf", {
            "char_order": char_order, "word_order": word_order, "beta": beta, "lowercase": lowercase,
            "whitespace": whitespace, "eps_smoothing": eps_smoothing}, references)

    def _score(self, statistics: List[float]) -> CHRFScore:
        return CHRFScore(self.name, self._compute(statistics)[0], *self._orders,
                         self._described(statistics)[1])


class TER(Metric):
    """Translation edit rate (Snover et al. 2006) as Tercom computes it."""

    def __init__(self, normalized: bool = False, no_punct: bool = False, asian_support: bool = False,
                 case_sensitive: bool = False, references: Optional[References] = None) -> None:
        super().__init__("ter", {
            "normalized": normalized, "no_punct": no_punct, "asian_support": asian_support,
            "case_sensitive": case_sensitive}, references)

    def _add_up(self, numbers: Doubles) -> float:
        """Adds in order, as the library does: reference lengths are means, and sum() may round differently."""
        return reduce(operator.add, numbers, 0.0)

    def _score(self, statistics: List[float]) -> TERScore:
        return TERScore(self._compute(statistics)[0], statistics[0], statistics[1],
                        self._described(statistics)[1])


class PairedTest:
    """Compares systems with the first one: paired bootstrap ("bs") or approximate randomization ("ar").

    named_systems: pairs of a name and hypotheses. metrics: results use the metrics' own names, such as chrF2.
    n_samples: 0 means 1,000 for bs and 10,000 for ar. n_jobs has no effect; it exists for sacreBLEU's callers.
    """

    def __init__(self, named_systems: Sequence[Tuple[str, Sequence[str]]], metrics: Mapping[str, Metric],
                 references: Optional[References], test_type: str = "ar", n_samples: int = 0,
                 n_ar_confidence: int = -1, n_jobs: int = 1) -> None:
        if test_type not in TESTS:
            raise ValueError(f"test_type is {test_type!r}, but must be bs or ar")
        if n_ar_confidence != -1:
            raise ValueError("n_ar_confidence is not supported: corpus_score(..., n_bootstrap) gives intervals")
        if not isinstance(metrics, Mapping) or isinstance(named_systems, Mapping):
            raise TypeError("named_systems must be a list of pairs, and metrics a dict")
        self._systems = [(name, library.iterate(lines, f"the hypotheses of {name}")) for name, lines in named_systems]
        if len(self._systems) < 2:
            raise ValueError("a paired test compares systems: give the baseline and others")
        self._metrics = metrics
        self._references = None if references is None else streams_of(references)
        self._test = test_type
        n_samples = library.index_of(n_samples, "n_samples")
        self._num_samples = n_samples if n_samples > 0 else (1000 if test_type == "bs" else 10000)

    def __call__(self) -> Tuple[Dict[str, Signature], Dict[str, List[Any]]]:
        """Returns the signature of each metric, and the systems' names with their Results by metric."""
        signatures: Dict[str, Signature] = {}
        names = [name for name, _ in self._systems]
        found: Dict[str, List[Any]] = {"System": names}
        for metric in self._metrics.values():
            name = metric.name
            rows = [metric.statistics(lines, self._references) for _, lines in self._systems]
            found[name] = metric.compare(rows, self._test, self._num_samples)
            signatures[name] = metric.get_signature()
        return signatures, found


def corpus_bleu(hypotheses: Sequence[str], references: References, smooth_method: str = "exp",
                smooth_value: Optional[float] = None, force: bool = False, lowercase: bool = False,
                tokenize: Optional[str] = None, use_effective_order: bool = False) -> BLEUScore:
    """BLEU of a corpus: hypotheses[i] against references[r][i]."""
    metric = BLEU(lowercase, force, tokenize, smooth_method, smooth_value,
                  effective_order=use_effective_order)
    score: BLEUScore = metric.corpus_score(hypotheses, references)
    return score


def raw_corpus_bleu(hypotheses: Sequence[str], references: References,
                    smooth_value: Optional[float] = 0.1) -> BLEUScore:
    """BLEU of text with tokens separated by white space, with floor smoothing."""
    return corpus_bleu(hypotheses, references, "floor", smooth_value, True, tokenize="none",
                       use_effective_order=True)


def sentence_bleu(hypothesis: str, references: Sequence[str], smooth_method: str = "exp",
                  smooth_value: Optional[float] = None, lowercase: bool = False,
                  tokenize: Optional[str] = None, use_effective_order: bool = True) -> BLEUScore:
    """BLEU of one sentence."""
    metric = BLEU(lowercase, False, tokenize, smooth_method, smooth_value,
                  effective_order=use_effective_order)
    score: BLEUScore = metric.sentence_score(hypothesis, references)
    return score


def _chrf(char_order: int, word_order: int, beta: int, remove_whitespace: bool, eps_smoothing: bool) -> CHRF:
    return CHRF(char_order, word_order, beta, whitespace=not remove_whitespace, eps_smoothing=eps_smoothing)


def corpus_chrf(hypotheses: Sequence[str], references: References, char_order: int = 6, word_order: int = 0,
                beta: int = 2, remove_whitespace: bool = True, eps_smoothing: bool = False) -> CHRFScore:
    """chrF of a corpus."""
    metric = _chrf(char_order, word_order, beta, remove_whitespace, eps_smoothing)
    score: CHRFScore = metric.corpus_score(hypotheses, references)
    return score


def sentence_chrf(hypothesis: str, references: Sequence[str], char_order: int = 6, word_order: int = 0,
                  beta: int = 2, remove_whitespace: bool = True, eps_smoothing: bool = False) -> CHRFScore:
    """chrF of one sentence."""
    metric = _chrf(char_order, word_order, beta, remove_whitespace, eps_smoothing)
    score: CHRFScore = metric.sentence_score(hypothesis, references)
    return score


def corpus_ter(hypotheses: Sequence[str], references: References, normalized: bool = False,
               no_punct: bool = False, asian_support: bool = False, case_sensitive: bool = False) -> TERScore:
    """TER of a corpus."""
    score: TERScore = TER(normalized, no_punct, asian_support, case_sensitive).corpus_score(
        hypotheses, references)
    return score


def sentence_ter(hypothesis: str, references: Sequence[str], normalized: bool = False, no_punct: bool = False,
                 asian_support: bool = False, case_sensitive: bool = False) -> TERScore:
    """TER of one sentence."""
    score: TERScore = TER(normalized, no_punct, asian_support, case_sensitive).sentence_score(
        hypothesis, references)
    return score
