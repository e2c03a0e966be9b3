"""Runs the tests that use a device on that device, each in its own process, so that a crash hides no other test."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

from records import Failed, run_to_end

# Programs, and a pattern for their tests; "" means all.
PROGRAMS = {"model_tests": "", "train_tests": "", "end_to_end_tests": "[device]"}
QUICK = {"model_tests": "*device*", "train_tests": "bf16 trains*", "end_to_end_tests": "[device]"}
SECONDS = 120  # time limit of a test
SHOWN = 2000  # characters of a failed test's output
# Tests at a time on a GPU: a program is slow to start there, and takes some GB of its memory.
WORKERS = max(1, min(12, (os.cpu_count() or 1) - 2))


def names_of_tests(program, chosen):
    """Returns the names of a program's tests, as Catch2's versions 2 and 3 list them."""
    for flags in (["--list-test-names-only"], ["--list-tests", "--verbosity", "quiet"]):
        command = [program, *([chosen] if chosen else []), *flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        # Version 2 exits with the number of tests instead of 0.
        if done.stdout.strip() and "Unrecognised token" not in done.stdout + done.stderr:
            return [line.strip() for line in done.stdout.split("\n") if line.strip()]
    raise Failed(f"{program} lists no tests: {done.stderr.strip()[:200]}")


def pattern_of(name):
    """Returns a test's name with the escapes of Catch2's command line."""
    return "".join(f"\\{letter}" if letter in ',[]"\\' else letter for letter in name)


def run_test(program, name, device):
    """Runs a test; returns why it failed, or ""."""
    environment = os.environ | {"DRAGOMAN_TEST_DEVICE": device, "OMP_WAIT_POLICY": "passive"}
    try:
        said, status = run_to_end(
            [program, pattern_of(name)], SECONDS, stderr=subprocess.STDOUT, env=environment, cwd=program.parent
        )
    except subprocess.TimeoutExpired:
        return f"took longer than {SECONDS} s"
    said = said[-SHOWN:]
    if status < 0:
        return f"ended by signal {-status}\n{said}"
    if "No test cases matched" in said or "No tests ran" in said:
        return f"was not found by its name\n{said}"
    return f"status {status}\n{said}" if status else ""


def run_program(stage, options, program, chosen):
    path = options.build / program
    names = names_of_tests(path, chosen)
    failures = {}

    def run(name):
        if stage.left() < 1:
            return "was not begun, as the stage's time is over"
        return run_test(path, name, options.device)

    with ThreadPoolExecutor(WORKERS if options.device != "cpu" else 1) as pool:
        for name, failure in zip(names, pool.map(run, names)):
            if failure:
                failures[name] = failure
                stage.records.say(f"{program}: {name}: {failure}")
    return {"tests": len(names), "failures": failures}


def run_device_tests(stage, options):
    for program, chosen in (QUICK if options.quick else PROGRAMS).items():
        known = stage.records.find(stage.name, program)
        again = bool(known and known["result"].get("failures"))
        stage.once(program, lambda: run_program(stage, options, program, chosen), needs=20, again=again)
