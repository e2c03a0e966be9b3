"""The commands of docs/deploy/README.md, word for word."""

import re
import subprocess
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2] / "docs" / "deploy"
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PACKAGED_UNIT = "./usr/share/doc/dragoman/docs/deploy/dragoman.service"


def block_with(command):
    """The one block of commands that has this line."""
    blocks = BLOCK.findall((DEPLOY / "README.md").read_text(encoding="utf-8"))
    found = [block for block in blocks if command in block.splitlines()]
    if len(found) != 1:
        raise RuntimeError(f"docs/deploy/README.md has {len(found)} blocks with the line `{command}`, not one")
    return found[0]


def line_with(block, beginning):
    """The first line of a block that begins so."""
    for line in block.splitlines():
        if line.startswith(beginning):
            return line
    raise RuntimeError(f"docs/deploy/README.md has no line `{beginning} ...` where one is expected")


def check_said(words):
    """What is tried must be said, line breaks aside."""
    if words not in " ".join((DEPLOY / "README.md").read_text(encoding="utf-8").split()):
        raise RuntimeError(f"docs/deploy/README.md does not say `{words}`, which is tried here")


def check_packaged(package):
    """The package must have the unit that stands in docs/deploy."""
    script = 'dpkg-deb --fsys-tarfile "$0" | tar --extract --to-stdout "$1"'
    unit = subprocess.run(["sh", "-c", script, package, PACKAGED_UNIT], capture_output=True, check=False).stdout
    if unit != (DEPLOY / "dragoman.service").read_bytes():
        raise RuntimeError(f"{package} has another dragoman.service than docs/deploy, or none: make it anew")
