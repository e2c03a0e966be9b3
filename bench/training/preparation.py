"""Prepares tokens and recipes for all sides, both made by dragoman, and checks that all sides count the same
tokens."""

import hashlib
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from batches import plan_updates, read_pairs

BENCH = Path(__file__).resolve().parents[1]
sys.path.append(str(BENCH))
from common.programs import call  # noqa: E402
from common.text import read_table, write_lines  # noqa: E402

CONFIG = BENCH.parent / "configs" / "multi30k.json"
# Settings of another size than configs/multi30k.json.
SIZES = {
    "small": [],
    "base": [
        "model.encoder_layers=6", "model.decoder_layers=6", "model.width=512", "model.feed_forward=2048",
        "model.heads=8",
    ],
    "big": [
        "model.encoder_layers=6", "model.decoder_layers=6", "model.width=1024", "model.feed_forward=4096",
        "model.heads=16",
    ],
}  # fmt: skip
DEFAULT_SIZES = ["small", "base"]
# The smallest model: an epoch of it gives dragoman's number of tokens.
LEAST = [
    "model.encoder_layers=1", "model.decoder_layers=1", "model.width=8", "model.feed_forward=8", "model.heads=1",
    "train.precision=fp32", "train.updates=0", "train.epochs=1", "train.report_every=1",
]  # fmt: skip

# Settings that the loops cannot change; --set may change the rest.
FIXED = {
    "tokenizer": {"shared": True},
    "model": {
        "architecture": "translator", "norm": "post", "activation": "relu", "positions": "sinusoidal",
        "shared_embeddings": "all", "scale_embeddings": True, "output_bias": False, "attention_dropout": 0.0,
        "feed_forward_dropout": 0.0,
    },
    "train": {"optimizer": "adam", "schedule": "inverse-sqrt", "weight_decay": 0.0, "clip_norm": 0.0, "r_drop": 0.0},
}  # fmt: skip


@dataclass(frozen=True)
class Job:
    """A measurement."""

    options: object
    size: str
    side: str
    repeat: int  # from 1; also the seed

    @property
    def updates(self):
        return self.options.updates if self.size == "small" else self.options.base_updates

    @property
    def recipe(self):
        return self.options.work / f"{self.size}.json"

    @property
    def folder(self):
        """Returns the folder of the measurement."""
        options = self.options
        return options.work / "measurements" / place_of(options) / self.size / self.side / str(self.repeat)


def place_of(options):
    """Returns the name of the place of a measurement: the set of instructions, or the device."""
    return options.processor if options.device == "cpu" else options.device.replace(":", "-")


def settings_flags(pairs):
    return [part for pair in pairs for part in ("--set", pair)]


def data_settings(options):
    return [f"data.train.0.source={options.source}", f"data.train.0.target={options.target}", "data.valid={}"]


def hash_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check_settings(options):
    """Exits if the folder holds measurements that would not fit together with new ones."""
    settings = {name: hash_of(getattr(options, name)) for name in ("dragoman", "source", "target")}
    numbers = ("updates", "base_updates", "warm_up", "threads", "processes", "set")
    settings |= {name: getattr(options, name) for name in numbers}
    settings |= {"untuned": True} if options.untuned else {}
    file = options.work / "settings.json"
    if file.exists():
        kept = json.loads(file.read_text())
        other = [name for name in settings if settings[name] != kept.get(name)]
        if other:
            names = ", ".join(other)
            sys.exit(f"error: what {options.work} holds was measured with another {names}: name a new folder")
    file.write_text(json.dumps(settings, indent=1) + "\n")


def resolve(options, size):
    """Returns the recipe of a size: dragoman's resolved configuration, whose comments are on their own lines."""
    pairs = [*data_settings(options), *SIZES[size], *options.set]
    text = call([options.dragoman, "config", CONFIG, *settings_flags(pairs)])
    return json.loads("\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//")))


def check_recipe(recipe):
    other = [
        f"{section}.{key}={recipe[section][key]}"
        for section, values in FIXED.items()
        for key, value in values.items()
        if recipe[section][key] != value
    ]
    if other:
        sys.exit(f"error: the loops do not know {', '.join(other)}")


def train_epoch(options):
    """Trains the smallest model for an epoch, which makes the tokenizer. Returns the epoch's updates and target
    tokens."""
    run = options.work / "epoch"
    shutil.rmtree(run, ignore_errors=True)
    pairs = [*data_settings(options), *options.set, *LEAST]
    call([options.dragoman, "train", CONFIG, "--out", run, "--threads", options.threads, *settings_flags(pairs)])
    rows = read_table(run / "train.tsv")
    return {"updates": int(rows[-1]["update"]), "target_tokens": sum(int(row["target_tokens"]) for row in rows)}


def encode(options, path, recipe):
    command = [options.dragoman, "tokenizer", "encode", options.work / "epoch" / "tokenizer.model", "--input", path]
    return call([*command, *(["--lowercase"] if recipe["tokenizer"]["lowercase"] else [])]).split("\n")[:-1]


def write_pieces(options, recipe):
    """Writes both sides as pieces separated by spaces, without the pairs that training leaves out."""
    sides = [encode(options, path, recipe) for path in (options.source, options.target)]
    most, least = recipe["data"]["max_length"], max(2, recipe["data"]["min_length"])  # end of sentence included
    lengths = range(least, most + 1)
    kept = [pair for pair in zip(*sides, strict=True) if all(len(side.split()) + 1 in lengths for side in pair)]
    for name, lines in zip(("source", "target"), zip(*kept)):
        write_lines(options.work / f"train.{name}", lines)
        write_lines(options.work / f"valid.{name}", lines[:2])


def write_vocabulary(options):
    """Writes one piece a line, in order of ids, without padding, which comes after them. An exported folder lists the
    pieces."""
    exported = options.work / "exported"
    shutil.rmtree(exported, ignore_errors=True)
    call([options.dragoman, "export", options.work / "epoch", "--format", "huggingface", "--out", exported])
    ids = json.loads((exported / "vocab.json").read_text(encoding="utf-8"))
    write_lines(options.work / "vocabulary.txt", sorted(ids, key=ids.get)[:-1])


def count_plain(options, recipe):
    """Returns updates and target tokens of the Python loops with dragoman's division of updates."""
    train = recipe["train"]
    updates = list(plan_updates(read_pairs(options.work), train, seed=1, parts=train["parts"]))
    return {"updates": len(updates), "target_tokens": sum(update.target_tokens for update in updates)}


def check_counts(options, ours, recipe):
    """Checks that an epoch has the same updates and target tokens in dragoman and in the loops, and the same
    target tokens in JoeyNMT, which makes its own batches."""
    plain = count_plain(options, recipe)
    if plain != ours:
        sys.exit(f"error: an epoch of dragoman's has {ours}, one of the Python loops {plain}")
    if any(side.startswith("joeynmt") for side in options.sides):
        from joeynmt_recipe import count_tokens

        theirs = count_tokens(options.work, recipe)
        if theirs != ours["target_tokens"]:
            sys.exit(f"error: an epoch of JoeyNMT's has {theirs} target tokens, dragoman's {ours['target_tokens']}")
    print(f"an epoch of every side has {ours['target_tokens']} target tokens", file=sys.stderr, flush=True)


def prepare(options):
    recipes = {size: resolve(options, size) for size in SIZES}
    for size, recipe in recipes.items():
        check_recipe(recipe)
        (options.work / f"{size}.json").write_text(json.dumps(recipe, indent=1) + "\n")
    counts = options.work / "epoch.json"
    if not counts.exists():
        ours = train_epoch(options)
        write_pieces(options, recipes["small"])
        write_vocabulary(options)
        counts.write_text(json.dumps(ours) + "\n")
    check_counts(options, json.loads(counts.read_text()), recipes["small"])
