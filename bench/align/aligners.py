"""The aligners. Each takes two text files and returns a set of links for each pair."""

import subprocess
import sys
import time
from pathlib import Path

from links import grow_diag_final_and, parse, read_alignments


def align_with_dragoman(options, source, target):
    out = options.work / "dragoman.align"
    command = [options.dragoman, "align", "--source", source, "--target", target, "--out", out]
    command += ["--threads", options.threads, *options.arguments.split()]
    start = time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    return read_alignments(out), seconds


EFLOMAL = """
import sys
from eflomal import Aligner
source, target, forward, backward = sys.argv[1:]
with open(source, encoding="utf-8") as s, open(target, encoding="utf-8") as t:
    Aligner().align(s, t, links_filename_fwd=forward, links_filename_rev=backward)
"""


def align_with_eflomal(options, source, target):
    """Aligns with eflomal's defaults: model 3, three samplers."""
    forward, backward = options.work / "eflomal.forward", options.work / "eflomal.backward"
    start = time.perf_counter()
    command = [sys.executable, "-c", EFLOMAL, source, target, forward, backward]
    subprocess.run(list(map(str, command)), check=True, stderr=subprocess.DEVNULL)
    both = zip(read_alignments(forward), read_alignments(backward))
    found = [grow_diag_final_and(f, b) for f, b in both]
    return found, time.perf_counter() - start


SYSTRAN = """
import sys, systran_align
text, folder, iterations, diagonal = sys.argv[1:]
better = dict(favor_diagonal=True, optimize_tension=True, variational_bayes=True) if diagonal == "1" else {}
forward, backward = folder + "/systran.forward", folder + "/systran.backward"
systran_align.generate_alignment_probabilities(text, forward, backward, iterations=int(iterations), **better)
aligner = systran_align.Aligner(forward, backward)
pairs = [[side.split() for side in line.split(" ||| ")] for line in open(text, encoding="utf-8")]
for found in aligner.align_batch([p[0] for p in pairs], [p[1] for p in pairs]):
    print(*(f"{i}-{j}" for i, j in found["alignments"]))
"""


def align_with_systran(options, source, target):
    """Aligns with fast_align's usual flags -d -o -v."""
    text = options.work / "systran.text"
    with open(source, encoding="utf-8") as s, open(target, encoding="utf-8") as t, open(text, "w") as out:
        for pair in zip(s, t):
            out.write(" ||| ".join(" ".join(side.split()) for side in pair) + "\n")
    command = [sys.executable, "-c", SYSTRAN, text, options.work, "5", "1"]
    start = time.perf_counter()
    lines = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout
    return [parse(line) for line in lines.splitlines()], time.perf_counter() - start


ALIGNERS = {"dragoman": align_with_dragoman, "eflomal": align_with_eflomal, "systran-align": align_with_systran}
