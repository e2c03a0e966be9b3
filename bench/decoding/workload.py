"""The batches that both programs translate, and the limits of their translations' lengths."""

import json


def parse_batching(text):
    """The size of batches: a number of sentences such as "64", or of tokens such as "4096t"."""
    count = text.removesuffix("t")
    if not (count.isdecimal() and int(count)):
        raise ValueError(f"{text} is no way to make batches; 64 is of sentences, 4096t of tokens")
    return text


def make_batches(sources, batching):
    """Cuts batches. "one": one sentence at a time, in the order of the text; else the longest sentences first."""
    if batching == "one":
        return [[source] for source in sources]
    ordered = sorted(sources, key=len, reverse=True)
    if batching.endswith("t"):
        return cut_by_tokens(ordered, int(batching[:-1]))
    size = int(batching)
    return [ordered[begin : begin + size] for begin in range(0, len(ordered), size)]


def cut_by_tokens(ordered, budget):
    """Counts like search.batch_tokens: number of sentences times the longest one, end of sentence included."""
    batches = []
    for source in ordered:
        if not batches or (len(batches[-1][0]) + 1) * (len(batches[-1]) + 1) > budget:
            batches.append([])
        batches[-1].append(source)
    return batches


def describe(batch, longest, forced):
    """Returns a batch with the lengths of its translations. Free translations have up to `longest` tokens, end of
    sentence included. Forced ones have the sources' mean number of tokens, without end of sentence."""
    mean = round(sum(len(source) + 1 for source in batch) / len(batch))
    lengths = {"shortest": mean, "longest": mean} if forced else {"shortest": 0, "longest": longest}
    return {"sources": batch, **lengths}


def write_workload(path, sources, batching, longest, forced):
    batches = [describe(batch, longest, forced) for batch in make_batches(sources, batching)]
    path.write_text(json.dumps({"batches": batches}))
