from __future__ import annotations

import ctypes
from typing import Any, List

from . import _library as library
from .translation import AttentionMap

ENCODER, DECODER, CROSS = range(3)


def open_viewer(run: str) -> library.Handle:
    lib = library.lib
    return library.opened(lib.dragoman_attention_viewer_free, lib.dragoman_attention_open, library.path_in(run, "run"))


def _layers(attention: Any, part: int, size: library.AttentionSize, rows: int,
            columns: int) -> List[List[List[List[float]]]]:
    def head(layer: int, number: int) -> List[List[float]]:
        address = library.lib.dragoman_attention_weights(attention, part, layer, number)
        weights = library.read_array(ctypes.c_float, address, rows * columns)
        return [weights[i:i + columns] for i in range(0, len(weights), columns)]

    return [[head(layer, number) for number in range(size.num_heads[part])]
            for layer in range(size.num_layers[part])]


def view_attention(viewer: library.Handle, source: str, target: str, target_name: str) -> AttentionMap:
    texts = library.text_in(source, "source"), library.text_in(target, target_name)
    attention = library.pointer()
    try:
        library.check(library.lib.dragoman_attention_view(viewer, *texts, ctypes.byref(attention)))
        size = library.AttentionSize()
        library.lib.dragoman_attention_get(attention, ctypes.byref(size))
        sources, targets = size.num_source_tokens, size.num_target_tokens
        return AttentionMap(
            source_tokens=library.read_texts(size.source_tokens, sources),
            target_tokens=library.read_texts(size.target_tokens, targets),
            target_inputs=library.read_texts(size.target_inputs, targets),
            encoder=_layers(attention, ENCODER, size, sources, sources),
            decoder=_layers(attention, DECODER, size, targets, targets),
            cross=_layers(attention, CROSS, size, targets, sources))
    finally:
        library.lib.dragoman_attention_free(attention)
