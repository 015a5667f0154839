"""A server of Stock.yaml. Each argument is a deviation from the spec that it has; without any, it follows the spec."""

import json
import os
import re
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PLANTED = set(sys.argv[1:])
STATUSES = {"active", "archived"}


class Refusal(Exception):
    def __init__(self, status, code, message):
        self.status, self.value = status, {"code": code, "message": message}


def require(condition, message):
    if not condition:
        raise Refusal(400, "invalid", message)


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Stock:
    def __init__(self):
        self.lock, self.items, self.last = threading.Lock(), {}, 0
        for name in ["tea", "cups", "spoons"]:
            self.create({"name": name, "quantity": 3, "tags": ["kitchen"]})
        self.items[2]["size"] = {"width": 8.5, "height": 9, "unit": "cm"}
        self.items[2]["rating"] = 4

    def create(self, values):
        with self.lock:
            self.last += 1
            item = {"id": self.last, "quantity": 0, "status": "active", "tags": [],
                    "created": "2026-11-21T10:23:00Z", **values}
            self.items[self.last] = item
            return item

    def find(self, text):
        require(re.fullmatch(r"-?\d+", text), "id is a number")
        item = self.items.get(int(text))
        if item is None:
            raise Refusal(404, "unknown", "no such item")
        return item


stock = Stock()


def checked_name(name):
    require(isinstance(name, str), "name is a text")
    most = 39 if "refusesValid" in PLANTED else 40
    require(1 <= len(name) <= most, "name has 1 to 40 characters")
    return name


def checked_item(body):
    require(isinstance(body, dict), "the body is an object")
    if "failsOnWrong" in PLANTED:
        body["name"]
    require("name" in body, "name is required")
    values = {"name": checked_name(body["name"])}
    if "quantity" in body:
        require(is_int(body["quantity"]) and 0 <= body["quantity"] <= 1000000, "quantity is a number")
        values["quantity"] = body["quantity"]
    if "status" in body:
        require(isinstance(body["status"], str) and body["status"] in STATUSES, "unknown status")
        values["status"] = body["status"]
    if "tags" in body:
        require(isinstance(body["tags"], list), "tags are a list")
        require(all(isinstance(tag, str) for tag in body["tags"]), "a tag is a text")
        values["tags"] = body["tags"]
    if "pin" in body:
        require(isinstance(body["pin"], str), "pin is a text")
    if "size" in body:
        size = body["size"]
        require(isinstance(size, dict), "size is an object")
        require(is_number(size.get("width")) and is_number(size.get("height")), "size has numbers")
        require("unit" not in size or size["unit"] in ["cm", "in"], "unknown unit")
        values["size"] = size
    return values


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # One write for each response: two would wait for the acknowledgement of the first one.
    wbufsize = 65536

    def log_message(self, *arguments):
        pass

    def respond(self, status, value=None, headers=(), media_type="application/json"):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        if value is not None:
            self.send_header("Content-Type", media_type)
        for name, text in headers:
            self.send_header(name, text)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_call(self):
        length = int(self.headers.get("Content-Length") or 0)
        content = self.rfile.read(length)
        try:
            self.route(content)
        except Refusal as refusal:
            self.respond(refusal.status, refusal.value)
        except Exception:
            self.respond(500, {"code": "broken", "message": "internal error"})

    do_GET = do_POST = do_PATCH = do_DELETE = handle_call

    def json(self, content):
        try:
            return json.loads(content)
        except ValueError:
            raise Refusal(400, "invalid", "the body is no JSON") from None

    def route(self, content):
        url = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
        if url.path == "/health":
            kind = "text/plain" if "mediaType" in PLANTED else "application/json"
            return self.respond(200, {"state": "ok", "uptime": 1.5}, media_type=kind)
        if self.headers.get("X-Api-Key") != os.environ.get("STOCK_KEY", "open sesame"):
            raise Refusal(401, "unauthorized", "wrong key")
        if url.path == "/items":
            return self.list(query) if self.command == "GET" else self.create(self.json(content))
        name = url.path.removeprefix("/items/")
        if self.command == "GET":
            return self.get(name, query)
        if self.command == "PATCH":
            item, body = stock.find(name), self.json(content)
            require(isinstance(body, dict) and "name" in body, "name is required")
            item["name"] = checked_name(body["name"])
            if "wrongType" in PLANTED:
                return self.respond(200, {**item, "quantity": str(item["quantity"])})
            return self.respond(200, item)
        stock.items.pop(stock.find(name)["id"], None)
        self.respond(204)

    def list(self, query):
        limit = query.get("limit", "20")
        if "acceptsWrong" not in PLANTED:
            require(re.fullmatch(r"\d+", limit) and 1 <= int(limit) <= 100, "limit is 1 to 100")
        require(query.get("status", "active") in STATUSES, "unknown status")
        if "undocumentedStatus" in PLANTED and query.get("status") == "archived":
            return self.respond(409, {"code": "busy", "message": "not now"})
        try:
            uuid.UUID(self.headers.get("X-Trace") or str(uuid.uuid4()))
        except ValueError:
            raise Refusal(400, "invalid", "X-Trace is a UUID") from None
        items = list(stock.items.values())[: int(limit) if limit.isdigit() else 20]
        if "unknownValue" in PLANTED and items:
            items = [{**items[0], "status": "retired"}] + items[1:]
        headers = [] if "missingHeader" in PLANTED else [("X-Total", str(len(stock.items)))]
        self.respond(200, {"items": items, "next": "c2"}, headers)

    def get(self, name, query):
        item = dict(stock.find(name))
        require(query.get("expand", "true") in ["true", "false"], "expand is true or false")
        if "unknownMember" in PLANTED:
            item["internal_ref"] = "x1"
        # Only with a parameter, which the smallest request keeps.
        if "null" in PLANTED and query.get("expand") == "true":
            item["name"] = None
        if "redirect" in PLANTED:
            return self.respond(302, None, [("Location", "http://other.invalid/items")])
        self.respond(200, item)

    def create(self, body):
        item = dict(stock.create(checked_item(body)))
        if "missingMember" in PLANTED:
            del item["created"]
        self.respond(201, item)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
print(server.server_port, flush=True)
server.serve_forever()
