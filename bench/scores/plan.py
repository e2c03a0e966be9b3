"""Assigns combinations of options to corpora."""

from combinations import (
    ALL_METRICS,
    CHRF_OPTIONS,
    TOKENIZERS,
    Combination,
    bleu_options,
    chrf_options,
    format_options,
    metric_options,
    refused_options,
    sentence_options,
    several_options,
    ter_options,
)

VARYING_OPTIONS = (
    f"{ALL_METRICS} --format text",
    f"{ALL_METRICS} --format text --short --confidence --confidence-n 50",
    "--metrics bleu --tokenize zh --lowercase",
    "--metrics bleu --sentence-level",
    "--metrics chrf --chrf-word-order 2",
    "--metrics chrf --chrf-whitespace --sentence-level",
    "--metrics ter --ter-normalized --ter-asian-support",
    "--metrics ter --sentence-level",
)


def combinations(corpora):
    """Yields all combinations, quick and informative ones first."""
    by_name = {corpus.name: corpus for corpus in corpora}
    yield from every_metric(by_name["short"])
    yield from every_report(by_name["short"])
    yield from every_layout(by_name["short"])
    yield from refusals(by_name["short"])
    for corpus in corpora:
        if corpus.name.startswith("far"):
            yield from small(corpus)
        elif corpus.name.startswith("mixed"):
            yield from large(corpus)
        elif corpus.name.startswith("real"):
            yield from real(corpus)
    yield from long_segments(by_name["longest"])
    yield from many_shifts(by_name["repetitive"])
    yield from many_shifts(by_name["moved"])
    yield from single_characters(by_name["characters"])


def every_metric(corpus):
    for i, options in enumerate(metric_options()):
        yield Combination(corpus, options, 1 + i % 3)
        yield Combination(corpus, f"{options} --sentence-level", 1 + (i + 1) % 3, (i % 2,))


def every_report(corpus):
    for options in format_options():
        yield Combination(corpus, options, 2)
    for options in sentence_options():
        yield Combination(corpus, options, 2)
    for i, options in enumerate(several_options()):
        yield Combination(corpus, options, 1 + i % 3, (0, 1, 2))
    seeds = (("SACREBLEU_SEED", "7"),), (("SACREBLEU_SEED", "0123456789"),)
    for seed in seeds:
        confidence = f"{ALL_METRICS} --confidence --confidence-n 50 --format text"
        yield Combination(corpus, confidence, 1, environment=seed)
        for test in ("--paired-ar --paired-ar-n 50", "--paired-bs --paired-bs-n 50"):
            options = f"{ALL_METRICS} --format text {test}"
            yield Combination(corpus, options, 1, (0, 1), environment=seed)
    yield from colors(corpus)


def colors(corpus):
    """Yields combinations for output to a terminal, which sacreBLEU colors."""
    confidence = f"{ALL_METRICS} --format text --confidence --confidence-n 50"
    for extra in ("", " --no-color"):
        yield Combination(corpus, confidence + extra, 1, terminal=True)
        for form in ("text", "latex"):
            for test in ("", " --paired-ar --paired-ar-n 50", " --paired-bs --paired-bs-n 50"):
                options = f"--metrics bleu chrf --format {form}{test}{extra}"
                yield Combination(corpus, options, 1, (0, 1, 2), terminal=True)


def every_layout(corpus):
    whitespace = "--metrics chrf --chrf-whitespace --format text"
    for options in ("", f"{ALL_METRICS} --format text", f"{whitespace} --sentence-level"):
        yield Combination(corpus, options, 2, layout="stdin")
        yield Combination(corpus, options, 2, layout="split")
        yield Combination(corpus, options, 3, layout="split")
    for options in (ALL_METRICS, f"{ALL_METRICS} --format text", whitespace):
        yield Combination(corpus, options, 1, (0, 1, 2), layout="stdin")
    for test in ("--paired-ar --paired-ar-n 50", "--paired-bs --paired-bs-n 50"):
        for form in ("json", "text", "latex"):
            yield Combination(corpus, f"{test} --format {form}", 1, (0, 1), layout="stdin")
    # A repeated baseline is left out of the comparison.
    yield Combination(corpus, "--paired-ar --paired-ar-n 50", 1, (0, 1, 0))
    for options in VARYING_OPTIONS:
        yield Combination(corpus, options, 3, layout="varying")


def refusals(corpus):
    for options, systems in refused_options():
        num_references = 2 if options == "--num-refs 2" else 1
        yield Combination(corpus, options, num_references, systems)


def small(corpus):
    """Yields combinations for a few very different segments: zeros, orders without a match, intervals of hardly
    any text."""
    num_references = len(corpus.references)
    for smoothing in ("exp", "floor", "add-k", "none"):
        options = f"--smooth-method {smoothing} --metrics bleu chrf ter --format text"
        yield Combination(corpus, options, num_references)
    yield Combination(corpus, "--metrics chrf --chrf-eps-smoothing", num_references)
    yield Combination(corpus, "--metrics bleu --sentence-level", num_references, (1,))
    yield Combination(corpus, f"{ALL_METRICS} --format text", num_references, layout="varying")
    for metric in ("bleu", "chrf", "ter"):
        confidence = f"--metrics {metric} --confidence --confidence-n 50"
        yield Combination(corpus, confidence, num_references)
    for test in ("--paired-ar --paired-ar-n 50", "--paired-bs --paired-bs-n 50"):
        options = f"{ALL_METRICS} --format text {test}"
        yield Combination(corpus, options, num_references, (0, 1))


def large(corpus):
    num_references = len(corpus.references)
    for tokenizer in TOKENIZERS:
        yield Combination(corpus, f"--tokenize {tokenizer}", num_references)
        yield Combination(corpus, f"--tokenize {tokenizer} --sentence-level", num_references, (1,))
    yield Combination(corpus, "--lowercase", num_references)
    for options in ("", "--chrf-word-order 2 --chrf-lowercase", "--chrf-whitespace"):
        chrf = f"--metrics chrf {options}".strip()
        yield Combination(corpus, chrf, num_references)
        yield Combination(corpus, f"{chrf} --sentence-level", num_references)
    for test in ("--paired-ar --paired-ar-n 100", "--paired-bs --paired-bs-n 100"):
        yield Combination(corpus, f"{test} --format text", num_references, (0, 1))
    yield Combination(corpus, "--metrics bleu chrf", num_references, layout="varying")


def real(corpus):
    """Yields combinations for real text; TER only on the part that sacreBLEU can score soon."""
    if corpus.name.endswith("part"):
        for i, options in enumerate(ter_options()):
            yield Combination(corpus, options, 1 + i % 2)
            yield Combination(corpus, f"{options} --sentence-level", 1 + i % 2, (1 + i % 2,))
        return
    for i, options in enumerate((*bleu_options(), *chrf_options())):
        yield Combination(corpus, options, 1 + i % 2, (i % 3,))
        yield Combination(corpus, f"{options} --sentence-level", 1 + i % 2)
    for options in several_options():
        if "ter" not in options:
            yield Combination(corpus, options, 1, (0, 1, 2))


def long_segments(corpus):
    for tokenizer in TOKENIZERS:
        yield Combination(corpus, f"--tokenize {tokenizer} --sentence-level")
    for options in CHRF_OPTIONS[:2]:
        yield Combination(corpus, f"--metrics chrf {options} --sentence-level")


def many_shifts(corpus):
    for options in ("", "--ter-normalized --ter-no-punct"):
        for num_references in (1, 2):
            sentences = f"--metrics ter --sentence-level {options}".strip()
            yield Combination(corpus, sentences, num_references)
    yield Combination(corpus, "--metrics ter", 2)


def single_characters(corpus):
    for options in ("", " --ter-no-punct --ter-case-sensitive"):
        asian = f"--metrics ter --ter-normalized --ter-asian-support{options} --sentence-level"
        yield Combination(corpus, asian)
