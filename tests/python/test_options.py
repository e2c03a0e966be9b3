"""Options: names and values."""

from __future__ import annotations

import dragoman
import pytest


def test_options_are_described() -> None:
    assert "1 is greedy search" in dragoman.describe_options("search")["beam"]
    assert "int8" in dragoman.describe_options("translator")["precision"]


def test_one_text_is_a_list_of_one_text(translator: dragoman.Translator) -> None:
    for text in ("1", "[1]", '"1"', '["1"]'):
        for given in (text, [text]):
            with pytest.raises(ValueError) as error:
                translator.translate("A man.", suppress=given)
            assert f"names `{text}`" in str(error.value)
    assert translator.translate("A man.", suppress=[]) == translator.translate("A man.")
    with pytest.raises(TypeError, match="None"):
        translator.translate("A man.", protect=["default", None])
    with pytest.raises(ValueError, match="beam has two values"):
        translator.translate("A man.", beam=[1, 2])
