"""The programs to compare. Each measurement is its own process."""

import json
import os
import shutil
import sys
from pathlib import Path

import recipe

BENCH = Path(__file__).resolve().parents[1]
sys.path += [str(BENCH), str(BENCH / "decoding")]
from common.programs import call, clocks, other_cores  # noqa: E402
from common.text import read_table  # noqa: E402

CONFIG = BENCH.parent / "configs" / "language_model.json"
MKL_FUNCTIONS = Path(sys.prefix) / "lib" / "mkl_functions.so"
# Libraries that Dragoman is linked with: what speeds MKL up, and an allocator that keeps freed memory.
OURS = {"LD_PRELOAD": f"{MKL_FUNCTIONS} libtcmalloc_minimal.so.4"}


class Plain:
    """The loop in plain.py. When tuned, its environment provides the libraries that Dragoman is linked with."""

    def __init__(self, name, options, tuned, bf16=False):
        self.name, self.options, self.bf16, self.environment = name, options, bf16, dict(os.environ)
        if not tuned:
            return
        if not MKL_FUNCTIONS.exists():
            sys.exit(f"error: {MKL_FUNCTIONS} is missing; make the environment by bench/language_model/setup")
        self.environment |= OURS

    def train(self, seed):
        options = self.options
        command = [sys.executable, BENCH / "language_model" / "plain.py", options.text]
        command += ["--threads", options.threads, "--updates", options.updates, "--seed", seed]
        command += ["--bf16"] if self.bf16 else []
        return json.loads(call(command, env=self.environment))


class Dragoman:
    """`dragoman train` with configs/language_model.json, in fp32 or bf16."""

    def __init__(self, name, options, bf16=False):
        self.name, self.options, self.precision = name, options, "bf16" if bf16 else "fp32"

    def train(self, seed):
        run = self.options.work / f"run-{seed}"
        shutil.rmtree(run, ignore_errors=True)
        settings = {
            "data.train.0.target": self.options.text / "train.txt",
            "data.valid.target": self.options.text / "valid.txt",
            "train.updates": self.options.updates,
            "train.seed": seed,
            "train.precision": self.precision,
        }
        pairs = [part for key, value in settings.items() for part in ("--set", f"{key}={value}")]
        command = [self.options.dragoman.resolve(), "train", CONFIG, "--out", run]
        call([*command, "--threads", self.options.threads, *pairs])
        self._check_recipe(run)
        return read_run(run)

    def _check_recipe(self, run):
        recipe.train.updates, recipe.train.precision = self.options.updates, self.precision
        found = list(recipe.differences(json.loads((run / "config.json").read_text())))
        if found:
            sys.exit(f"error: {CONFIG} has not the recipe of bench/language_model/recipe.py: {'; '.join(found)}")


def read_run(run):
    """Returns the last validation's loss, and the speed of all updates. The log's seconds include neither
    validation nor checkpoints."""
    reports = read_table(run / "train.tsv")
    tokens = sum(int(row["target_tokens"]) for row in reports)
    seconds = sum(int(row["target_tokens"]) / float(row["tokens_per_second"]) for row in reports)
    loss = float(read_table(run / "valid.tsv")[-1]["loss"])
    return {"loss": loss, "tokens_per_second": tokens / seconds, "seconds": seconds}


def measure(program, seed):
    """Returns the program's results, and the number of cores that other processes took meanwhile."""
    before = clocks()
    result = program.train(seed)
    result |= {"seed": seed, "other_cores": other_cores(before)}
    print(
        f"{program.name}, seed {seed}: loss {result['loss']:.4f}, {result['tokens_per_second']:.0f} tokens/s; "
        f"{result['other_cores']} cores busy otherwise",
        file=sys.stderr,
        flush=True,
    )
    return result
