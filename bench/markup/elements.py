"""Elements of fragments of HTML, as the scripts beside this file read them."""
import html
import re
from dataclasses import dataclass

TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
VOID = {"br", "img", "hr", "input", "wbr"}


@dataclass
class Element:
    start: str  # the start tag, byte for byte
    name: str
    begin: int  # where the start tag begins, in characters
    end: int | None = None  # where the end tag begins; None without one


def elements(line):
    """Those of a fragment, in the order of their start tags. An end tag ends the nearest open element of its name."""
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
    """Whether each pair of tags is whole and crosses no other."""
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
    """The text without tags, as one line."""
    return " ".join(html.unescape(TAG.sub("", line)).split())


def words_of(text):
    """In lower case, without punctuation, a space between two."""
    return " ".join(re.findall(r"\w+", text.lower()))
