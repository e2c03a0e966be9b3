"""What of the pages cannot run in a test, and why. A row that matches nothing is an error."""

from fnmatch import fnmatch

MACHINE = "changes a machine, as root; scripts/test --part deploy boots one for it"
DEPLOY = "docs/deploy/README.md"

# Pages, the beginning of a command's text, the reason.
EXCEPTIONS = [
    ("*", "scripts/demo", "builds the program and trains for minutes; it is how the first result is made by hand"),
    ("*", "scripts/test", "runs this test"),
    ("*", "scripts/setup", "installs packages from the network"),
    ("*", "scripts/help-corpus", "downloads packages of Debian"),
    ("*", "xdg-open", "opens a browser"),
    ("*", "scripts/wheel", "builds the program; scripts/test --part python makes the wheel"),
    ("*", "python3 -m venv", "needs Debian's python3-venv; scripts/test --part python makes an environment"),
    ("*", "my-venv/bin/pip install", "scripts/test --part python installs the wheel"),
    ("*", "cmake --", "builds or installs the program; scripts/test --part package does"),
    ("*", "cpack ", "makes packages; scripts/test --part archives does"),
    (DEPLOY, "apt-get ", MACHINE),
    (DEPLOY, "mkdir -p /srv/dragoman ", MACHINE),
    (DEPLOY, "mkdir -p /etc/systemd/", MACHINE),
    (DEPLOY, "cp /usr/share/doc/dragoman/", MACHINE),
    (DEPLOY, "echo 'DRAGOMAN_OPTIONS=", MACHINE),
    (DEPLOY, "cat >/etc/systemd/", MACHINE),
    (DEPLOY, "install -D --mode=600 keys /etc/", MACHINE),
    (DEPLOY, "systemctl ", MACHINE),
    (DEPLOY, "dragoman serve --probe 60", "asks the service that systemd has started"),
    (DEPLOY, "rm -rf /etc/systemd/", MACHINE),
    (DEPLOY, "podman ", "needs podman and the network"),
    (DEPLOY, "scripts/root-filesystem ", "needs the packages; tests/deploy/images runs it"),
    (DEPLOY, "tar --directory root --create . | podman ", "needs podman"),
    ("docs/gpu.md", "scripts/gather-libraries", "downloads packages of Debian"),
    ("docs/gpu.md", "scripts/gpu-check", "builds the program, and measures for minutes on a GPU"),
    ("docs/gpu.md", "pip install", "downloads a package from PyPI"),
    ("docs/gpu.md", "podman ", "needs podman, the network and a GPU"),
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
