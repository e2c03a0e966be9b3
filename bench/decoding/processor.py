"""The processor of a comparison, and the instructions that all sides may use."""

import json
import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

SHOWN = ("avx2", "fma", "avx_vnni", "avx512f", "avx512_vnni", "avx512_bf16", "amx_bf16")


@dataclass(frozen=True)
class Cap:
    needed: tuple  # flags of /proc/cpuinfo
    environment: dict  # for every program


# On processors that are not Intel's, MKL ignores its variable unless its fast path is on.
CAPS = {
    "native": Cap((), {}),
    "avx2": Cap(
        ("avx2", "fma"),
        {
            "DRAGOMAN_KERNELS": "avx2",  # without AVX-VNNI, as CTranslate2
            "CT2_FORCE_CPU_ISA": "AVX2",
            "ONEDNN_MAX_CPU_ISA": "AVX2",
            "MKL_ENABLE_INSTRUCTIONS": "AVX2",
            "ATEN_CPU_CAPABILITY": "avx2",
        },
    ),
    # Sets no limit for Dragoman, oneDNN and MKL: MKL's value AVX512 would exclude VNNI, which Dragoman uses.
    "avx512": Cap(
        ("avx512f", "avx512bw", "avx512dq", "avx512vl"),
        {"CT2_FORCE_CPU_ISA": "AVX512", "ONEDNN_MAX_CPU_ISA": "DEFAULT", "ATEN_CPU_CAPABILITY": "avx512"},
    ),
}


def add_processor(parser):
    parser.add_argument("--processor", choices=CAPS, default="native", help="instructions that all sides may use")
    parser.add_argument(
        "--measure-peak", type=Path, metavar="PATH", help="path of measure_peak (default: beside dragoman)"
    )


def set_processor(parser, options):
    """Caps the instructions of this process and its children. Prints a line that describes the processor."""
    cpu = read_cpuinfo()
    flags, cap = cpu.get("flags", "").split(), CAPS[options.processor]
    missing = [flag for flag in cap.needed if flag not in flags]
    if missing:
        parser.error(f"--processor {options.processor}: this processor has no {', '.join(missing)}")
    os.environ.update(cap.environment)
    sets = ", ".join(flag for flag in SHOWN if flag in flags)
    limit = "no cap" if options.processor == "native" else f"capped to {options.processor}"
    name = cpu.get("model name", platform.machine())
    print(f"Processor: {name} ({sets}); {limit}; peak of one core: {measure_peak(parser, options)}\n", flush=True)


def read_cpuinfo():
    """Returns Linux's description of the first core."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")[0].split("\n")
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def measure_peak(parser, options):
    """Returns the peak of one core in fp32, under the cap."""
    program = options.measure_peak or options.dragoman.with_name("measure_peak")
    if not program.exists():
        if options.measure_peak:
            parser.error(f"{program} does not exist")
        return "not measured"
    done = subprocess.run([program.resolve()], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        parser.error(f"{program} failed\n{done.stderr}")
    return f"{json.loads(done.stdout)['fp32_gflops']:.1f} fp32 GFLOP/s"
