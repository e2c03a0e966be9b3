"""Builds Dragoman on a machine without a network: with the LibTorch of its Python, and libraries from an archive."""

import functools
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

from records import Failed

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (".cpp", ".h", ".cu", ".cmake", ".txt", ".json", ".map", ".in")
TARGETS = ("dragoman", "measure_decoding", "measure_peak", "model_tests", "train_tests", "end_to_end_tests")
MEMORY_OF_JOB = 2 * 10**9  # bytes that compiling a file with LibTorch takes
MEMORY_LIMIT = Path("/sys/fs/cgroup/memory.max")  # bytes that a container may use


def source_digest(root=ROOT):
    """Returns a digest of all sources. Trees with the same sources have the same digest, wherever they are."""
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in ("build", "docs"))
        for name in sorted(names):
            if name.endswith(SOURCES):
                path = Path(folder, name)
                digest.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def torch_folder(named):
    """Returns the folder of LibTorch: the given one, or that of the running Python."""
    if named:
        return named
    found = importlib.util.find_spec("torch")
    if not found:
        raise Failed(f"{sys.executable} has no torch; name a LibTorch with --torch")
    return Path(found.origin).parent


def unpack(archive, folder):
    """Unpacks the archive of scripts/gather-libraries once; returns the folder that holds usr."""
    target = folder / "libraries"
    note = f"{archive.stat().st_size} {archive.name}"
    if (folder / "unpacked").exists() and (folder / "unpacked").read_text() == note:
        return target
    shutil.rmtree(target, ignore_errors=True)
    with tarfile.open(archive) as file:
        # Some members are links within the archive; "tar" refuses links that lead out of the folder.
        file.extractall(folder, **({"filter": "tar"} if hasattr(tarfile, "data_filter") else {}))
    (folder / "unpacked").write_text(note)
    return target


def write_pkgconf(libraries, folder):
    """Writes a script that runs the archive's pkgconf with the archive's packages; returns its path."""
    library_folder = libraries / "usr" / "lib" / multiarch(libraries)
    script = folder / "pkg-config"
    paths = f"{library_folder}/pkgconfig:{libraries}/usr/share/pkgconfig"
    script.write_text(
        f"#!/bin/sh\nLD_LIBRARY_PATH={library_folder} PKG_CONFIG_SYSROOT_DIR={libraries} PKG_CONFIG_LIBDIR={paths} "
        f'exec {libraries}/usr/bin/pkgconf "$@"\n'
    )
    script.chmod(0o755)
    return script


def multiarch(libraries):
    """Returns the name of the folder of libraries, such as x86_64-linux-gnu."""
    return next(path.parent.name for path in sorted((libraries / "usr" / "lib").glob("*-linux-gnu/libicuuc.so")))


def library_options(archive, folder):
    """Returns CMake's options for the archive's libraries. They come before the system's, also when a program
    starts. DT_RPATH, unlike DT_RUNPATH, also applies to the dependencies of libraries."""
    libraries = unpack(archive, folder)
    architecture = multiarch(libraries)
    rpath = f"-Wl,--disable-new-dtags -Wl,-rpath,{libraries}/usr/lib/{architecture}"
    return [
        f"-DCMAKE_PREFIX_PATH={libraries}/usr",
        f"-DCMAKE_LIBRARY_ARCHITECTURE={architecture}",
        f"-DPKG_CONFIG_EXECUTABLE={write_pkgconf(libraries, folder)}",
        *(f"-DCMAKE_{kind}_LINKER_FLAGS={rpath}" for kind in ("EXE", "SHARED", "MODULE")),
    ]


def build_jobs():
    free = int(re.search(r"MemAvailable: *(\d+)", Path("/proc/meminfo").read_text()).group(1)) * 1024
    limit = MEMORY_LIMIT.read_text().strip() if MEMORY_LIMIT.exists() else "max"
    if limit != "max":
        free = min(free, int(limit))
    return max(1, min(os.cpu_count(), free // MEMORY_OF_JOB))


def configure(stage, options):
    command = ["cmake", "--preset", "release", "-B", options.build, "--log-level=WARNING", "-DDRAGOMAN_BENCH=ON"]
    command += [f"-DDRAGOMAN_TORCH={torch_folder(options.torch)}"]
    command += library_options(options.libraries, options.folder) if options.libraries else []
    stage.run(command, folder=ROOT)


def build(stage, options):
    """Configures and compiles, and reuses what an earlier call compiled. Fails at once if the device is missing."""
    machine = describe_machine(options)
    if not (options.build / "build.ninja").exists():
        configure(stage, options)
    stage.run(["cmake", "--build", options.build, "--parallel", build_jobs(), "--target", *TARGETS], folder=ROOT)
    (options.build / "finished").write_text(options.digest)
    version = stage.run([options.build / "dragoman", "--version"])
    return {"version": version.strip(), "jobs": build_jobs(), **machine}


def describe_torch(device):
    """Returns the version of torch, and the device. Throws Failed if the device is missing."""
    command = [sys.executable, Path(__file__).with_name("describe_torch.py"), device]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(done.stderr.strip().split("\n")[-1])
    return done.stdout.strip()


@functools.cache
def count_gpus(device):
    """Returns the number of GPUs that several processes can use: all for cuda, 1 for cuda:N, 0 for cpu."""
    if device != "cuda":
        return int(device.startswith("cuda"))
    command = [sys.executable, "-c", "import torch; print(torch.cuda.device_count())"]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def describe_machine(options):
    """Returns the description of the machine for the report."""
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=False).stdout.split("\n")[0]
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return {
        "processor": cpu.group(1) if cpu else platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.freedesktop_os_release().get("PRETTY_NAME", "Linux"),
        "compiler": compiler,
        "torch": describe_torch(options.device),
    }


def ensure_built(stage, options):
    """Builds the programs unless they exist for these sources, since any stage may be the first to need them.
    Returns False if the build failed."""
    finished = options.build / "finished"
    if finished.exists() and finished.read_text() == options.digest:
        return True
    records, start = stage.records, time.monotonic()
    records.say("building; what an earlier call compiled stays ...")
    try:
        result = build(stage, options)
    except Failed as failure:
        result = {"failed": str(failure)}
        records.say(f"building failed: {failure}")
    records.add("build", "programs", result, time.monotonic() - start)
    return "failed" not in result
