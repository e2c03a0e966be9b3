"""Runs the commands of one page in a folder that has what they take for granted."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE_SECONDS = 300  # at most, for all commands of a page
# A file or folder that a command names as its output, unless the shell makes the name.
OPTION = r"--(?:out|output|out-source|out-target|dropped|save-model)[ =]"
OUTPUT = re.compile(rf"(?:{OPTION}|(?<![0-9&<>(])>)([\w./~-]+)(?![\w./$({{])")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|(?<=\s)#.*")
KEPT = re.compile(r"<[^<>]+>|\{\{\w+\}\}|https?://\S+[^\s.]")  # what a translation leaves as it is
# What must not run on the machine that runs this test: what installs, builds or downloads.
INSTALLERS = "sudo|apt|apt-get|dnf|pip|systemctl|podman|docker|wget|ssh|rsync|git|cmake|cpack"
UNSAFE_PROGRAM = rf"(?<![\w./-])(?:{INSTALLERS}|scripts/\S+)(?!\S)"
UNSAFE = re.compile(UNSAFE_PROGRAM + r"|(?<![\w.~])/(?:etc|opt|root|srv|usr|var)\b")
STATUS_OF_ERROR = 22  # curl's


class Page:
    """`folder` is prepared for its commands; `state` is another folder, empty."""

    def __init__(self, program, folder, state):
        self.program, self.folder, self.state = program, folder, state

    def run(self, commands):
        """What is wrong: (command, line, text) of each failure."""
        shell = [command for command in commands if command.language == "bash"]
        unsafe = [command for command in shell if UNSAFE.search(QUOTED.sub("''", command.text))]
        python = [command for command in commands if command.language == "python"]
        failures = self._run_shell([command for command in shell if command not in unsafe])
        failures += self._run_python(python) if python else []
        return failures + [(command, command.line, "not run, since it changes the machine or needs the network: "
                            "give it a row in exceptions.py") for command in unsafe]  # fmt: skip

    # ---- bash ----

    def _script(self, commands):
        script = "set -o pipefail\n"
        for i, command in enumerate(commands):
            place = self.state / str(i)
            place.with_suffix(".sh").write_text(command.text, encoding="utf-8")
            quoted = shlex.quote(str(place))
            script += f"source {quoted}.sh <new.en >{quoted}.out 2>{quoted}.err; echo $? >{quoted}.status\n"
            for name in set(OUTPUT.findall(QUOTED.sub("''", command.text))) - {"-", "/dev/null"}:
                output = shlex.quote(name.replace("~", str(self.folder), 1))
                script += f"[ -d {output} ] || [ -s {output} ] || echo {output} >>{quoted}.missing\n"
        return script

    def _environment(self):
        return {
            **os.environ,
            "PATH": f"{HERE / 'stand_ins'}:{os.environ['PATH']}",
            "HOME": str(self.folder), "LC_ALL": "C.UTF-8", "OMP_WAIT_POLICY": "passive", "SLURM_ARRAY_TASK_ID": "1",
            "DOCS_PROGRAM": str(self.program), "DOCS_STATE": str(self.state),
        }  # fmt: skip

    def _run_shell(self, commands):
        release = self.folder / "build" / "release"
        release.mkdir()
        (release / "dragoman").symlink_to(HERE / "stand_ins" / "dragoman")
        (self.state / "script").write_text(self._script(commands), encoding="utf-8")
        shell = subprocess.Popen(
            ["bash", self.state / "script"], cwd=self.folder, env=self._environment(), start_new_session=True,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            shell.wait(PAGE_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self._end(shell)
        return [failure for i, command in enumerate(commands) for failure in self._failures(i, command)]

    @staticmethod
    def _end(shell):
        """Ends the service and whatever else the page has left running."""
        try:
            os.killpg(shell.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        shell.wait()

    def _failures(self, i, command):
        status, output, errors = (self._read(f"{i}.{kind}") for kind in ("status", "out", "err"))
        expected = STATUS_OF_ERROR if command.fails else 0
        if not status:
            problems = [f"did not end within the page's {PAGE_SECONDS} seconds, or ended the shell\n{errors}"]
        elif int(status) != expected:
            problems = [f"exit status {status.strip()}, not {expected}\n{errors}{output}"]
        elif "dragoman: error: " in errors:
            problems = [f"an error that the exit status does not tell\n{errors}"]
        else:
            problems = [f"does not write {name}, or nothing into it" for name in self._read(f"{i}.missing").splitlines()]
            problems += self._unlike(command.shown, output) if command.shown else []
        return [(command, command.line, problem) for problem in problems]

    def _read(self, name):
        path = self.state / name
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    @staticmethod
    def _unlike(shown, output):
        """How an output is otherwise than the lines that the page shows."""
        lines = output.splitlines()
        if len(lines) != len(shown):
            return [f"prints {len(lines)} lines, the page shows {len(shown)}:\n{output}"]
        if KEPT.findall("\n".join(shown)) != KEPT.findall(output):
            return [f"prints other tags or placeholders than the page shows:\n{output}"]
        return []

    # ---- Python ----

    def _run_python(self, commands):
        library = self.program.parent / "libdragoman.so"
        environment = {
            **self._environment(), "PYTHONDONTWRITEBYTECODE": "1", "DRAGOMAN_LIBRARY": str(library),
            "PYTHONPATH": f"{HERE.parents[1] / 'python'}:{HERE / 'stand_ins'}",
        }  # fmt: skip
        blocks = [{"line": each.line, "text": each.text} for each in commands]
        done = subprocess.run(
            [sys.executable, HERE / "python_blocks.py"], input=json.dumps(blocks), cwd=self.folder, env=environment,
            capture_output=True, text=True, timeout=PAGE_SECONDS, check=False,
        )  # fmt: skip
        results = [json.loads(line) for line in done.stdout.splitlines()]
        results += [[each.line, f"not run: {done.stderr[-2000:]}"] for each in commands[len(results):]]
        return [(command, line, error) for command, (line, error) in zip(commands, results) if error]
