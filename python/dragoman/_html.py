"""HTML pictures for notebooks."""

from __future__ import annotations

import math
from html import escape
from typing import Sequence

_SPACE = "\u2581"  # SentencePiece's symbol for a space


def _shown(token: str) -> str:
    return escape(token.replace(_SPACE, "\u00b7"))


def shaded(tokens: Sequence[str], log_probabilities: Sequence[float]) -> str:
    """Returns the tokens in a row. Less probable tokens are redder; tooltips show the probabilities.

    Of a text translated in parts, which has several ends of sentence, the tokens have no colours: the ends are unknown.
    """
    if len(log_probabilities) not in (len(tokens), len(tokens) + 1):
        return f'<div style="font-family:monospace">{" ".join(map(_shown, tokens))}</div>'
    spans = []
    for token, log_probability in zip(tokens, log_probabilities):
        probability = math.exp(log_probability)
        spans.append(f'<span title="{probability:.1%}" style="background:rgba(214,69,65,'
                     f'{0.8 * (1 - probability):.2f})">{_shown(token)}</span>')
    return f'<div style="font-family:monospace">{" ".join(spans)}</div>'


def heat_map(weights: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str]) -> str:
    """Returns a table of [rows][columns] numbers from 0 to 1; larger numbers are darker."""
    head = "".join('<th style="writing-mode:vertical-rl;font-weight:normal">' + _shown(column) + "</th>"
                   for column in columns)
    body = []
    for name, row in zip(rows, weights):
        cells = "".join(f'<td title="{weight:.3f}" style="background:rgba(31,119,180,{weight:.2f});'
                        'min-width:1em"></td>' for weight in row)
        body.append(f'<tr><th style="text-align:right;font-weight:normal">{_shown(name)}</th>{cells}</tr>')
    return ('<table style="font-family:monospace;border-collapse:collapse;margin-top:1em">'
            f'<tr><th></th>{head}</tr>{"".join(body)}</table>')
