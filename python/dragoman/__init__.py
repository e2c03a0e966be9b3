"""Dragoman: trains, scores and runs neural translators.

    import dragoman
    translator = dragoman.Translator("RUN", precision="int8")
    translator.translate("A man.")

The native library in this package does the computing, without torch or numpy. Training runs the program `dragoman`
in its own process and needs the package torch (pip install dragoman[train]).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List

from ._library import describe_options, kernels, version
from .language_model import LanguageModel
from .tokenizer import Tokenizer
from .translation import AttentionMap, Translation
from .translator import Translator

if TYPE_CHECKING:
    import dragoman.metrics as metrics
    from .alignment import AlignmentModel, project_markup, strip_markup
    from .training import TrainingError, train

__version__ = version()
__all__ = ["AlignmentModel", "AttentionMap", "LanguageModel", "Tokenizer", "TrainingError", "Translation",
           "Translator", "describe_options", "kernels", "metrics", "project_markup", "strip_markup", "train",
           "version"]

_LATER = {"train": "training", "TrainingError": "training", "AlignmentModel": "alignment",
          "project_markup": "alignment", "strip_markup": "alignment"}


def __dir__() -> List[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Imports rarely used parts at their first use, so that `import dragoman` is fast."""
    import importlib
    if name in _LATER:
        return getattr(importlib.import_module("." + _LATER[name], __name__), name)
    if name == "metrics":
        return importlib.import_module(".metrics", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
