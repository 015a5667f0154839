"""A server of tokens for Docker's registry (Distribution's token authentication).

Arguments: the path for the certificate that the registry trusts. It prints its port, and ends with its standard input.
The user `ada` with the password `secret` may do all, and others may pull what is below `public/`. `/requests` has the
queries of the token requests, after the user's name and a space.
"""

import base64
import datetime
import http.server
import json
import os
import sys
import threading
import time
import urllib.parse
import uuid

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey

key = ec.generate_private_key(ec.SECP256R1())
name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "tokens")])
now = datetime.datetime.now(datetime.timezone.utc)
certificate = (
    x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    .serial_number(1).not_valid_before(now - datetime.timedelta(days=1))
    .not_valid_after(now + datetime.timedelta(days=1))
    .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256()))
with open(sys.argv[1], "wb") as file:
    file.write(certificate.public_bytes(serialization.Encoding.PEM))
chain = [base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode()]
private = key.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
seen = []


def token(service, scopes, user):
    access = []
    for scope in scopes:
        kind, name, actions = scope.split(":")
        granted = [
            action for action in actions.split(",")
            if user or (action == "pull" and name.startswith("public/"))]
        access.append({"type": kind, "name": name, "actions": granted})
    seconds = int(time.time())
    claims = {
        "iss": "tokens", "sub": user, "aud": service, "exp": seconds + 300, "nbf": seconds - 10, "iat": seconds,
        "jti": str(uuid.uuid4()), "access": access}
    return jwt.encode({"alg": "ES256", "typ": "JWT", "x5c": chain}, claims, ECKey.import_key(private))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/requests":
            return self.reply(200, seen)
        query = urllib.parse.parse_qs(url.query)
        text = self.headers.get("Authorization", "Basic Og==")[6:]
        user, _, password = base64.b64decode(text).decode().partition(":")
        seen.append(f"{user} {urllib.parse.unquote(url.query)}")
        if user and (user, password) != ("ada", "secret"):
            return self.reply(401, {"details": "incorrect username or password"})
        self.reply(200, {
            "token": token(query["service"][0], query.get("scope", []), user), "expires_in": 300})

    def reply(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=end_with_input, daemon=True).start()
print(server.server_port, flush=True)
server.serve_forever()
