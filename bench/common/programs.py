"""Runs programs, and tells what other processes did meanwhile."""

import os
import resource
import subprocess
import sys


def call(command, **options):
    """Returns the program's standard output. Shows its stderr if it fails. `options` go to subprocess.run."""
    command = [str(part) for part in command]
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(command)}\n{done.stderr}")
    return done.stdout


def clocks():
    """Returns seconds: wall time, busy time of all cores, and processor time of this process's children."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _, _, interrupts, soft = map(int, file.readline().split()[1:8])
    busy = (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return os.times().elapsed, busy, children.ru_utime + children.ru_stime


def other_cores(before):
    """Returns the number of cores that other processes took since `before`, a result of clocks()."""
    real, busy, own = (now - then for now, then in zip(clocks(), before))
    return round(max(0.0, (busy - own) / real), 2)
