"""Runs dragoman and sacreBLEU on a combination of options and returns their outputs."""

import os
import sys

from child import run_in_child
from corpora import write_lines
from sacrebleu.metrics import METRICS
from sacrebleu.sacrebleu import main as sacrebleu_main
from sacrebleu.sacrebleu import parse_args
from sacrebleu.utils import Color, args_to_dict, print_single_results

SPM_NAME = "flores101"  # a tokenizer of sacreBLEU; dragoman gets SPM_NAME.model


def run_dragoman(program, combination):
    names, references, stdin = _files(combination)
    command = [program, "evaluate", "--hypothesis"] + (names if stdin is None else ["-"])
    command += [part for name in references for part in ("--reference", name)]
    command += _options(combination, f"../{SPM_NAME}.model")

    def execute():
        try:
            os.execv(command[0], command)
        except OSError as error:
            sys.exit(f"error: {command[0]}: {error}")

    return run_in_child(execute, combination, stdin)


def run_sacrebleu(combination):
    """Runs sacreBLEU by its command line, or by its API for varying numbers of references."""
    names, references, stdin = _files(combination)
    arguments = ["sacrebleu", *references] + (["--input", *names] if stdin is None else [])
    arguments += _options(combination, SPM_NAME)

    def execute():
        sys.argv = arguments
        if combination.layout == "varying":
            _score_by_api(combination)
        else:
            sacrebleu_main()

    return run_in_child(execute, combination, stdin)


def _options(combination, spm_tokenizer):
    options = combination.options.replace("{spm}", spm_tokenizer).split()
    numbers = {"split": combination.num_references, "varying": 0}
    if combination.layout in numbers:
        options += ["--num-refs", str(numbers[combination.layout])]
    return options


def _files(combination):
    """Returns the names of the systems, of the references, and of the standard input or None."""
    corpus, num_references = combination.corpus, combination.num_references
    systems = [corpus.system_names(len(corpus.systems))[i] for i in combination.systems]
    references, stdin = corpus.reference_names(num_references), None
    if combination.layout == "stdin":
        stdin = f"systems{len(systems)}"
        write_lines(corpus.folder / stdin, corpus.joined_systems(len(systems)))
    elif combination.layout == "split":
        references = [f"references{num_references}"]
        write_lines(corpus.folder / references[0], corpus.joined_references(num_references))
    elif combination.layout == "varying":
        references = ["references"]
        write_lines(corpus.folder / references[0], corpus.varying_references())
    return systems, references, stdin


def _score_by_api(combination):
    """Prints the output that sacreBLEU's command line would have for varying numbers of references."""
    arguments = parse_args()
    Color.ENABLE_COLORS = False
    hypotheses = combination.corpus.systems[combination.systems[0]]
    hypotheses = [line.rstrip() for line in hypotheses]
    segments = [line.split("\t") for line in combination.corpus.varying_references()]
    most = max(len(references) for references in segments)
    streams = list(zip(*(refs + [None] * (most - len(refs)) for refs in segments)))
    results = []
    for name in sorted(arguments.metrics):
        settings = args_to_dict(arguments, name, strip_prefix=True)
        if arguments.sentence_level and name == "bleu":
            settings["effective_order"] = True
        metric = METRICS[name.upper()](**settings)
        if arguments.sentence_level:
            for hypothesis, references in zip(hypotheses, segments):
                score = metric.sentence_score(hypothesis, references)
                print(_format(metric, score, arguments, is_json=False))
            return
        samples = arguments.confidence_n if arguments.confidence else 1
        score = metric.corpus_score(hypotheses, streams, n_bootstrap=samples)
        results.append(_format(metric, score, arguments, arguments.format == "json"))
    print_single_results(results, arguments)


def _format(metric, score, arguments, is_json):
    signature = metric.get_signature().format(arguments.short and not is_json)
    return score.format(arguments.width, arguments.score_only, signature, is_json)
