"""The corpora to score, in memory and as files: generated ones, and real text."""

import gzip
import random
import sys
from dataclasses import dataclass
from pathlib import Path

from generated_text import FAR, LONGEST, MIXED, MOVED, REPETITIVE, SHORT, make_corpus

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.text import write_lines  # noqa: E402

# Names of files, which are also names of systems. LaTeX and JSON escape some of the characters.
SYSTEM_NAMES = ("system_1.txt", "système 2 & co", "100%")
NUM_FAR = 24


@dataclass
class Corpus:
    """A corpus: the lines of each system and reference, and the folder of their files."""

    name: str
    systems: list
    references: list
    folder: Path = None

    def system_names(self, num_systems):
        return list(SYSTEM_NAMES[:num_systems])

    def reference_names(self, num_references):
        return [f"reference{i + 1}" for i in range(num_references)]

    def write(self, folder):
        self.folder = folder / self.name
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, lines in zip(SYSTEM_NAMES, self.systems):
            write_lines(self.folder / name, lines)
        for name, lines in zip(self.reference_names(len(self.references)), self.references):
            write_lines(self.folder / name, lines)

    def joined_systems(self, num_systems):
        """Returns lines of tab-separated translations for the standard input."""
        columns = [_without_tabs(lines) for lines in self.systems[: num_systems - 1]]
        # Line ends are stripped; the tab of an empty last field would be lost with them.
        last = _not_blank(_without_tabs(self.systems[num_systems - 1]), num_systems > 1)
        rows = list(zip(*columns, last))
        rows[0] = [field.rstrip() for field in rows[0]]  # sacreBLEU does not do so in the first line
        return ["\t".join(fields) for fields in rows]

    def joined_references(self, num_references):
        """Returns lines of `num_references` tab-separated references; the last may contain tabs."""
        columns = [_without_tabs(lines) for lines in self.references[: num_references - 1]]
        last = _not_blank(self.references[num_references - 1], num_references > 1)
        return ["\t".join(fields) for fields in zip(*columns, last)]

    def varying_references(self):
        """Returns lines with varying numbers of tab-separated references."""
        chosen = random.Random(len(self.references[0]))
        lines = []
        for fields in zip(*(_without_tabs(lines) for lines in self.references)):
            kept = chosen.sample(fields, chosen.randint(1, len(fields)))
            lines.append("\t".join(kept).rstrip())
        return lines


def read_lines(path):
    """Reads the lines of a text file, plain or gzip, without byte order mark and carriage returns."""
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        text = file.read().decode("utf-8-sig")
    return text.replace("\r", "").removesuffix("\n").split("\n")


def generated_corpora(options):
    """Yields the generated corpora; the options determine them."""
    plans = [("short", min(300, options.segments), 3, 3, SHORT)]
    plans += [(f"far{i:02}", 1 + i % 8, 2, 1 + i % 3, FAR) for i in range(NUM_FAR)]
    plans += [("repetitive", 150, 2, 2, REPETITIVE), ("longest", 3, 1, 1, LONGEST)]
    plans += [("moved", options.ter_segments, 1, 2, MOVED)]
    plans += [("characters", options.ter_segments // 2, 1, 1, SHORT)]
    plans += [(f"mixed{n}", options.segments, 2, n, MIXED) for n in (1, 2, 3)]
    for i, (name, num_segments, num_systems, num_references, style) in enumerate(plans):
        seed = options.seed * 1000 + i
        yield Corpus(name, *make_corpus(num_segments, num_systems, num_references, style, seed))


def real_corpora(pairs, seed):
    """Yields two corpora for each pair of files: all of it, and the part for TER."""
    for i, (hypothesis, reference) in enumerate(pairs):
        corpus = real_corpus(f"real{i + 1}", read_lines(hypothesis), read_lines(reference), seed)
        yield corpus
        chosen = [i for i in range(len(corpus.systems[0])) if _is_quick(corpus, i)][:500]
        part = [[lines[i] for i in chosen] for lines in corpus.systems + corpus.references]
        num_systems = len(corpus.systems)
        yield Corpus(f"{corpus.name}part", part[:num_systems], part[num_systems:])


def real_corpus(name, hypothesis, reference, seed):
    """Makes a corpus of a real system and reference, with two systems and a reference derived from them."""
    if len(hypothesis) != len(reference):
        raise SystemExit(f"error: {len(hypothesis)} hypotheses and {len(reference)} references")
    maker = random.Random(seed)
    worse = [_disturbed(line, maker, 0.02) for line in hypothesis]
    mixed = [maker.choice(pair) for pair in zip(hypothesis, reference)]
    other = [_disturbed(line, maker, 0.1) for line in reference]
    return Corpus(name, [hypothesis, worse, mixed], [reference, other])


def _is_quick(corpus, index):
    return all(len(lines[index].split()) <= 60 for lines in corpus.systems + corpus.references)


def _disturbed(line, maker, rate):
    """Drops and swaps some words."""
    words = line.split(" ")
    words = [word for word in words if maker.random() >= rate]
    for i in range(len(words) - 1):
        if maker.random() < rate:
            words[i], words[i + 1] = words[i + 1], words[i]
    return " ".join(words)


def _without_tabs(lines):
    return [line.replace("\t", " ") for line in lines]


def _not_blank(lines, needed):
    return [line if line.strip() or not needed else "." for line in lines]
