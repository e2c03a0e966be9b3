"""Simulates machines by network namespaces, each with its own address and a link of limited speed."""

import contextlib
import os
import subprocess

PREFIX = "dgm"
HUB = f"{PREFIX}-hub"
PORT = 29611


def run(*command):
    subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True)


class Machine:
    """Machine k, from 0, of a network; its address is 10.77.0.(k + 1)."""

    def __init__(self, number):
        self.number, self.name, self.address = number, f"{PREFIX}-{number}", f"10.77.0.{number + 1}"

    def inside(self, *command):
        return ["ip", "netns", "exec", self.name, *(str(part) for part in command)]

    def cut(self):
        run(*self.inside("ip", "link", "set", "eth0", "down"))

    def mend(self):
        run(*self.inside("ip", "link", "set", "eth0", "up"))

    def bytes_sent(self):
        """Returns the bytes on the wire, headers included."""
        path = "/sys/class/net/eth0/statistics/tx_bytes"
        return int(subprocess.run(self.inside("cat", path), check=True, capture_output=True, text=True).stdout)


def limit(namespace, device, rate):
    """Limits the rate by a token bucket of 1 ms, at least of the kernel's longest packet."""
    bits = {"gbit": 10**9, "mbit": 10**6}[rate[-4:]] * float(rate[:-4])
    burst = max(int(bits / 8 / 1000), 262144)
    prefix = ["ip", "netns", "exec", namespace, "tc", "qdisc", "add", "dev", device, "root", "tbf"]
    run(*prefix, "rate", rate, "burst", burst, "latency", "100ms")


@contextlib.contextmanager
def machines(count, rate):
    """Context manager: `count` machines around a switch, with `rate` in tc's notation (1gbit). Removes them at
    the end. Needs root."""
    remove_all()
    try:
        run("ip", "netns", "add", HUB)
        hub = ["ip", "-n", HUB]
        run(*hub, "link", "add", "switch", "type", "bridge")
        run(*hub, "link", "set", "switch", "up")
        made = [Machine(number) for number in range(count)]
        for machine in made:
            port = f"port{machine.number}"
            run("ip", "netns", "add", machine.name)
            run(*hub, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", machine.name)
            run(*hub, "link", "set", port, "master", "switch", "up")
            inside = ["ip", "-n", machine.name]
            run(*inside, "addr", "add", f"{machine.address}/24", "dev", "eth0")
            run(*inside, "link", "set", "eth0", "up")
            run(*inside, "link", "set", "lo", "up")
            limit(machine.name, "eth0", rate)
            limit(HUB, port, rate)
        yield made
    finally:
        remove_all()


def remove_all():
    names = subprocess.run(["ip", "netns", "list"], check=True, capture_output=True, text=True).stdout.split()
    for name in names:
        if name.startswith(f"{PREFIX}-"):
            run("ip", "netns", "delete", name)


def start(command, places, log_folder):
    """Starts a process of a run on each machine in `places`; its output goes to LOG_FOLDER/RANK.log."""
    log_folder.mkdir(parents=True, exist_ok=True)
    processes = []
    for rank, machine in enumerate(places):
        environment = os.environ | {
            "RANK": str(rank), "WORLD_SIZE": str(len(places)), "MASTER_ADDR": places[0].address,
            "MASTER_PORT": str(PORT),
        }  # fmt: skip
        with open(log_folder / f"{rank}.log", "w") as log:
            processes.append(
                subprocess.Popen(machine.inside(*command(rank)), env=environment, stdout=log, stderr=log)
            )
    return processes
