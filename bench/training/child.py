"""Programs that are run to their end."""

import os
import subprocess
import sys


def call(command):
    """The program's standard output; what it writes to stderr is shown if it fails."""
    command = [str(part) for part in command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(command)}\n{done.stderr}")
    return done.stdout


def run_measured(command, environment, folder):
    """Runs the program with its output in the folder's `out` and `log`; returns its output and its peak of resident
    memory in MB (10^6 bytes)."""
    command = [str(part) for part in command]
    with open(folder / "out", "w") as out, open(folder / "log", "w") as log:
        process = subprocess.Popen(command, stdout=out, stderr=log, env=os.environ | environment)
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:  # interrupted, or told to end
        process.terminate()
        process.wait()
        raise
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"error: {' '.join(command)} failed; {folder / 'log'} says why")
    return (folder / "out").read_text(), usage.ru_maxrss * 1024 / 1e6
