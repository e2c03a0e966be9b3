#!/usr/bin/env python3
"""Measures a loop in Python that trains a Transformer: `fast`, as fast as plain PyTorch gets, or `marian`, with
transformers' MarianMTModel in the usual way.

Called by `compare`, which has made the folder and the recipe. Several processes, started by torchrun, share each update's
batches by DistributedDataParallel. Prints one line of JSON: tokens_per_second and
target_tokens of the updates after the warm-up, making batches included; loss of the last one; parameters.
"""

import argparse
import contextlib
import itertools
import json
import math
import os
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch
from batches import endless_updates, read_pairs


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path)
    parser.add_argument("recipe", type=Path)
    parser.add_argument("kind", choices=["fast", "marian"])
    parser.add_argument("precision", choices=["fp32", "bf16"])
    for name in ("--warm-up", "--updates", "--threads", "--seed"):
        parser.add_argument(name, type=int, required=True)
    parser.add_argument("--out", type=Path, help="for other programs; nothing is written")
    return parser.parse_args()


def padded(rows, padding):
    """Lists of ids -> [B, T]."""
    matrix = np.full((len(rows), max(map(len, rows))), padding)
    for place, row in enumerate(rows):
        matrix[place, : len(row)] = row
    return torch.from_numpy(matrix)


def make_tensors(batch, padding):
    """Source [B, S], target input [B, T], which padding begins, and target output [B, T]."""
    target = padded([pair[1] for pair in batch.pairs], padding)
    shifted = torch.full_like(target, padding)
    shifted[:, 1:] = target[:, :-1].where(target[:, 1:] != padding, padding)
    return padded([pair[0] for pair in batch.pairs], padding), shifted, target


def make_model(kind, model_recipe, train_recipe, num_ids):
    if kind == "fast":
        from fast_transformer import FastTransformer

        return FastTransformer(model_recipe, num_ids, train_recipe.label_smoothing)
    from marian import Marian

    return Marian(model_recipe, num_ids, train_recipe.label_smoothing)


def make_optimizer(kind, model, recipe):
    common = {"lr": recipe.learning_rate, "betas": (recipe.beta1, recipe.beta2), "eps": recipe.epsilon}
    if kind == "fast":
        return torch.optim.AdamW(model.parameters(), weight_decay=recipe.weight_decay, fused=True, **common)
    return torch.optim.Adam(model.parameters(), weight_decay=recipe.weight_decay, **common)


def learning_rate(recipe, update):
    """A rise, then a fall with the root of the updates; update counts from 1."""
    if update >= recipe.warmup:
        return recipe.learning_rate * math.sqrt(recipe.warmup / update)
    return recipe.initial_rate + (recipe.learning_rate - recipe.initial_rate) * update / recipe.warmup


def share_of(update, rank, processes):
    """The batches of one process, of which each needs one."""
    return update.batches[rank % len(update.batches) :: processes]


def train_update(model, optimizer, update, padding, precision, rank, processes):
    """One update; returns the loss of this process per target token. DistributedDataParallel takes the mean of the
    processes' gradients, after their last batches."""
    loss_sum, share = 0.0, share_of(update, rank, processes)
    for batch in share:
        tensors = make_tensors(batch, padding)
        waits = processes > 1 and batch is not share[-1]
        with model.no_sync() if waits else contextlib.nullcontext():
            with torch.autocast("cpu", torch.bfloat16, enabled=precision == "bf16"):
                loss = model(*tensors) * processes / update.target_tokens
            loss.backward()
        loss_sum += loss.detach()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return loss_sum


def main():
    options = parse_arguments()
    rank, processes = (int(os.environ.get(name, default)) for name, default in (("RANK", 0), ("WORLD_SIZE", 1)))
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    sections = json.loads(options.recipe.read_text())
    recipe, num_ids = SimpleNamespace(**sections["train"]), sections["tokenizer"]["vocabulary_size"]
    model = make_model(options.kind, SimpleNamespace(**sections["model"]), recipe, num_ids).train()
    parameters = sum(parameter.numel() for parameter in model.parameters() if parameter.requires_grad)
    if processes > 1:
        torch.distributed.init_process_group("gloo")
        model = torch.nn.parallel.DistributedDataParallel(model)
    optimizer = make_optimizer(options.kind, model, recipe)
    updates = endless_updates(read_pairs(options.work), sections["train"], options.seed)
    start, tokens = time.perf_counter(), 0
    for number, update in enumerate(itertools.islice(updates, options.warm_up + options.updates), 1):
        optimizer.param_groups[0]["lr"] = learning_rate(recipe, number)
        loss = train_update(model, optimizer, update, num_ids - 1, options.precision, rank, processes)
        tokens += update.target_tokens
        if number == options.warm_up:
            start, tokens = time.perf_counter(), 0
    speed = tokens / (time.perf_counter() - start)
    result = {"tokens_per_second": speed, "target_tokens": tokens, "loss": float(loss), "parameters": parameters}
    if rank == 0:
        print(json.dumps(result))
    if processes > 1:
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
