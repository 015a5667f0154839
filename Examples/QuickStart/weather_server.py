"""A weather service on a free loopback port; prints its base URL. For Tests/quickstart.sh."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Stations(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.headers.get("X-Client") != "quick-start":
            self.respond(400, {"message": "the header field X-Client is missing"})
        elif self.path == "/v1/stations/Oslo/current?units=metric":
            self.respond(
                200,
                {
                    "station": "Oslo",
                    "temperature": 3.5,
                    "sky": "rain",
                    "measured_at": "2026-11-21T10:00:00Z",
                },
            )
        else:
            station = self.path.split("/")[3]
            self.respond(404, {"message": f"There is no station {station}"})

    def respond(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Stations)
print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
server.serve_forever()
