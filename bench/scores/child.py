"""Runs a function in a fork of this process and returns its output.

This way sacreBLEU's command line, which uses the streams of its process, can run many times but is imported only
once.
"""

import os
import sys
import tempfile
import threading
import traceback
from dataclasses import dataclass

TIME_LIMIT = 1800  # seconds


@dataclass
class Output:
    status: int
    text: str
    errors: str


def run_in_child(execute, combination, stdin):
    """Calls `execute` in the folder of the corpus and returns its Output.

    Its streams are files (`stdin` and temporary ones), or a terminal for the output.
    """
    path = combination.corpus.folder / stdin if stdin else os.devnull
    sys.stdout.flush()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        terminal, output_fd = os.openpty() if combination.terminal else (None, output.fileno())
        child = os.fork()
        if child == 0:
            streams = (os.open(path, os.O_RDONLY), output_fd, errors.fileno())
            _live_as_child(execute, combination, streams)
        killer = threading.Timer(TIME_LIMIT, os.kill, (child, 9))
        killer.start()
        text = _read_terminal(terminal, output_fd) if combination.terminal else None
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        killer.cancel()
        if text is None:
            text = _content(output)
        return Output(status, text.decode("utf-8", "replace"), _content(errors).decode())


def _live_as_child(execute, combination, streams):
    """Replaces the standard streams, calls `execute` and exits with its status."""
    status = 0
    for fd, stream in enumerate(streams):
        os.dup2(stream, fd)
    try:
        os.chdir(combination.corpus.folder)
        os.environ.update(combination.environment)
        execute()
    except SystemExit as exit_:
        status = exit_.code if isinstance(exit_.code, int) else int(exit_.code is not None)
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    os._exit(status)


def _read_terminal(terminal, output_fd):
    os.close(output_fd)
    parts = []
    try:
        while part := os.read(terminal, 65536):
            parts.append(part)
    except OSError:
        pass  # end of output: the other side is closed
    os.close(terminal)
    return b"".join(parts)


def _content(file):
    file.seek(0)
    return file.read()
