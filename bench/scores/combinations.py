"""The combinations of options to compare: metrics, reports, several systems."""

from dataclasses import dataclass, replace

from corpora import Corpus

TOKENIZERS = ("13a", "intl", "char", "zh", "none", "{spm}")
SMOOTHINGS = (
    "exp",
    "exp --smooth-value 0.5",
    "none",
    "none --smooth-value 2",
    "floor",
    "floor --smooth-value 0.5",
    "floor --smooth-value 0",
    "add-k",
    "add-k --smooth-value 0.5",
    "add-k --smooth-value 2",
)
CHRF_OPTIONS = (
    "",
    "--chrf-word-order 2",
    "--chrf-word-order 1",
    "--chrf-word-order 3 --chrf-char-order 4",
    "--chrf-char-order 1",
    "--chrf-char-order 9",
    "--chrf-char-order 0 --chrf-word-order 2",
    "--chrf-beta 0",
    "--chrf-beta 1",
    "--chrf-beta 3 --chrf-word-order 2",
    "--chrf-whitespace",
    "--chrf-lowercase",
    "--chrf-eps-smoothing",
    "--chrf-eps-smoothing --chrf-word-order 2",
    "--chrf-whitespace --chrf-lowercase --chrf-word-order 2",
    "--chrf-whitespace --chrf-eps-smoothing --chrf-beta 1 --chrf-char-order 3",
)
TER_FLAGS = ("--ter-normalized", "--ter-no-punct", "--ter-asian-support", "--ter-case-sensitive")
ALL_METRICS = "--metrics ter chrf bleu"
SIGNIFICANCE = (
    "--paired-ar --paired-ar-n 150",
    "--paired-ar --paired-ar-n 37 --short",
    "--paired-bs --paired-bs-n 150",
    "--paired-bs --paired-bs-n 41 --short",
)


@dataclass(frozen=True)
class Combination:
    """Options that both programs understand, and the texts for them.

    `layout`: files: one file for each system and reference. stdin: the systems as tab-separated fields of the
    standard input. split: the references as fields of one file, equally many on each line. varying: the same with
    different numbers, which only sacreBLEU's API supports.
    """

    corpus: Corpus
    options: str
    num_references: int = 1
    systems: tuple = (0,)
    layout: str = "files"
    environment: tuple = ()
    terminal: bool = False

    def __post_init__(self):
        """Limits TER's randomisation test to two references: the mean of three lengths is inexact, so ties are
        uncertain."""
        if "ter" in self.options.split() and "--paired-ar" in self.options:
            object.__setattr__(self, "num_references", min(2, self.num_references))

    def with_options(self, options, **changes):
        return replace(self, options=options, **changes)

    def __str__(self):
        parts = [f"{self.corpus.name:10} {len(self.systems)}:{self.num_references}"]
        parts += [f"{name}={value}" for name, value in self.environment]
        parts += [self.layout] if self.layout != "files" else []
        parts += ["terminal"] if self.terminal else []
        return " ".join(parts + [self.options.replace("{spm}", "MODEL")])


def bleu_options():
    for tokenizer in TOKENIZERS:
        yield f"--tokenize {tokenizer}"
        yield f"--tokenize {tokenizer} --lowercase"
    for smoothing in SMOOTHINGS:
        yield f"--smooth-method {smoothing}"
    yield "--lowercase --smooth-method floor --tokenize zh --force"


def chrf_options():
    for options in CHRF_OPTIONS:
        yield f"--metrics chrf {options}".strip()


def ter_options():
    for mask in range(2 ** len(TER_FLAGS)):
        flags = [flag for i, flag in enumerate(TER_FLAGS) if mask >> i & 1]
        yield " ".join(["--metrics ter"] + flags)


def metric_options():
    yield from bleu_options()
    yield from chrf_options()
    yield from ter_options()


def format_options():
    """Yields options for the report of one system."""
    for metrics in ("--metrics bleu", ALL_METRICS):
        for form in ("json", "text", "latex"):
            for extra in ("", " --short", " --score-only", " --confidence --confidence-n 100"):
                yield f"{metrics} --format {form}{extra}"
        yield f"{metrics} --format text --confidence --confidence-n 60 --score-only --short"
        yield f"{metrics} --quiet --no-color --force"
    yield "--metrics bleu bleu"
    yield "--metrics chrf bleu --format text --lowercase --chrf-word-order 2"
    yield "--metrics chrf ter --format text --ter-normalized --ter-asian-support"
    for width in (0, 2, 4, 17):
        yield f"{ALL_METRICS} --format text --width {width}"
        yield f"{ALL_METRICS} --width {width}"
    for samples in (2, 39, 40, 81):
        yield f"{ALL_METRICS} --format text --confidence --confidence-n {samples}"


def several_options():
    """Yields options for the report of several systems, with and without comparison."""
    for metrics in ("--metrics bleu", "--metrics ter bleu", "--metrics chrf bleu ter"):
        for form in ("json", "text", "latex"):
            for extra in ("", "--short --width 3", *SIGNIFICANCE):
                yield f"{metrics} --format {form} {extra}".strip()
    yield "--paired-ar --format text --smooth-method add-k --smooth-value 0.5 --paired-ar-n 90"
    yield "--paired-bs --format text --smooth-method add-k --smooth-value 0.5 --paired-bs-n 90"
    yield "--paired-bs --format text --smooth-method floor --tokenize zh --paired-bs-n 90"
    yield "--metrics chrf --paired-bs --format text --chrf-word-order 2 --paired-bs-n 90"
    yield "--metrics chrf --paired-bs --format text --chrf-eps-smoothing --paired-bs-n 90"
    yield "--metrics chrf --paired-ar --chrf-beta 1 --paired-ar-n 90"
    yield "--metrics ter --paired-ar --ter-normalized --paired-ar-n 90"
    yield "--paired-ar"
    yield "--paired-bs --width 0"


def sentence_options():
    """Yields options for the report of segments, in addition to the metrics' options."""
    for extra in ("--score-only", "--short", "--width 3", "--format text --quiet", "--force"):
        yield f"--sentence-level {extra}"
    yield "--sentence-level --metrics ter --short"
    yield "--sentence-level --metrics chrf --score-only --width 5"


def refused_options():
    """Yields options that exclude each other: (options, systems)."""
    yield "--sentence-level --metrics bleu chrf", (0,)
    yield "--sentence-level --confidence", (0,)
    yield "--sentence-level", (0, 1)
    yield "--sentence-level --paired-ar", (0, 1)
    yield "--confidence", (0, 1)
    yield "--paired-ar", (0,)
    yield "--paired-bs", (0, 0)
    yield "--paired-ar --paired-bs", (0, 1)
    yield "--metrics bleu", (0, 0)
    yield "--num-refs 2", (0,)
    yield "--tokenize 14a", (0,)
    yield "--smooth-method laplace", (0,)
    yield "--metrics meteor", (0,)
    yield "--format xml", (0,)
