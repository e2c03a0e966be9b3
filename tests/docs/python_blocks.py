"""Runs the blocks of Python that stdin names, one after another, as one program that may await.

stdin is a list in JSON of {"line", "text"}: the block's first line on its page, and its text. stdout gets, for each block,
a line of JSON: the line of the page where it failed, 0 if it did not, and what was wrong.
"""

import ast
import asyncio
import inspect
import itertools
import json
import shutil
import sys
import traceback
from pathlib import Path

# What blocks take for granted.
SYLLABLES = [consonant + vowel for consonant in "bdfghjklmnprstvwz" for vowel in "aeiou"][::3]
LINES = ["A man.", "A dog."]
GIVEN = {
    "lines": LINES, "sources": LINES, "targets": ["Ein Mann.", "Ein Hund."], "prompt": "Ein ",
    "hypotheses": ["Ein Mann.", "Ein Hund schläft."], "references": ["Ein Mann.", "Der Hund schläft."],
    "a": ["Ein Mann.", "Ein Hund."], "b": ["Der Mann.", "Der Hund schläft."],
}  # fmt: skip


def use_language_model(_):
    shutil.rmtree("RUN")
    shutil.copytree("german", "RUN")


def use_much_text(names):
    """Text of many words, for a tokenizer of usual size."""
    names["lines"] = ["".join(word) for word in itertools.product(SYLLABLES, repeat=3)]


# What blocks with these words need in another way.
NEEDS = [('LanguageModel("RUN")', use_language_model), ("Tokenizer.train(lines", use_much_text)]


def run(statement, names):
    code = compile(ast.Module([statement], []), "block", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    result = eval(code, names)  # noqa: S307
    if inspect.iscoroutine(result):
        asyncio.run(result)


def run_block(block, names):
    """The line of the block's failure and the error; 0 and an empty text if there is none."""
    line = 1
    try:
        for statement in ast.parse(block["text"]).body:
            line = statement.lineno
            run(statement, names)
    except Exception as error:
        line = error.lineno or 1 if isinstance(error, SyntaxError) else line
        return block["line"] + line - 1, traceback.format_exception_only(type(error), error)[-1].strip()
    return 0, ""


def main():
    names = dict(GIVEN, page=Path("page.html").read_text(encoding="utf-8"))
    results, sys.stdout = sys.stdout, sys.stderr
    for block in json.load(sys.stdin):
        for words, prepare in NEEDS:
            if words in block["text"]:
                prepare(names)
        print(json.dumps(run_block(block, names)), file=results, flush=True)


if __name__ == "__main__":
    main()
