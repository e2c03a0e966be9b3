"""Compares the outputs of two programs.

Text must be equal byte for byte, except for the explanation of a significance test. Numbers may differ only if at
least one has more than 6 decimals: by at most 1e-9, or 1e-4 for bootstrap resampling, which sacreBLEU computes
with 32-bit floats; there a shorter number may differ in its last digit. p-values must be equal.
"""

import math
import re
from dataclasses import dataclass

TOLERANCE = 1e-9
BOOTSTRAP_TOLERANCE = 1e-4
PRINTED_IN_FULL = 6  # more decimals than this

NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)")
# Text before the mean or half-width of an interval, in JSON, in a line and in a table.
BOOTSTRAP = re.compile(r'("confidence_(mean|var)": |"(mean|ci)": |μ = |± | \()$')
# The explanation of a significance test between table and signatures; each program has its own.
EXPLANATION = re.compile(r"\n(-+\r?\n)?Paired .*?(?=-+\r?\nMetric signatures)", re.DOTALL)
P_VALUE = re.compile(r'("p_value": |\(p = )$')


@dataclass
class Difference:
    """The first lines that differ; indices from 0."""

    line: int
    ours: str
    theirs: str


@dataclass
class Result:
    """The largest differences of numbers printed in full, and the first Difference."""

    scores: float = 0.0
    bootstrap: float = 0.0  # for the means and half-widths of intervals
    difference: Difference = None

    def __str__(self):
        return f"{self.scores:7.1e} {self.bootstrap:7.1e}"

    def include(self, other):
        self.scores = max(self.scores, other.scores)
        self.bootstrap = max(self.bootstrap, other.bootstrap)

    def note(self, before, distance):
        if BOOTSTRAP.search(before):
            self.bootstrap = max(self.bootstrap, distance)
        else:
            self.scores = max(self.scores, distance)


def compare(ours, theirs):
    """Compares two texts up to the first line that differs."""
    result = Result()
    our_lines, their_lines = (EXPLANATION.sub("", text).split("\n") for text in (ours, theirs))
    for i in range(max(len(our_lines), len(their_lines))):
        line = our_lines[i] if i < len(our_lines) else "(no more lines)"
        their_line = their_lines[i] if i < len(their_lines) else "(no more lines)"
        if line != their_line and not _agree(line, their_line, result):
            result.difference = Difference(i, line, their_line)
            break
    return result


def _agree(ours, theirs, result):
    """Returns whether two lines agree; records their numbers in `result`."""
    our_parts, their_parts = NUMBER.split(ours), NUMBER.split(theirs)
    # Text at even indices, numbers at odd ones.
    if our_parts[::2] != their_parts[::2]:
        return False
    agree = True
    for before, number, other in zip(our_parts[::2], our_parts[1::2], their_parts[1::2]):
        distance = abs(float(number) - float(other))
        if max(_decimals(number), _decimals(other)) > PRINTED_IN_FULL:
            result.note(before, distance)
        agree = agree and (number == other or distance <= _allowed(before, number, other))
    return agree


def _allowed(before, number, other):
    """Returns the allowed difference of two numbers after the text `before`."""
    if P_VALUE.search(before):
        return 0.0
    decimals = max(_decimals(number), _decimals(other))
    if BOOTSTRAP.search(before):
        return max(BOOTSTRAP_TOLERANCE, 1.001 * 10.0**-decimals)
    return TOLERANCE if decimals > PRINTED_IN_FULL else 0.0


def _decimals(number):
    """Returns the number of printed decimals; with an exponent, all of them."""
    return math.inf if "e" in number else len(number.partition(".")[2])
