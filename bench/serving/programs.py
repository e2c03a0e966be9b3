"""The measured programs: `dragoman translate`, `dragoman serve`, and peer.py."""

import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
sys.path.append(str(ROOT / "bench"))
from common.text import write_lines  # noqa: E402
from service import Service  # noqa: E402

PEER = Path(__file__).with_name("peer.py")
COUNTERPARTS = {"fp32": "float32", "bf16": "int8", "int8": "int8"}  # CTranslate2 has no bf16 on CPUs
SPEED = re.compile(r"(\d+) target tokens in ([\d.]+) s")


def add_service_arguments(parser):
    parser.add_argument("program", type=Path, help="path of dragoman")
    parser.add_argument("run", type=Path, help="a model folder")
    parser.add_argument("--input", type=Path, required=True, help="text, a sentence a line")
    parser.add_argument("--lines", type=int, default=1000, help="of it (1000)")
    parser.add_argument("--beam", type=int, default=1)
    parser.add_argument("--precision", choices=COUNTERPARTS, default="fp32")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)


def read_lines(path, count):
    """Returns the lines that are not blank."""
    lines = [line for line in Path(path).read_text(encoding="utf-8").split("\n") if line.strip()]
    return lines[:count]


def write_source(folder, lines):
    return write_lines(folder / "source.txt", lines)


def computing(options):
    return ["--precision", options.precision, "--workers", options.workers, "--threads", options.threads]


def translate(options, source):
    """Returns target tokens per second, without loading, and the translations."""
    command = [options.program, "translate", options.run, "--input", source, "--beam", options.beam]
    command += computing(options)
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    tokens, seconds = SPEED.search(done.stderr).groups()
    return int(tokens) / float(seconds), done.stdout.split("\n")[:-1]


def serve(options, folder):
    return Service(options.program, folder, f"model={options.run}", *computing(options))


def body(line, options):
    """Returns dragoman's request bodies: each line is one sentence, as for `translate`."""
    return {"text": line, "split": "none", "options": {"beam": options.beam}}


class Peer:
    """Context manager: runs peer.py."""

    def __init__(self, options):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, PEER, options.ctranslate2, "--port", self.port, "--beam", options.beam,
                   "--precision", COUNTERPARTS[options.precision], "--workers", options.workers,
                   "--threads", options.threads]  # fmt: skip
        self.process = subprocess.Popen(list(map(str, command)))
        self.url = f"http://127.0.0.1:{self.port}/translate"

    def __enter__(self):
        while self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return self
            except OSError:
                time.sleep(0.1)
        sys.exit("error: peer.py does not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def lowercases(run):
    return json.loads((Path(run) / "config.json").read_text(encoding="utf-8"))["tokenizer"]["lowercase"]
