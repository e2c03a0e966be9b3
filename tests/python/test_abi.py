"""The functions and structs of _abi.py are those of the headers."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import pytest
from dragoman import _abi, _library

HEADERS = Path(__file__).parents[2] / "capi"
# Structs of the header whose name differs in _abi.py.
LEFT_OUT = {"dragoman_link", "dragoman_term"}  # read as numbers, written as texts
NAMES = {"dragoman_call": "CallStruct", "dragoman_translation": "TranslationStruct", "dragoman_text": "Text"}


@pytest.fixture(scope="module")
def header() -> str:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(HEADERS.glob("dragoman*.h")))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def test_functions_have_the_arguments_of_the_header(header: str) -> None:
    functions = re.findall(r"[\w*] \*?(dragoman_\w+)\(([^;()]*)\);", header)
    assert len(functions) > 50
    for name, arguments in functions:
        declared = [] if arguments == "void" else arguments.split(",")
        known = getattr(_library.lib, name).argtypes
        assert known is not None, name
        assert len(known) == len(declared), name
        for argument, kind in zip(declared, known):
            by_value = re.fullmatch(r"\s*dragoman_text \w+", argument)
            assert (kind is _abi.TextIn) == bool(by_value), (name, argument)
            assert (kind is _abi.pointer) == ("*" in argument), (name, argument)


def test_structs_have_the_members_of_the_header(header: str) -> None:
    structs = re.findall(r"typedef struct (\w+) \{(.*?)\}", header, re.DOTALL)
    assert len(structs) > 10
    for name, body in structs:
        if name in LEFT_OUT:
            continue
        body = re.sub(r"\(\*(\w+)\)\([^()]*\)", r" \1", body)  # callbacks
        members = re.findall(r"(\w+)(?:\[\d\])?;", body)
        known = NAMES.get(name, "".join(word.title() for word in name.split("_")[1:]))
        fields = getattr(_abi, known)._fields_
        assert [field for field, *_ in fields] == members, name
        assert ctypes.sizeof(getattr(_abi, known)) > 0
