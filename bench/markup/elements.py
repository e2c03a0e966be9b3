"""Parses the elements of HTML fragments for the scripts in this folder."""
import html
import re
from dataclasses import dataclass

TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
VOID = {"br", "img", "hr", "input", "wbr"}


@dataclass
class Element:
    start: str  # the start tag, byte for byte
    name: str
    begin: int  # offset of the start tag, in characters
    end: int | None = None  # offset of the end tag; None without one


def elements(line):
    """Returns the elements of a fragment, in the order of their start tags. An end tag ends the nearest open
    element of its name."""
    found, open_elements = [], []
    for match in TAG.finditer(line):
        name = match[2].lower()
        if not match[1]:
            found.append(Element(match[0], name, match.start()))
            if name not in VOID and not match[3].endswith("/"):
                open_elements.append(found[-1])
            continue
        of_name = [element for element in open_elements if element.name == name]
        if of_name:
            of_name[-1].end = match.start()
            open_elements.remove(of_name[-1])
    return found


def is_well_formed(line):
    """True if each pair of tags is complete and crosses no other."""
    open_names = []
    for match in TAG.finditer(line):
        name = match[2].lower()
        if match[1]:
            if not open_names or open_names.pop() != name:
                return False
        elif name not in VOID and not match[3].endswith("/"):
            open_names.append(name)
    return not open_names


def text_of(line):
    """Returns the text without tags, on one line."""
    return " ".join(html.unescape(TAG.sub("", line)).split())


def words_of(text):
    """Returns the words in lower case, without punctuation, separated by single spaces."""
    return " ".join(re.findall(r"\w+", text.lower()))
