#!/usr/bin/env python3
"""Measures the time of a model's matrix products alone: the speed of training if nothing else took time.

Called by `compare`. Takes the mean batch of an epoch, without padding, and times each product with weights in its
three forms (forward, and two backward) at its shape in torch. Leaves out attention's products, which have no
weights. Prints a line of JSON: tokens_per_second, target_tokens of an update, gflops of all the products, and
gflops_square of products of 2,048 x 2,048 matrices.
"""

import argparse
import json
import time
from pathlib import Path

import torch
from batches import plan_updates, read_pairs
from fast_transformer import CHUNK_ROWS

DTYPES = {"fp32": torch.float32, "bf16": torch.bfloat16}
SECONDS = 0.5  # for each product
SQUARE = 2048


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path)
    parser.add_argument("recipe", type=Path)
    parser.add_argument("precision", choices=DTYPES)
    parser.add_argument("--threads", type=int, default=2)
    for name in ("--out", "--seed", "--warm-up", "--updates"):
        parser.add_argument(name, help="for other programs")
    return parser.parse_args()


def layers(model, source, target):
    """Yields (count, rows, input width, output width) of the layers' products with weights."""
    width, inner = model["width"], model["feed_forward"]
    for inputs, outputs in [(width, 3 * width), (width, width), (width, inner), (inner, width)]:
        yield model["encoder_layers"], source, inputs, outputs
        yield model["decoder_layers"], target, inputs, outputs
    yield model["decoder_layers"], source, width, 2 * width  # keys and values from the source
    yield 2 * model["decoder_layers"], target, width, width  # queries to the source, and the output


def products(recipe, source, target):
    yield from layers(recipe["model"], source, target)
    outputs = recipe["tokenizer"]["vocabulary_size"]
    yield target / CHUNK_ROWS, CHUNK_ROWS, recipe["model"]["width"], outputs


def median_seconds(multiply):
    multiply()
    times, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        multiply()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def seconds_of(rows, inputs, outputs, dtype):
    """Returns the seconds of y = x W', and of the gradients of x and W."""
    x, weight, y = (torch.randn(shape).to(dtype) for shape in ((rows, inputs), (outputs, inputs), (rows, outputs)))
    results = [torch.empty(shape, dtype=dtype) for shape in ((rows, outputs), (rows, inputs), (outputs, inputs))]
    forms = [(x, weight.t()), (y, weight), (y.t(), x)]
    return sum(median_seconds(lambda: torch.mm(*pair, out=out)) for pair, out in zip(forms, results))


def main():
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    recipe, dtype = json.loads(options.recipe.read_text()), DTYPES[options.precision]
    updates = list(plan_updates(read_pairs(options.work), recipe["train"], seed=1))
    batches = [batch for update in updates for batch in update.batches]
    target = round(sum(batch.target_tokens for batch in batches) / len(batches))
    source = round(sum(len(source) for batch in batches for source, _ in batch.pairs) / len(batches))
    seconds = operations = 0
    for times, rows, inputs, outputs in products(recipe, source, target):
        seconds += times * seconds_of(rows, inputs, outputs, dtype)
        operations += times * 3 * 2 * rows * inputs * outputs
    square = 3 * 2 * SQUARE**3 / seconds_of(SQUARE, SQUARE, SQUARE, dtype)
    result = {
        "tokens_per_second": target / seconds,
        "target_tokens": target,
        "gflops": operations / seconds / 1e9,
        "gflops_square": square / 1e9,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
