"""A bare Debian 12 in a folder, whose systemd runs as process 1 of a container."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ENVIRONMENT = {
    "HOME": "/root", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}  # fmt: skip
BOOT_SECONDS = 180
STOP_SECONDS = 60
COMMAND_SECONDS = 600
CGROUP_SECONDS = 10
BOOTED = ("running", "degraded")


class CommandError(RuntimeError):
    """A command ended otherwise than it should."""


def finish(what, process, timeout=None):
    """What a process wrote, at its end; that it failed is an error. It does not outlive this call."""
    try:
        output, _ = process.communicate(timeout=timeout)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if process.returncode != 0:
        raise CommandError(f"{what} ended with status {process.returncode}:\n{output[-4000:]}")
    return output


def start(command, environment):
    """A program in a group of its own; what it writes to stdout and stderr is to be read."""
    return subprocess.Popen(
        list(map(str, command)), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, process_group=0,
    )  # fmt: skip


def run(command):
    """On this machine, with its settings for proxies."""
    return finish(" ".join(map(str, command)), start(command, {**os.environ, **ENVIRONMENT}))


def is_first_process(pid):
    """Of its own space of process numbers."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return False
    return status.split("NSpid:")[1].split("\n")[0].split()[1:] == ["1"]


def container_cgroups():
    """The cgroups that systemd-nspawn makes where no systemd runs, and does not remove."""
    return {path for name in ("payload", "supervisor") for path in Path("/sys/fs/cgroup").rglob(name)}


def remove_cgroup(cgroup):
    end = time.monotonic() + CGROUP_SECONDS
    for folder, _, _ in os.walk(cgroup, topdown=False):
        while Path(folder).exists():
            try:
                os.rmdir(folder)
            except OSError as error:  # its last process is about to end
                if time.monotonic() > end:
                    print(f"run: left behind: {error}", file=sys.stderr)
                    return
                time.sleep(0.1)


class Machine:
    """Has the network while it is made, for apt-get, and none but its own once it is booted."""

    def __init__(self, folder):
        self.folder = Path(folder) / "system"
        self.log = Path(folder) / "boot.log"
        self.container = None
        self.first = None
        self.cgroups = set()

    def debootstrap(self, mirror):
        https = ",ca-certificates" if (mirror or "").startswith("https:") else ""
        variant = ["--variant=minbase", f"--include=systemd-sysv{https}"]
        run(["debootstrap", *variant, "bookworm", self.folder, *([mirror] if mirror else [])])
        (self.folder / "etc/apt/apt.conf.d/90yes").write_text('APT::Get::Assume-Yes "true";\n', encoding="ascii")

    def download(self, install):
        """Fetches what a command `apt-get install ...` will install."""
        script = f"cd /root && apt-get update && {install} --download-only"
        run(["chroot", self.folder, "bash", "-ec", script])

    def boot(self):
        command = [
            "systemd-nspawn", "--directory", self.folder, "--boot", "--private-network", "--resolv-conf=off",
            "--register=no", "--console=pipe",
        ]  # fmt: skip
        if not Path("/run/systemd/system").exists():  # nobody to ask for a cgroup
            command.append("--keep-unit")
        self.cgroups = container_cgroups()
        with self.log.open("wb") as log:
            self.container = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0
            )  # fmt: skip
        end = time.monotonic() + BOOT_SECONDS
        while not self._has_booted():
            if self.container.poll() is not None or time.monotonic() > end:
                raise CommandError(f"systemd does not boot:\n{self.log.read_text(errors='replace')[-4000:]}")
            time.sleep(0.5)

    def _has_booted(self):
        children = Path(f"/proc/{self.container.pid}/task/{self.container.pid}/children")
        self.first = next(filter(is_first_process, children.read_text(encoding="ascii").split()), None)
        return bool(self.first) and self.start("systemctl is-system-running").communicate()[0].strip() in BOOTED

    def start(self, script):
        """Begins commands of bash in /root of the booted machine."""
        command = ["nsenter", "--target", self.first, "--mount", "--uts", "--ipc", "--net", "--pid", "--root"]
        return start([*command, f"--wd=/proc/{self.first}/root/root", "bash", "-ec", script], ENVIRONMENT)

    def run(self, script):
        """Runs commands to their end; what they write. The first that fails ends them, and is an error."""
        return finish(script, self.start(script), COMMAND_SECONDS)

    def start_client(self, script):
        """Begins commands of this machine's bash in the network of the booted one, which has no client of its own."""
        return start(["nsenter", "--target", self.first, "--net", "bash", "-ec", script], ENVIRONMENT)

    def run_client(self, script):
        """Runs them to their end, as `run`."""
        return finish(script, self.start_client(script), COMMAND_SECONDS)

    def stop(self):
        """In order if it can; leaves no process, mount or cgroup behind."""
        if self.container is not None:
            self.container.send_signal(signal.SIGTERM)
            try:
                self.container.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.container.kill()
                self.container.wait()
            for cgroup in container_cgroups() - self.cgroups:
                remove_cgroup(cgroup)
        self._remove_mounts()

    def _remove_mounts(self):
        """Those that an interrupted debootstrap leaves."""
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
        for path in reversed([line.split()[1] for line in mounts]):
            if path.startswith(f"{self.folder}/"):
                subprocess.run(["umount", "--lazy", path], check=False)
