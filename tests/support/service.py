"""Starts `dragoman serve` for tests and measurements, and is its client."""

import http.client
import json
import re
import signal
import subprocess
import time
from pathlib import Path

ADDRESS = re.compile(r"listening on http://[^\s\"]*:(\d+)")
START_SECONDS = 60
STOP_SECONDS = 60


class Service:
    """A service on a free port that runs until `stop`. Its log is a file in `folder`."""

    def __init__(self, program, folder, *arguments, port=0):
        self.log = Path(folder) / "service.log"
        command = [program, "serve", *arguments, "--port", port]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stderr=log)
        self.port = self._wait_for_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def _wait_for_port(self):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            text = self.log_text()
            if found := ADDRESS.search(text):
                return int(found[1])
            if not self.is_alive():
                raise RuntimeError(f"the service does not start:\n{text}")
            time.sleep(0.02)
        self.process.kill()
        raise RuntimeError(f"the service does not say where it listens:\n{text}")

    def log_text(self):
        return self.log.read_text(encoding="utf-8", errors="replace")

    def is_alive(self):
        return self.process.poll() is None

    def stop(self):
        """Ends the service. Returns its exit status, or the negative number of the signal that ended it."""
        if self.is_alive():
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def memory(self):
        """Returns the resident memory in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def ask(self, path, body=None, timeout=60):
        """Sends GET, or POST if there is a JSON body. Returns the status and the text of the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            if body is None:
                connection.request("GET", path)
            else:
                connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def translate(self, text, **more):
        """Returns the translation of one text. Raises RuntimeError for an error response."""
        status, answer = self.ask("/v1/translate", {"text": text, **more})
        if status != 200:
            raise RuntimeError(f"{status}: {answer}")
        return json.loads(answer)["translations"][0]["text"]
