"""The other side of the signers, by libraries of others and by hand: jobs from stdin, their responses.

Run by SignatureInteropTests.swift in the virtual environment of the tests.
"""

import base64
import datetime
import hashlib
import hmac
import json
import sys
import urllib.parse


class Message:
    """A request as http-message-signatures wants it."""

    def __init__(self, job):
        self.method, self.url, self.headers = job["method"], job["url"], dict(job["headers"])


def resolver(job):
    from http_message_signatures import HTTPSignatureKeyResolver

    class Keys(HTTPSignatureKeyResolver):
        def resolve_public_key(self, key_id):
            assert key_id == job["keyID"]
            return bytes.fromhex(job["secret"]) if "secret" in job else pem(job["publicPEM"], False)

        def resolve_private_key(self, key_id):
            return bytes.fromhex(job["secret"]) if "secret" in job else pem(job["privatePEM"], True)

    return Keys()


def pem(text, private):
    from cryptography.hazmat.primitives import serialization as s

    if private:
        return s.load_pem_private_key(text.encode(), None)
    return s.load_pem_public_key(text.encode())


def algorithm(job):
    from http_message_signatures import algorithms

    names = {
        "hmac-sha256": "HMAC_SHA256", "ed25519": "ED25519",
        "ecdsa-p256-sha256": "ECDSA_P256_SHA256", "rsa-pss-sha512": "RSA_PSS_SHA512",
        "rsa-v1_5-sha256": "RSA_V1_5_SHA256",
    }
    return getattr(algorithms, names[job["algorithm"]])


def verify_http(job):
    from http_message_signatures import HTTPMessageVerifier

    verifier = HTTPMessageVerifier(signature_algorithm=algorithm(job), key_resolver=resolver(job))
    results = verifier.verify(Message(job), max_age=datetime.timedelta(minutes=5))
    return {"verified": [r.label for r in results]}


def sign_http(job):
    from http_message_signatures import HTTPMessageSigner

    message = Message(job)
    HTTPMessageSigner(signature_algorithm=algorithm(job), key_resolver=resolver(job)).sign(
        message, key_id=job["keyID"], covered_component_ids=tuple(job["components"]), label="py")
    return {"headers": {k.lower(): v for k, v in message.headers.items()}}


def aws_credentials(job):
    """The credentials of a job, whose time is the present from now on."""
    from botocore.credentials import Credentials
    import botocore.auth

    when = datetime.datetime.strptime(job["time"], "%Y%m%dT%H%M%SZ")
    botocore.auth.get_current_datetime = lambda remove_tzinfo=True: when
    return Credentials("AKID", job["secret"], job.get("token"))


def sigv4(job):
    from botocore.auth import S3SigV4Auth, SigV4Auth
    from botocore.awsrequest import AWSRequest

    request = AWSRequest(
        method=job["method"], url=job["url"], headers=job["headers"],
        data=job["body"].encode() or None)
    kind = S3SigV4Auth if job["service"] == "s3" else SigV4Auth
    kind(aws_credentials(job), job["service"], "eu-central-1").add_auth(request)
    return {"authorization": request.headers["Authorization"]}


def s3(job):
    """A request to S3 for a key and a query that are texts: its target, and its signature."""
    from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth
    from botocore.awsrequest import AWSRequest
    from botocore.utils import percent_encode, percent_encode_sequence

    # As botocore's serializer writes the place of a key, which is `{Key+}`.
    target = "/bucket/" + percent_encode(job["key"], safe="/~")
    if job["query"]:
        target += "?" + percent_encode_sequence([tuple(pair) for pair in job["query"]])
    request = AWSRequest(job["method"], job["origin"] + target)
    if not job["presigned"]:
        request.data = job["body"].encode()
        S3SigV4Auth(aws_credentials(job), "s3", "eu-central-1").add_auth(request)
        return {"target": target, "signature": request.headers["Authorization"].split("=")[-1]}
    S3SigV4QueryAuth(aws_credentials(job), "s3", "eu-central-1", expires=60).add_auth(request)
    return {"target": target, "signature": request.url.split("X-Amz-Signature=")[1]}


def jws_key(job):
    from joserfc.jwk import import_key

    return import_key(json.loads(job["jwk"]))


def jws_verify(job):
    from joserfc import jws

    payload = base64.b64decode(job["payload"])
    head, _, signature = job["jws"].split(".")
    if job["encodes"]:
        text = base64.urlsafe_b64encode(payload).decode().rstrip("=")
        value = jws.deserialize_compact(
            f"{head}.{text}.{signature}", jws_key(job), algorithms=[job["algorithm"]])
    else:
        value = jws.deserialize_compact(
            job["jws"], jws_key(job), payload=payload, algorithms=[job["algorithm"]])
    return {"verified": value.payload == payload}


def jws_sign(job):
    from joserfc import jws

    head = {"alg": job["algorithm"], "kid": "k"}
    if not job["encodes"]:
        head.update({"b64": False, "crit": ["b64"]})
    text = jws.serialize_compact(
        head, base64.b64decode(job["payload"]), jws_key(job), algorithms=[job["algorithm"]])
    first, last = text.split(".")[0], text.split(".")[-1]
    return {"jws": f"{first}..{last}"}


def jws_json_keys(job):
    from joserfc.jwk import KeySet, import_key

    return KeySet([import_key(json.loads(text)) for text in job["jwks"]])


def jws_json_verify(job):
    from joserfc import jws

    value = jws.deserialize_json(
        json.loads(job["json"]), jws_json_keys(job), algorithms=job["algorithms"])
    return {"verified": value.payload == base64.b64decode(job["payload"])}


def jws_json_sign(job):
    from joserfc import jws

    # The id stands in the header that is not protected, where ours never is.
    members = [{"protected": {"alg": name}, "header": {"kid": kid}}
               for name, kid in zip(job["algorithms"], ("k", "other"))]
    value = jws.serialize_json(
        members if job["general"] else members[0], base64.b64decode(job["payload"]),
        jws_json_keys(job), algorithms=job["algorithms"])
    return {"json": json.dumps(value)}


def hmac_text(job):
    lines = ["posthorn-hmac-v2", job["direction"], job["keyID"], job["time"], job["nonce"],
             job["method"], "https", job["authority"], job["target"]]
    if job["direction"] == "response":
        lines.append(str(job["status"]))
    for name in ("content-type", "authorization", "idempotency-key"):
        value = job["headers"].get(name)
        lines.append(name if value is None else f"{name}:{value}")
    if job["direction"] == "request":
        for name in ("posthorn-exchange", "posthorn-encapsulated"):
            if name in job["headers"]:
                lines.append(f"{name}:{job['headers'][name]}")
    lines.append(hashlib.sha256(job["body"].encode()).hexdigest())
    prk = hmac.digest(bytes(32), bytes.fromhex(job["secret"]), "sha256")
    key = hmac.digest(prk, b"posthorn-hmac-v2\x01", "sha256")
    return {"signature": hmac.new(key, "\n".join(lines).encode(), hashlib.sha256).hexdigest()}


def parameters(job):
    pairs = urllib.parse.parse_qsl(urllib.parse.urlsplit(job["target"]).query)
    body = json.loads(job["body"]) if job["json"] else dict(urllib.parse.parse_qsl(job["body"]))
    pairs += [(k, v if isinstance(v, str) else json.dumps(v, separators=(",", ":")))
              for k, v in body.items() if v is not None]
    pairs = sorted((k, v) for k, v in pairs if v != "" and k != "sign")
    text = "&".join(f"{k}={v}" for k, v in pairs)
    secret = bytes.fromhex(job["secret"])
    kind = job["digest"]
    if kind == "hmacSHA256":
        return {"sign": hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()}
    name = {"legacyMD5": "md5", "legacySHA1": "sha1", "legacySHA256": "sha256"}[kind]
    return {"sign": hashlib.new(name, text.encode() + b"&key=" + secret).hexdigest()}


if __name__ == "__main__":
    jobs = {f.__name__: f for f in (
        verify_http, sign_http, sigv4, s3, jws_verify, jws_sign, jws_json_verify, jws_json_sign, hmac_text, parameters)}
    answers = []
    for job in json.load(sys.stdin):
        try:
            answers.append(jobs[job["job"]](job))
        except Exception as error:  # The test shows it.
            answers.append({"error": f"{type(error).__name__}: {error}"})
    print(json.dumps(answers))
