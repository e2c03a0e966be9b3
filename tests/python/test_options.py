"""Options: names and values."""

from __future__ import annotations

import enum
import inspect
import operator
import subprocess
import sys
import typing
from typing import Any, Iterator

import dragoman
import pytest


class Float64(float):
    """A number that is written like numpy's."""

    def __repr__(self) -> str:
        return f"np.float64({float(self)})"


class Array:
    """A scalar or an array, like numpy's."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def tolist(self) -> Any:
        return self._value

    def __repr__(self) -> str:
        return f"np({self._value})"


class Width(enum.IntEnum):
    NARROW = 1


def test_the_package_lists_its_names_and_runs_as_the_command() -> None:
    assert set(dragoman.__all__) <= set(dir(dragoman))
    done = subprocess.run([sys.executable, "-m", "dragoman", "--version"], text=True, capture_output=True, check=True)
    assert done.stdout.startswith("dragoman ")


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
    with pytest.raises(TypeError, match="an element of protect is None"):
        translator.translate("A man.", protect=["default", None])
    for wrong in (b"A", [b"A"], bytearray(b"A")):
        with pytest.raises(TypeError, match="protect is byte.*, but must be str"):
            translator.translate("A man.", protect=wrong)
    with pytest.raises(ValueError, match="beam has two values"):
        translator.translate("A man.", beam=[1, 2])


def test_one_number_may_be_a_list(run: str) -> None:
    with dragoman.Translator(run, workers=[2]) as translator:
        assert translator.translate("A man.") and translator._workers == 2


def test_numbers_may_be_of_other_types(run: str, translator: dragoman.Translator, lines: list[str]) -> None:
    expected = translator.translate(lines, beam=1, alpha=0.5)
    for beam, alpha in ((Width.NARROW, Float64(0.5)), (Array(1), Array(0.5))):
        assert translator.translate(lines, beam=beam, alpha=alpha) == expected
    assert translator.translate("A man.", details=True, alignment=Array(True)).word_alignment
    with dragoman.Translator([run, run], weights=Array([1, 0.5])) as ensemble:
        assert ensemble.translate("A man.")
    with pytest.raises(ValueError, match="weights"):
        dragoman.Translator([run, run], weights=[Float64(1)])


def test_one_best_may_be_a_str(translator: dragoman.Translator) -> None:
    assert translator.translate("A man.", num_best="1") == translator.translate("A man.")


def test_numbers_may_be_numpys(run: str, translator: dragoman.Translator) -> None:
    numpy = pytest.importorskip("numpy")
    given = {"beam": numpy.int64(2), "alpha": numpy.float64(0.5), "alignment": numpy.bool_(True)}
    found = translator.translate("A man.", details=True, **given)
    assert found.text == translator.translate("A man.", beam=2, alpha=0.5)
    assert found.word_alignment
    with dragoman.Translator([run, run], weights=numpy.array([1, 0.5])) as ensemble:
        assert ensemble.translate("A man.")


def test_empty_values_and_unknown_devices_are_refused(run: str, translator: dragoman.Translator) -> None:
    with pytest.raises(ValueError, match="fusion is empty: give a value, or leave it out"):
        dragoman.Translator(run, fusion="")
    for device in ("CPU", 0, ""):
        with pytest.raises(ValueError, match="device is .*, but must be cpu, cuda or cuda:N"):
            dragoman.Translator(run, device=device)
    with pytest.raises(ValueError, match="terminology is empty: give a value, or leave it out"):
        translator.translate("A man.", terminology="")


def test_numbers_of_workers_and_threads_may_be_of_any_type(run: str) -> None:
    for options, expected in (({"workers": 2.0}, 2), ({"threads": "1", "workers": "2"}, 2), ({"threads": 1.0}, 1)):
        with dragoman.Translator(run, **options) as translator:
            assert translator._workers == expected


def hinted() -> Iterator[Any]:
    for name in [*dragoman.__all__, "metrics.BLEU", "metrics.PairedTest", "metrics.corpus_bleu"]:
        found = operator.attrgetter(name)(dragoman)
        yield found
        if inspect.isclass(found):
            yield from (member for _, member in inspect.getmembers(found, inspect.isfunction))


def test_the_type_hints_of_all_functions_can_be_read() -> None:
    for function in hinted():
        if not inspect.ismodule(function):
            assert isinstance(typing.get_type_hints(function), dict)
