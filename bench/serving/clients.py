"""Clients of the services: wrk, which counts, and a Python client, which reads every response."""

import http.client
import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SCRIPT = Path(__file__).with_name("lines.lua")
TIMEOUT = 60  # seconds
READERS = 16


def check_wrk():
    if not shutil.which("wrk"):
        sys.exit("error: wrk is missing, which makes the requests: apt-get install wrk")


def write_bodies(path, bodies):
    path.write_text("".join(json.dumps(body, ensure_ascii=False) + "\n" for body in bodies), encoding="utf-8")
    return path


def run_wrk(url, bodies, connections, seconds):
    """Runs wrk with `connections` clients for some seconds, each sending its next request after a response.
    Returns wrk's counts."""
    command = ["wrk", "--threads", 1, "--connections", connections, "--duration", f"{seconds}s",
               "--timeout", f"{TIMEOUT}s", "--script", SCRIPT, url, "--", bodies]  # fmt: skip
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    result = json.loads(done.stdout.rstrip().rsplit("\n", 1)[-1])
    result["errors"] = result["refused"] + result["broken"] + result["changed"]
    return result


def ask_all(port, path, bodies):
    """Returns the responses to all bodies, in order, read by READERS clients on their own connections."""

    def ask_some(some):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        answers = []
        for body in some:
            connection.request("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
            response = connection.getresponse()
            answers.append((response.status, json.loads(response.read())))
        return answers

    shares = [bodies[reader::READERS] for reader in range(READERS)]
    with ThreadPoolExecutor(READERS) as pool:
        results = list(pool.map(ask_some, shares))
    return [results[place % READERS][place // READERS] for place in range(len(bodies))]


def count_wrong(service, bodies, expected):
    """Counts the responses that differ from the expected text by a byte."""
    answers = ask_all(service.port, "/v1/translate", bodies)
    return sum(status != 200 or answer["translations"][0]["text"] != text
               for (status, answer), text in zip(answers, expected, strict=True))  # fmt: skip
