"""Pairs as ids, and the batches of an epoch, in dragoman's order."""

import itertools
import random
from dataclasses import dataclass

END, UNKNOWN = "</s>", "<unk>"
# Number of batches of an update in programs whose threads share each batch: fewer, larger ones are faster there.
SHARED_BATCHES = 2


@dataclass(frozen=True)
class Batch:
    pairs: list  # of (source ids, target ids), end of sentence included
    target_tokens: int


@dataclass(frozen=True)
class Update:
    batches: list
    target_tokens: int


def read_pairs(folder):
    """Reads pairs of lists of ids."""
    pieces = (folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]
    ids = {piece: i for i, piece in enumerate(pieces)}
    end, unknown = ids[END], ids[UNKNOWN]
    sides = []
    for name in ("source", "target"):
        lines = (folder / f"train.{name}").read_text(encoding="utf-8").split("\n")[:-1]
        sides.append([[*(ids.get(piece, unknown) for piece in line.split()), end] for line in lines])
    return list(zip(*sides, strict=True))


def cut_batches(pairs, budget):
    """Cuts batches whose number of pairs times the longest side is within the budget."""
    rows, longest = [], 0
    for pair in pairs:
        length = max(map(len, pair))
        if rows and max(longest, length) * (len(rows) + 1) > budget:
            yield rows
            rows, longest = [], 0
        rows.append(pair)
        longest = max(longest, length)
    if rows:
        yield rows


def plan_updates(pairs, train, seed, parts=SHARED_BATCHES):
    """Yields the updates of an epoch, of `parts` batches each. Batches have similar lengths (by target, then
    source), and are in random order."""
    dice = random.Random(seed)
    pairs = dice.sample(pairs, len(pairs))
    pairs.sort(key=lambda pair: (len(pair[1]), len(pair[0])))
    runs = cut_batches(pairs, train["update_tokens"] // parts)
    batches = [Batch(rows, sum(len(target) for _, target in rows)) for rows in runs]
    dice.shuffle(batches)
    for begin in range(0, len(batches), parts):
        chosen = batches[begin : begin + parts]
        yield Update(chosen, sum(batch.target_tokens for batch in chosen))


def endless_updates(pairs, train, seed):
    """Yields updates, epoch after epoch."""
    for epoch in itertools.count():
        yield from plan_updates(pairs, train, seed * 1000 + epoch)
