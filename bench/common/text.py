"""Reads and writes text files."""

import csv
import gzip


def read_lines(path):
    """Returns the lines of a text, plain or gzip, without their ends. Only LF ends a line."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as file:
        return [line.removesuffix("\n") for line in file]


def write_lines(path, lines):
    """Writes the lines, each with its end. Returns the path."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def read_table(path):
    """Returns the rows of a table of `dragoman train`, as dictionaries."""
    with open(path, newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
