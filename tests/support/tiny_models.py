"""Trains small models in seconds, for tests of the programs around them."""

import json
import os
import subprocess

# Makes waiting threads sleep, also in services started later: beside other work, spinning threads would be many
# times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")


def call(program, *arguments):
    done = subprocess.run(list(map(str, [program, *arguments])), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)


def train(program, folder, name, config):
    file = folder / f"{name}.json"
    file.write_text(json.dumps(config), encoding="utf-8")
    call(program, "train", file, "--out", folder / name)
    return folder / name


def make_corpus(program, folder):
    if not (folder / "corpus").exists():
        call(program, "corpus", "--out", folder / "corpus", "--pairs", 400, "--seed", 3)
    return lambda name: str(folder / "corpus" / name)


def make_translator(program, folder, updates=60, symbols=()):
    """Trains a poor translator, English to German, with three validations. Its tokenizer knows the symbols."""
    text = make_corpus(program, folder)
    return train(program, folder, "english-german", {
        "data": {
            "source_language": "en",
            "target_language": "de",
            "train": [{"source": text("train.en"), "target": text("train.de")}],
            "valid": {"source": text("valid.en"), "target": text("valid.de")},
            "max_length": 60,
        },
        "tokenizer": {"vocabulary_size": 300, "user_symbols": list(symbols)},
        "model": {
            "encoder_layers": 2, "decoder_layers": 2, "width": 32, "feed_forward": 64, "heads": 4, "max_length": 64,
        },
        "train": {
            "updates": updates, "update_tokens": 1000, "warmup": 20, "learning_rate": 5e-3, "report_every": 5,
            "validate_every": updates // 3, "checkpoint_every": updates // 3, "keep": "last",
        },
        "search": {"beam": 4},
    })  # fmt: skip


def make_language_model(program, folder, updates=60):
    """Trains a language model of German characters."""
    text = make_corpus(program, folder)
    return train(program, folder, "german", {
        "data": {
            "train": [{"target": text("train.de")}],
            "valid": {"target": text("valid.de")},
            "layout": "stream",
            "max_length": 64,
        },
        "tokenizer": {"type": "char", "character_coverage": 1, "keep_whitespace": True},
        "model": {
            "architecture": "language-model", "decoder_layers": 2, "width": 32, "feed_forward": 64, "heads": 2,
            "positions": "learned",
        },
        "train": {
            "updates": updates, "update_tokens": 640, "warmup": 20, "learning_rate": 5e-3, "report_every": 20,
            "validate_every": updates, "checkpoint_every": updates, "keep": "last", "samples": 0,
        },
    })  # fmt: skip
