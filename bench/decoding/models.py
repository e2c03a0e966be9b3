"""Model folders, the same weights for CTranslate2, and the source lines as ids."""

import hashlib
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1]
sys.path += [str(BENCH), str(BENCH / "interop")]
from common.text import read_lines  # noqa: E402
from dragoman_program import Dragoman  # noqa: E402

BASE = {
    "data.valid": "{}",
    "tokenizer.vocabulary_size": 32000,
    "train.device": "cpu",
    "train.updates": 1,
    "train.update_tokens": 1000,
    "train.parts": 1,
    "train.keep": "last",
}


@dataclass
class Model:
    name: str
    folder: Path  # subfolder of --work for the model's files
    run: Path
    sources: list  # ids of each line that is not blank, without end of sentence
    forced: bool  # random weights, whose translations would never end

    def converted(self, precision):
        """Converts the model for CTranslate2 unless that was done before; returns its path."""
        out = self.folder / f"ctranslate2-{precision}"
        if not out.exists():
            import ctranslate2  # may be missing if nothing is converted

            converter = ctranslate2.converters.TransformersConverter(str(self.folder / "huggingface"))
            converter.convert(str(out), quantization=precision)
        return out


def digest(run):
    files = [run / "config.json", run / "model.safetensors"]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def export(dragoman, folder):
    """Exports the run in transformers' form, unless that was done before."""
    note, now = folder / "exported.txt", digest(dragoman.run)
    if note.exists() and note.read_text() == now:
        return
    for old in [note, folder / "huggingface", *folder.glob("ctranslate2-*")]:
        if old.is_dir():
            shutil.rmtree(old)
        else:
            old.unlink(missing_ok=True)
    dragoman.call("export", dragoman.run, "--format", "huggingface", "--out", folder / "huggingface")
    note.write_text(now)


def open_model(name, options, run, source, count, forced):
    folder = options.work / name
    dragoman = Dragoman(options.dragoman, run, folder)
    if options.with_ctranslate2:  # which the export is for
        export(dragoman, folder)
    lines = read_lines(source)[:count]
    if json.loads((run / "config.json").read_text())["tokenizer"]["lowercase"]:
        lines = [line.lower() for line in lines]
    sources = [ids for ids in dragoman.source_ids(lines) if ids]
    return Model(name, folder, run, sources, forced)


def make_small(options):
    """Returns the user's model; translations have their own lengths."""
    (options.work / "small").mkdir(exist_ok=True)
    return open_model("small", options, options.small, options.small_source, options.lines or 1000, False)


def make_base(options):
    """Returns the paper's base model after one update, whose weights are practically random."""
    run = options.work / "base" / "run"
    run.parent.mkdir(exist_ok=True)
    if not (run / "model.safetensors").exists():
        texts = {"source": str(options.train_source), "target": str(options.train_target)}
        settings = {"data.train": json.dumps([texts]), **BASE}
        pairs = [part for key, value in settings.items() for part in ("--set", f"{key}={value}")]
        config = BENCH.parent / "configs" / "base.json"
        Dragoman(options.dragoman, run, run.parent).call("train", config, "--out", run, "--resume", *pairs)
    if not (run / "shortlist.safetensors").exists() and any("+" in name for name in options.precisions):
        texts = ("--source", options.train_source, "--target", options.train_target)
        Dragoman(options.dragoman, run, run.parent).call("shortlist", run, *texts)
    return open_model("base", options, run, options.base_source, options.lines or 500, True)
