"""Model folders: damaged, missing, and named from elsewhere."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import dragoman
import pytest


def test_attention_opens_the_folder_from_any_other(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(run).parent)
    translator = dragoman.Translator(Path(run).name)
    monkeypatch.chdir("/")
    assert translator.attention("A man.", "Ein Mann.").cross


@pytest.mark.parametrize("config", ["{", '{"search": {"beam": -1}}', '{"search": {"beams": 1}}'])
def test_a_damaged_folder_is_a_runtime_error(config: str, run: str, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run", ignore=shutil.ignore_patterns("checkpoints"))
    (tmp_path / "run/config.json").write_text(config, encoding="ascii")
    for opened in (dragoman.Translator, dragoman.Tokenizer):
        with pytest.raises(RuntimeError, match="config.json"):
            opened(tmp_path / "run")


def test_a_missing_folder_may_have_any_name() -> None:
    with pytest.raises(FileNotFoundError, match="unknown key") as error:
        dragoman.Translator("unknown key `")
    assert error.value.errno == errno.ENOENT
