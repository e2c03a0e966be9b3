"""Finds the LibTorch that training and GPUs need: the package torch in the same environment."""

from __future__ import annotations

import ctypes
import importlib.machinery
import importlib.metadata
import importlib.util
from pathlib import Path
from typing import Optional

from ._build import TORCH_VERSION


def _release(version: str) -> str:
    return version.split("+")[0]


def torch_library_folder() -> Path:
    """Returns the folder of torch's libraries.

    Raises ImportError if torch is missing or has the wrong version, and if this package was built without
    LibTorch, as for ARM.
    """
    if not TORCH_VERSION:
        raise ImportError("this package cannot train or use GPUs: it was built without LibTorch; "
                          "install one that was built with it, or build it where torch is installed")
    needed = f"pip install 'torch=={TORCH_VERSION}'"
    spec: Optional[importlib.machinery.ModuleSpec] = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        raise ImportError(f"training and GPUs need torch {TORCH_VERSION}: {needed}, or dragoman[train]")
    found = importlib.metadata.version("torch")
    if _release(found) != TORCH_VERSION:
        raise ImportError(f"dragoman was built for torch {TORCH_VERSION}, but torch {found} is "
                          f"installed: {needed}")
    return Path(spec.origin).parent / "lib"


def load_torch() -> None:
    """Loads torch's libraries, so that the plugin finds them wherever torch is installed."""
    folder = torch_library_folder()
    for name in ("c10", "torch_cpu", "c10_cuda", "torch_cuda", "torch"):
        path = folder / f"lib{name}.so"
        if path.exists():
            ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
