"""Training, in a process of its own."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from typing import IO, Any, Callable, Dict, List, Mapping, Optional, Union

from . import _library as library

PathLike = Union[str, "os.PathLike[str]"]
Report = Dict[str, Any]
_log = logging.getLogger("dragoman.train")


class TrainingError(RuntimeError):
    """Training failed. `status` is the exit status of its process."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def program() -> List[str]:
    """The command that starts the program `dragoman` of this package."""
    folder = os.path.dirname(library.library_path())
    is_installed = "DRAGOMAN_LIBRARY" not in os.environ
    return [os.path.join(folder, "..", "bin", "dragoman") if is_installed
            else os.path.join(folder, "dragoman")]


def environment() -> Dict[str, str]:
    """With the place of torch's libraries, where the package torch of the right version is there."""
    found = dict(os.environ)
    if "DRAGOMAN_LIBRARY" not in os.environ:
        from ._torch import torch_library_folder
        folders = [str(torch_library_folder()), found.get("LD_LIBRARY_PATH", "")]
        found["LD_LIBRARY_PATH"] = ":".join(filter(None, folders))
    return found


def _spell(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _command(config: Union[PathLike, Mapping[str, Any], None], out: PathLike, settings: Mapping[str, Any],
             options: Mapping[str, Any]) -> List[str]:
    command = program() + ["train", "--out", os.fspath(out), "--reports", "-"]
    if config is not None:
        command.append("-" if isinstance(config, Mapping) else os.fspath(config))
    for key, value in settings.items():
        command += ["--set", f"{key}={_spell(value)}"]
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        command += [flag] if value is True else [] if value in (None, False) else [flag, str(value)]
    return command


class _LogLines(threading.Thread):
    """Passes the lines of the process to logging, and keeps the last one."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self.last_error = ""

    def run(self) -> None:
        for line in self._stream:
            text = line.rstrip("\n")
            level = logging.INFO
            for prefix, named in (("warning: ", logging.WARNING), ("error: ", logging.ERROR),
                                  ("dragoman: error: ", logging.ERROR)):
                if text.startswith(prefix):
                    text, level = text[len(prefix):], named
            if level == logging.ERROR:
                self.last_error = text
            _log.log(level, "%s", text)


def train(config: Union[PathLike, Mapping[str, Any], None] = None, out: PathLike = "", *,
          settings: Optional[Mapping[str, Any]] = None,
          on_report: Optional[Callable[[Report], object]] = None, **options: Any) -> Report:
    """Trains as a configuration says: a file, or a dict of the same form; or, without one, what suits
    the text that the options source and target (or tsv) name. `out` is the model folder.

    settings: in place of the configuration's, as {"train.updates": 500}. options: those of `dragoman train`,
    as threads=2, processes=2, resume=True, source="train.en". on_report is given a dict for each report, validation and
    checkpoint, as docs/training.md describes them under `--reports`. Log lines go to logging.

    Training is a process of its own: whatever becomes of it, Python lives on. Ctrl-C, or an exception of
    on_report, saves and stops the run; resume=True goes on with it.

    Gives the last event, {"event": "end", "update": ..., "signal": 0}. Raises ImportError without torch, or
    with another one than is needed; ValueError for a wrong configuration; TrainingError otherwise.
    """
    command = _command(config, out, settings or {}, options)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment(), text=True, encoding="utf-8", errors="replace",
                          start_new_session=True) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        log = _LogLines(process.stderr)
        log.start()
        last: Report = {}
        try:
            if isinstance(config, Mapping):
                process.stdin.write(json.dumps(config))
            process.stdin.close()
            for line in process.stdout:
                last = json.loads(line)
                if on_report is not None:
                    on_report(last)
            status = process.wait()
        except BaseException:
            _stop(process)
            raise
        finally:
            log.join()
    if status == 0 or last.get("event") == "end":
        return last
    if status == 2:
        raise ValueError(log.last_error)
    raise TrainingError(log.last_error or f"training ended with exit status {status}", status)


def _stop(process: "subprocess.Popen[str]") -> None:
    """Lets the run save, and waits until it has ended. Another Ctrl-C ends it at once."""
    assert process.stdout is not None
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        for _ in process.stdout:
            pass
        process.wait()
    except KeyboardInterrupt:
        process.kill()
        raise


def main() -> int:
    """The command `dragoman`: the program of this package, in place of this process."""
    from ._torch import torch_library_folder
    try:
        folder = str(torch_library_folder())
        before = os.environ.get("LD_LIBRARY_PATH", "")
        os.environ["LD_LIBRARY_PATH"] = ":".join(filter(None, [folder, before]))
    except ImportError:
        pass  # all but training and GPUs does without
    command = program()
    os.execv(command[0], ["dragoman"] + sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
