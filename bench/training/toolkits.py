"""The sides of the comparison, and a measurement of one of them in its own process."""

import json
import math
import shutil
import sys
from pathlib import Path

from child import run_measured
from preparation import BENCH, CONFIG, SIZES, data_settings, settings_flags

sys.path += [str(BENCH), str(BENCH / "decoding"), str(BENCH / "language_model")]
from common.programs import clocks, other_cores  # noqa: E402
from common.text import read_table  # noqa: E402
from programs import MKL_FUNCTIONS, OURS  # noqa: E402

HERE = Path(__file__).resolve().parent
NEVER = 10**9


def processes_of(side, options):
    return options.processes if side.several else 1


def threads_of(side, options):
    """Returns the threads of each process."""
    return max(1, options.threads // processes_of(side, options))


class Dragoman:
    """`dragoman train`; `several` processes share the threads, or have a GPU each."""

    def __init__(self, precision, several=False):
        self.title = f"Dragoman {precision}" + (", several processes" if several else "")
        self.several = several
        self.ours, self.tuned, self.on_gpu = True, False, True
        self.settings = [f"train.precision={precision}"]

    def command(self, job):
        options = job.options
        settings = [*data_settings(options), *SIZES[job.size], *options.set, *self.settings]
        settings += [f"train.updates={options.warm_up + job.updates}", "train.epochs=0", f"train.seed={job.repeat}"]
        settings += [f"train.report_every={math.gcd(options.warm_up, job.updates)}", f"train.checkpoint_every={NEVER}"]
        settings += ["tokenizer.from=" + str(options.work / "epoch"), f"train.device={options.device}"]
        command = [options.dragoman, "train", CONFIG, "--out", job.folder / "run"]
        command += ["--processes", processes_of(self, options), "--threads", threads_of(self, options)]
        return [*command, *settings_flags(settings)]

    def result(self, job, _):
        """Returns the speed over the rows after the warm-up. The log's seconds include neither validation nor
        checkpoints."""
        rows = [row for row in read_table(job.folder / "run" / "train.tsv") if int(row["update"]) > job.options.warm_up]
        shutil.rmtree(job.folder / "run")
        tokens = sum(int(row["target_tokens"]) for row in rows)
        seconds = sum(int(row["target_tokens"]) / float(row["tokens_per_second"]) for row in rows)
        return {"tokens_per_second": tokens / seconds, "target_tokens": tokens, "loss": float(rows[-1]["loss"])}


class Python:
    """A program in this folder, which prints its result as the last line. When tuned, its environment provides
    the libraries that Dragoman is linked with. `several` processes share the threads, or have a GPU each."""

    def __init__(self, title, program, *arguments, tuned, several=False, on_gpu=False):
        self.title, self.program, self.arguments, self.tuned = title, program, arguments, tuned
        self.several, self.ours, self.on_gpu = several, False, on_gpu

    def command(self, job):
        options = job.options
        launch = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", processes_of(self, options)]
        command = [sys.executable, *(launch if self.several else []), HERE / self.program, options.work, job.recipe]
        command += ["--out", job.folder, *self.arguments, "--threads", threads_of(self, options), "--seed", job.repeat]
        command += ["--device", options.device] if self.on_gpu else []
        return [*command, "--warm-up", options.warm_up, "--updates", job.updates]

    def result(self, _, output):
        return json.loads(output.strip().split("\n")[-1])


SIDES = {
    "dragoman-fp32": Dragoman("fp32"),
    "dragoman-bf16": Dragoman("bf16"),
    "fast-fp32": Python("PyTorch, fast loop, fp32", "measure_loop.py", "fast", "fp32", tuned=True, on_gpu=True),
    "fast-bf16": Python("PyTorch, fast loop, bf16", "measure_loop.py", "fast", "bf16", tuned=True, on_gpu=True),
    "dragoman-processes": Dragoman("fp32", several=True),
    "dragoman-processes-bf16": Dragoman("bf16", several=True),
    "fast-ddp": Python(
        "PyTorch, fast loop, fp32, DistributedDataParallel", "measure_loop.py", "fast", "fp32",
        tuned=True, several=True, on_gpu=True,
    ),  # fmt: skip
    "fast-ddp-bf16": Python(
        "PyTorch, fast loop, bf16, DistributedDataParallel", "measure_loop.py", "fast", "bf16",
        tuned=True, several=True, on_gpu=True,
    ),  # fmt: skip
    "marian": Python("transformers' MarianMTModel, as it comes", "measure_loop.py", "marian", "fp32", tuned=False),
    "joeynmt": Python("JoeyNMT, as it comes", "measure_joeynmt.py", tuned=False),
    "joeynmt-tuned": Python("JoeyNMT, tuned", "measure_joeynmt.py", tuned=True),
    "products-fp32": Python("matrix products alone, fp32", "measure_products.py", "fp32", tuned=True),
    "products-bf16": Python("matrix products alone, bf16", "measure_products.py", "bf16", tuned=True),
}


# Default sides on a GPU, and on a CPU.
DEFAULT_SIDES = ([name for name, side in SIDES.items() if side.on_gpu and not side.several], list(SIDES))


def check_device(parser, options):
    """Exits if a side does not run on the device."""
    on_cpu_alone = [name for name in options.sides if not SIDES[name].on_gpu]
    if options.device != "cpu" and on_cpu_alone:
        parser.error(f"--device {options.device}: these sides run on CPUs alone: {', '.join(on_cpu_alone)}")
    if options.device.startswith("cuda:") and any(SIDES[name].several for name in options.sides):
        parser.error(f"--device {options.device}: several processes need --device cuda, where each takes a GPU")


def environment(job):
    side = SIDES[job.side]
    if not isinstance(side, Python):
        return {}
    threads = str(threads_of(side, job.options))
    given = {"OMP_NUM_THREADS": threads, "MKL_NUM_THREADS": threads}
    if not side.tuned or job.options.untuned or job.options.device != "cpu":
        return given
    if not MKL_FUNCTIONS.exists():
        sys.exit(f"error: {MKL_FUNCTIONS} is missing; make the environment by bench/training/setup")
    return given | OURS


def measure(job):
    """Returns the result of the side's process, its peak memory, and the number of cores that other processes
    took meanwhile."""
    side = SIDES[job.side]
    shutil.rmtree(job.folder, ignore_errors=True)
    job.folder.mkdir(parents=True)
    before = clocks()
    output, peak_mb = run_measured(side.command(job), environment(job), job.folder)
    others = {"peak_mb": peak_mb, "other_cores": other_cores(before)}
    return side.result(job, output) | {"updates": job.updates} | others


def measure_or_read(job):
    """Returns the measurement, from its file if there is one."""
    file = job.folder / "result.json"
    if file.exists():
        return json.loads(file.read_text())
    result = measure(job)
    unfinished = file.with_suffix(".part")
    unfinished.write_text(json.dumps(result, indent=1) + "\n")
    unfinished.rename(file)
    print(
        f"{job.size}, {SIDES[job.side].title}, {job.repeat}: {result['tokens_per_second']:.0f} tokens/s, "
        f"{result['peak_mb']:.0f} MB; {result['other_cores']} cores busy otherwise",
        file=sys.stderr,
        flush=True,
    )
    return result
