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


TASKS = {"ece-open": ece, "ece-seal": ece, "jwe-open": jwe, "jwe-seal": jwe, "pem": pem, "hpke": hpke}

for task in json.load(sys.stdin):
    print(TASKS[task["do"]](task).hex())
