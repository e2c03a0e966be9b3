"""The fenced blocks of a Markdown page, and the commands in them."""

import re
import subprocess
from dataclasses import dataclass, field

FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})\s*([\w+-]*)\s*$")
SHELL = {"sh", "bash", "shell", "console"}
SECTIONS = ("data", "tokenizer", "model", "train", "search")
CONFIGURATION = re.compile(r'\s*\{?\s*"(?:' + "|".join(SECTIONS) + r')"\s*:\s*\{')
# A block that names no language is one of commands if a line of it begins with one of these.
PROGRAMS = set(
    "$ dragoman build/release/dragoman $dragoman curl wget source python python3 pip torchrun mpirun srun sbatch parallel "
    "cmake cpack ctest ninja make apt apt-get dnf sudo git ssh rsync podman docker systemctl journalctl install "
    "mkdir cp mv rm ln cd cat zcat gzip gunzip tar unzip echo printf export sort head tail cut paste sed awk grep wc diff "
    "man time sacrebleu spm_train marian ct2-transformers-converter".split()
)
SCRIPT = re.compile(r"(scripts|bench|tests)/\S+(\s|$)")


@dataclass
class Block:
    """`line` is that of the first line inside the fences, counted from 1."""

    line: int
    language: str
    text: str


@dataclass
class Command:
    """`text` is for bash, or for Python; `shown` is the output that the page shows below it, if any."""

    line: int
    text: str
    language: str = "bash"
    shown: list = field(default_factory=list)
    fails: bool = False  # the page shows the answer of an error


def blocks_of(markdown):
    """The fenced blocks of a page. A fence that nothing closes is a ValueError."""
    blocks, opened, lines = [], None, []
    for number, line in enumerate(markdown.splitlines(), 1):
        fence = FENCE.match(line)
        if opened is None and fence:
            opened, lines = (number, *fence.groups()), []
        elif opened is not None and fence and fence[2] == opened[2] and not fence[3]:
            blocks.append(Block(opened[0] + 1, opened[3], "\n".join(lines) + "\n"))
            opened = None
        elif opened is not None:
            lines.append(line[len(opened[1]):] if line.startswith(opened[1]) else line)
    if opened is not None:
        raise ValueError(f"line {opened[0]}: a block that nothing closes")
    return blocks


def is_shell(block):
    if block.language:
        return block.language in SHELL
    firsts = [line.split(maxsplit=1)[0] for line in block.text.splitlines() if line.strip()]
    return any(first in PROGRAMS for first in firsts) or any(map(SCRIPT.match, block.text.splitlines()))


def is_whole(text):
    """Whether bash takes the text as whole commands: no open quote, here-document, loop or continued line."""
    if re.search(r"(^|[^\\])(\\\\)*\\\n?$", text):
        return False
    checked = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
    return checked.returncode == 0 and not checked.stderr


def shell_commands(block):
    """The commands of a block, in order. In a block with lines that begin with `$ `, the others are output."""
    is_transcript = any(line.startswith("$ ") for line in block.text.splitlines())
    commands, begun, begin = [], "", 0
    for number, line in enumerate(block.text.splitlines(), block.line):
        if not begun:
            if is_transcript and not line.startswith("$ "):
                if commands:
                    commands[-1].shown.append(line)
                continue
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            begin, line = number, line[2:] if is_transcript else line
        begun += line + "\n"
        if is_whole(begun):
            commands.append(Command(begin, begun))
            begun = ""
    if begun:
        commands.append(Command(begin, begun))  # bash will say what is wrong
    return commands


def configuration_command(block):
    """Lets the program check a configuration, or a section of one."""
    text = block.text if block.text.lstrip().startswith("{") else "{" + block.text + "}"
    return Command(block.line, f"dragoman config /dev/stdin >/dev/null <<'END'\n{text}\nEND\n")


def commands_of(blocks):
    """The commands of a page in order, and the blocks that have none."""
    commands, others = [], []
    for block, following in zip(blocks, [*blocks[1:], None]):
        found = []
        if is_shell(block):
            found = shell_commands(block)
        elif block.language == "python":
            found = [Command(block.line, block.text, "python")]
        elif block.language.startswith("json") and CONFIGURATION.match(block.text):
            found = [configuration_command(block)]
        if found and following is not None and following.text.startswith('{"error"'):
            found[-1].fails = True
        commands += found
        if not found:
            others.append(block)
    return commands, others
