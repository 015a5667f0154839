"""What Authlib lacks: tokens that are bound to a key (RFC 9449) or to a certificate (RFC 8705)."""

import base64
import hashlib
import json
import secrets
import ssl
import threading
import time

from authlib.oauth2 import OAuth2Error
from cryptography import x509
from cryptography.x509.oid import NameOID
from joserfc import jws
from joserfc.jwk import import_key

WINDOW = 30
ALGORITHMS = ["ES256", "ES384", "ES512", "PS256", "Ed25519", "EdDSA"]
REGISTRY = jws.JWSRegistry(algorithms=ALGORITHMS)
REGISTRY.max_header_length = 4096  # The key is in the header.


class ProofError(OAuth2Error):
    """A refused proof, as an error of the token endpoint or a challenge of an API."""

    def __init__(self, error, description, nonce=None, status=400):
        super().__init__(description=description, error=error, status_code=status)
        self.nonce = nonce

    def get_headers(self):
        headers = super().get_headers()
        if self.status_code == 401:
            headers.append(("WWW-Authenticate", f'DPoP error="{self.error}", algs="ES256"'))
        if self.nonce:
            headers.append(("DPoP-Nonce", self.nonce))
        return headers


class Proofs:
    """Verifies proofs with joserfc. A nonce and a `jti` work once."""

    def __init__(self):
        self.lock, self.seen, self.nonces, self.refusals = threading.Lock(), set(), set(), []

    def nonce(self):
        nonce = secrets.token_urlsafe(8)
        with self.lock:
            self.nonces.add(nonce)
        return nonce

    def verify(self, request, token=None, needs_nonce=False):
        """Returns the thumbprint of the key; raises an error for a proof that is not that of the request."""
        try:
            return self.checked(request, token, needs_nonce)
        except ProofError as error:
            self.refusals.append(error.description)
            error.status_code = 400 if token is None else 401
            raise

    def checked(self, request, token, needs_nonce):
        def require(condition, what):
            if not condition:
                raise ProofError("invalid_dpop_proof", what)

        proofs = request.headers.getlist("DPoP")
        require(len(proofs) == 1 and "," not in proofs[0], "not one proof")
        head = json.loads(base64.urlsafe_b64decode(proofs[0].split(".")[0] + "=="))
        require(head["typ"] == "dpop+jwt" and head["alg"] in ALGORITHMS, "another header")
        require(not {"d", "k", "p", "q"} & set(head["jwk"]), "a private key")
        key = import_key(head["jwk"])
        try:
            claims = json.loads(jws.deserialize_compact(proofs[0], key, registry=REGISTRY).payload)
        except Exception as error:
            raise ProofError("invalid_dpop_proof", "another signature") from error
        require(claims["htm"] == request.method, "another method")
        require(claims["htu"] == request.base_url, "another URL")
        require(abs(time.time() - claims["iat"]) <= WINDOW, "another time")
        ath = token and base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).decode().rstrip("=")
        require(claims.get("ath") == ath, "another token")
        with self.lock:
            is_new = claims["jti"] not in self.seen
            self.seen.add(claims["jti"])
            is_current = claims.get("nonce") in self.nonces
            self.nonces.discard(claims.get("nonce"))
        require(is_new, "a repeated jti")
        if needs_nonce and not is_current:
            raise ProofError("use_dpop_nonce", "a nonce", self.nonce())
        return key.thumbprint()


def certificate(request):
    """Returns the client's certificate; None without one."""
    pem = request.environ.get("SSL_CLIENT_CERT")
    return pem and x509.load_pem_x509_certificate(pem.encode())


def thumbprint(shown):
    """Returns the `x5t#S256` of a certificate; None without one."""
    from cryptography.hazmat.primitives.hashes import SHA256
    return shown and base64.urlsafe_b64encode(shown.fingerprint(SHA256())).decode().rstrip("=")


def name(names):
    return names.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value


def context(folder):
    """Returns the TLS of a server that asks for certificates, by the files of the test in a folder."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
    context.load_verify_locations(f"{folder}/clients.pem")
    context.verify_mode = ssl.CERT_OPTIONAL
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context
