"""Bodies whose lengths, chunks, encodings or forms are wrong, and requests that are cut off."""

import gzip
import json

from raw_client import CLOSED, make_cases, post, request

REFUSED = {400, CLOSED}
CUT = {400, 408, CLOSED}
TOO_LARGE = {400, 413, 431, CLOSED}
BODY = json.dumps({"text": "A man."}).encode()
LIMIT = 65536  # of bodies, as `run` starts the service


def translate(*headers, body=BODY):
    return request("POST", "/v1/translate", "Content-Type: application/json", *headers, body=body)


def lengths():
    values = ["-1", "abc", "1e3", "0x10", "5, 6", "", " ", "99999999999999999999", "18446744073709551615", "9" * 1000]
    rows = [(f"Content-Length: {value[:30]}", translate(f"Content-Length: {value}"), {411, 413, *REFUSED})
            for value in values]  # fmt: skip
    rows += [
        ("a sign", translate(f"Content-Length: +{len(BODY)}"), {200, *REFUSED}),
        ("the same length twice", translate(*[f"Content-Length: {len(BODY)}"] * 2), {200, *REFUSED}),
        ("two lengths", translate(f"Content-Length: {len(BODY)}", "Content-Length: 5"), {200, *REFUSED}),
        ("more than comes", translate(f"Content-Length: {len(BODY) + 100}"), CUT),
        ("less than comes", translate("Content-Length: 5"), REFUSED),
        ("no length, no body", translate(body=b""), {411, *REFUSED}),
        ("no length", request("POST", "/v1/translate", "Content-Type: application/json") + BODY, {411, *REFUSED}),
        ("just too large", translate(body=b" " * LIMIT + BODY), TOO_LARGE),
        ("1 GB, announced", translate("Content-Length: 1073741824"), {*TOO_LARGE, 408}),
        ("10 MB, sent", translate(body=b"x" * 10_000_000), TOO_LARGE),
        ("a continuation", translate("Expect: 100-continue"), {200, 417}),
        ("a continuation too large", translate("Expect: 100-continue", "Content-Length: 9999999"), {*TOO_LARGE, 417}),
        ("gzip", translate("Content-Encoding: gzip", body=gzip.compress(BODY)), {200, 400, 415}),
        ("gzip that is none", translate("Content-Encoding: gzip"), {400, 415, CLOSED}),
        ("half of gzip", translate("Content-Encoding: gzip", body=gzip.compress(BODY)[:20]), {400, 415, CLOSED}),
        ("60 MB as gzip", translate("Content-Encoding: gzip", body=gzip.compress(bytes(60_000_000))), {415, *TOO_LARGE}),
        ("brotli that is none", translate("Content-Encoding: br"), {200, 400, 415, CLOSED}),
        ("an encoding unknown", translate("Content-Encoding: pack200"), {200, 400, 415, CLOSED}),
    ]
    return make_cases("length", rows, half_close=True)


def chunks():
    def send(data, *headers):
        return translate("Transfer-Encoding: chunked", *headers, body=data)

    def chunk(data):
        return f"{len(data):x}\r\n".encode() + data + b"\r\n"

    end = b"0\r\n\r\n"
    rows = [
        ("a good one", send(chunk(BODY) + end), {200}),
        ("a byte at a time", send(b"".join(chunk(bytes([byte])) for byte in BODY) + end), {200}),
        ("extensions", send(b"12;name=value\r\n" + BODY + b"\r\n" + end), {200, *REFUSED}),
        ("trailers", send(chunk(BODY) + b"0\r\nX-Trailer: 1\r\n\r\n"), {200, *REFUSED}),
        ("no last chunk", send(chunk(BODY)), CUT),
        ("size zz", send(b"zz\r\n" + BODY + b"\r\n" + end), REFUSED),
        ("size -1", send(b"-1\r\n" + BODY + b"\r\n" + end), TOO_LARGE),
        ("no size", send(b"\r\n" + BODY + b"\r\n" + end), REFUSED),
        ("a huge size", send(b"ffffffffffffffff\r\n" + BODY + b"\r\n" + end), TOO_LARGE),
        ("a size of 1,000 digits", send(b"1" * 1000 + b"\r\n" + BODY + b"\r\n" + end), TOO_LARGE),
        ("a size that is too small", send(b"5\r\n" + BODY + b"\r\n" + end), REFUSED),
        ("a size that is too large", send(b"50\r\n" + BODY + b"\r\n" + end), REFUSED),
        ("an extension of 100 kB", send(b"12;" + b"a" * 100000 + b"\r\n" + BODY + b"\r\n" + end), {200, *TOO_LARGE}),
        ("trailers of 1 MB", send(chunk(BODY) + b"0\r\n" + b"X-A: b\r\n" * 125000 + b"\r\n"), {200, *TOO_LARGE}),
        ("too much in all", send(chunk(b" " * 1000) * 100 + chunk(BODY) + end), TOO_LARGE),
        ("20,000 chunks", send(chunk(b" ") * 20000 + chunk(BODY) + end), {200, *TOO_LARGE}),
        ("with a length", send(chunk(BODY) + end, f"Content-Length: {len(BODY)}"), {200, *REFUSED}),
        ("chunked twice", translate("Transfer-Encoding: chunked, chunked", body=chunk(BODY) + end), {411, *REFUSED}),
        ("xchunked", translate("Transfer-Encoding: xchunked", body=chunk(BODY) + end), {411, *REFUSED}),
        ("an unknown encoding", translate("Transfer-Encoding: gzip", body=chunk(BODY) + end), {411, 415, *REFUSED}),
    ]
    return make_cases("chunks", rows, half_close=True)


def forms():
    form, multipart = "application/x-www-form-urlencoded", "multipart/form-data"
    part = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    good = part % (b"q", b"A man.") + part % (b"source", b"en") + part % (b"target", b"de")

    def send(kind, body):
        return post("/translate", body, f"Content-Type: {kind}")

    fields = "source=en&target=de"
    odd = {200, *REFUSED}
    rows = [
        ("a good form", send(form, f"q=A+man.&{fields}".encode()), {200}),
        ("rubbish", send(form, b"\xff\0%%%&&&==="), REFUSED),
        ("broken escapes", send(form, f"q=%zz%&{fields}".encode()), odd),
        ("invalid UTF-8", send(form, f"q=%ff%fe&{fields}".encode()), odd),
        ("NUL", send(form, f"q=%00&{fields}".encode()), odd),
        ("10,000 fields", send(form, b"a=b&" * 10000), {413, *REFUSED}),
        ("a field of 60 kB", send(form, f"{fields}&q={'a' * 60000}".encode()), {413}),
        ("a good multipart form", send(f"{multipart}; boundary=x", good + b"--x--\r\n"), {200}),
        ("no boundary", send(multipart, good + b"--x--\r\n"), {415, *REFUSED}),
        ("an empty boundary", send(f"{multipart}; boundary=", good), {415, *REFUSED}),
        ("a boundary of 5 kB", send(f"{multipart}; boundary={'x' * 5000}", good), {415, *REFUSED}),
        ("another boundary", send(f"{multipart}; boundary=y", good + b"--x--\r\n"), REFUSED),
        ("no end", send(f"{multipart}; boundary=x", good), odd),
        ("no parts", send(f"{multipart}; boundary=x", b"--x--\r\n"), REFUSED),
        ("rubbish in parts", send(f"{multipart}; boundary=x", b"--x\r\n" + bytes(range(256)) * 99 + b"--x--"), REFUSED),
        ("a part without a name", send(f"{multipart}; boundary=x", b"--x\r\n\r\nA man.\r\n--x--\r\n"), REFUSED),
        ("1,000 parts", send(f"{multipart}; boundary=x", part % (b"a", b"b") * 1000 + b"--x--\r\n"), {413, *REFUSED}),
        ("a part's header of 50 kB", send(f"{multipart}; boundary=x", b"--x\r\nX: " + b"a" * 50000), REFUSED),
        ("a file", send(f"{multipart}; boundary=x", good.replace(b'"q"', b'"q"; filename="../x"') + b"--x--\r\n"), odd),
    ]
    return make_cases("form", rows, half_close=True)


def cut_off():
    """A good request that ends at every few bytes."""
    whole = translate("X-Filler: some more bytes")
    ends = [*range(1, len(whole), 6), len(whole) - 1]
    rows = [(f"after {end} of {len(whole)} bytes", whole[:end], CUT) for end in ends]
    return make_cases("cut off", rows, half_close=True)
