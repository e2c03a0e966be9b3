from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any, List

import dragoman
import pytest


def test_a_folders_tokenizer_gives_back_text(run: str) -> None:
    tokenizer = dragoman.Tokenizer(run, side="target")
    ids = tokenizer.encode("Ein Mann.")
    assert tokenizer.decode(ids) == tokenizer.decode(tokenizer.encode_as_pieces("Ein Mann.")) == "Ein Mann."
    assert [tokenizer.tokens()[i] for i in ids] == tokenizer.encode_as_pieces("Ein Mann.")
    assert len(tokenizer) == len(tokenizer.tokens()) == 300 == tokenizer.pad_id + 1
    assert tokenizer.decode([]) == ""


def test_ids_may_come_in_a_sequence_without_a_truth_value(run: str) -> None:
    class Array(List[int]):
        def __bool__(self) -> bool:
            raise ValueError("the truth value of an array is ambiguous")

    tokenizer = dragoman.Tokenizer(run, side="target")
    assert tokenizer.decode(Array(tokenizer.encode("Ein Mann."))) == "Ein Mann."


def test_a_tokenizer_can_be_copied(run: str) -> None:
    model = Path(run, "tokenizer.model")
    tokenizer = dragoman.Tokenizer(model, lowercase=True)
    ids = tokenizer.encode("Ein Mann.")
    assert ids != dragoman.Tokenizer(model).encode("Ein Mann.")
    for same in (copy.deepcopy(tokenizer), pickle.loads(pickle.dumps(tokenizer))):
        assert same.encode("Ein Mann.") == ids


def test_errors(run: str, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        dragoman.Tokenizer(tmp_path / "none.model")
    with pytest.raises(ValueError, match="source or target"):
        dragoman.Tokenizer(run, side="left")
    for wrong, message in ((300, "no token id"), (-1, "no token id"), (2 ** 32 + 5, "ids are 0 to 299"),
                           (-2 ** 63, "ids are 0 to 299")):
        with pytest.raises(ValueError, match=message):
            dragoman.Tokenizer(run).decode([5, wrong])
    (tmp_path / "text.model").write_text("no model", encoding="ascii")
    with pytest.raises(RuntimeError, match="SentencePiece"):
        dragoman.Tokenizer(tmp_path / "text.model")


def test_training_a_tokenizer(lines: list[str], tmp_path: Path) -> None:
    tokenizer = dragoman.Tokenizer.train(lines * 5, tmp_path / "new.model", vocabulary_size=80)
    assert len(tokenizer) == 80
    assert tokenizer.decode(tokenizer.encode(lines[0])) == lines[0]
    with pytest.raises(ValueError, match="vocabulary_size"):
        dragoman.Tokenizer.train(lines, tmp_path / "x.model", vocabulary_size=1)
    with pytest.raises(ValueError, match="the path is empty"):
        dragoman.Tokenizer.train(lines, "")
    with pytest.raises(TypeError, match="must be a list of str"):
        dragoman.Tokenizer.train("train.en", tmp_path / "x.model")


@pytest.mark.parametrize("lowercase", [False, "false", None, True, "true"])
def test_a_trained_tokenizer_lower_cases_as_it_was_trained(lowercase: Any, tmp_path: Path) -> None:
    tokenizer = dragoman.Tokenizer.train(["a b c A B C"] * 30, tmp_path / "new.model", vocabulary_size=7,
                                         type="char", lowercase=lowercase)
    assert tokenizer.encode_as_pieces("A")[-1] == ("a" if lowercase in (True, "true") else "A")
