#!/usr/bin/env python3
"""Trains a character-level language model by a plain PyTorch loop on CPU, in the manner of nanoGPT.

    VENV/bin/python bench/language_model/plain.py DIR --threads 2

DIR is the output of `prepare`. recipe.py has the settings. Progress goes to stderr; then prints a line of JSON:
loss (on all of valid.txt, nats per character), tokens_per_second and seconds (of the updates, including making
batches, without validation), parameters, threads.
"""

import argparse
import json
import math
import sys
import time
from pathlib import Path

import recipe
import torch
import torch.nn.functional as F
from gpt import LanguageModel

REPORT_EVERY = 200
VALIDATION_ROWS = 64


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("text", type=Path, help="folder with train.txt and valid.txt")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--updates", type=int, default=recipe.train.updates)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bf16", action="store_true", help="train under autocast to bf16")
    return parser.parse_args()


def read_streams(folder):
    """Returns the ids of both texts, each after padding, [N + 1], and the number of ids: the characters of
    train.txt, unknown, padding."""
    train, valid = ((folder / name).read_bytes().decode() for name in ("train.txt", "valid.txt"))
    ids = {character: i for i, character in enumerate(sorted(set(train)))}
    unknown, padding = len(ids), len(ids) + 1
    streams = [torch.tensor([padding, *(ids.get(c, unknown) for c in text)]) for text in (train, valid)]
    return *streams, padding + 1


def draw(stream, rows, block):
    """Returns inputs and targets, each [B, T], from random positions."""
    starts = torch.randint(len(stream) - block, (rows, 1))
    windows = stream[starts + torch.arange(block + 1)]
    return windows[:, :-1], windows[:, 1:]


def learning_rate(update, updates):
    """Returns the rate: a linear rise to the peak, then half a cosine down to the floor. update counts from 1."""
    train = recipe.train
    if update < train.warmup:
        return train.learning_rate * update / train.warmup
    done = min(1.0, (update - train.warmup) / max(1, updates - train.warmup))
    left = (1 + math.cos(math.pi * done)) / 2
    return train.final_rate + (train.learning_rate - train.final_rate) * left


def make_optimizer(model):
    """Makes AdamW in one kernel; biases and norms do not decay."""
    train, parameters = recipe.train, list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() > 1], "weight_decay": train.weight_decay},
        {"params": [p for p in parameters if p.dim() == 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, betas=(train.beta1, train.beta2), eps=train.epsilon, fused=True)


def loss_of(model, inputs, targets, reduction):
    return F.cross_entropy(model(inputs).flatten(0, 1), targets.flatten(), reduction=reduction)


def update_weights(model, optimizer, batch, rate, bf16):
    """Makes one update; returns the batch's loss."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
        loss = loss_of(model, *batch, "mean")
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), recipe.train.clip_norm, foreach=True)
    optimizer.step()
    return loss.item()


def train_model(model, stream, updates, bf16):
    """Trains; returns the seconds that the updates took."""
    block = recipe.data.max_length
    rows = recipe.train.update_tokens // block
    optimizer = make_optimizer(model)
    start = time.perf_counter()
    for update in range(1, updates + 1):
        batch = draw(stream, rows, block)
        loss = update_weights(model, optimizer, batch, learning_rate(update, updates), bf16)
        if update % REPORT_EVERY == 0:
            seconds = time.perf_counter() - start
            print(f"update {update} loss {loss:.4f} {seconds:.1f} s", file=sys.stderr, flush=True)
    return time.perf_counter() - start


@torch.no_grad()
def validation_loss(model, stream, block):
    """Returns nats per token of the whole stream, in successive blocks; the last may be shorter."""
    inputs, targets = stream[:-1], stream[1:]
    whole = len(targets) // block * block
    batches = list(zip(*(side[:whole].view(-1, block).split(VALIDATION_ROWS) for side in (inputs, targets))))
    if whole < len(targets):
        batches.append((inputs[None, whole:], targets[None, whole:]))
    return sum(loss_of(model, *batch, "sum").item() for batch in batches) / len(targets)


def main():
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    train, valid, num_ids = read_streams(options.text)
    block = recipe.data.max_length
    model = LanguageModel(num_ids, block, recipe.model)
    seconds = train_model(model, train, options.updates, options.bf16)
    tokens = options.updates * (recipe.train.update_tokens // block) * block
    result = {
        "loss": validation_loss(model, valid, block),
        "tokens_per_second": tokens / seconds,
        "seconds": seconds,
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "threads": options.threads,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
