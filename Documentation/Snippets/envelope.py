"""Seals and opens messages of Posthorn's envelope, version 2 (Documentation/SealedEnvelope.md); needs `cryptography`.

    envelope.py <envelope2.json>   checks this file against the vectors
"""
import base64
import json
import secrets
import struct
import sys
import time as clock

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

MEDIA_TYPE = "application/vnd.posthorn.sealed"
LABELS = {5: "posthorn.xaes-256-gcm.v2", 6: "posthorn.chacha20-poly1305.v2"}


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Envelope:
    """A shared key with its id, for one audience. Client and server use the same values."""

    def __init__(self, key_id, key, audience, suite=5, window=300):
        self.key_id, self.key, self.audience, self.suite, self.window = key_id, key, audience, suite, window

    def seal(self, part, method, target, exchange, plaintext, media_type="", status="", salt=None, nonce=None, time=None):
        salt, nonce = salt or secrets.token_bytes(12), nonce or secrets.token_bytes(12)
        key_id, media_type = self.key_id.encode(), media_type.encode("ascii")
        start = (bytes([self.suite, len(key_id)]) + key_id + bytes([len(media_type)]) + media_type
                 + struct.pack(">Q", int(clock.time()) if time is None else time) + salt)
        data = self._additional_data(part, method, target, exchange, status, start)
        return start + nonce + self._aead(part, salt).encrypt(nonce, plaintext, data)

    def open(self, part, method, target, exchange, envelope, status="", now=None):
        """Returns the media type and the plaintext. Every defect is a ValueError with the same text."""
        try:
            suite, id_end = envelope[0], 2 + envelope[1]
            end = id_end + 1 + envelope[id_end] + 8 + 12
            media_type, sealed_at = envelope[id_end + 1 : end - 20], struct.unpack(">Q", envelope[end - 20 : end - 12])[0]
            salt, nonce = envelope[end - 12 : end], envelope[end : end + 12]
            if suite != self.suite or envelope[2:id_end] != self.key_id.encode():
                raise ValueError
            data = self._additional_data(part, method, target, exchange, status, envelope[:end])
            plaintext = self._aead(part, salt).decrypt(nonce, envelope[end + 12 :], data)
            if abs(sealed_at - (clock.time() if now is None else now)) > self.window:
                raise ValueError
            return media_type.decode("ascii"), plaintext
        except Exception:
            raise ValueError("the message is not what was sealed for this exchange") from None

    def seal_request(self, method, target, body=None, media_type="application/json"):
        """Returns the exchange, the header fields and the body of a request."""
        exchange = base64url(secrets.token_bytes(16))
        headers = {"Posthorn-Exchange": exchange, "Accept": MEDIA_TYPE}
        if body is None:
            sealed = self.seal("request without body", method, target, exchange, b"")
            return exchange, headers | {"Posthorn-Envelope": base64url(sealed)}, None
        sealed = self.seal("request", method, target, exchange, body, media_type)
        return exchange, headers | {"Content-Type": MEDIA_TYPE}, sealed

    def open_response(self, method, target, exchange, status, headers, body):
        """Returns the media type and the body of the response to a request."""
        if method == "HEAD" or status in (204, 304):
            text = headers.get("Posthorn-Envelope") or ""
            sealed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            return self.open("response without body", method, target, exchange, sealed, str(status))
        if headers.get("Content-Type") != MEDIA_TYPE:
            raise ValueError("the response is not sealed")
        return self.open("response", method, target, exchange, body, str(status))

    def _additional_data(self, part, method, target, exchange, status, start):
        texts = [LABELS[self.suite], part, self.audience, method, target, exchange, status]
        fields = [text.encode() for text in texts] + [start]
        return b"".join(struct.pack(">I", len(field)) + field for field in fields)

    def _aead(self, part, salt):
        info = f"{LABELS[self.suite]} {part.split()[0]}".encode()
        key = HKDF(hashes.SHA256(), 32, None, info).derive(self.key)
        if self.suite == 6:
            return ChaCha20Poly1305(HKDFExpand(hashes.SHA256(), 32, salt).derive(key))

        def aes(block):
            encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
            return encryptor.update(block) + encryptor.finalize()

        number = int.from_bytes(aes(bytes(16)), "big")
        subkey = ((number << 1) & (1 << 128) - 1) ^ (0x87 if number >> 127 else 0)
        blocks = [int.from_bytes(bytes([0, counter, 0x58, 0]) + salt, "big") ^ subkey for counter in (1, 2)]
        return AESGCM(b"".join(aes(block.to_bytes(16, "big")) for block in blocks))


if __name__ == "__main__":
    for m in json.load(open(sys.argv[1])):
        envelope = Envelope(m["keyID"], bytes.fromhex(m["key"]), m["audience"], m["suite"])
        where = m["part"], m["method"], m["target"], m["exchange"]
        sealed, status = bytes.fromhex(m["envelope"]), str(m["status"] or "")
        assert envelope.open(*where, sealed, status, now=m["time"]) == (m["mediaType"], bytes.fromhex(m["plaintext"]))
        assert sealed == envelope.seal(
            *where, bytes.fromhex(m["plaintext"]), m["mediaType"], status, bytes.fromhex(m["salt"]),
            bytes.fromhex(m["nonce"]), m["time"])
        for place in range(len(sealed)):
            changed = bytearray(sealed)
            changed[place] ^= 1
            try:
                envelope.open(*where, bytes(changed), status, now=m["time"])
            except ValueError:
                continue
            raise AssertionError(f"{m['name']}: byte {place}")
    print("python: all vectors")
