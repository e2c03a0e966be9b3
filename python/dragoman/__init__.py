"""Dragoman: neural translators, trained, scored and run.

    import dragoman
    translator = dragoman.Translator("RUN", precision="int8")
    translator.translate("A man.")

What computes is the native library, which lies in this package and needs no torch and no numpy. Training is the
program `dragoman` in a process of its own; it needs the package torch (pip install dragoman[train]).
"""

from __future__ import annotations

from ._library import describe_options, kernels, version
from .language_model import LanguageModel
from .tokenizer import Tokenizer
from .translation import AttentionMap, Translation
from .translator import Translator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import dragoman.metrics as metrics
    from .training import TrainingError, train

__version__ = version()
__all__ = ["AttentionMap", "LanguageModel", "Tokenizer", "TrainingError", "Translation", "Translator",
           "describe_options", "kernels", "metrics", "train", "version"]

_LATER = {"train": "training", "TrainingError": "training"}


def __getattr__(name: str) -> Any:
    """What few programs need is imported when it is asked for: `import dragoman` is fast."""
    import importlib
    if name in _LATER:
        return getattr(importlib.import_module("." + _LATER[name], __name__), name)
    if name == "metrics":
        return importlib.import_module(".metrics", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
