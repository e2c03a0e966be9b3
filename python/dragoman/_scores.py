"""Scores and their signatures."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional


class Signature:
    """The settings that a score depends on, as sacreBLEU writes them."""

    def __init__(self, long: str, short: str) -> None:
        self._long, self._short = long, short

    def format(self, short: bool = False) -> str:
        """Returns `nrefs:1|case:mixed|...|version:2.6.0`; with short `#:1|c:mixed|...|v:2.6.0`."""
        return self._short if short else self._long

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()


class Score:
    """A score, usually from 0 to 100, with the details that sacreBLEU prints.

    mean and ci come from bootstrap samples: 95 % of the scores lie within mean +- ci. Without samples both are 0.
    """

    def __init__(self, name: str, score: float, signature: str, details: str = "") -> None:
        self.name = name
        self.score = score
        self.signature = signature
        self.mean = 0.0
        self.ci = 0.0
        self._details = details

    def format(self, width: int = 2, score_only: bool = False, signature: str = "",
               is_json: bool = False) -> str:
        """Returns sacreBLEU's line, `BLEU = 38.52 72.1/47.0/... (BP = ...)`, or its JSON."""
        number = f"{self.score:.{width}f}"
        interval = f"\u03bc = {self.mean:.{width}f} \u00b1 {self.ci:.{width}f}" if self.mean > 0 else ""
        if is_json:
            return self._json(number, interval, width, signature)
        text = f"{number} ({interval})" if interval else number
        if score_only:
            return text
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {text}" + (f" {self._details}" if self._details else "")

    def _json(self, number: str, interval: str, width: int, signature: str) -> str:
        found: Dict[str, Any] = {"name": self.name, "score": float(number), "signature": signature}
        if interval:
            found["confidence_mean"] = float(f"{self.mean:.{width}f}")
            found["confidence_var"] = float(f"{self.ci:.{width}f}")
            found["confidence"] = interval
        if self._details:
            found["verbose_score"] = self._details
        for item in filter(None, signature.split("|")):
            key, value = item.split(":", 1)
            found[key] = value
        return json.dumps(found, indent=1, ensure_ascii=False)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()


class BLEUScore(Score):
    """BLEU with its parts. Lists are in order of n-grams; precisions are in percent.

    counts and totals contain what smoothing by add-k adds to orders after the first, as sacreBLEU's do.
    """

    def __init__(self, score: float, statistics: List[float], precisions: List[float], bp: float,
                 signature: str, details: str, added: float = 0) -> None:
        super().__init__("BLEU", score, signature, details)
        orders = len(precisions)
        self.sys_len, self.ref_len = int(statistics[0]), int(statistics[1])
        counts: List[float] = [int(count) for count in statistics[2:]]
        if any(counts[:orders]):
            counts = [count + added if n % orders > 0 else count for n, count in enumerate(counts)]
        self.counts, self.totals = counts[:orders], counts[orders:]
        self.precisions = precisions
        self.bp = bp
        self.ratio = self.sys_len / self.ref_len if self.ref_len else 0.0


class CHRFScore(Score):
    def __init__(self, name: str, score: float, char_order: int, word_order: int, beta: int,
                 signature: str) -> None:
        super().__init__(name, score, signature)
        self.char_order, self.word_order, self.beta = char_order, word_order, beta


class TERScore(Score):
    def __init__(self, score: float, num_edits: float, ref_length: float, signature: str) -> None:
        super().__init__("TER", score, signature)
        self.num_edits, self.ref_length = int(num_edits), ref_length


class Result:
    """A system's score in a significance test. p_value is None for the baseline; mean and ci are None for
    approximate randomization."""

    def __init__(self, score: float, p_value: Optional[float] = None, mean: Optional[float] = None,
                 ci: Optional[float] = None) -> None:
        self.score, self.p_value, self.mean, self.ci = score, p_value, mean, ci

    def __repr__(self) -> str:
        return f"score={self.score},p_value={self.p_value},mean={self.mean},ci={self.ci}"
