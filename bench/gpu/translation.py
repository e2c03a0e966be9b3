"""Translation speed of dragoman and CTranslate2, by bench/decoding/compare."""

import json
import os
import statistics
import sys
from pathlib import Path

from demo import demo_folder
from records import Failed
from training import TF32, text_for

BENCH = Path(__file__).resolve().parents[1]
SEARCHES = ("greedy", "beam")
PRECISIONS = ("bf16", "fp32")
BATCHES = ("128", "512", "16384t")
LINES, REPEATS = 2000, 2
QUICK_BATCHES = ("16",)
QUICK_LINES, QUICK_REPEATS = 50, 1


def model_options(stage, options):
    """Returns the options for the base model with random weights, or with --quick for the demo's model, which an
    earlier stage trained."""
    if not options.quick:
        source, target = text_for(stage, options)
        return ["--models", "base", "--base-source", source, "--train-source", source, "--train-target", target]
    demo = demo_folder(options)
    if not (demo / "on-cpu" / "model.safetensors").exists():
        raise Failed("--quick translates with the demo's folder, which is not there: run the stage demo first")
    # A model like that, with its norms before the sub-layers, CTranslate2's converter does not take.
    return ["--alone", "--models", "small", "--small", demo / "on-cpu", "--small-source", demo / "corpus" / "test.en"]


def measure(stage, options, search, precision):
    """Returns the median of each side at its best setting, and why a side is missing."""
    batches, lines, repeats = (QUICK_BATCHES, QUICK_LINES, QUICK_REPEATS) if options.quick else (BATCHES, LINES, REPEATS)
    results = options.folder / "translation.json"
    command = [sys.executable, BENCH / "decoding" / "compare", options.build / "dragoman"]
    command += [options.build / "measure_decoding", "--work", options.folder / "translation", "--device", options.device]
    command += [*model_options(stage, options), "--searches", search, "--precisions", precision, "--shapes", "batches"]
    command += ["--batches", *batches, "--workers", "1x1", "--lines", lines, "--repeats", repeats, "--json", results]
    said = stage.run(command, environment=os.environ | TF32)
    [cell] = json.loads(results.read_text())
    sides = {}
    for run in cell["runs"]:
        sides.setdefault(f"{run['program']} {run['precision']}", []).append(run)
    reasons = [line for line in said.split("\n") if line.startswith("CTranslate2 was not measured")]
    return {
        "model": cell["model"],
        "left_out": reasons,
        "sides": {
            side: {"setting": runs[0]["setting"], "tokens_per_second": statistics.median(run["tok_s"] for run in runs)}
            for side, runs in sides.items()
        },
    }


def run_translation(stage, options):
    for search in SEARCHES:
        for precision in PRECISIONS:
            stage.once(f"{search}, {precision}", lambda: measure(stage, options, search, precision), needs=20)
