"""Results of translating, completing and scoring."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, List, Tuple

from . import _library as library
from ._html import heat_map, shaded


class Translation:
    """A translation of a line, a continuation of a prompt, or the score of a given text.

    If the line was translated in parts, each attribute has the values of all parts, in order.

    text; score (ranks the translations; higher is better); log_probability (natural, sum over all tokens and ends
    of sentence); tokens (pieces, without ends of sentence); token_log_probabilities (one for each token, and one
    for each end of sentence, after its part, unless that was cut at max_length). With alignment=True: source_tokens,
    attention ([tokens][source tokens]), token_alignment and word_alignment, as pairs of indices (source, target).
    ASCII white space separates words.
    """

    __slots__ = ("text", "score", "log_probability", "tokens", "token_log_probabilities",
                 "source_tokens", "attention", "token_alignment", "word_alignment")

    def __init__(self, text: str, score: float, log_probability: float, tokens: List[str],
                 token_log_probabilities: List[float], source_tokens: List[str],
                 attention: List[List[float]], token_alignment: List[Tuple[int, int]],
                 word_alignment: List[Tuple[int, int]]) -> None:
        self.text = text
        self.score = score
        self.log_probability = log_probability
        self.tokens = tokens
        self.token_log_probabilities = token_log_probabilities
        self.source_tokens = source_tokens
        self.attention = attention
        self.token_alignment = token_alignment
        self.word_alignment = word_alignment

    def __repr__(self) -> str:
        return f"Translation({self.text!r}, score={self.score:.4f}, {len(self.tokens)} tokens)"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """Returns the tokens, less probable ones redder, and the attention if there is one."""
        html = shaded(self.tokens, self.token_log_probabilities)
        if self.attention:
            html += heat_map(self.attention, self.tokens, self.source_tokens)
        return html


def _pairs(address: Any, count: int) -> List[Tuple[int, int]]:
    numbers = library.read_array(ctypes.c_int32, address, 2 * count)
    return list(zip(numbers[0::2], numbers[1::2]))


def read_translation(handle: Any, line: int, rank: int) -> Translation:
    struct = library.TranslationStruct()
    library.check(library.lib.dragoman_translations_get(handle, line, rank, ctypes.byref(struct)))
    width = struct.num_source_tokens
    attention = library.read_array(ctypes.c_float, struct.attention, struct.num_tokens * width)
    return Translation(
        text=library.read_text(struct.text),
        score=struct.score,
        log_probability=struct.log_probability,
        tokens=library.read_texts(struct.tokens, struct.num_tokens),
        token_log_probabilities=library.read_array(
            ctypes.c_float, struct.token_log_probabilities, struct.num_token_log_probabilities),
        source_tokens=library.read_texts(struct.source_tokens, width),
        attention=[attention[i:i + width] for i in range(0, len(attention), width)] if width else [],
        token_alignment=_pairs(struct.token_alignment, struct.num_token_links),
        word_alignment=_pairs(struct.word_alignment, struct.num_word_links))


def read_all(handle: Any) -> List[List[Translation]]:
    """Returns the translations of each line, best first."""
    num_lines = ctypes.c_size_t()
    library.lib.dragoman_translations_best(handle, ctypes.byref(num_lines))
    count = library.lib.dragoman_translations_count
    return [[read_translation(handle, line, rank) for rank in range(count(handle, line))]
            for line in range(num_lines.value)]


def read_best(handle: Any) -> List[str]:
    """Returns the text of the best translation of each line."""
    num_lines = ctypes.c_size_t()
    address = library.lib.dragoman_translations_best(handle, ctypes.byref(num_lines))
    return library.read_texts(address, num_lines.value)


def is_one(option: Any) -> bool:
    """True for a number that is 1, also as a str, or that is not given."""
    return (option or 1) in (1, "1")


def has_one_best(search: Dict[str, Any]) -> bool:
    return is_one(search.get("num_best"))


def shaped(several: List[List[Translation]], details: bool, search: Dict[str, Any]) -> List[Any]:
    """Returns a Translation or, without details, a str for each line; with num_best above 1 a list of these."""
    if has_one_best(search):
        return [line[0] if details else line[0].text for line in several]
    return several if details else [[one.text for one in line] for line in several]


class AttentionMap:
    """The attention weights of a model for a source and its translation.

    source_tokens: S pieces, end of sentence last. target_tokens: T pieces, end of sentence last; row t predicts
    piece t. target_inputs: T pieces that the decoder reads, "<s>" first. encoder, decoder and cross: weights
    [layers][heads][queries][keys], each row sums to 1: [S][S], [T][T] (0 above the diagonal) and [T][S]. A
    language model has no cross. If it learned from a stream of text, the line feed takes the place of "<s>" and
    end of sentence.
    """

    __slots__ = ("source_tokens", "target_tokens", "target_inputs", "encoder", "decoder", "cross")

    def __init__(self, source_tokens: List[str], target_tokens: List[str], target_inputs: List[str],
                 encoder: List[List[List[List[float]]]], decoder: List[List[List[List[float]]]],
                 cross: List[List[List[List[float]]]]) -> None:
        self.source_tokens = source_tokens
        self.target_tokens = target_tokens
        self.target_inputs = target_inputs
        self.encoder = encoder
        self.decoder = decoder
        self.cross = cross

    def mean_over_heads(self, layer: int = -1) -> List[List[float]]:
        """Returns a layer's mean attention of the decoder to the source (language model: to itself): [T][keys]."""
        heads = (self.cross or self.decoder)[layer]
        return [[sum(column) / len(heads) for column in zip(*rows)] for rows in zip(*heads)]

    def __repr__(self) -> str:
        layers = self.cross or self.decoder
        return (f"AttentionMap({len(layers)} layers of {len(layers[0])} heads, "
                f"{len(self.target_tokens)} target and {len(self.source_tokens)} source tokens)")

    def _repr_html_(self) -> str:
        """Returns a heat map of the last layer, averaged over its heads."""
        keys = self.source_tokens if self.cross else self.target_inputs
        return heat_map(self.mean_over_heads(), self.target_tokens, keys)
