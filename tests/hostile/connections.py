"""Clients that are silent, many, or gone. Each scenario, here and in slow_clients.py, gives the number of requests
that it made and what went wrong."""

import json
import re
import threading
import time

from raw_client import CLOSED, Answer, connect, exchange, post, read_answer, request, reset
from slow_clients import PATIENCE, TEXT, TRANSLATION, send, slow_bodies, slow_chunks, slow_heads, slow_readers


def silent_hundreds(service):
    """More than may be held: others may be refused for a while, and are served again before the silent ones leave."""
    clients = [connect(service.port) for _ in range(300)]
    statuses, end = [], time.monotonic() + PATIENCE
    while (not statuses or statuses[-1] != 200) and time.monotonic() < end:
        statuses.append(exchange(service.port, TRANSLATION).status)
        time.sleep(0.1)
    for client in clients:
        client.close()
    problems = [f"a client beside 300 silent ones got {status}" for status in set(statuses) - {200, 503, CLOSED}]
    if statuses[-1] != 200:
        problems.append("300 silent clients kept all others out")
    return len(clients) + len(statuses), problems


def many_at_once(service):
    for _ in range(500):
        connect(service.port).close()
    for _ in range(200):
        reset(connect(service.port))
    return 700, []


def kept_alive(service):
    """One client, 200 requests, on as few connections as the server allows."""
    ask, answered, connections = TRANSLATION.replace(b"Connection: close", b"Connection: keep-alive"), 0, 0
    while answered < 200 and connections < 200:
        connections += 1
        with connect(service.port) as client:
            while send(client, ask) and (answer := read_answer(client)).status == 200:
                answered += 1
                if answered == 200 or answer.header("Connection") == "close":
                    break
    return answered, [] if answered == 200 else [f"{answered} answers on {connections} connections"]


def pipelined(service):
    """50 requests at once: each is answered, or the connection is closed between two answers."""
    with connect(service.port) as client:
        send(client, request("GET", "/healthz").replace(b"close", b"keep-alive") * 50)
        data = b""
        try:
            while part := client.recv(65536):
                data += part
        except OSError:
            pass
    statuses = re.findall(rb"HTTP/1\.1 (\d+)", data)
    return 50, [] if statuses and set(statuses) == {b"200"} else [f"answers: {statuses}"]


def gone_clients(service):
    """They ask and are gone; what they asked for does not stay in the queue."""
    body = {"text": [TEXT] * 40, "options": {"beam": 8}}
    asks = [post("/v1/translate", body), post("/v1/translate", {**body, "stream": True}), TRANSLATION]
    for turn in range(60):
        client = connect(service.port)
        send(client, asks[turn % len(asks)])
        if turn % 2:
            time.sleep(0.01)
        reset(client)
    end = time.monotonic() + PATIENCE
    while (queued := waiting(service)) and time.monotonic() < end:
        time.sleep(0.05)
    return 60, [f"{queued} sentences wait for nobody"] if queued else []


def waiting(service):
    found = re.search(r"(?m)^dragoman_queue_sentences (\S+)", service.ask("/metrics")[1])
    return float(found[1]) if found else "unknown"


def half_closed(service):
    """A client that has said all it will say is still answered, or its connection closed."""
    answers = [exchange(service.port, TRANSLATION, half_close=True) for _ in range(20)]
    return len(answers), [f"got {answer.status}" for answer in answers if answer.status not in (200, CLOSED)]


def left_in_streams(service):
    """Clients that read the first bytes of a stream and go."""
    problems = []
    for _ in range(20):
        client = connect(service.port)
        send(client, post("/v1/translate", {"text": [TEXT] * 10, "stream": True}))
        try:
            if b" 200 " not in (first := client.recv(64)):
                problems.append(f"a stream begins {first!r}")
        except OSError as error:
            problems.append(f"no stream: {error}")
        reset(client)
    return 20, problems


def smuggled(service):
    """A request inside the body of another is not answered: no more answers than requests."""
    inner = request("GET", "/metrics")
    ask = request("POST", "/v1/translate", "Content-Type: application/json", f"Content-Length: {len(inner)}") + inner
    with connect(service.port) as client:
        send(client, ask)
        answer = read_answer(client)
        rest = read_answer(client)
    problems = [f"got {answer.status}"] if answer.status != 400 else []
    return 1, problems + (["the inner request was answered"] if rest != Answer(CLOSED) else [])


def told_apart(service):
    """Many at once get each their own answer."""
    texts = [f"The man sees {number} dogs." for number in range(40)]
    alone = {text: service.translate(text) for text in texts}
    problems = []

    def ask(text):
        answer = exchange(service.port, post("/v1/translate", {"text": text}))
        if answer.status != 200 or json.loads(answer.body)["translations"][0]["text"] != alone[text]:
            problems.append(f"{text}: {answer.status} {answer.body[:100]!r}")

    threads = [threading.Thread(target=ask, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(texts), problems


SCENARIOS = [
    slow_heads, slow_bodies, slow_chunks, slow_readers, silent_hundreds, many_at_once, kept_alive, pipelined,
    gone_clients, half_closed, left_in_streams, smuggled, told_apart,
]  # fmt: skip
