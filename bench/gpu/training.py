"""Training speed of dragoman and of the plain PyTorch loop, by bench/training/compare."""

import json
import os
import sys
from pathlib import Path

from building import count_gpus

BENCH = Path(__file__).resolve().parents[1]
SIDES = ("dragoman-bf16", "fast-bf16", "dragoman-fp32", "fast-fp32")
SIZES = ("big", "base", "small")  # sizes with goals come first
# With a GPU for each process; their updates grow with the number of GPUs.
SIDES_OF_SEVERAL = ("dragoman-processes-bf16", "fast-ddp-bf16")
SIZES_OF_SEVERAL = ("big", "base")
TOKENS_OF_A_GPU = 16_384
REPEATS = 2
LINES = 24_000
RECIPE = {"tokenizer.vocabulary_size": 32_000, "train.update_tokens": 32_768, "train.parts": 2}
UPDATES = {"--updates": 60, "--base-updates": 30, "--warm-up": 10}
# For --quick: checks that everything runs; the speeds mean nothing.
QUICK_SIZES = ("small",)
QUICK_LINES = 6000
QUICK_RECIPE = {"tokenizer.vocabulary_size": 4000, "train.update_tokens": 1024, "train.parts": 2}
QUICK_UPDATES = {"--updates": 2, "--base-updates": 2, "--warm-up": 1}
# Makes all programs with PyTorch compute fp32 products on GPUs in TF32.
TF32 = {"TORCH_ALLOW_TF32_CUBLAS_OVERRIDE": "1"}


def text_for(stage, options):
    """Returns the two files of made-up text; writes them at the first call."""
    files = [options.folder / f"made-up.{side}" for side in ("source", "target")]
    if not all(file.exists() for file in files):
        lines = QUICK_LINES if options.quick else LINES
        stage.run([sys.executable, Path(__file__).with_name("made_up_text.py"), *files, "--lines", lines])
    return files


def processes_for(options, side):
    """Returns the number of processes of a side."""
    return max(2, count_gpus(options.device)) if side in SIDES_OF_SEVERAL else 1


def threads_of(options, processes):
    """Returns the threads of all processes together."""
    return processes if options.quick else max(processes, min(8 * processes, os.cpu_count()))


def work_folder(options, side):
    """Of these sources: compare would take what the programs of others gave. It also takes one recipe a folder."""
    return options.folder / f"training-{options.digest}{'-processes' if side in SIDES_OF_SEVERAL else ''}"


def command_for(stage, options, size, side, repeat):
    source, target = text_for(stage, options)
    recipe, updates = (QUICK_RECIPE, QUICK_UPDATES) if options.quick else (RECIPE, UPDATES)
    processes = processes_for(options, side)
    if processes > 1 and not options.quick:
        recipe = recipe | {"train.update_tokens": TOKENS_OF_A_GPU * processes, "train.parts": processes}
    command = [sys.executable, BENCH / "training" / "compare", options.build / "dragoman"]
    command += ["--work", work_folder(options, side), "--source", source, "--target", target]
    command += ["--device", options.device, "--untuned", "--sizes", size, "--sides", side, "--repeats", repeat]
    command += ["--processes", processes, "--threads", threads_of(options, processes)]
    command += [*(str(part) for pair in updates.items() for part in pair)]
    return [*command, *(part for pair in recipe.items() for part in ("--set", f"{pair[0]}={pair[1]}"))]


def measure(stage, options, size, side, repeat):
    stage.run(command_for(stage, options, size, side, repeat), environment=os.environ | TF32)
    place = "native" if options.device == "cpu" else options.device.replace(":", "-")
    file = work_folder(options, side) / "measurements" / place / size / side / str(repeat) / "result.json"
    result = json.loads(file.read_text())
    return {name: result[name] for name in ("tokens_per_second", "target_tokens", "updates", "loss", "other_cores")}


def jobs_for(options):
    """Returns size and side of what is measured."""
    if options.quick:
        return [(size, side) for size in QUICK_SIZES for side in SIDES + SIDES_OF_SEVERAL]
    several = SIZES_OF_SEVERAL if count_gpus(options.device) > 1 else ()
    return [(size, side) for size in several for side in SIDES_OF_SEVERAL] + [
        (size, side) for size in SIZES for side in SIDES
    ]


def run_training(stage, options):
    """Measures all sides once, then all of them again."""
    for repeat in range(1, 2 if options.quick else REPEATS + 1):
        for size, side in jobs_for(options):
            item = f"{size}, {side}, {repeat}"
            stage.once(item, lambda: measure(stage, options, size, side, repeat), needs=20)
