#!/usr/bin/env python3
"""The other side of the ciphers, by cryptography, joserfc and http_ece.

Reads a list of JSON objects from standard input, does what the "do" of each says, and writes bytes in
hexadecimal, a line for each.
"""

import json
import sys

from cryptography.hazmat.primitives import serialization


def octets(text):
    return bytes.fromhex(text)


def ece(task):
    import http_ece

    if task["do"] == "ece-open":
        return http_ece.decrypt(octets(task["body"]), key=octets(task["key"]), version="aes128gcm")
    return http_ece.encrypt(
        octets(task["body"]),
        salt=octets(task["salt"]),
        key=octets(task["key"]),
        keyid=task["keyid"],
        rs=task["rs"],
        version="aes128gcm",
    )


def jwe(task):
    from joserfc import jwe as jose
    from joserfc.jwk import import_key

    key = import_key(json.loads(task["jwk"]))
    names = [task["alg"], task["enc"]]
    if task["do"] == "jwe-open":
        return jose.decrypt_compact(task["text"], key, algorithms=names).plaintext
    header = {"alg": task["alg"], "enc": task["enc"], "kid": "k"}
    return jose.encrypt_compact(header, octets(task["body"]), key, algorithms=names).encode()


def pem(task):
    """A private key through cryptography, and back as PEM of its public half."""
    key = serialization.load_pem_private_key(task["pem"].encode(), None)
    return key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def hpke(task):
    """Opens what was sealed in mode base."""
    from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

    suites = {
        "X25519": Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305),
        "P-256": Suite(KEM.P256, KDF.HKDF_SHA256, AEAD.AES_256_GCM),
    }
    key = serialization.load_pem_private_key(task["pem"].encode(), None)
    sealed = octets(task["enc"]) + octets(task["body"])
    return suites[task["kind"]].decrypt(
        sealed, key, info=octets(task["info"])
    )


def envelope(task):
    """An envelope of the versions 3 and 4, as Documentation/SealedEnvelope.md has it."""
    import base64
    import os

    from cryptography.hazmat.primitives import hashes, hmac, padding as blocks
    from cryptography.hazmat.primitives.asymmetric import padding
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    body, opens = octets(task["body"]), task["do"] == "envelope-open"
    direction = "request" if opens else "response"
    is_rsa = task["version"] == 3
    label = "posthorn.rsa-oaep-256.v1" if is_rsa else "posthorn.aes-cbc-hmac.v1"
    if is_rsa:
        mode, key_id, wrapped = task["field"].split(".")
        assert mode == "rsa-oaep-256"
        digits = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        key_id, wrapped = digits(key_id), digits(wrapped)
        pair = serialization.load_pem_private_key(task["pem"].encode(), None)
        sha = hashes.SHA256()
        secret = pair.decrypt(wrapped, padding.OAEP(padding.MGF1(sha), sha, None))
        assert len(secret) == 32
        key = HKDF(sha, 32, wrapped, f"{label} {direction}".encode()).derive(secret)
    else:
        key_id, key = b"old", octets(task["key"])

    def additional(head):
        fields = [label, direction, task["method"], task["target"], task["exchange"],
                  "" if opens else "200"]
        fields = [field.encode() for field in fields] + [head]
        return b"".join(len(field).to_bytes(4, "big") + field for field in fields)

    def tag(aad, iv, sealed):
        code = hmac.HMAC(key[:32], hashes.SHA512())
        code.update(aad + iv + sealed + (len(aad) * 8).to_bytes(8, "big"))
        return code.finalize()[:32]

    if opens:
        assert body[0] == task["version"] and body[2:2 + body[1]] == key_id
        end = 3 + body[1] + body[2 + body[1]]
        assert body[3 + body[1]:end] == b"application/json"
        head, rest = body[:end], body[end:]
        if is_rsa:
            return AESGCM(key).decrypt(rest[:12], rest[12:], additional(head))
        iv, sealed = rest[:16], rest[16:-32]
        assert tag(additional(head), iv, sealed) == rest[-32:]
        plain = Cipher(algorithms.AES(key[32:]), modes.CBC(iv)).decryptor()
        unpad = blocks.PKCS7(128).unpadder()
        return unpad.update(plain.update(sealed) + plain.finalize()) + unpad.finalize()
    head = bytes([task["version"], len(key_id)]) + key_id + bytes([10]) + b"text/plain"
    if is_rsa:
        nonce = os.urandom(12)
        return head + nonce + AESGCM(key).encrypt(nonce, body, additional(head))
    iv, pad = os.urandom(16), blocks.PKCS7(128).padder()
    padded = pad.update(body) + pad.finalize()
    sealed = Cipher(algorithms.AES(key[32:]), modes.CBC(iv)).encryptor().update(padded)
    return head + iv + sealed + tag(additional(head), iv, sealed)


TASKS = {"envelope-open": envelope, "envelope-seal": envelope, "ece-open": ece, "ece-seal": ece, "jwe-open": jwe, "jwe-seal": jwe, "pem": pem, "hpke": hpke}

for task in json.load(sys.stdin):
    print(TASKS[task["do"]](task).hex())
