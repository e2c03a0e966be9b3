"""The text, models and other files that commands of the pages take for granted, all small."""

import gzip
import json
import re
import shutil
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from tiny_models import call, make_language_model, make_translator  # noqa: E402

LINES = 160  # of a text, at most
# Pages, a file of the embedded corpus, and the names on those pages that it stands for.
TEXTS = [
    ("*", "train.en", "train.en train.en.gz raw.en raw.en.gz big.en europarl.en.gz back.en own.en"),
    ("*", "train.de", "train.de train.de.gz train.fr.gz raw.de raw.de.gz europarl.de.gz back.de own.de"),
    ("*", "valid.en", "valid.en val.en.gz dev.en"),
    ("*", "valid.de", "valid.de val.de.gz val.fr.gz dev.de held-out.txt"),
    ("*", "test.en", "test.en new.en test_2016_flickr.en.gz"),
    ("*", "test.de", "test.de out.de a.de b.de baseline.de test_2016_flickr.de test_2016_flickr.de.gz test_2016_flickr.fr.gz"),
    ("docs/alignment.md", "test.de", "new.de"),
    ("docs/translating.md", "test.de", "plain-or-human.de"),
    ("docs/tutorial.md", "train.en", "help/train.en"),
    ("docs/tutorial.md", "train.de", "help/train.de"),
    ("docs/tutorial.md", "valid.en", "help/valid.en"),
    ("docs/tutorial.md", "valid.de", "help/valid.de"),
    ("docs/tutorial.md", "test.en", "help/test.en"),
    ("docs/tutorial.md", "test.de", "help/test.de"),
]
# Names on pages that a command of the page itself makes: they must not be there before.
MADE = {"docs/results.md": "back.en"}
TRANSLATORS = "RUN my-model model en-de de-en"
LANGUAGE_MODELS = "german german-lm"
FILES = {
    "prompts.txt": "Ein Mann\nDer Hund\n",
    "terms.tsv": "cat\tKatze\ndog\tHund\n",
    "lemmas.tsv": "Hunde\tHund\nKatzen\tKatze\n",
    "own.tsv": "A man.\tEin Mann.\nA dog.\tEin Hund.\n",
    "page.html": "<!DOCTYPE html>\n<html><body><p>A <b>man</b>.</p>\n<p>The dog is not.</p></body></html>\n",
    "help/page.en.html": "<!DOCTYPE html>\n<html><body><h1>A page</h1><p>A <i>dog</i>.</p></body></html>\n",
    "de.po": 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "A man."\nmsgstr ""\n',
}
TERM_SIGNS = "⟦⦀⟧"
CONFIGURATIONS = "config.json C.json"


def write_lines(path, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


class Materials:
    """Made once; a page gets copies."""

    def __init__(self, program, folder):
        self.corpus, self.models = folder / "corpus", folder / "models"
        call(program, "corpus", "--out", self.corpus, "--pairs", 400, "--seed", 3, "--alignment")
        self.models.mkdir()
        (self.models / "corpus").symlink_to(self.corpus)
        self.translator = make_translator(program, self.models, updates=30, symbols=TERM_SIGNS)
        self.language_model = make_language_model(program, self.models, updates=20)
        call(program, "export", self.translator, "--format", "huggingface", "--out", self.models / "exported")

    def lines(self, name):
        return (self.corpus / name).read_text(encoding="utf-8").splitlines()[:LINES]

    def prepare(self, page, folder):
        """A working folder for the page's commands."""
        (folder / "build").mkdir(parents=True)
        for name in ("configs", "bench", "scripts", "docs"):
            (folder / name).symlink_to(ROOT / name)
        shutil.copytree(self.corpus, folder / "build" / "demo-corpus")
        self._write_texts(page, folder)
        for name in TRANSLATORS.split():
            self.give_model(folder, name, self.translator)
        for name in LANGUAGE_MODELS.split():
            self.give_model(folder, name, self.language_model)
        shutil.copytree(self.models / "exported", folder / "opus-mt-en-de")

    @staticmethod
    def give_model(folder, name, model):
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(model, folder / name, symlinks=True)

    def _write_texts(self, page, folder):
        made = MADE.get(page, "").split()
        (folder / "help").mkdir()
        for pages, source, names in TEXTS:
            text = "".join(line + "\n" for line in self.lines(source)).encode()
            for name in set(names.split()).difference(made) if fnmatch(page, pages) else ():
                (folder / name).write_bytes(gzip.compress(text, mtime=0) if name.endswith(".gz") else text)
        for name, text in FILES.items():
            (folder / name).write_text(text, encoding="utf-8")
        german = self.lines("train.de")
        write_lines(folder / "text.txt", ["ROMEO:", *german])
        write_lines(folder / "deu.txt", [f"{line}\t{number}" for number, line in enumerate(german)])
        write_lines(folder / "tagged.en", [re.sub(r"^(\S+)", r"<b>\1</b>", line) for line in self.lines("test.en")])
        pairs = [{"source": f"{name}.en", "target": f"{name}.de"} for name in ("train", "valid")]
        for name in CONFIGURATIONS.split():
            write_lines(folder / name, [json.dumps({"data": {"train": pairs[:1], "valid": pairs[1]}})])
