#!/usr/bin/env python3
"""Measures a training loop in Python: `fast`, the fastest in plain PyTorch, or `marian`, a usual loop over
transformers' MarianMTModel.

Called by `compare`, which makes the folder and the recipe. Several processes, started by torchrun, share each
update's batches by DistributedDataParallel. Prints a line of JSON: tokens_per_second (making batches included)
and target_tokens of the updates after the warm-up, loss of the last one, parameters.
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
    parser.add_argument("--device", type=torch.device, default="cpu", help="cpu, cuda or cuda:N")
    parser.add_argument("--out", type=Path, help="for other programs; nothing is written")
    return parser.parse_args()


def padded(rows, padding):
    """Lists of ids -> [B, T]."""
    matrix = np.full((len(rows), max(map(len, rows))), padding)
    for place, row in enumerate(rows):
        matrix[place, : len(row)] = row
    return torch.from_numpy(matrix)


def make_tensors(batch, padding, device):
    """Returns source [B, S], target input [B, T], which begins with padding, target output [B, T], mask [B, 1, 1,
    S] (None without padding), and the flat positions of target tokens. Everything that depends on values is
    computed here, before the copy, so that the loop never waits for a GPU."""
    source, target = (padded([pair[side] for pair in batch.pairs], padding) for side in (0, 1))
    shifted = torch.full_like(target, padding)
    shifted[:, 1:] = target[:, :-1].where(target[:, 1:] != padding, padding)
    is_token = source != padding
    mask = None if is_token.all() else is_token[:, None, None]
    places = (target != padding).flatten().nonzero().squeeze(1)
    return [moved(tensor, device) for tensor in (source, shifted, target, mask, places)]


def moved(tensor, device):
    if tensor is None or device.type == "cpu":
        return tensor
    return tensor.pin_memory().to(device, non_blocking=True)


def clock(device):
    """Returns the time in seconds after all work on the device has ended."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return time.perf_counter()


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
    """Returns the rate: a linear rise, then a fall with the square root of the updates. update counts from 1."""
    if update >= recipe.warmup:
        return recipe.learning_rate * math.sqrt(recipe.warmup / update)
    return recipe.initial_rate + (recipe.learning_rate - recipe.initial_rate) * update / recipe.warmup


def share_of(update, rank, processes):
    """Returns the batches of one process; each process needs at least one."""
    return update.batches[rank % len(update.batches) :: processes]


def train_update(model, optimizer, update, padding, options, rank, processes):
    """One update; returns the loss of this process per target token. DistributedDataParallel takes the mean of the
    processes' gradients, after their last batches."""
    loss_sum, share = 0.0, share_of(update, rank, processes)
    for batch in share:
        tensors = make_tensors(batch, padding, options.device)
        waits = processes > 1 and batch is not share[-1]
        with model.no_sync() if waits else contextlib.nullcontext():
            with torch.autocast(options.device.type, torch.bfloat16, enabled=options.precision == "bf16"):
                loss = model(*tensors) * processes / update.target_tokens
            loss.backward()
        loss_sum += loss.detach()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return loss_sum


def main():
    options = parse_arguments()
    rank, processes = (int(os.environ.get(name, default)) for name, default in (("RANK", 0), ("WORLD_SIZE", 1)))
    if processes > 1 and options.device.type == "cuda":
        options.device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(options.device)  # for NCCL
    # cuDNN's attention compiles a kernel for every new batch size and length, for some 100 ms each.
    torch.backends.cuda.enable_cudnn_sdp(False)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    sections = json.loads(options.recipe.read_text())
    recipe, num_ids = SimpleNamespace(**sections["train"]), sections["tokenizer"]["vocabulary_size"]
    model = make_model(options.kind, SimpleNamespace(**sections["model"]), recipe, num_ids).train()
    model.to(options.device)
    parameters = sum(parameter.numel() for parameter in model.parameters() if parameter.requires_grad)
    if processes > 1:
        torch.distributed.init_process_group("gloo" if options.device.type == "cpu" else "nccl")
        model = torch.nn.parallel.DistributedDataParallel(model)
    optimizer = make_optimizer(options.kind, model, recipe)
    updates = endless_updates(read_pairs(options.work), sections["train"], options.seed)
    start, tokens = clock(options.device), 0
    for number, update in enumerate(itertools.islice(updates, options.warm_up + options.updates), 1):
        optimizer.param_groups[0]["lr"] = learning_rate(recipe, number)
        loss = train_update(model, optimizer, update, num_ids - 1, options, rank, processes)
        tokens += update.target_tokens
        if number == options.warm_up:
            start, tokens = clock(options.device), 0
    speed = tokens / (clock(options.device) - start)
    result = {"tokens_per_second": speed, "target_tokens": tokens, "loss": float(loss), "parameters": parameters}
    if rank == 0:
        print(json.dumps(result))
    if processes > 1:
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
