#!/usr/bin/env python3
"""The sealed envelope, written a second time from Documentation/SealedEnvelope.md.

make_vectors.py          writes vectors.json beside this file
make_vectors.py --open   reads one sealed message as JSON from stdin and prints "opened" and its plaintext in hex
"""
import base64
import hashlib
import json
import pathlib
import struct
import sys

from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def head(key_id, media_type):
    key_id, media_type = key_id.encode(), media_type.encode("ascii")
    return bytes([1, len(key_id)]) + key_id + bytes([len(media_type)]) + media_type


def additional_data(m, head_bytes):
    status = str(m.get("status") or "")
    texts = ["posthorn.aes-gcm.v1", m["direction"], m["method"], m["target"], m["exchange"], status]
    fields = [text.encode() for text in texts] + [head_bytes]
    return b"".join(struct.pack(">I", len(field)) + field for field in fields)


def seal(m):
    h = head(m["keyID"], m["mediaType"])
    nonce, plaintext = bytes.fromhex(m["nonce"]), bytes.fromhex(m["plaintext"])
    return h + nonce + AESGCM(bytes.fromhex(m["key"])).encrypt(nonce, plaintext, additional_data(m, h))


def unseal(m):
    envelope = bytes.fromhex(m["envelope"])
    id_length = envelope[1]
    media_length = envelope[2 + id_length]
    end = 3 + id_length + media_length
    assert envelope[0] == 1 and envelope[2 : 2 + id_length].decode() == m["keyID"]
    assert envelope[3 + id_length : end].decode("ascii") == m["mediaType"]
    data = additional_data(m, envelope[:end])
    return AESGCM(bytes.fromhex(m["key"])).decrypt(envelope[end : end + 12], envelope[end + 12 :], data)


def vector(name, plaintext, *, status=None, method="POST", target="/v1/orders", key_id="shop-1",
           media_type="application/json"):
    # Not random, so that the file is the same each time; a real nonce must be random.
    def derived(what, length):
        return hashlib.sha256(f"{name}/{what}".encode()).digest()[:length]

    m = {
        "name": name,
        "direction": "request" if status is None else "response",
        "keyID": key_id,
        "key": derived("key", 32).hex(),
        "method": method,
        "target": target,
        "exchange": base64.urlsafe_b64encode(derived("exchange", 16)).decode().rstrip("="),
        "status": status,
        "mediaType": media_type,
        "nonce": derived("nonce", 12).hex(),
        "plaintext": plaintext.hex(),
    }
    m["envelope"] = seal(m).hex()
    assert unseal(m) == plaintext
    return m


def vectors():
    order = b'{"items":[{"sku":"A-1","quantity":2}]}'
    return [
        vector("a request with a body", order),
        vector("a request with an empty body", b""),
        vector("a request with a query", order, target="/v1/orders?limit=5&note=%C3%A9"),
        vector("a success", b'{"id":"o-1"}', status=201),
        vector("a failure", b'{"reason":"sold out"}', status=409),
        vector("a response to a GET", b"[]", status=200, method="GET", target="/v1/orders?limit=5"),
        vector("a response with an empty body", b"", status=200, method="DELETE", target="/v1/orders/1"),
        vector("a response without a media type", b"\x00\xff", status=200, media_type=""),
        vector("a media type with a parameter", b"\xc3\xa9", status=200,
               media_type="text/plain; charset=utf-8"),
        vector("the longest media type", b"x", status=200, media_type="a/" + "b" * 253),
        vector("a key id of one byte", b"x", status=200, key_id="k"),
        vector("the longest key id", b"x", status=200, key_id="k" * 255),
        vector("a key id beyond ASCII", b"x", status=200, key_id="schl\u00fcssel-\U0001f511"),
        vector("a longer body", bytes(range(256)) * 20, status=200,
               media_type="application/octet-stream"),
    ]


if __name__ == "__main__":
    if sys.argv[1:] == ["--open"]:
        print("opened", unseal(json.load(sys.stdin)).hex())
    else:
        path = pathlib.Path(__file__).with_name("vectors.json")
        path.write_text(json.dumps(vectors(), indent=1) + "\n")
