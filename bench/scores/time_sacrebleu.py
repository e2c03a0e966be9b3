"""Times sacreBLEU's API in the same way as `score_speed METRIC HYPOTHESIS REFERENCE` times dragoman.

Prints {"seconds": ..., "score": ..., "peak_kb": ...}: the time of scoring lines in memory, the corpus score, and
the peak memory of this process.
"""

import json
import sys
import time

from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.utils import smart_open

METRICS = {"bleu": BLEU, "chrf++": lambda: CHRF(word_order=2), "ter": TER}


def peak_kb():
    """Returns the peak resident memory of this process alone. getrusage's may be that of the parent."""
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    raise SystemExit("error: no VmHWM in /proc/self/status")


def main():
    name, *paths = sys.argv[1:]
    hypotheses, references = ([line.rstrip() for line in smart_open(path)] for path in paths)
    metric = METRICS[name]()
    start = time.perf_counter()
    score = metric.corpus_score(hypotheses, [references]).score
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "score": score, "peak_kb": peak_kb()}))


if __name__ == "__main__":
    main()
