"""The batches that both programs translate, and how long translations may be."""

import json


def parse_batching(text):
    """How large batches are: a number of sentences as "64", or of tokens as "4096t"."""
    count = text.removesuffix("t")
    if not (count.isdecimal() and int(count)):
        raise ValueError(f"{text} is no way to make batches; 64 is of sentences, 4096t of tokens")
    return text


def make_batches(sources, batching):
    """"one": one at a time in the order of the text; others the longest first."""
    if batching == "one":
        return [[source] for source in sources]
    ordered = sorted(sources, key=len, reverse=True)
    if batching.endswith("t"):
        return cut_by_tokens(ordered, int(batching[:-1]))
    size = int(batching)
    return [ordered[begin : begin + size] for begin in range(0, len(ordered), size)]


def cut_by_tokens(ordered, budget):
    """As search.batch_tokens counts them: sentences times the longest one, end of sentence counted."""
    batches = []
    for source in ordered:
        if not batches or (len(batches[-1][0]) + 1) * (len(batches[-1]) + 1) > budget:
            batches.append([])
        batches[-1].append(source)
    return batches


def describe(batch, longest, forced):
    """A batch with the lengths of its translations: free ones up to `longest` tokens, end of sentence
    counted; forced ones of as many tokens as a source has on average, without end of sentence."""
    mean = round(sum(len(source) + 1 for source in batch) / len(batch))
    lengths = {"shortest": mean, "longest": mean} if forced else {"shortest": 0, "longest": longest}
    return {"sources": batch, **lengths}


def write_workload(path, sources, batching, longest, forced):
    batches = [describe(batch, longest, forced) for batch in make_batches(sources, batching)]
    path.write_text(json.dumps({"batches": batches}))
