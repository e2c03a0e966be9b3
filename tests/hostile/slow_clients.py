"""Clients that send or read a byte at a time. While they last, other clients are served as ever."""

import select
import socket
import threading
import time

from raw_client import connect, exchange, post, request

READ_TIMEOUT = 2  # seconds, as `run` starts the service
PATIENCE = 5 * READ_TIMEOUT
TEXT = "The old man sees a dog."
TRANSLATION = post("/v1/translate", {"text": TEXT})


class Visitors:
    """Translates one after the other while the body of the `with` runs, and counts what is refused."""

    def __init__(self, service):
        self.service, self.problems, self.count = service, [], 0
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._translate)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ends.set()
        self._thread.join()

    def _translate(self):
        while not self._ends.is_set():
            status = exchange(self.service.port, TRANSLATION).status
            self.count += 1
            if status != 200:
                self.problems.append(f"meanwhile another client got {status}")
            time.sleep(0.02)


def drip(service, at_once, data, clients=20):
    """Clients that send some bytes at once and then one at a time, so that none is silent for long: the server must end
    them all."""
    slow = [connect(service.port) for _ in range(clients)]
    left, end = set(slow), time.monotonic() + PATIENCE
    for client in slow:
        send(client, at_once)
    with Visitors(service) as visitors:
        for byte in data:
            left = {client for client in left if send(client, bytes([byte])) and not is_ended(client)}
            if not left or time.monotonic() > end:
                break
            time.sleep(0.05)
    for client in slow:
        client.close()
    return clients + visitors.count, visitors.problems + [f"{len(left)} slow clients were never ended"] * bool(left)


def send(client, data):
    try:
        client.sendall(data)
        return True
    except OSError:
        return False


def is_ended(client):
    """True if the server has answered or closed the connection."""
    return bool(select.select([client], [], [], 0)[0])


def slow_heads(service):
    return drip(service, b"", b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: " + b"a" * 1000)


def slow_bodies(service):
    head = request("POST", "/v1/translate", "Content-Type: application/json", "Content-Length: 1000")
    return drip(service, head, b" " * 999)


def slow_chunks(service):
    head = request("POST", "/v1/translate", "Content-Type: application/json", "Transfer-Encoding: chunked")
    return drip(service, head, b"1\r\n \r\n" * 200)


def slow_readers(service):
    """Clients that ask much and read nothing."""
    clients = []
    for _ in range(20):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", service.port))
        client.settimeout(1)
        send(client, request("GET", "/openapi.json").replace(b"close", b"keep-alive") * 100)
        clients.append(client)
    with Visitors(service) as visitors:
        time.sleep(READ_TIMEOUT)
    for client in clients:
        client.close()
    return len(clients) + visitors.count, visitors.problems
