"""Explains for people where two outputs differ."""

from outputs import compare
from programs import run_dragoman, run_sacrebleu

# Options that change how a metric is computed; the others change the report.
METRIC_OPTIONS = ("--tokenize", "--smooth-", "--lowercase", "--chrf-", "--ter-")
SHOWN = 600  # characters


def describe(program, combination, ours, theirs, difference):
    """Returns lines that describe a difference and, if there is one, the segment that causes it."""
    lines = [f"  first difference: {combination}"]
    if difference:
        lines += [f"    line {difference.line + 1}", f"    dragoman:  {difference.ours!r}"]
        lines += [f"    sacreBLEU: {difference.theirs!r}"]
    if (ours.status == 0) != (theirs.status == 0):
        for name, output in (("dragoman", ours), ("sacreBLEU", theirs)):
            reason = (output.errors.strip().splitlines() or [""])[-1]
            lines.append(f"    {name} exits with status {output.status}: {reason}")
    elif "--sentence-level" in combination.options:
        lines += _segment(combination, difference.line)
    else:
        lines += _blame(program, combination)
    return "\n".join(lines)


def _blame(program, combination):
    """Scores each sentence of each system with each metric, up to the first difference."""
    names, options = _metrics(combination.options)
    for system in combination.systems:
        for name in names:
            single = combination.with_options(
                f"--metrics {name} {options} --sentence-level --width 14",
                systems=(system,),
                terminal=False,
            )
            ours, theirs = run_dragoman(program, single), run_sacrebleu(single)
            difference = compare(ours.text, theirs.text).difference
            if difference:
                found = [f"    by {single}:", f"    dragoman:  {difference.ours!r}"]
                found.append(f"    sacreBLEU: {difference.theirs!r}")
                return found + _segment(single, difference.line)
    return ["    no segment has a score that differs"]


def _metrics(options):
    """Splits options into the metrics' names and the metrics' options."""
    names, kept, group = ["bleu"], [], None
    for word in options.split():
        if word.startswith("--"):
            group = word
            names = [] if word == "--metrics" else names
        elif group == "--metrics":
            names.append(word)
        if group.startswith(METRIC_OPTIONS):
            kept.append(word)
    return names, " ".join(kept)


def _segment(combination, index):
    """Returns the text of a segment."""
    corpus = combination.corpus
    if index >= len(corpus.systems[0]):
        return []
    hypothesis = corpus.systems[combination.systems[0]][index]
    lines = [f"    segment {index + 1} of {corpus.name}: {ascii(hypothesis)[:SHOWN]}"]
    for reference in corpus.references[: combination.num_references]:
        lines.append(f"    reference: {ascii(reference[index])[:SHOWN]}")
    return lines
