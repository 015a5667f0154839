#!/usr/bin/env python3
"""The server of the spec of the golden folder SealedFields, whose fields are sealed by joserfc.

Its first line of input has the keys: "open" with "alg" and the JWK that opens requests, "seal" with those
that seal answers. It writes its port, and serves until its input ends. The token of a response is what it
has opened, and the id says what it has read in the clear.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from joserfc import jwe
from joserfc.jwk import import_key

KEYS = json.loads(sys.stdin.readline())
ENC = "A256GCM"


def registry(names):
    return jwe.JWERegistry(algorithms=[names["alg"], ENC], strict_check_header=False)


class Vault(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def exchange(self, direction, status=None):
        bound = {
            "direction": direction,
            "method": self.command,
            "target": self.path,
            "id": self.headers["Posthorn-Exchange"],
        }
        return bound if status is None else {**bound, "status": str(status)}

    def open(self, text, place):
        names = KEYS["open"]
        message = jwe.decrypt_compact(text, import_key(names["jwk"]), registry=registry(names))
        header = message.protected
        assert header["exchange"] == self.exchange("request"), header
        assert header["field"] == place, header
        return json.loads(message.plaintext)

    def seal(self, value, place, status):
        names = KEYS["seal"]
        header = {
            "alg": names["alg"],
            "enc": ENC,
            "kid": names["jwk"]["kid"],
            "exchange": self.exchange("response", status),
            "field": place,
        }
        data = json.dumps(value).encode()
        return jwe.encrypt_compact(header, data, import_key(names["jwk"]), registry=registry(names))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            status, answer = self.pay(body)
        except Exception as error:
            status, answer = 500, {"error": repr(error)}
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def pay(self, body):
        order = json.loads(body)
        opened = {"cvc": self.open(order["cvc"], "cvc")}
        for index, card in enumerate(order["cards"]):
            for name in ["holder", "number", "limits"]:
                place = f"cards.{index}.{name}"
                opened[place] = self.open(card[name], place)
                assert json.dumps(opened[place]).encode() not in body, place
        for name, note in order["notes.more"].items():
            escaped = name.replace("\\", "\\\\").replace(".", "\\.")
            opened[name] = self.open(note["text"], f"notes\\.more.{escaped}.text")
        clear = f"{order['amount']} {[card['brand'] for card in order['cards']]}"
        if order["amount"] == 0:
            # A failure, whose fields stand in the whole body.
            card = {"brand": "known"}
            for name in ["holder", "number"]:
                card[name] = self.seal(opened[f"cards.0.{name}"], name, 409)
            return 409, card
        place = "result.data.token"
        if order["amount"] < 0:
            place = "result.data.id"
        data = {"id": clear, "token": self.seal(opened, place, 200)}
        return 200, {"code": 0, "message": "", "result": {"data": data}}

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Vault)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
