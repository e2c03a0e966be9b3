"""What of the pages cannot run in a test, and why. A row that matches nothing is an error."""

from fnmatch import fnmatch

# Pages, the beginning of a command's text, the reason.
EXCEPTIONS = [
    ("*", "scripts/demo", "builds the program and trains for minutes; it is how the first result is made by hand"),
    ("*", "scripts/test", "runs this test"),
    ("*", "scripts/setup", "installs packages from the network"),
    ("*", "scripts/wheel", "builds the program; scripts/test --part python makes the wheel"),
    ("*", "pip install", "scripts/test --part python installs the wheel"),
    ("*", "cmake --", "builds or installs the program; scripts/test --part package does"),
    ("*", "cpack ", "makes packages; scripts/test --part archives does"),
    ("docs/deploy/README.md", "", "needs root and a machine of its own; tests/deploy/run takes the commands from the page"),
    ("*", "python -c 'from transformers", "needs transformers, and a model from the network"),
    ("*", "ct2-transformers-converter", "needs CTranslate2"),
    ("*", "torchrun", "needs several machines; tests/processes/run starts torchrun"),
    ("*", "mpirun", "needs several machines"),
    ("*", "srun", "needs Slurm and several machines"),
    ("*", "dragoman.train(", "needs the package torch; scripts/test --part python trains from Python"),
    ("*", "import ray", "needs Ray and several machines"),
]


# Pages that are not read.
PAGES_LEFT_OUT = [
    ("docs/notes/*", "a diary of what was measured, with the commands of that day"),
]


def is_left_out(page):
    return any(fnmatch(page, pages) for pages, _ in PAGES_LEFT_OUT)


class Exceptions:
    """The table, and which of its rows have matched."""

    def __init__(self):
        self._used = set()

    def reason(self, page, command):
        """Why the command cannot run; None if it can."""
        for row, (pages, beginning, reason) in enumerate(EXCEPTIONS):
            if fnmatch(page, pages) and command.text.startswith(beginning):
                self._used.add(row)
                return reason
        return None

    def unused(self):
        return [f"{pages}: {beginning}" for row, (pages, beginning, _) in enumerate(EXCEPTIONS) if row not in self._used]
