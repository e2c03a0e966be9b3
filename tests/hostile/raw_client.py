"""Speaks to a server byte by byte, as no well-behaved client does."""

import json
import re
import socket
import struct
from dataclasses import dataclass

CLOSED = "closed"  # the connection, without an answer
SILENT = "silent"  # neither answered nor closed
SECONDS = 20


@dataclass(frozen=True)
class Answer:
    status: object  # of HTTP, or CLOSED, or SILENT
    head: str = ""
    body: bytes = b""

    def header(self, name):
        found = re.search(rf"(?im)^{name}:[ \t]*(.*?)\r?$", self.head)
        return found[1] if found else None


@dataclass(frozen=True)
class Case:
    """Bytes that are sent, and what may come of it."""

    group: str
    name: str
    data: bytes
    allowed: frozenset
    half_close: bool = False  # the client ends its side after the request
    style: str = ""  # of errors: "api", "libre"; else any

    def problem(self, port):
        """What the server did and should not have; else None. And the status."""
        answer = exchange(port, self.data, self.half_close)
        return complaint(self, answer), answer.status


def complaint(case, answer):
    if answer.status not in case.allowed:
        return f"{answer.status} is not among {sorted(map(str, case.allowed))}: {answer.body[:200]!r}"
    if answer.status == CLOSED:
        return None
    if re.search(rb"root:.*:0:0:", answer.body):
        return "gives away /etc/passwd"
    if case.style and not re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", answer.header("X-Request-Id") or ""):
        return f"X-Request-Id is {answer.header('X-Request-Id')!r}"
    if case.style and answer.status >= 400 and not has_error(answer.body, case.style):
        return f"no error of the right form: {answer.body[:200]!r}"
    return None


def has_error(body, style):
    try:
        error = json.loads(body)["error"]
        return isinstance(error, str) if style == "libre" else bool(error["code"] and error["message"])
    except (ValueError, KeyError, TypeError):
        return False


def connect(port, seconds=SECONDS):
    return socket.create_connection(("127.0.0.1", port), timeout=seconds)


def reset(client):
    """Ends a connection as a client that is killed."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def exchange(port, data, half_close=False):
    with connect(port) as client:
        try:
            client.sendall(data)
            if half_close:
                client.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the server may close as soon as it has seen enough
        return read_answer(client)


def read_answer(client, received=b""):
    try:
        while b"\r\n\r\n" not in received:
            received += receive(client)
        head, _, body = received.partition(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        if status == 100:
            return read_answer(client, body)
        answer = Answer(status, head.decode("latin-1"), body)
        return Answer(status, answer.head, read_body(client, answer))
    except TimeoutError:
        return Answer(SILENT)
    except (OSError, EOFError):
        return Answer(CLOSED)


def receive(client):
    data = client.recv(65536)
    if not data:
        raise EOFError
    return data


def read_body(client, answer):
    """All of it, or as much as comes before the connection is closed."""
    body, length = answer.body, answer.header("Content-Length")
    chunked = answer.header("Transfer-Encoding") == "chunked"
    try:
        while not (len(body) >= int(length) if length else chunked and body.endswith(b"0\r\n\r\n")):
            body += receive(client)
    except (OSError, EOFError):
        pass
    return body


def request(method, target, *headers, body=b"", line_end="\r\n"):
    """A request as it should be, but for what is asked to be wrong."""
    lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers]
    if body and not any(line.lower().startswith(("content-length", "transfer-encoding")) for line in headers):
        lines.append(f"Content-Length: {len(body)}")
    return "".join(line + line_end for line in [*lines, ""]).encode("latin-1") + body


def post(target, body, *headers):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    if not any(line.lower().startswith("content-type") for line in headers):
        headers = ("Content-Type: application/json", *headers)
    return request("POST", target, *headers, body=body)


def make_cases(group, rows, half_close=False, style=""):
    """Of rows (name, bytes, allowed outcomes)."""
    return [Case(group, name, data, frozenset(allowed), half_close, style) for name, data, allowed in rows]
