from __future__ import annotations

from pathlib import Path
from typing import Any, Iterator

import dragoman
import pytest


@pytest.fixture(scope="module")
def model(models: Path) -> Iterator[dragoman.LanguageModel]:
    with dragoman.LanguageModel(models / "german") as opened:
        yield opened


def test_prompts_are_continued(model: dragoman.LanguageModel) -> None:
    text = model.complete("Ein ", max_length=20, beam=1)
    assert isinstance(text, str) and 0 < len(text) <= 20
    assert model.complete(["Ein ", "Der "], max_length=20, beam=1)[0] == text
    found = model.complete("Ein ", max_length=20, beam=1, details=True)
    assert found.text == text and found.log_probability < 0


def test_one_sample_is_drawn_and_several_are_a_list(model: dragoman.LanguageModel) -> None:
    drawn = model.complete("Ein ", max_length=20, samples=1, num_best=1)
    assert model.complete("Ein ", max_length=20) == drawn
    assert model.complete("Ein ", max_length=20, beam=1) != drawn
    several = model.complete("Ein ", max_length=20, samples=3)
    assert isinstance(several, list) and len(several) == 3
    assert len(model.complete("Ein ", max_length=20, samples=3, num_best=2)) == 2


def test_a_stream_gives_the_same_text_in_pieces(model: dragoman.LanguageModel) -> None:
    searches: list[dict[str, Any]] = [{}, {"beam": 1}]
    for search in searches:
        pieces = list(model.complete("Ein ", max_length=30, stream=True, **search))
        assert len(pieces) > 1
        assert "".join(pieces) == model.complete("Ein ", max_length=30, **search)
    for _ in model.complete("Ein ", max_length=2000, stream=True):
        break  # a reader may go


def test_a_stream_is_of_one_text(model: dragoman.LanguageModel) -> None:
    wrong: list[dict[str, Any]] = [{"samples": 3}, {"num_best": 2, "samples": 1}, {"details": True}]
    for options in wrong:
        with pytest.raises(ValueError, match="pieces of one text"):
            model.complete("Ein ", stream=True, **options)
    assert list(model.complete("Ein ", stream=True, max_length=5, samples="1", num_best=1))


def test_wrong_options_of_a_stream_are_refused_at_once(models: Path, model: dragoman.LanguageModel) -> None:
    with pytest.raises(TypeError, match="unknown option `beams`"):
        model.complete("Ein ", stream=True, beams=2)
    with pytest.raises(ValueError, match="stop has an empty text"):
        model.complete("Ein ", stream=True, stop=[""])
    with dragoman.LanguageModel(models / "german") as closed:
        pass
    with pytest.raises(ValueError, match="closed"):
        closed.complete("Ein ", stream=True)


def test_options_of_translators_are_refused(models: Path) -> None:
    wrong: list[dict[str, Any]] = [{"shortlist": True}, {"weights": [1]}, {"fusion": "RUN"}]
    for options in wrong:
        with pytest.raises(ValueError, match="is for translators"):
            dragoman.LanguageModel(models / "german", **options)


def test_a_completion_ends_before_a_stop(model: dragoman.LanguageModel) -> None:
    text = model.complete("Ein ", max_length=30, beam=1)
    assert model.complete("Ein ", max_length=30, beam=1, stop=[text[3]]) == text[:text.index(text[3])]


def test_lines_are_scored(model: dragoman.LanguageModel) -> None:
    one, other = model.score(["Ein Mann.", "nnaM niE"])
    assert one.log_probability > other.log_probability
    assert model.score("Ein Mann.").log_probability == one.log_probability


def test_attention_of_a_language_model_is_to_itself(model: dragoman.LanguageModel) -> None:
    found = model.attention("Ein")
    with pytest.raises(TypeError, match="text is NoneType"):
        model.attention(None)  # type: ignore[arg-type]
    assert not found.cross and len(found.decoder) == 2
    assert "<table" in found._repr_html_()


def test_a_translator_is_refused(run: str) -> None:
    with pytest.raises(ValueError, match="is a translator"):
        dragoman.LanguageModel(run)


def test_options_without_effect_are_refused(model: dragoman.LanguageModel) -> None:
    wrong: list[dict[str, Any]] = [{"beam": 4, "samples": 2}, {"beam": 4, "seed": 2},
                                   {"beam": 2, "alpha": 2, "length_penalty": "none"}]
    for options in wrong:
        with pytest.raises(ValueError, match="has no effect with"):
            model.complete("Ein ", max_length=5, **options)
    with pytest.raises(ValueError, match="stop has an empty text"):
        model.complete("Ein ", stop=[""])
