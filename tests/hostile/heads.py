"""Request lines, targets, methods and headers that are wrong, huge or odd."""

from raw_client import CLOSED, make_cases, post, request

REFUSED = {400, CLOSED}
NOT_THERE = {400, 404, CLOSED}
TOO_LARGE = {400, 413, 414, 431, CLOSED}
GOOD = {"text": "A man."}


def request_lines():
    rows = [
        ("an empty line", b"\r\n\r\n"),
        ("zeros", bytes(64)),
        ("all bytes", bytes(range(256)) * 4),
        ("one word", b"GET\r\n\r\n"),
        ("HTTP/0.9", b"GET /\r\n\r\n"),
        ("no method", b" / HTTP/1.1\r\n\r\n"),
        ("no target", b"GET HTTP/1.1\r\n\r\n"),
        ("a fourth word", b"GET / HTTP/1.1 more\r\nHost: a\r\n\r\n"),
        ("version 9", b"GET / HTTP/9.9\r\nHost: a\r\n\r\n"),
        ("version without number", b"GET / HTTP/\r\nHost: a\r\n\r\n"),
        ("version of lower case", b"GET / http/1.1\r\nHost: a\r\n\r\n"),
        ("a space first", b" GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("only CR", b"GET / HTTP/1.1\rHost: a\r\r"),
        ("a response", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)),
        ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        ("SMTP", b"EHLO example.org\r\n"),
        ("SSH", b"SSH-2.0-OpenSSH_9.2\r\n"),
        ("Redis", b"*1\r\n$4\r\nPING\r\n"),
        ("a huge method", b"A" * 10000 + b" / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("a line that never ends", b"A" * 100000),
    ]
    cases = make_cases("request line", [(*row, {*TOO_LARGE, 404, 405}) for row in rows], half_close=True)
    odd = [
        ("HTTP/1.0", b"GET /healthz HTTP/1.0\r\n\r\n", {200}),
        ("no Host", b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", {200, 400}),
        ("only LF", b"GET /healthz HTTP/1.1\nHost: a\nConnection: close\n\n", {200, *REFUSED}),
        ("an empty line first", b"\r\n" + request("GET", "/healthz"), {200, *REFUSED}),
        ("two spaces", b"GET  /healthz  HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", {200, *NOT_THERE}),
        ("a whole URL", request("GET", "http://127.0.0.1/healthz"), {200, *NOT_THERE}),
        ("another's URL", request("GET", "http://example.org/"), {200, 404, *REFUSED}),
        ("an asterisk", request("OPTIONS", "*"), {200, 204, 405, *NOT_THERE}),
    ]
    return cases + make_cases("request line", odd, half_close=True)


def targets():
    up = [
        "/../../../../etc/passwd", "/page/../../../../etc/passwd", "/page/..%2f..%2f..%2fetc/passwd",
        "/page/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/page/%252e%252e/etc/passwd", "/page/....//....//etc/passwd",
        "/page/..\\..\\etc\\passwd", "/page/%c0%ae%c0%ae/etc/passwd", "//etc/passwd", "/page//etc/passwd",
        "/page/%00", "/page/app.js%00.html", "/page/", "/page/.", "/page/..", "/page/%2e%2e", "/%zz", "/%", "/%2",
        "/v1/../../etc/passwd", "/v1/translate/", "/v1/translate%00", "/V1/TRANSLATE", "/v1//translate", "/;/?#",
    ]  # fmt: skip
    rows = [(target, request("GET", target), {*NOT_THERE, 405, 414}) for target in up]
    rows += [
        ("NUL", b"GET /heal\0thz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", NOT_THERE),
        ("a tab", b"GET /heal\tthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", NOT_THERE),
        ("bytes beyond ASCII", b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", NOT_THERE),
        ("5 kB", request("GET", "/" + "a" * 5000), {404, *TOO_LARGE}),
        ("1 MB", request("GET", "/" + "a" * 1000000), TOO_LARGE),
        ("a query of 50,000 fields", request("GET", "/healthz?" + "&" * 50000), {200, *TOO_LARGE}),
        ("a query of 5,000 question marks", request("GET", "/healthz" + "?" * 5000), {200, *TOO_LARGE}),
        ("training after a word", request("GET", "/v1/training?after=abc"), {400, 404}),
        ("training after a negative number", request("GET", "/v1/training?after=-1"), {200, 400, 404}),
        ("training after 1e400", request("GET", "/v1/training?after=1e400"), {400, 404}),
        ("training after a huge number", request("GET", "/v1/training?after=" + "9" * 40), {400, 404}),
    ]
    return make_cases("target", rows)


def methods():
    rows = [(f"{method} /v1/translate", request(method, "/v1/translate"), {405})
            for method in ("GET", "HEAD", "PUT", "DELETE", "PATCH")]  # fmt: skip
    rows += [(f"{method} /v1/models", request(method, "/v1/models", body=b"{}"), {405})
             for method in ("POST", "PUT", "DELETE", "PATCH")]  # fmt: skip
    rows += [(f"{method} /v1/translate", request(method, "/v1/translate"), {204, 400, 404, 405, CLOSED})
             for method in ("OPTIONS", "TRACE", "CONNECT", "BREW", "PROPFIND", "get", "P\0ST")]  # fmt: skip
    rows += [
        ("POST /healthz", request("POST", "/healthz", body=b"x"), {405}),
        ("POST /", request("POST", "/", body=b"x"), {405}),
        ("HEAD /v1/models", request("HEAD", "/v1/models"), {200}),
        ("GET with a body", request("GET", "/healthz", body=b"x" * 100), {200, 400}),
    ]
    return make_cases("method", rows, half_close=True)


def headers():
    def get(*lines):
        return request("GET", "/healthz", *lines)

    def raw(line):
        return b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + line + b"\r\n\r\n"

    odd = {200, 431, *REFUSED}
    rows = [
        ("a value of 9 kB", get("X-Long: " + "a" * 9000), {200, *TOO_LARGE}),
        ("a value of 1 MB", get("X-Long: " + "a" * 1000000), TOO_LARGE),
        ("a name of 100 kB", get("a" * 100000 + ": 1"), TOO_LARGE),
        ("1,000 headers", get(*(f"X-{i}: {i}" for i in range(1000))), {200, *TOO_LARGE}),
        ("100,000 headers", get(*(f"X-{i}: {i}" for i in range(100000))), TOO_LARGE),
        ("100,000 empty headers", get(*["a:"] * 100000), TOO_LARGE),
        ("no colon", raw(b"nothing"), odd),
        ("no name", raw(b": value"), odd),
        ("no value", raw(b"X-Empty:"), odd),
        ("a space before the colon", raw(b"Host : b"), odd),
        ("a folded line", raw(b"X-Folded: a\r\n b"), odd),
        ("NUL in a value", raw(b"X-Nul: a\0b"), odd),
        ("NUL in a name", raw(b"X-\0: a"), odd),
        ("CR in a value", raw(b"X-Cr: a\rb"), odd),
        ("LF in a value", raw(b"X-Lf: a\nb: c"), odd),
        ("bytes beyond ASCII", raw(b"X-High: \xff\xfe\x80"), odd),
        ("two hosts", get("Host: b"), odd),
        ("100 hosts", get(*["Host: b"] * 100), odd),
        ("a host of 6 kB", get("Host: " + "a" * 6000), odd),
        ("upgrade to a web socket", get("Upgrade: websocket", "Sec-WebSocket-Key: a"), odd),
        ("upgrade to HTTP/2", get("Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"), odd),
        ("an encoding that nobody knows", get("Accept-Encoding: zstd;q=2, *;q=-1,,,"), odd),
        ("nothing acceptable", get("Accept: image/x-nothing"), {200, 406}),
        ("rubbish as authorization", get("Authorization: Bearer \x01\x02" + "x" * 5000), odd),
        ("a cookie of 6 kB", get("Cookie: " + "a=b; " * 1200), odd),
        ("expectation unknown", get("Expect: nonsense"), {417, *odd}),
        ("forwarded for many", get("X-Forwarded-For: " + "1.2.3.4, " * 500), odd),
    ]
    ids = [b"a b", b"\xff", b"<script>", b"a" * 65, b"%0d%0aX: y", b"", b"../../x", b"a\tb"]
    sane = [(f"request id {value!r}", raw(b"X-Request-Id: " + value), {200}) for value in ids]
    return make_cases("header", rows) + make_cases("header", sane, style="api")


def ranges():
    values = ["bytes=0-0", "bytes=999999999-", "bytes=-1", "bytes=-999999999", "bytes=5-2", "bytes=a-b", "bytes=",
              "bytes=0-18446744073709551616", "lines=1-2", "bytes=" + "0-," * 1000 + "0-0"]  # fmt: skip
    rows = [(f"Range: {value[:30]} of {target}", request("GET", target, f"Range: {value}"), {200, 206, 400, 416, 431})
            for value in values for target in ("/", "/openapi.json")]  # fmt: skip
    rows.append(("Range of POST", post("/v1/translate", GOOD, "Range: bytes=1-3"), {200, 206, 400, 416}))
    return make_cases("range", rows)
