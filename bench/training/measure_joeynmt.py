#!/usr/bin/env python3
"""Measures JoeyNMT's own, unchanged training command in this process.

Called by `compare`. Observes the optimiser's steps and the batches from outside. Prints a line of JSON:
tokens_per_second and target_tokens of the updates after the warm-up; parameters. With --count CONFIG prints only
the target tokens of an epoch of JoeyNMT's batches.
"""

import argparse
import json
import shutil
import sys
import time
from pathlib import Path

from joeynmt.training import TrainManager
from joeynmt_recipe import configuration, write_configuration
from torch.optim.optimizer import register_optimizer_step_post_hook


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path)
    parser.add_argument("recipe", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=Path, metavar="CONFIG")
    for name, value in (("--warm-up", 1), ("--updates", 1), ("--threads", 2), ("--seed", 1)):
        parser.add_argument(name, type=int, default=value)
    return parser.parse_args()


class Stopwatch:
    """Counts target tokens and updates. The clock starts at the end of the last warm-up update."""

    def __init__(self, warm_up, updates):
        self.warm_up, self.last = warm_up, warm_up + updates
        self.done = self.tokens = self.parameters = 0
        self.start = self.end = 0.0

    def watch(self):
        train_step, watch = TrainManager._train_step, self

        def counted(self, batch):
            watch.tokens += int(batch.ntokens)
            return train_step(self, batch)

        TrainManager._train_step = counted
        register_optimizer_step_post_hook(self.after_update)

    def after_update(self, optimizer, *_):
        self.done += 1
        if self.done == self.warm_up:
            self.start, self.tokens = time.perf_counter(), 0
        if self.done == self.last:
            self.end = time.perf_counter()
            self.parameters = sum(weight.numel() for group in optimizer.param_groups for weight in group["params"])

    def result(self):
        if self.done != self.last:
            sys.exit(f"error: JoeyNMT made {self.done} updates, {self.last} were to be")
        speed = self.tokens / (self.end - self.start)
        return {"tokens_per_second": speed, "target_tokens": self.tokens, "parameters": self.parameters}


def count_epoch(config):
    """Counts the target tokens of an epoch."""
    from joeynmt.config import load_config, parse_global_args
    from joeynmt.data import load_data

    arguments = parse_global_args(load_config(config), rank=0, mode="train")
    *_, train, _, _ = load_data(arguments.data, datasets=["train"])
    batches = train.make_iter(
        batch_size=arguments.train.batch_size, batch_type=arguments.train.batch_type, seed=1, shuffle=True
    )
    return sum(int(batch.ntokens) for batch in batches)


def main():
    options = parse_arguments()
    if options.count:
        print(count_epoch(options.count))
        return
    from joeynmt.__main__ import main as run_joeynmt

    recipe = json.loads(options.recipe.read_text())
    updates = options.warm_up + options.updates
    config = configuration(options.work, recipe, options.out, updates, options.seed)
    path = write_configuration(config, options.out / "joeynmt.yaml")
    stopwatch = Stopwatch(options.warm_up, options.updates)
    stopwatch.watch()
    sys.argv = ["joeynmt", "train", str(path), "--skip-test"]
    run_joeynmt()
    shutil.rmtree(options.out / "run")
    print(json.dumps(stopwatch.result()))


if __name__ == "__main__":
    main()
