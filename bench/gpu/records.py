"""Keeps results in a folder: results.jsonl, one result a line, written at once, and log.txt."""

import json
import os
import signal
import subprocess
import sys
import time


LOGGED = 20_000  # characters of a program's output


class Failed(Exception):
    """A program failed or ran out of time. The message is one line."""


def run_to_end(command, seconds, **options):
    """Returns the program's output and exit status. After the time limit, kills it with all processes that it
    started."""
    options |= {"stdout": subprocess.PIPE, "text": True, "errors": "replace", "start_new_session": True}
    with subprocess.Popen(command, **options) as process:
        try:
            said, _ = process.communicate(timeout=seconds)
        except BaseException:
            for what, wait in ((signal.SIGTERM, 20), (signal.SIGKILL, None)):
                try:
                    os.killpg(process.pid, what)
                    process.wait(wait)
                except ProcessLookupError:
                    break
                except subprocess.TimeoutExpired:
                    continue
            raise
    return said, process.returncode


class Records:
    """The results of all calls. A result applies only to the same setting: device, size, program."""

    def __init__(self, folder, setting):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.setting = folder, setting
        self.file, self.log_file = folder / "results.jsonl", folder / "log.txt"
        self.lines = [json.loads(line) for line in self.file.read_text().splitlines()] if self.file.exists() else []

    def find(self, stage, item):
        """Returns the item's last result, which may be a failure; None if there is none."""
        for line in reversed(self.lines):
            if (line["stage"], line["item"], line["setting"]) == (stage, item, self.setting):
                return line
        return None

    def of_stage(self, stage):
        """Returns the last result of each item of a stage, in the order of the items."""
        items = dict.fromkeys(line["item"] for line in self.lines if line["stage"] == stage)
        found = {item: self.find(stage, item) for item in items}
        return {item: line for item, line in found.items() if line is not None}

    def add(self, stage, item, result, seconds):
        line = {"stage": stage, "item": item, "setting": self.setting, "seconds": round(seconds, 1), "result": result}
        self.lines.append(line)
        with open(self.file, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def say(self, text):
        """Writes a line to the log and to stderr."""
        line = f"{time.strftime('%H:%M:%S')} {text}"
        print(line, file=sys.stderr, flush=True)
        with open(self.log_file, "a", encoding="utf-8") as file:
            file.write(line + "\n")


class Stage:
    """Runs items once each, in a limited time."""

    def __init__(self, records, name, seconds):
        self.records, self.name = records, name
        self.end = time.monotonic() + seconds
        self.left_out = []  # items not begun

    def left(self):
        """Returns the seconds left."""
        return max(0.0, self.end - time.monotonic())

    def once(self, item, find_out, needs=5, again=False):
        """Returns the result of `find_out`, or that of an earlier call unless `again`. Returns None if it failed,
        or if fewer than `needs` seconds are left."""
        known = self.records.find(self.name, item)
        if known and "failed" not in known["result"] and not again:
            return known["result"]
        if self.left() < needs:
            self.records.say(f"{self.name}, {item}: not begun, as the stage's time is over; call again")
            self.left_out.append(item)
            return None
        self.records.say(f"{self.name}, {item} ...")
        start = time.monotonic()
        try:
            result = find_out()
        except Failed as failure:
            result = {"failed": str(failure)}
        self.records.add(self.name, item, result, time.monotonic() - start)
        if "failed" not in result:
            return result
        self.records.say(f"{self.name}, {item}: failed: {result['failed']}")
        return None

    def run(self, command, environment=None, folder=None):
        """Returns the program's standard output; its stderr goes to the log. Throws Failed."""
        command = [str(part) for part in command]
        with open(self.records.log_file, "a", encoding="utf-8") as log:
            log.write(f"$ {' '.join(command)}\n")
            log.flush()
            try:
                said, status = run_to_end(command, self.left(), stderr=log, env=environment, cwd=folder)
            except subprocess.TimeoutExpired:
                raise Failed(f"{command[0]} took longer than the time that is left") from None
            except OSError as error:
                raise Failed(f"{command[0]}: {error.strerror}") from None
            log.write(said[-LOGGED:])
        if status != 0:
            raise Failed(f"{' '.join(command)[:200]} ended with status {status}; log.txt says why")
        return said
