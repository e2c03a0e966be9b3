"""Lines that are translated as they come."""

from __future__ import annotations

import sys
from collections import UserString
from types import SimpleNamespace
from typing import Any, Iterator

import dragoman
import pytest
from dragoman._lines import _SpanList


def test_lines_are_translated_as_they_come(translator: dragoman.Translator, lines: list[str]) -> None:
    taken = []

    def source() -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line + "\r\n"

    found = translator.translate_lines(source(), chunk_lines=3)
    assert next(found) == translator.translate(lines[0])
    assert len(taken) == 3
    assert [next(found) for _ in range(5)] == translator.translate(lines[1:6])
    assert list(translator.translate_lines([])) == []


@pytest.mark.parametrize("name", ["prefix", "constraints", "protected_spans"])
def test_what_has_a_value_for_each_line_is_refused(translator: dragoman.Translator, name: str) -> None:
    given: dict[str, Any] = {name: [[]]}
    with pytest.raises(TypeError, match=rf"takes no {name}, .*: call translate\(\)"):
        translator.translate_lines(["A man."], **given)
    given[name] = None
    assert list(translator.translate_lines(["A man."], **given)) == translator.translate(["A man."])


def test_a_wrong_line_is_named_by_its_place_among_all(translator: dragoman.Translator) -> None:
    found = translator.translate_lines(["A man."] * 5 + [None], chunk_lines=4)  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"lines\[5\] is NoneType"):
        list(found)


def test_wrong_options_are_refused_at_once(run: str, translator: dragoman.Translator) -> None:
    with pytest.raises(TypeError, match="unknown option `beams`"):
        translator.translate_lines(["A man."], beams=2)
    with pytest.raises(ValueError, match="beam"):
        translator.translate_lines(["A man."], beam=0)
    with pytest.raises(TypeError, match="lines is dict"):
        translator.translate_lines({"A man.": 1})
    with dragoman.Translator(run) as closed:
        pass
    with pytest.raises(ValueError, match="closed"):
        closed.translate_lines(["A man."])


def test_an_iterator_of_options_is_read_once(translator: dragoman.Translator) -> None:
    lines = ["A X1 man."] * 3
    found = translator.translate_lines(lines, chunk_lines=1, protect=iter(["X[0-9]"]))
    assert list(found) == translator.translate(lines, protect=["X[0-9]"])


def test_what_gives_names_of_columns_is_no_list_of_lines(translator: dragoman.Translator) -> None:
    class Table:
        columns = ["a"]

        def __iter__(self) -> Iterator[str]:
            return iter(self.columns)

    for wrong in ({"A man.": 1}, Table()):
        with pytest.raises(TypeError, match="lines is .*, but must be a list of str"):
            translator.translate(wrong)


def test_progress_without_tqdm_says_what_to_install(translator: dragoman.Translator,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        translator.translate_lines(["A man."], progress=True)


def test_the_bar_closes_at_an_error(translator: dragoman.Translator, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []
    bar = SimpleNamespace(update=lambda count: events.append(f"{count} lines"), close=lambda: events.append("closed"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", SimpleNamespace(tqdm=lambda unit: bar))
    for line in ("A man.", None):
        events.clear()
        found = translator.translate_lines(["A man.", line], progress=True)  # type: ignore[list-item]
        if line is None:
            with pytest.raises(TypeError):
                list(found)
        else:
            assert len(list(found)) == 2
        assert events == [*(["2 lines"] if line else []), "closed"]


def test_what_a_generator_raises_comes_behind_the_lines_before(translator: dragoman.Translator) -> None:
    def source() -> Iterator[str]:
        yield "A man."
        raise KeyError("mine")

    found = translator.translate_lines(source())
    assert next(found) == translator.translate("A man.")
    with pytest.raises(KeyError, match="mine"):
        next(found)


def test_values_of_each_line_may_come_in_any_iterable(translator: dragoman.Translator) -> None:
    both = ["A man.", "A dog."]
    assert translator.translate(both, prefix=iter(["Ein", ""])) == translator.translate(both, prefix=["Ein", ""])
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"prefix": "Ei"}, "prefix is str, but must be a list of str"),
        ({"constraints": [["Mann"], None]}, r"constraints\[1\] is NoneType"),
        ({"protected_spans": [[(0, 1)], [(0, 1, 2)]]}, r"protected_spans\[1\] is .*, but must be pairs of indices"),
        ({"protected_spans": [None, []]}, r"protected_spans\[0\] is None, but must be pairs of indices"),
        ({"protected_spans": 3}, "protected_spans is int, but must be a list of lists of pairs"),
        ({"terminology": {"man": 5}}, "the translation of 'man' is int")]
    for given, message in wrong:
        with pytest.raises(TypeError, match=message):
            translator.translate(both, **given)


def test_what_only_has_a_method_encode_is_no_text(translator: dragoman.Translator) -> None:
    class Tag:  # as of BeautifulSoup
        def encode(self) -> bytes:
            return b"<p>A man.</p>"

    for texts, name in (([Tag()], "Tag"), (UserString("A man."), "UserString"), ([len], "builtin_function_or_method")):
        with pytest.raises(TypeError, match=rf"lines\[0\] is {name}, but must be str") as error:
            translator.translate(texts)
        assert error.value.__context__ is None
    with pytest.raises(TypeError, match=r"references\[0\]\[1\] is Tag"):
        dragoman.metrics.corpus_bleu(["a", "b"], [["a", Tag()]])  # type: ignore[list-item]


def test_a_line_is_encoded_once_for_all_its_spans() -> None:
    class Line(str):
        def __getitem__(self, place: Any) -> str:
            parts.append(str.__getitem__(self, place))
            return parts[-1]

    parts: list[str] = []
    line = Line("a\u00e9\u20ac\U0001f600" * 100)
    spans = [(i, i + 1) for i in reversed(range(len(line)))]
    found = _SpanList(0, line, spans)._array
    assert "".join(parts) == line
    assert [(span.begin, span.end) for span in found[-4:]] == [(6, 10), (3, 6), (1, 3), (0, 1)]


def test_numbers_of_lines_are_integers(translator: dragoman.Translator) -> None:
    with pytest.raises(TypeError, match="chunk_lines is float, but must be an integer"):
        translator.translate_lines(["A man."], chunk_lines=1.5)  # type: ignore[arg-type]
