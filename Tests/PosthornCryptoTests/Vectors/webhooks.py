#!/usr/bin/env python3
"""Webhooks as the senders' own libraries sign them: standardwebhooks, stripe, gidgethub, http-message-signatures.

webhooks.py          writes webhooks.json beside this file
webhooks.py --send   reads messages as JSON from stdin, signs them now, posts them and prints the statuses
"""
import base64
import datetime
import hashlib
import hmac
import json
import pathlib
import sys
import time
import urllib.error
import urllib.request

SECRETS = {
    "standard-webhooks": ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_" + base64.b64encode(bytes(range(32))).decode()],
    "stripe": ["whsec_test_secret_1234567890", "whsec_older_secret_123456"],
    "github": ["It's a Secret to Everybody", "an older secret of ours"],
    "http-message-signature": [bytes(range(64)).hex()],
    "query-secret": ["a secret & in=the query"],
}
ED25519 = bytes(range(1, 33))


def standard(m):
    from standardwebhooks import Webhook

    when = datetime.datetime.fromtimestamp(m["time"], tz=datetime.timezone.utc)
    signatures = [Webhook(secret).sign("msg_2KWPBgLlAfxdpx2AI54pPJ85f4W", when, m["body"]) for secret in m["secrets"]]
    prefix = m.get("prefix", "webhook")
    return {f"{prefix}-id": "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W", f"{prefix}-timestamp": str(m["time"]),
            f"{prefix}-signature": " ".join(signatures)}


def standard_public(m):
    """With a key pair, which the library does not have."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    text = f"msg_1.{m['time']}.{m['body']}".encode()
    signature = base64.b64encode(Ed25519PrivateKey.from_private_bytes(ED25519).sign(text)).decode()
    return {"webhook-id": "msg_1", "webhook-timestamp": str(m["time"]), "webhook-signature": "v1a," + signature}


def stripe(m):
    from stripe import WebhookSignature

    headers = [WebhookSignature.generate_signature_header(m["body"], secret, m["time"]) for secret in m["secrets"]]
    # The library makes one signature, and Stripe sends one for each secret.
    value = ",".join([headers[0]] + [header.split(",")[1] for header in headers[1:]])
    for secret in m["secrets"]:
        WebhookSignature.verify_header(m["body"], value, secret)
    return {"Stripe-Signature": value}


def github(m):
    from gidgethub.sansio import validate_event

    body, secret = m["body"].encode(), m["secrets"][0]
    signature = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    validate_event(body, signature=signature, secret=secret)
    return {"X-GitHub-Event": "push", "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
            "X-Hub-Signature-256": signature}


def message_signature(m):
    from http_message_signatures import HTTPMessageSigner, HTTPSignatureKeyResolver, algorithms

    class Keys(HTTPSignatureKeyResolver):
        def resolve_private_key(self, key_id):
            return bytes.fromhex(m["secrets"][0])

        resolve_public_key = resolve_private_key

    class Message:
        method, url = "POST", m["url"]
        headers = {"X-Shop-Event": "push"}

    HTTPMessageSigner(signature_algorithm=algorithms.HMAC_SHA256, key_resolver=Keys()).sign(
        Message, key_id="k", label="sig", body=m["body"].encode(),
        covered_component_ids=("@method", "@target-uri", "content-digest", "x-shop-event"),
        created=datetime.datetime.fromtimestamp(m["time"], tz=datetime.timezone.utc))
    return {name: str(value) for name, value in Message.headers.items()}


SIGNERS = {
    "standard-webhooks": standard, "stripe": stripe, "github": github,
    "http-message-signature": message_signature, "query-secret": lambda m: {},
}


def signed(m):
    m["headers"] = (standard_public if m.get("isPublic") else SIGNERS[m["scheme"]])(m)
    m["headers"]["Content-Type"] = "application/json"
    return m


def vectors():
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    url = "https://hooks.example.com/shop?source=a%20b"
    body = '{"type":"order.paid","data":{"id":7,"total":1.50},"note":"caf\u00e9 \U0001f375", "ref" : "main"}'
    query = "&token=a+secret+%26%20in%3Dthe+query"
    for scheme, secrets in SECRETS.items():
        base = {"scheme": scheme, "time": 1_800_000_000, "body": body, "secrets": secrets[:1],
                "url": url + (query if scheme == "query-secret" else "")}
        yield dict(base, name=scheme)
        yield dict(base, name=f"{scheme}, empty object", body="{}")
        if scheme in ("standard-webhooks", "stripe"):
            yield dict(base, name=f"{scheme}, two keys", secrets=secrets)
        if scheme == "standard-webhooks":
            yield dict(base, name="svix", prefix="svix")
            public = Ed25519PrivateKey.from_private_bytes(ED25519).public_key().public_bytes_raw()
            yield dict(base, name="a key pair", isPublic=True, secrets=["whpk_" + base64.b64encode(public).decode()])


def send(m):
    m.setdefault("secrets", SECRETS[m["scheme"]][:1])
    m["time"] = int(time.time())
    request = urllib.request.Request(m["url"], m["body"].encode(), signed(m)["headers"], method="POST")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=100) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


if __name__ == "__main__":
    if sys.argv[1:] == ["--send"]:
        print(json.dumps([send(m) for m in json.load(sys.stdin)]))
    else:
        texts = [json.dumps(signed(m), ensure_ascii=True, sort_keys=True) for m in vectors()]
        path = pathlib.Path(__file__).with_suffix(".json")
        path.write_text("[\n" + ",\n".join(texts) + "\n]\n")
