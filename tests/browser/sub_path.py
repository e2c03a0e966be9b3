"""A proxy that serves a service below a path, as nginx does with `location /NAME/`."""

import threading
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PATH = "/translator"
NOT_PASSED_ON = ("connection", "transfer-encoding")  # they describe one connection


class Handler(BaseHTTPRequestHandler):
    """Passes requests below PATH on; `service_port` is set by SubPath."""

    service_port = 0

    def do_GET(self):
        self.pass_on()

    def do_POST(self):
        self.pass_on(self.rfile.read(int(self.headers["Content-Length"])))

    def pass_on(self, body=None):
        if not self.path.startswith(f"{PATH}/"):
            self.send_error(404)
            return
        service = HTTPConnection("127.0.0.1", self.service_port)
        service.request(self.command, self.path.removeprefix(PATH), body, dict(self.headers))
        response = service.getresponse()
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in NOT_PASSED_ON:
                self.send_header(name, value)
        self.end_headers()
        while part := response.read1():
            self.wfile.write(part)
        service.close()

    def log_message(self, *_):
        pass


class SubPath:
    """Runs the proxy until the end of a `with`; `url` is that of the service below the path."""

    def __init__(self, service_port):
        handler = type("ServiceHandler", (Handler,), {"service_port": service_port})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}{PATH}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
