"""What docs/deploy/README.md says of the service, tried one by one.

Each check returns what it saw in a line; that something is otherwise than it should be is a CommandError.
"""

import json
import time

from machine import CommandError
from readme import block_with, check_said, line_with

URL = "http://127.0.0.1:8080"
INSTALL = block_with("systemctl enable --now dragoman")
KEYS = block_with("LoadCredential=keys:/etc/dragoman/keys")
REMOVE = block_with("systemctl disable --now dragoman")
READY = line_with(INSTALL, "dragoman serve --probe ")
JOURNAL = "journalctl --unit dragoman --output cat"
RELOADS = 5
CLIENTS = 4
KEY = "an-example-key"

# What the service could do to the machine, tried under its unit. /open may be written by everyone but for the unit.
PROBE = r"""
for folder in / /etc /usr /var /srv/dragoman/model /open /run /run/lock /dev /dev/shm /dev/mqueue /proc/sys/kernel; do
  touch $folder/probe 2>/dev/null && echo "can write to $folder"
done
for file in /home/somebody/text /root/keys; do cat $file >/dev/null 2>&1 && echo "can read $file"; done
touch /tmp/probe || echo "has no /tmp"
perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0) or exit 1' && echo "can make sockets of the machine"
perl -MSocket -e 'socket(my $s, AF_INET, SOCK_STREAM, 0) or exit 1' || echo "has no sockets of the internet"
perl -MSocket -e 'socket(my $s, AF_INET, SOCK_STREAM, 0); bind($s, sockaddr_in(80, INADDR_ANY)) or exit 1' &&
  echo "can have port 80"
unshare --user true 2>/dev/null && echo "can make namespaces"
echo "done by $(id -u)"
"""

# The unit with the probe in the place of dragoman.
TRY_PROBE = f"""
mkdir --parents /home/somebody /open
chmod 777 /open
echo text | tee /home/somebody/text >/root/keys
cat >/srv/dragoman/probe <<'END'{PROBE}END
sed -e 's|^ExecStart=.*|ExecStart=/bin/sh /srv/dragoman/probe|' -e 's/^Type=.*/Type=oneshot/' -e '/^Restart/d' \\
  /etc/systemd/system/dragoman.service >/run/systemd/system/probe.service
systemctl daemon-reload
systemctl start probe
rm /srv/dragoman/probe
! test -e /tmp/probe
"""


def expect(truth, problem):
    if not truth:
        raise CommandError(problem)


def post(body, more=""):
    """A command for a client."""
    return f"curl --silent --fail-with-body {more} {URL}/v1/translate --json '{json.dumps(body)}'"


def show(machine, name):
    return machine.run(f"systemctl show dragoman --property {name} --value").strip()


def follow_readme(machine):
    answer = machine.run("set -x\n" + INSTALL)
    expect(answer.splitlines()[-1] == "ready", f"the service is not ready:\n{answer[-3000:]}")
    expect(machine.run("systemctl is-enabled dragoman").strip() == "enabled", "it does not start with the machine")
    unused = machine.run("find / -xdev '(' -name 'libcairo.so*' -o -name 'libtorch*' -o -name curl ')' || true").split()
    expect(not unused, f"the machine got what the service does not use: {unused}")
    return "installed, and ready; without cairo, LibTorch and curl"


def account(machine):
    lines = machine.run(f"cat /proc/{show(machine, 'MainPID')}/status").splitlines()
    status = {name: value.split() for name, value in (line.split(":", 1) for line in lines)}
    uid = int(status["Uid"][0])
    expect(61184 <= uid <= 65519, f"it runs as user {uid}, not one of those that exist while a service runs")
    for name in ("CapEff", "CapPrm", "CapBnd"):
        expect(int(status[name][0], 16) == 0, f"it has capabilities: {name} {status[name][0]}")
    expect(status["NoNewPrivs"] == ["1"] and status["Seccomp"] == ["2"], "it may ask for rights, or call anything")
    return f"user {uid}, without capabilities"


def translation(machine):
    answer = json.loads(machine.run_client(post({"text": "A man."})))
    return answer["translations"][0]["text"]


def journal(machine):
    check_said(JOURNAL)
    machine.run_client(post({"text": "A man."}, "--header 'X-Request-Id: in-the-journal'"))
    time.sleep(1)
    lines = [line for line in machine.run(JOURNAL).splitlines() if '"id":"in-the-journal"' in line]
    expect(len(lines) == 1, f"the journal has the request {len(lines)} times:\n{machine.run(JOURNAL)[-2000:]}")
    expect(json.loads(lines[0])["status"] == 200, f"the journal says {lines[0]}")
    return lines[0][:100] + " ..."


def reload(machine):
    check_said("systemctl reload dragoman")
    ask = post({"text": "A man."}, "--output /dev/null --write-out '%{http_code}\\n'")
    enough = machine.folder / "root/enough"
    clients = [machine.start_client(f"until [ -e {enough} ]; do {ask} || true; done") for _ in range(CLIENTS)]
    for _ in range(RELOADS):
        machine.run("systemctl reload dragoman; sleep 1")
    enough.touch()
    statuses = [status for client in clients for status in client.communicate()[0].split()]
    failed = [status for status in statuses if status != "200"]
    expect(not failed, f"of {len(statuses)} requests failed: {failed[:20]}")
    expect(len(statuses) > RELOADS * CLIENTS, f"only {len(statuses)} requests were answered: little is proven")
    log = machine.run(JOURNAL)
    opened = log.count("the models are opened anew")
    expect(opened == RELOADS, f"the models were opened anew {opened} times, not {RELOADS}:\n{log[-1000:]}")
    return f"{len(statuses)} requests during {RELOADS} reloads, none failed"


def confinement(machine):
    machine.run(TRY_PROBE)
    seen = machine.run("journalctl --unit probe --identifier sh --output cat").strip()
    expect(seen.startswith("done by ") and "\n" not in seen, f"under its unit a program {seen}")
    exposure = machine.run("systemd-analyze security dragoman --no-pager").splitlines()[-1].split(": ", 1)[1].split()[0]
    return f"no writing, no homes, no sockets but the internet's; systemd-analyze security: {exposure}"


def death(machine):
    machine.run(f"systemctl kill --signal KILL dragoman; sleep 2\n{READY}")
    expect(show(machine, "NRestarts") == "1", "it was not started again")
    return "killed, it was started again"


def wrong_options(machine):
    machine.run(
        "cp /etc/default/dragoman kept; echo DRAGOMAN_OPTIONS=--no-such-option >/etc/default/dragoman\n"
        "systemctl restart dragoman; sleep 4"
    )
    state = show(machine, "ActiveState")
    expect(state == "failed", f"with a wrong option it is {state}, not failed")
    machine.run(f"cp kept /etc/default/dragoman; systemctl restart dragoman\n{READY}")
    return "it fails once and stays so"


def stop(machine):
    check_said("systemctl stop dragoman")
    begin = time.monotonic()
    machine.run_client(post({"text": "A man. " * 20, "options": {"beam": 20}}))
    repeats = min(1900, max(100, int(100 / (time.monotonic() - begin))))  # some five seconds
    body = {"text": "A man. " * repeats, "options": {"beam": 20}}
    slow = machine.start_client(post(body, "--header 'X-Request-Id: slow'"))
    time.sleep(1)
    expect(slow.poll() is None, "the long request took no second: nothing is proven")
    machine.run("systemctl stop dragoman")
    answer = slow.communicate()[0]
    finished = slow.returncode == 0 and '"translations"' in answer
    expect(finished, f"the request that ran ended curl with status {slow.returncode}: {answer[:500]}")
    log = machine.run(JOURNAL)
    ended_before = log.index('"id":"slow"') < log.index("stopping at signal")
    expect(not ended_before, "the request had ended before the service was stopped: nothing is proven")
    expect(show(machine, "Result") == "success", f"it ended with {show(machine, 'Result')}")
    machine.run(f"systemctl start dragoman\n{READY}")
    return "the request that ran was finished"


def keys(machine):
    machine.run(f"echo {KEY} >keys\nset -x\n{KEYS}{READY}")
    status = "--output /dev/null --write-out '%{http_code}'"
    without = machine.run_client(post({"text": "A man."}, status) + " || true")
    expect(without == "401", f"a request without a key got {without}")
    machine.run_client(post({"text": "A man."}, f"--header 'Authorization: Bearer {KEY}'"))
    modes = machine.run("stat --format '%a %u' /etc/dragoman/keys").strip()
    expect(modes == "600 0", f"/etc/dragoman/keys has mode and owner {modes}")
    return "401 without a key, a translation with one"


def remove(machine):
    machine.run("set -x\n" + REMOVE)
    left = machine.run("find /etc /srv /usr /var/lib/systemd -name '*dragoman*'").split()
    expect(not left, f"left behind: {left}")
    running = machine.run("grep --line-regexp dragoman /proc/[0-9]*/comm || true").strip()
    expect(not running, f"still running: {running}")
    return "nothing runs, nothing is left"


CHECKS = [
    follow_readme, account, translation, journal, reload, confinement, death, wrong_options, stop, keys, remove,
]  # fmt: skip
