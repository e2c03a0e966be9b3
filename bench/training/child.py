"""Runs programs to their end."""

import os
import subprocess
import sys


def run_measured(command, environment, folder):
    """Runs the program with its output in the folder's files `out` and `log`. Returns its output and its peak
    resident memory in MB (10^6 bytes)."""
    command = [str(part) for part in command]
    with open(folder / "out", "w") as out, open(folder / "log", "w") as log:
        process = subprocess.Popen(command, stdout=out, stderr=log, env=os.environ | environment)
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:  # interrupted or terminated
        process.terminate()
        process.wait()
        raise
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"error: {' '.join(command)} failed; {folder / 'log'} says why")
    return (folder / "out").read_text(), usage.ru_maxrss * 1024 / 1e6
