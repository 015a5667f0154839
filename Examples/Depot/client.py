"""Calls the depot's server without Posthorn, with sealed and signed requests: DEPOT_KEY=… client.py URL"""
import base64
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import secrets
import sys
import time
import urllib.parse

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

sys.path.insert(0, os.environ.get("SNIPPETS") or str(pathlib.Path(__file__).parents[2] / "Documentation/Snippets"))
from envelope import Envelope  # noqa: E402

KEY = base64.b64decode(os.environ["DEPOT_KEY"])


def derived(key, info):
    return HKDF(hashes.SHA256(), 32, b"", info).derive(key)


# The key of the device, and that of its signatures.
DEVICE_KEY = derived(derived(KEY, b"device"), b"posthorn-hmac-v2")
envelope = Envelope("partner", KEY, "https://depot.example")


def sign(method, target, headers, body):
    """Signs a request as Documentation/Signing.md specifies for HMACSigner."""
    fields = {"X-Key-Id": "device", "X-Timestamp": str(int(time.time())), "X-Nonce": secrets.token_urlsafe(16)}
    content_type = headers.get("Content-Type")
    lines = ["posthorn-hmac-v2", "request", *fields.values(), method, "https", "depot.example", target,
             f"content-type:{content_type}" if content_type else "content-type", "authorization", "idempotency-key",
             f"posthorn-exchange:{headers['Posthorn-Exchange']}", hashlib.sha256(body or b"").hexdigest()]
    fields["X-Signature"] = hmac.new(DEVICE_KEY, "\n".join(lines).encode(), hashlib.sha256).hexdigest()
    return headers | fields


def send(method, target, headers, body):
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(sys.argv[1]).netloc, timeout=20)
    connection.request(method, target, body, headers)
    response = connection.getresponse()
    return response.status, response.headers, response.read()


def call(method, target, value=None):
    body = None if value is None else json.dumps(value).encode()
    exchange, headers, body = envelope.seal_request(method, target, body)
    status, headers, body = send(method, target, sign(method, target, headers, body), body)
    _, plaintext = envelope.open_response(method, target, exchange, status, headers, body)
    return status, json.loads(plaintext) if plaintext else None


status, item = call("POST", "/v1/items", {"name": "cup", "count": 2})
assert (status, item["name"], item["count"]) == (200, "cup", 2), (status, item)
assert call("POST", "/v1/items", {"name": "cup"}) == (409, {"message": "the name is taken"})
assert call("GET", f"/v1/items/{item['id']}") == (200, item)
status, problem = call("POST", "/v1/items", {"name": ""})
assert status == 400 and "name" in problem["detail"], (status, problem)
assert call("DELETE", f"/v1/items/{item['id']}") == (204, None)

# What is repeated, changed, not signed or not sealed is refused, and the body tells no more than that.
_, headers, body = envelope.seal_request("POST", "/v1/items", b'{"name":"kettle"}')
signed = sign("POST", "/v1/items", headers, body)
assert send("POST", "/v1/items", signed, body)[0] == 200
assert send("POST", "/v1/items", signed, body)[0] == 401
again = sign("POST", "/v1/items", headers, body)
assert send("POST", "/v1/items", again, body)[0] == 400
assert send("POST", "/v1/items", headers, body)[0] == 401
plain = sign("POST", "/v1/items", {"Posthorn-Exchange": "x", "Content-Type": "application/json"}, b"{}")
refused = send("POST", "/v1/items", plain, b"{}")
assert refused[0] == 400 and json.loads(refused[2])["detail"] == "the message can't be opened", refused
third = bytes([3]) + body[1:]
assert send("POST", "/v1/items", sign("POST", "/v1/items", headers, third), third)[0] == 400
print("python: all calls")
