"""What docs/deploy/Containerfile says of an image: its steps and how it is run."""

import json
import re

from readme import DEPLOY

FILE = DEPLOY / "Containerfile"


def stages():
    """The instructions of each stage by its name: pairs of a word and the rest of a line, joined lines as one."""
    text = FILE.read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "FROM":
            instructions = found.setdefault(re.search(r" AS (\w+)$", rest)[1], [])
        elif word and not word.startswith("#"):
            instructions.append((word, rest.strip()))
    return found


def all_of(stage, word):
    return [rest for name, rest in stages()[stage] if name == word]


def only(stage, word):
    found = all_of(stage, word)
    if len(found) != 1:
        raise RuntimeError(f"{FILE} has {len(found)} lines {word} in stage {stage}, not one")
    return found[0]


def install_step(stage):
    """The shell commands of the one RUN, which find the files of stage `build` in /build."""
    step = only(stage, "RUN")
    mount = "--mount=type=bind,from=build,target=/build "
    if not step.startswith(mount):
        raise RuntimeError(f"{FILE}: stage {stage} takes the packages by another way than {mount}")
    return step.removeprefix(mount)


def command(stage):
    return json.loads(only(stage, "ENTRYPOINT")) + json.loads(only(stage, "CMD"))


def health_check(stage):
    """The command, and the seconds that it may take."""
    words, _, check = only(stage, "HEALTHCHECK").partition(" CMD ")
    return json.loads(check), int(re.search(r"--timeout=(\d+)s", words)[1])
