"""The programs to compare, and a measurement of one of them in its own process."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.programs import call, clocks, other_cores  # noqa: E402

# Names of Dragoman's precisions in CTranslate2, which is measured without a shortlist: on CPUs and on GPUs.
COUNTERPARTS = {"fp32": "float32", "bf16": "int8", "int8": "int8", "int8+shortlist": "int8"}
GPU_COUNTERPARTS = {"fp32": "float32", "bf16": "float16"}
MEASURE_CTRANSLATE2 = Path(__file__).with_name("measure_ctranslate2.py")
WARM_UP_SENTENCES = 20
CT2_USE_MKL = {"MKL": "1", "oneDNN": "0"}


@dataclass(frozen=True)
class Side:
    program: str  # Dragoman or CTranslate2
    precision: str
    command: tuple  # with the model; the workload is appended
    libraries: tuple = ("",)  # libraries for matrix products to choose from

    def __str__(self):
        return f"{self.program} {self.precision}"


@dataclass(frozen=True)
class Setting:
    batching: str  # in workload.py's notation
    workers: int
    threads: int  # per worker
    library: str = ""  # one of the side's libraries

    def __str__(self):
        library = f", {self.library}" if self.library else ""
        return f"{self.batching}, {self.workers}x{self.threads}{library}"


def counterparts(device):
    return COUNTERPARTS if device == "cpu" else GPU_COUNTERPARTS


# Opens the library that CTranslate2 opens when it first computes on a GPU.
PROBE = """
import sys, ctypes
import ctranslate2
if not sys.argv[1].startswith("cpu"):
    ctypes.CDLL("libcublas.so.12")
    if not ctranslate2.get_cuda_device_count():
        raise OSError("it finds no GPU")
"""


def why_without_ctranslate2(device):
    """Returns why CTranslate2 does not run on the device; "" if it does."""
    command = [sys.executable, "-c", PROBE, device]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr.strip().split("\n")[-1] or f"status {done.returncode}" if done.returncode else ""


def make_sides(options, model):
    """Returns CTranslate2's precisions, if it is measured, then Dragoman's."""
    device = ("--device", options.device)
    theirs = dict.fromkeys(counterparts(options.device)[precision] for precision in options.precisions)
    python = (sys.executable, MEASURE_CTRANSLATE2)
    libraries = tuple(CT2_USE_MKL) if options.device == "cpu" else ("",)
    return [
        *(
            Side("CTranslate2", name, (*python, model.converted(name), *device), libraries)
            for name in (theirs if options.with_ctranslate2 else ())
        ),
        *(Side("Dragoman", name, (options.measure_decoding, model.run, *device)) for name in options.precisions),
    ]


def measure(side, setting, beam, workload):
    """Returns the program's output, and the number of cores that other processes took meanwhile."""
    one = setting.batching == "one"
    precision, *shortlist = side.precision.split("+")
    command = [*side.command, workload, "--precision", precision, "--beam", beam]
    command += ["--shortlist"] if shortlist else []
    command += ["--workers", setting.workers, "--threads", setting.threads]
    command += ["--warm-up", WARM_UP_SENTENCES if one else setting.workers, *(["--one"] if one else [])]
    environment = os.environ | ({"CT2_USE_MKL": CT2_USE_MKL[setting.library]} if setting.library else {})
    before = clocks()
    result = json.loads(call(command, env=environment))
    result["other_cores"] = other_cores(before)
    print(
        f"{side}, beam {beam}, {setting}: {result['tok_s']:.0f} tokens/s, "
        f"{result['peak_rss_mb']:.0f} MB; {result['other_cores']} cores busy otherwise",
        file=sys.stderr,
        flush=True,
    )
    return result
