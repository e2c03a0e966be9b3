"""Training, in its own process."""

from __future__ import annotations

import importlib.util
import json
import logging
import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, Any, Callable, Dict, List, Mapping, Optional, Union

from . import _library as library

PathLike = Union[str, "os.PathLike[str]"]
Report = Dict[str, Any]
_log = logging.getLogger("dragoman.train")
_FLAGS = ("resume", "force")
# What the program logs after the error of one of several processes.
_END_OF_PROCESS = re.compile(r"process \d+ (ended with|was killed)")


class TrainingError(RuntimeError):
    """Training failed. `status`: exit status of the process."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> Any:
        return TrainingError, (str(self), self.status)


def program() -> str:
    """Returns the path of this package's program `dragoman`."""
    folder = os.path.dirname(library.library_path())
    is_installed = not os.environ.get("DRAGOMAN_LIBRARY")
    return os.path.join(folder, "..", "bin", "dragoman") if is_installed else os.path.join(folder, "dragoman")


def environment() -> Dict[str, str]:
    """Returns the environment for the program, with the path of torch's libraries."""
    found = dict(os.environ)
    if not os.environ.get("DRAGOMAN_LIBRARY"):
        from ._torch import torch_library_folder
        folders = [str(torch_library_folder()), found.get("LD_LIBRARY_PATH", "")]
        found["LD_LIBRARY_PATH"] = ":".join(filter(None, folders))
    return found


def _plain(value: Any) -> Any:
    """Returns what JSON has for a number or array of numpy, a mapping or a path. Raises TypeError for other values."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{value!r:.80} is {type(value).__name__}, but a configuration has dicts, lists, str, numbers, bool, "
                    "None and paths")


def _spell(value: Any) -> str:
    return os.fspath(value) if isinstance(value, (str, os.PathLike)) else json.dumps(value, default=_plain)


def _option(name: str, value: Any) -> List[str]:
    """Returns an option as on the command line; nothing for None and False."""
    flag = "--" + name.replace("_", "-")
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if value is None:
        return []
    if name in _FLAGS and not isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}, but must be True or False")
    if not isinstance(value, (str, os.PathLike, bool, int, float)):
        raise TypeError(f"{name} is {type(value).__name__}, but must be str, a path or a number")
    return [flag] if value is True else [] if value is False else [flag, str(value)]


def _command(config: Union[PathLike, Mapping[str, Any], None], out: PathLike, settings: Mapping[str, Any],
             options: Mapping[str, Any]) -> List[str]:
    if not isinstance(out, (str, os.PathLike)):
        raise TypeError(f"out is {type(out).__name__}, but must be a path")
    if not isinstance(config, (str, os.PathLike, Mapping, type(None))):
        raise TypeError(f"config is {type(config).__name__}, but must be a path or a dict")
    command = [program(), "train"]
    if out != "":
        command += ["--out", os.fspath(out)]
    elif not isinstance(config, (str, os.PathLike)) or not os.path.isdir(config):
        raise TypeError("train() needs out: name the model folder")
    command += ["--reports", "-"]
    if config is not None:
        command.append("-" if isinstance(config, Mapping) else os.fspath(config))
    for key, value in settings.items():
        command += ["--set", f"{key}={_spell(value)}"]
    for name, value in options.items():
        command += _option(name, value)
    return command


class _LogLines(threading.Thread):
    """Passes the process's log lines to logging, and keeps the last error that gives a reason."""

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
            if level == logging.ERROR and not (self.last_error and _END_OF_PROCESS.match(text)):
                self.last_error = text
            _log.log(level, "%s", text)


def train(config: Union[PathLike, Mapping[str, Any], None] = None, out: PathLike = "", *,
          settings: Optional[Mapping[str, Any]] = None,
          on_report: Optional[Callable[[Report], object]] = None, **options: Any) -> Report:
    """Trains a model. config: a file, or a dict of the same form; without one, settings are chosen for the text
    that the options source and target (or tsv) name. out: the model folder. A model folder as config, without out,
    continues its run.

    settings: replace settings of the configuration, as in {"train.updates": 500}. options: those of `dragoman
    train`, as in threads=2, processes=2, resume=True, source="train.en". on_report receives a dict for each report,
    validation and checkpoint, described in docs/scaling.md under `--reports`. Log lines go to logging.

    Training runs in its own process, whose crash cannot harm Python. Ctrl-C, or an exception in on_report, saves
    and stops the run; resume=True, or train(RUN), continues it.

    Returns the last event, {"event": "end", "update": ..., "signal": 0}. Raises ImportError if torch is missing
    or has the wrong version, ValueError for a wrong configuration, FileNotFoundError for a file that does not exist
    when training starts, else TrainingError.
    """
    if on_report is not None and not callable(on_report):
        raise TypeError(f"on_report is {type(on_report).__name__}, but must be a function")
    if settings is not None and not isinstance(settings, Mapping):
        raise TypeError(f"settings is {type(settings).__name__}, but must be a dict")
    command = _command(config, out, settings or {}, options)
    given = json.dumps(config, default=_plain) if isinstance(config, Mapping) else ""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment(), text=True, encoding="utf-8", errors="replace",
                          start_new_session=True) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        log = _LogLines(process.stderr)
        log.start()
        last: Report = {}
        try:
            with suppress(BrokenPipeError), process.stdin:  # the program may end before it has read all
                process.stdin.write(given)
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
        raise ValueError(_of_dict(log.last_error) if given else log.last_error)
    if not last and "No such file or directory" in log.last_error:
        raise FileNotFoundError(log.last_error)
    raise TrainingError(log.last_error or f"training ended with exit status {status}", status)


def _of_dict(message: str) -> str:
    """Returns an error about the configuration on standard input, which Python has as a dict."""
    return re.sub("^-(?=[ :])", "config", message).replace(" (-)", "")


def _stop(process: "subprocess.Popen[str]") -> None:
    """Stops the run, lets it save, and waits for its end. Another Ctrl-C kills it."""
    assert process.stdout is not None
    try:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)  # a process started in the background may ignore SIGINT
        for _ in process.stdout:
            pass
        process.wait()
    except KeyboardInterrupt:
        process.kill()
        raise


def _needs_torch(arguments: List[str]) -> bool:
    """True if the command trains or names a GPU, and does not only show its help."""
    words = [word for argument in arguments for word in argument.split("=", 1)]
    names_gpu = any(name == "--device" and value != "cpu" for name, value in zip(words, words[1:]))
    return (names_gpu or arguments[:1] == ["train"]) and not {"-h", "--help"}.intersection(words)


def main() -> int:
    """The command `dragoman`: replaces this process by the package's program. Returns 1 if the installed torch is
    not the one that the command needs."""
    try:
        variables = environment()
    except ImportError as error:  # only training and GPUs need torch
        if importlib.util.find_spec("torch") is not None and _needs_torch(sys.argv[1:]):
            print(f"dragoman: error: {error}", file=sys.stderr)
            return 1
        variables = dict(os.environ)
    os.execve(program(), ["dragoman"] + sys.argv[1:], variables)


if __name__ == "__main__":
    sys.exit(main())
