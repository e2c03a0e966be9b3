"""Measures CTranslate2 with the arguments and the JSON output of `measure_decoding`.

    measure_ctranslate2.py MODEL WORKLOAD [--beam N] [--precision P] [--device D] [--workers N] [--threads N]
        [--warm-up N] [--one]
"""

import argparse
import json
import math
import sys
import time
from pathlib import Path

# CTranslate2 would import these for its converters, and take memory that translating does not need.
sys.modules.update(torch=None, transformers=None)
import ctranslate2  # noqa: E402


class BatchDecoder:
    def __init__(self, arguments):
        kind, _, index = arguments.device.partition(":")
        self.translator = ctranslate2.Translator(
            str(arguments.model),
            device=kind,
            device_index=int(index or 0),
            compute_type=arguments.precision,
            inter_threads=arguments.workers,
            intra_threads=arguments.threads,
            max_queued_batches=-1,
        )
        taken = self.translator.compute_type
        if not taken.startswith(arguments.precision):  # int8 may become int8_float32
            sys.exit(f"--precision {arguments.precision}: on this machine CTranslate2 takes {taken}")
        self.beam = arguments.beam

    def start(self, batch):
        return self.translator.translate_batch(
            batch["sources"],
            beam_size=self.beam,
            length_penalty=0,
            min_decoding_length=batch["shortest"],
            max_decoding_length=batch["longest"],
            asynchronous=True,
        )

    def translate(self, batches):
        """Translates all batches at once, shared by workers. Returns the number of tokens, without end of
        sentence."""
        return count_tokens([self.start(batch) for batch in batches])

    def translate_in_turn(self, batches):
        """Translates one batch after the other. Returns the number of tokens, and the milliseconds of each
        batch."""
        tokens, milliseconds = 0, []
        for batch in batches:
            begin = time.perf_counter()
            tokens += count_tokens([self.start(batch)])
            milliseconds.append(1e3 * (time.perf_counter() - begin))
        return tokens, milliseconds


def count_tokens(started):
    return sum(len(one.result().hypotheses[0]) for results in started for one in results)


def read_batches(arguments):
    """Converts ids to pieces, and adds end of sentence, which the converted model does not add."""
    names = [arguments.model / f"{kind}_vocabulary.json" for kind in ("shared", "source")]
    vocabulary = json.loads(next(name for name in names if name.exists()).read_text())
    batches = json.loads(arguments.workload.read_text())["batches"]
    for batch in batches:
        batch["sources"] = [[*(vocabulary[i] for i in ids), "</s>"] for ids in batch["sources"]]
    return batches


def percentile(values, share):
    return sorted(values)[math.ceil(share * len(values)) - 1]


def peak_memory():
    """Returns the peak resident memory of this process in MB. getrusage's may be that of the parent process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return round(int(status.split("VmHWM:")[1].split()[0]) / 1024)


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("workload", type=Path)
    parser.add_argument("--beam", type=int, default=1)
    parser.add_argument("--precision", default="float32")
    parser.add_argument("--device", default="cpu", help="cpu, cuda or cuda:N")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--warm-up", type=int, default=0)
    parser.add_argument("--one", action="store_true")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    batches = read_batches(arguments)
    decoder = BatchDecoder(arguments)
    if arguments.warm_up:
        decoder.translate(batches[-arguments.warm_up :])
    milliseconds = []
    start = time.perf_counter()
    if arguments.one:
        tokens, milliseconds = decoder.translate_in_turn(batches)
    else:
        tokens = decoder.translate(batches)
    seconds = time.perf_counter() - start
    result = {"tokens": tokens, "seconds": seconds, "tok_s": tokens / seconds, "peak_rss_mb": peak_memory()}
    if arguments.one:
        result |= {"median_ms": percentile(milliseconds, 0.5), "p95_ms": percentile(milliseconds, 0.95)}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
