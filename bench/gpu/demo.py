"""Trains the demo on the device and on the CPU, and compares losses, translations and scores."""

import json
import statistics
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from building import count_gpus
from records import Failed

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.text import read_table, write_lines  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "configs" / "demo.json"
BEAMS = {"greedy": 1, "beam 4": 4}
PRECISIONS = ("fp32", "bf16")
# Values of search.batch_tokens. With the first, nearly every line has its own batch.
BATCH_TOKENS = (64, 1000, 16000)


@dataclass(frozen=True)
class Check:
    """A check that `found` is at most `allowed`. On the CPU, which replaces a device there, `allowed` is 0."""

    name: str
    found: float
    allowed: float
    unit: str = ""

    def as_dict(self):
        return asdict(self) | {"holds": self.found <= self.allowed}  # NaN does not hold


# Differences allowed for another order of sums, in fp32 and in bf16, in trainings and translations of this size.
ALLOWED = {
    "first report": 0.005,  # of the loss
    "last validation": 0.05,  # of the loss: small differences have grown by then
    "BLEU of the trained": 2.0,  # points of BLEU
    "lines fp32": 0.01,  # share of lines translated otherwise
    "lines bf16": 0.10,
    "BLEU fp32": 0.3,
    "BLEU bf16": 1.0,
    "scores fp32": 0.01,  # log-probability of a line, median of differences
    "scores bf16": 0.2,
    "batches": 0.01,  # share of lines whose translation depends on the batch
}


def demo_folder(options):
    """Of these sources: a training that others began would go on."""
    return options.folder / f"demo-{options.digest}"


class Demo:
    def __init__(self, stage, options):
        self.stage, self.options = stage, options
        self.program = options.build / "dragoman"
        self.folder = demo_folder(options)
        self.folder.mkdir(exist_ok=True)

    def check(self, name, found, kind, unit=""):
        """Returns a check of a difference between the device and the CPU, with the limit for its kind."""
        allowed = 0.0 if self.options.device == "cpu" else ALLOWED[kind]
        return Check(name, found, allowed, unit).as_dict()

    def call(self, *arguments):
        return self.stage.run([self.program, *arguments])

    def write_corpus(self):
        corpus = self.folder / "corpus"
        if not (corpus / "test.de").exists():
            self.call("corpus", "--out", corpus, "--pairs", 2000 if self.options.quick else 20000, "--seed", 1)

    def train(self, name, device, *options):
        """Trains in a folder of that name, or continues an interrupted training. Returns its losses."""
        corpus, files = self.folder / "corpus", [("train.0", "train"), ("valid", "valid")]
        pairs = [
            f"data.{section}.{side}={corpus}/{file}.{end}"
            for section, file in files
            for side, end in (("source", "en"), ("target", "de"))
        ]
        pairs.append(f"train.device={device}")
        if self.options.quick:
            pairs += ["train.updates=120", "train.warmup=40", "train.validate_every=60", "train.report_every=20"]
        flags = [part for pair in pairs for part in ("--set", pair)]
        self.call("train", CONFIG, "--out", self.folder / name, "--resume", *flags, *options)
        return self.losses(name)

    def losses(self, name):
        """Returns the losses of a training."""
        tables = (read_table(self.folder / name / f"{table}.tsv") for table in ("train", "valid"))
        reports, validations = ([float(row["loss"]) for row in table] for table in tables)
        return {"reports": reports, "validations": validations}

    def translate(self, source, device, name, *arguments):
        """Translates a text with the model trained on the CPU; returns the lines, as many as the text has."""
        out = self.folder / f"{name}.de"
        run = self.folder / "on-cpu"
        self.call("translate", run, "--input", source, "--output", out, "--device", device, *arguments)
        found, given = (path.read_text(encoding="utf-8").split("\n")[:-1] for path in (out, source))
        if len(found) != len(given):
            raise Failed(f"{len(given)} lines were translated to {len(found)}")
        if any(bool(line.strip()) != bool(translation) for line, translation in zip(given, found)):
            raise Failed(f"a blank line got a translation, or another got none: {out}")
        return found

    def bleu(self, run, device="cpu"):
        """Returns the BLEU of a folder's translations of the test text."""
        corpus = self.folder / "corpus"
        texts = ("--source", corpus / "test.en", "--reference", corpus / "test.de")
        return json.loads(self.call("evaluate", run, *texts, "--device", device, "--format", "json"))["score"]

    def bleu_of(self, lines):
        file = write_lines(self.folder / "scored.de", lines)
        texts = ("--hypothesis", file, "--reference", self.folder / "corpus" / "test.de")
        return json.loads(self.call("evaluate", *texts, "--format", "json"))["score"]

    def scores(self, device, precision):
        """Returns the log-probabilities of the test text's references by the model trained on the CPU."""
        corpus = self.folder / "corpus"
        texts = ("--source", corpus / "test.en", "--target", corpus / "test.de")
        run = self.folder / "on-cpu"
        text = self.call("score", run, *texts, "--device", device, "--precision", precision, "--format", "text")
        return [float(line) for line in text.split()]

    def compare_trainings(self):
        """Compares trainings on the CPU and on the device. If the device is the CPU, compares one thread with all
        threads."""
        self.write_corpus()
        cpu = self.train("on-cpu", "cpu")
        device = self.options.device
        found = self.train("on-device", device, *(["--threads", 1] if device == "cpu" else []))
        bleu = [self.bleu(self.folder / name) for name in ("on-cpu", "on-device")]
        checks = self.compare_losses(found, cpu, "")
        checks.append(self.check("BLEU of the two trainings", abs(bleu[1] - bleu[0]), "BLEU of the trained", "points"))
        return {"checks": checks, "cpu": cpu, "device": found, "bleu": bleu}

    def compare_losses(self, found, expected, name):
        kinds = [("first report", "reports", 0), ("last validation", "validations", -1)]
        return [
            self.check(f"loss, {kind}{name}", relative(found[table][place], expected[table][place]), kind, "of the loss")
            for kind, table, place in kinds
        ]

    def compare_processes(self):
        """Compares a training by several processes with that by one. Each has its own GPU if there are two or more."""
        count = max(2, min(4, count_gpus(self.options.device)))  # the demo's updates have four parts
        found = self.train("by-processes", self.options.device, "--processes", count)
        one = self.losses("on-device")
        return {"checks": self.compare_losses(found, one, f", {count} processes"), "device": found}

    def compare_translations(self, precision, beam):
        """Compares the CPU's translations in fp32 with the device's, both by the model trained on the CPU."""
        source, options = self.folder / "corpus" / "test.en", ("--beam", BEAMS[beam])
        cpu = self.translate(source, "cpu", "cpu", *options, "--precision", self.reference(precision))
        found = self.translate(source, self.options.device, "device", *options, "--precision", precision)
        bleu = [self.bleu_of(lines) for lines in (cpu, found)]
        name, others = f"{precision}, {beam}", share_of_others(cpu, found)
        checks = [
            self.check(f"lines translated otherwise, {name}", others, f"lines {precision}", "of lines"),
            self.check(f"BLEU, {name}", abs(bleu[1] - bleu[0]), f"BLEU {precision}", "points"),
        ]
        return {"checks": checks, "bleu": bleu}

    def reference(self, precision):
        """Returns the CPU's precision for the comparison: fp32, or the same one if the device is the CPU."""
        return precision if self.options.device == "cpu" else "fp32"

    def compare_scores(self, precision):
        cpu = self.scores("cpu", self.reference(precision))
        found = self.scores(self.options.device, precision)
        difference = statistics.median(abs(a - b) for a, b in zip(cpu, found, strict=True))
        return {"checks": [self.check(f"scores, {precision}, median", difference, f"scores {precision}", "nats a line")]}

    def compare_batches(self, beam):
        """Compares translations of a text in small and large batches; the text has blank and long lines."""
        lines = (self.folder / "corpus" / "test.en").read_text(encoding="utf-8").split("\n")[:-1]
        lines[1:1] = ["", " ", " ".join(lines[:40]), ""]
        source = write_lines(self.folder / "uneven.en", lines)
        first, *others = (
            self.translate(
                source, self.options.device, f"batches-{tokens}", "--beam", BEAMS[beam], "--batch-tokens", tokens
            )
            for tokens in BATCH_TOKENS
        )
        share = max(share_of_others(first, other) for other in others)
        return {"checks": [self.check(f"lines that depend on the batch, {beam}", share, "batches", "of lines")]}


def relative(ours, theirs):
    return abs(ours - theirs) / abs(theirs)


def share_of_others(lines, others):
    return sum(a != b for a, b in zip(lines, others, strict=True)) / len(lines)


def run_demo(stage, options):
    demo = Demo(stage, options)
    trained = (demo.folder / "on-cpu" / "model.safetensors").exists()  # missing on another machine
    if not stage.once("trainings", demo.compare_trainings, needs=30, again=not trained):
        return  # the other items need the trained folder
    stage.once("processes", demo.compare_processes, needs=30)
    for precision in PRECISIONS:
        for beam in BEAMS:
            stage.once(f"translations, {precision}, {beam}", lambda: demo.compare_translations(precision, beam))
        stage.once(f"scores, {precision}", lambda: demo.compare_scores(precision))
    for beam in BEAMS:
        stage.once(f"batches, {beam}", lambda: demo.compare_batches(beam))
