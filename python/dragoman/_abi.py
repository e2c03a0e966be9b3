"""libdragoman.so and the structs and functions of its C interface, dragoman.h."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Dict, List, Tuple

size_t, pointer = ctypes.c_size_t, ctypes.c_void_p


class TextIn(ctypes.Structure):
    """A text passed to the library. The object keeps its bytes alive."""

    _fields_ = [("data", ctypes.c_char_p), ("size", size_t)]


class Text(ctypes.Structure):
    """A text from the library."""

    _fields_ = [("data", pointer), ("size", size_t)]


class Option(ctypes.Structure):
    _fields_ = [("name", TextIn), ("value", TextIn)]


class Phrases(ctypes.Structure):
    _fields_ = [("items", pointer), ("count", size_t)]


class Span(ctypes.Structure):
    _fields_ = [("begin", size_t), ("end", size_t)]


class Spans(ctypes.Structure):
    _fields_ = [("items", pointer), ("count", size_t)]


class Links(ctypes.Structure):
    _fields_ = [("items", pointer), ("count", size_t)]


class Sized(ctypes.Structure):
    """A struct whose first member is the size that the caller compiled."""

    def __init__(self, **members: Any) -> None:
        super().__init__(size=ctypes.sizeof(self), **members)


class CallStruct(Sized):
    _fields_ = [("size", size_t), ("options", pointer), ("num_options", size_t),
                ("context", pointer), ("goes_on", pointer), ("on_text", pointer)]


class Lines(Sized):
    _fields_ = [("size", size_t), ("lines", pointer), ("count", size_t), ("prefixes", pointer),
                ("phrases", pointer), ("terminology", TextIn), ("terms", pointer), ("num_terms", size_t),
                ("protected_spans", pointer)]


class TranslationStruct(Sized):
    _fields_ = [("size", size_t), ("text", Text), ("score", ctypes.c_double),
                ("log_probability", ctypes.c_double), ("tokens", pointer), ("num_tokens", size_t),
                ("token_log_probabilities", pointer), ("num_token_log_probabilities", size_t),
                ("source_tokens", pointer), ("num_source_tokens", size_t), ("attention", pointer),
                ("token_alignment", pointer), ("num_token_links", size_t),
                ("word_alignment", pointer), ("num_word_links", size_t)]


class Counts(Sized):
    _fields_ = [("size", size_t), ("source_tokens", ctypes.c_int64),
                ("target_tokens", ctypes.c_int64), ("split_lines", pointer),
                ("num_split_lines", size_t), ("repaired_lines", pointer),
                ("num_repaired_lines", size_t), ("notes", pointer), ("num_notes", size_t),
                ("cut_translations", pointer), ("num_cut_translations", size_t)]


class AttentionSize(Sized):
    _fields_ = [("size", size_t), ("source_tokens", pointer), ("num_source_tokens", size_t),
                ("target_tokens", pointer), ("num_target_tokens", size_t),
                ("target_inputs", pointer), ("num_layers", size_t * 3), ("num_heads", size_t * 3)]


class Vocabulary(Sized):
    _fields_ = [("size", size_t), ("num_tokens", ctypes.c_int32), ("eos_id", ctypes.c_int32),
                ("unknown_id", ctypes.c_int32), ("pad_id", ctypes.c_int32)]


class Encoding(Sized):
    _fields_ = [("size", size_t), ("ids", pointer), ("pieces", pointer), ("count", size_t)]


class MetricScore(Sized):
    _fields_ = [("size", size_t), ("score", ctypes.c_double), ("brevity_penalty", ctypes.c_double),
                ("precisions", pointer), ("num_precisions", size_t)]


class Resampling(Sized):
    _fields_ = [("size", size_t), ("test", ctypes.c_int), ("num_samples", ctypes.c_uint64),
                ("has_seed", ctypes.c_int), ("seed", ctypes.c_uint64), ("context", pointer),
                ("goes_on", pointer)]


class Interval(ctypes.Structure):
    _fields_ = [("mean", ctypes.c_double), ("half_width", ctypes.c_double)]


class Comparison(ctypes.Structure):
    _fields_ = [("score", ctypes.c_double), ("p_value", ctypes.c_double), ("confidence", Interval)]


def library_path() -> str:
    """Returns the path of the library: DRAGOMAN_LIBRARY, or else the library in this package."""
    named = os.environ.get("DRAGOMAN_LIBRARY")
    if named:
        return named
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib")
    names = sorted(name for name in os.listdir(folder) if name.startswith("libdragoman.so"))
    return os.path.join(folder, names[-1])


def load() -> ctypes.CDLL:
    path = library_path()
    try:
        library = ctypes.CDLL(path)
    except OSError as reason:
        raise ImportError(f"cannot load {path}: {reason}; install the package dragoman again") from None
    text_in, int_, double_out = TextIn, ctypes.c_int, pointer
    error = pointer  # an error handle, or None
    signatures: Dict[str, Tuple[Any, List[Any]]] = {
        "version": (ctypes.c_char_p, []),
        "kernels": (ctypes.c_char_p, []),
        "error_code": (int_, [pointer]),
        "error_message": (ctypes.c_char_p, [pointer]),
        "error_free": (None, [pointer]),
        "texts_view": (pointer, [pointer, pointer]),
        "texts_free": (None, [pointer]),
        "describe_options": (error, [text_in, pointer, pointer]),
        "check_options": (error, [text_in, pointer, size_t]),
        "translations_best": (pointer, [pointer, pointer]),
        "translations_count": (size_t, [pointer, size_t]),
        "translations_get": (error, [pointer, size_t, size_t, pointer]),
        "translations_counts": (None, [pointer, pointer]),
        "translations_free": (None, [pointer]),
        "translator_open": (error, [pointer, size_t, pointer, size_t, pointer]),
        "translator_free": (None, [pointer]),
        "translate": (error, [pointer] * 4),
        "score": (error, [pointer, pointer, pointer, size_t, pointer, pointer]),
        "language_model_open": (error, [text_in, pointer, size_t, pointer]),
        "language_model_free": (None, [pointer]),
        "complete": (error, [pointer, pointer, size_t, pointer, size_t, pointer, pointer]),
        "score_text": (error, [pointer, pointer, size_t, pointer, pointer]),
        "attention_open": (error, [text_in, pointer]),
        "attention_viewer_free": (None, [pointer]),
        "attention_view": (error, [pointer, text_in, text_in, pointer]),
        "attention_get": (None, [pointer, pointer]),
        "attention_weights": (pointer, [pointer, int_, size_t, size_t]),
        "attention_free": (None, [pointer]),
        "tokenizer_open": (error, [text_in, text_in, int_, pointer]),
        "tokenizer_free": (None, [pointer]),
        "tokenizer_vocabulary": (None, [pointer, pointer]),
        "tokenizer_tokens": (error, [pointer, pointer]),
        "tokenizer_encode": (error, [pointer, pointer, size_t, pointer]),
        "encoded_get": (error, [pointer, size_t, pointer]),
        "encoded_free": (None, [pointer]),
        "tokenizer_decode": (error, [pointer, pointer, size_t, pointer]),
        "tokenizer_decode_pieces": (error, [pointer, pointer, size_t, pointer]),
        "tokenizer_train": (error, [pointer, size_t, pointer, size_t, text_in]),
        "metric_open": (error, [text_in, pointer, size_t, pointer]),
        "metric_free": (None, [pointer]),
        "metric_name": (Text, [pointer]),
        "metric_num_statistics": (size_t, [pointer]),
        "metric_count": (error, [pointer, pointer, size_t, pointer, size_t, double_out]),
        "metric_compute": (error, [pointer, pointer, pointer]),
        "metric_describe": (error, [pointer, pointer, size_t, int_, pointer, pointer]),
        "metric_confidence": (error, [pointer, pointer, size_t, pointer, pointer]),
        "metric_compare": (error, [pointer, pointer, size_t, size_t, pointer, pointer]),
        "metric_tokenize": (error, [pointer, text_in, pointer]),
        "alignment_corpus_open": (error, [pointer]),
        "alignment_corpus_free": (None, [pointer]),
        "alignment_corpus_add": (error, [pointer, pointer, pointer, size_t]),
        "alignment_model_train": (error, [pointer] * 3),
        "alignment_model_open": (error, [text_in, pointer]),
        "alignment_model_save": (error, [pointer, text_in]),
        "alignment_model_free": (None, [pointer]),
        "align": (error, [pointer, pointer, pointer, size_t, pointer, pointer]),
        "alignments_view": (pointer, [pointer, pointer]),
        "alignments_free": (None, [pointer]),
        "strip_markup": (error, [pointer, size_t, pointer, pointer]),
        "project_markup": (error, [pointer, pointer, pointer, size_t, pointer, pointer]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, "dragoman_" + name)
        function.restype, function.argtypes = result, arguments
    return library
