"""An image's root in a folder, and its service: without rights, read-only, with no network but its own."""

import json
import subprocess
import time
from pathlib import Path

import containerfile
from machine import ENVIRONMENT, CommandError, finish, run, start

# debian:12-slim is debootstrap's minbase without these (the settings of dpkg in /etc/dpkg/dpkg.cfg.d/docker).
SLIM = """path-exclude /usr/share/doc/*
path-include /usr/share/doc/*/copyright
path-exclude /usr/share/man/*
path-exclude /usr/share/groff/*
path-exclude /usr/share/info/*
path-exclude /usr/share/linda/*
path-exclude /usr/share/lintian/overrides/*
path-exclude /usr/share/locale/*
"""
MAKE_SLIM = """cd "$0"
find usr/share/doc ! -type d ! -name copyright -delete
find usr/share/doc -type d -empty -delete
rm -rf usr/share/man/* usr/share/groff/* usr/share/info/* usr/share/linda usr/share/lintian/overrides usr/share/locale/*
rm -rf var/lib/apt/lists/* var/cache/apt/* var/log/*
"""
# In namespaces of its own: first the network's loopback, then the image, read-only with the model in it.
START = """ip link set lo up
mount --bind "$1" "$1"
mount --bind "$2" "$1/model"
mount --options remount,bind,ro "$1/model"
mount --options remount,bind,ro "$1"
exec setpriv --no-new-privs chroot --userspec="$3" --groups= "$1" "${@:4}"
"""
URL = "http://127.0.0.1:8080"
READY_SECONDS = 60
STOP_SECONDS = 60
TOOLS = ("debootstrap", "unshare", "nsenter", "setpriv", "ip", "curl")


def make_slim_base(folder, mirror):
    """What debian:12-slim holds."""
    run(["debootstrap", "--variant=minbase", "bookworm", folder, *([mirror] if mirror else [])])
    run(["bash", "-ec", MAKE_SLIM, folder])
    (folder / "etc/dpkg/dpkg.cfg.d/docker").write_text(SLIM, encoding="ascii")


def run_install_step(stage, folder, build):
    """The RUN of a stage on top of its base."""
    (folder / "build").mkdir()
    run(["mount", "--bind", build, folder / "build"])
    try:
        run(["chroot", folder, "bash", "-ec", containerfile.install_step(stage)])
    finally:
        run(["umount", folder / "build"])
        (folder / "build").rmdir()


def megabytes(folder):
    """What the files hold, and what they take when compressed, as in a registry: in millions of bytes."""
    size = run(["du", "--apparent-size", "--bytes", "--summarize", folder]).split()[0]
    packed = run(["bash", "-ec", 'tar --directory "$0" --create . | gzip | wc --bytes', folder])
    return int(size) / 1e6, int(packed) / 1e6


class Image:
    """The service of a stage of the Containerfile, whose root is a folder. It runs until `stop`."""

    def __init__(self, stage, folder, model, log):
        self.stage, self.folder, self.log = stage, folder, Path(log)
        (folder / "model").mkdir(exist_ok=True)  # as a runtime of containers makes it
        command = [
            "unshare", "--net", "--mount", "--ipc", "bash", "-ec", START, "image", folder, model, self._account(),
            *containerfile.command(stage),
        ]  # fmt: skip
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                list(map(str, command)), env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )  # fmt: skip

    def _account(self):
        """USER:GROUP by their numbers."""
        name = containerfile.only(self.stage, "USER")
        for line in (self.folder / "etc/passwd").read_text(encoding="ascii").splitlines():
            if line.startswith(f"{name}:"):
                return ":".join(line.split(":")[2:4])
        raise CommandError(f"the image {self.stage} has no account {name}")

    def _inside(self, *command):
        """A process that sees the service's network and mounts."""
        return start(["nsenter", "--target", self.process.pid, "--net", "--mount", *command], ENVIRONMENT)

    def ask(self, path, body=None):
        """The answer's JSON: of GET, or, with a body, of POST. The client is this machine's curl."""
        more = [] if body is None else ["--json", json.dumps(body)]
        command = ["curl", "--silent", "--show-error", "--fail-with-body", *more, URL + path]
        return json.loads(finish(" ".join(command), self._inside(*command), STOP_SECONDS))

    def health(self):
        """The exit status of the health check, run in the image as the image's account."""
        check, seconds = containerfile.health_check(self.stage)
        command = ["chroot", f"--userspec={self._account()}", "--groups=", self.folder, *check]
        process = self._inside(*command)
        process.communicate(timeout=seconds)
        return process.returncode

    def wait_until_healthy(self):
        begin = time.monotonic()
        while self.health() != 0:
            if self.process.poll() is not None or time.monotonic() > begin + READY_SECONDS:
                raise CommandError(f"the image {self.stage} is not healthy:\n{self.log.read_text(errors='replace')}")
            time.sleep(0.1)
        return time.monotonic() - begin

    def stop(self):
        """Its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
