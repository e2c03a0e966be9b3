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
    assert "\u2603" in tokenizer.encode_as_pieces("Ein \u2603 Mann.")
    assert len(tokenizer.encode_as_pieces("Ein \u2603 Mann.")) == len(tokenizer.encode("Ein \u2603 Mann."))


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


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_tokenizer_is_trained_on_a_file_as_on_its_lines(line_end: str, lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("".join(line + line_end for line in lines).encode())
    options = {"vocabulary_size": 80, "normalization": "identity"}
    with open(tmp_path / "text", encoding="utf-8", newline="") as file:
        of_file = dragoman.Tokenizer.train(file, tmp_path / "file.model", **options)
    assert of_file.tokens() == dragoman.Tokenizer.train(iter(lines), tmp_path / "list.model", **options).tokens()


@pytest.mark.parametrize("lowercase", [False, "false", None, True, "true"])
def test_a_trained_tokenizer_lower_cases_as_it_was_trained(lowercase: Any, tmp_path: Path) -> None:
    tokenizer = dragoman.Tokenizer.train(["a b c A B C"] * 30, tmp_path / "new.model", vocabulary_size=7,
                                         type="char", lowercase=lowercase)
    assert tokenizer.encode_as_pieces("A")[-1] == ("a" if lowercase in (True, "true") else "A")


def test_a_list_of_texts_is_encoded_in_one_call(run: str, lines: list[str]) -> None:
    tokenizer = dragoman.Tokenizer(run)
    many = lines * (2500 // len(lines) + 1)
    assert tokenizer.encode(many) == [tokenizer.encode(line) for line in many]
    assert tokenizer.encode_as_pieces(lines) == [tokenizer.encode_as_pieces(line) for line in lines]
    assert tokenizer.encode([]) == []
    with pytest.raises(TypeError, match=r"text\[1001\] is NoneType"):
        tokenizer.encode(["A man."] * 1001 + [None])
    with pytest.raises(TypeError, match="text is dict, but must be str or a list of str"):
        tokenizer.encode({"A man.": 1})


def test_wrong_tokens_are_named(run: str) -> None:
    tokenizer = dragoman.Tokenizer(run)
    for wrong in (None, 5, b"A"):
        with pytest.raises(TypeError, match="tokens is .*, but must be a list of ids or pieces"):
            tokenizer.decode(wrong)  # type: ignore[arg-type]
    for mixed in ([5, "a"], [1.5]):
        with pytest.raises(TypeError, match="tokens must be ids"):
            tokenizer.decode(mixed)
    assert tokenizer.decode(iter(tokenizer.encode("A man."))) == "A man."
    with pytest.raises(TypeError, match="lowercase is 'false'"):
        dragoman.Tokenizer(run, lowercase="false")  # type: ignore[arg-type]


class Own(dragoman.Tokenizer):
    pass


def test_a_copy_is_of_the_same_class_and_opens_the_file_from_any_folder(run: str,
                                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(run).parent)
    tokenizer = Own(Path(run).name)
    monkeypatch.chdir("/")
    for same in (copy.copy(tokenizer), pickle.loads(pickle.dumps(tokenizer))):
        assert type(same) is Own and same.encode("A man.") == tokenizer.encode("A man.")
