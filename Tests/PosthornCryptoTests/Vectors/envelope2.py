#!/usr/bin/env python3
"""Version 2 of the sealed envelope, written a second time from Documentation/SealedEnvelope.md.

envelope2.py          writes envelope2.json beside this file
envelope2.py --open   reads one message as JSON from stdin and prints its plaintext in hex
envelope2.py --seal   reads one message as JSON from stdin and prints its envelope in hex
"""
import base64
import hashlib
import json
import pathlib
import struct
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

SUITES = {5: "posthorn.xaes-256-gcm.v2", 6: "posthorn.chacha20-poly1305.v2"}


def direction_key(m):
    info = f"{SUITES[m['suite']]} {m['part'].split()[0]}".encode()
    return HKDF(hashes.SHA256(), 32, None, info).derive(bytes.fromhex(m["key"]))


def message_key(m, salt):
    key = direction_key(m)
    if m["suite"] == 6:
        return HKDFExpand(hashes.SHA256(), 32, salt).derive(key)

    def aes(block):
        encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
        return encryptor.update(block) + encryptor.finalize()

    number = int.from_bytes(aes(bytes(16)), "big")
    carry = 0x87 if number >> 127 else 0
    k1 = ((number << 1) & (1 << 128) - 1) ^ carry

    def part(counter):
        block = int.from_bytes(bytes([0, counter, 0x58, 0]) + salt, "big") ^ k1
        return aes(block.to_bytes(16, "big"))

    return part(1) + part(2)


def additional_data(m, start):
    status = str(m.get("status") or "")
    texts = [SUITES[m["suite"]], m["part"], m["audience"], m["method"], m["target"], m["exchange"], status]
    fields = [text.encode() for text in texts] + [start]
    return b"".join(struct.pack(">I", len(field)) + field for field in fields)


def aead(m, salt):
    return (AESGCM if m["suite"] == 5 else ChaCha20Poly1305)(message_key(m, salt))


def seal(m):
    key_id, media_type = m["keyID"].encode(), m["mediaType"].encode("ascii")
    salt, nonce = bytes.fromhex(m["salt"]), bytes.fromhex(m["nonce"])
    start = (bytes([m["suite"], len(key_id)]) + key_id + bytes([len(media_type)]) + media_type
             + struct.pack(">Q", m["time"]) + salt)
    return start + nonce + aead(m, salt).encrypt(nonce, bytes.fromhex(m["plaintext"]), additional_data(m, start))


def unseal(m):
    envelope = bytes.fromhex(m["envelope"])
    id_length = envelope[1]
    media_length = envelope[2 + id_length]
    end = 3 + id_length + media_length + 8 + 12
    assert envelope[0] == m["suite"] and envelope[2 : 2 + id_length].decode() == m["keyID"]
    salt, nonce = envelope[end - 12 : end], envelope[end : end + 12]
    return aead(m, salt).decrypt(nonce, envelope[end + 12 :], additional_data(m, envelope[:end]))


def vector(name, plaintext, *, suite=5, part="request", status=None, method="POST", target="/v1/orders",
           media_type="application/json", audience="https://api.example.com"):
    # Not random, so that the file is the same each time; real salts and nonces must be random.
    def derived(what, length):
        return hashlib.sha256(f"{name}/{suite}/{what}".encode()).digest()[:length]

    m = {
        "name": name, "suite": suite, "part": part, "keyID": "shop-2", "key": derived("key", 32).hex(),
        "audience": audience, "method": method, "target": target,
        "exchange": base64.urlsafe_b64encode(derived("exchange", 16)).decode().rstrip("="),
        "status": status, "mediaType": media_type, "time": 1_795_256_580,
        "salt": derived("salt", 12).hex(), "nonce": derived("nonce", 12).hex(), "plaintext": plaintext.hex(),
    }
    m["envelope"] = seal(m).hex()
    assert unseal(m) == plaintext
    return m


def vectors():
    order = b'{"items":[{"sku":"A-1","quantity":2}]}'
    for suite in SUITES:
        yield vector("a request with a body", order, suite=suite)
        yield vector("a request with an empty body", b"", suite=suite)
        yield vector("a request without a body", b"", suite=suite, part="request without body", method="GET",
                     target="/v1/orders?limit=5&note=%C3%A9", media_type="")
        yield vector("a success", b'{"id":"o-1"}', suite=suite, part="response", status=201)
        yield vector("a failure", b'{"reason":"sold out"}', suite=suite, part="response", status=409)
        yield vector("a response without a body", b"", suite=suite, part="response without body", status=204,
                     method="DELETE", target="/v1/orders/1", media_type="")
        yield vector("another audience", b"x" * 1000, suite=suite, part="response", status=200, media_type="",
                     audience="partner")


if __name__ == "__main__":
    if sys.argv[1:] == ["--open"]:
        print(unseal(json.load(sys.stdin)).hex())
    elif sys.argv[1:] == ["--seal"]:
        print(seal(json.load(sys.stdin)).hex())
    else:
        path = pathlib.Path(__file__).with_name("envelope2.json")
        path.write_text(json.dumps(list(vectors()), indent=1) + "\n")
