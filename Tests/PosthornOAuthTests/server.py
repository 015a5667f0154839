"""An authorization server made of Authlib, and an API behind its tokens.

It prints its port, and with a folder of certificates that of its TLS, and ends with its standard input. `/test/…` is
for the tests: `key` sets the public key of the clients `signer` and `robot`, `certificate` the thumbprint of `selfsigned`,
`confirm` confirms or refuses the code of a device, `expire` ends the life of a token, `rotate` changes the signing key,
`counts` tells what was asked and which proofs were refused, and `large` and `elsewhere` are bad token endpoints.
"""

import os
import sys
import threading
import time

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # The loopback interface has no TLS.

from authlib.common.urls import add_params_to_uri  # noqa: E402
from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector, current_token  # noqa: E402
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants  # noqa: E402
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, InvalidGrantError, InvalidRequestError  # noqa: E402
from authlib.oauth2.rfc6749 import TokenEndpointMixin  # noqa: E402
from authlib.oauth2.rfc6750 import BearerTokenValidator, InvalidTokenError  # noqa: E402
from authlib.oauth2.rfc7009 import RevocationEndpoint  # noqa: E402
from authlib.oauth2.rfc7523 import JWTBearerClientAssertion, JWTBearerGrant  # noqa: E402
from authlib.oauth2.rfc7636 import CodeChallenge  # noqa: E402
from authlib.oauth2.rfc7662 import IntrospectionEndpoint  # noqa: E402
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata  # noqa: E402
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialMixin  # noqa: E402
from authlib.oauth2.rfc9207 import IssuerParameter  # noqa: E402
from authlib.oidc.core.grants import OpenIDCode  # noqa: E402
from flask import Flask, g, jsonify, redirect, request  # noqa: E402
from joserfc.jwk import ECKey, RSAKey  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

import bound  # noqa: E402

EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
METHODS = ["client_secret_basic", "client_secret_post", "private_key_jwt", "tls_client_auth",
           "self_signed_tls_client_auth", "none"]

app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
listener = make_server("127.0.0.1", 0, app, threaded=True)
issuer = f"http://127.0.0.1:{listener.server_port}"
lock = threading.RLock()
tokens, codes, devices, confirmed, used, keys = [], {}, {}, {}, set(), {}
proofs, counts = bound.Proofs(), {}


class Client(ClientMixin):
    def __init__(self, client_id, method, secret=""):
        self.client_id, self.method, self.secret = client_id, method, secret

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return " ".join(name for name in (scope or "").split() if name in ("openid", "profile", "orders"))

    def check_redirect_uri(self, uri):
        return uri in ("http://127.0.0.1:1/done", "com.example.shop:/done", "https://shop.example/done")

    def check_client_secret(self, secret):
        return secret == self.secret

    def check_endpoint_auth_method(self, method, endpoint):
        return method == self.method

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return True


# A secret with characters that a form percent-encodes.
SECRET = "s3cret:+%/&=ü"
clients = {
    client.client_id: client
    for client in [
        Client("shop", "client_secret_basic", "basic-secret"), Client("poster", "client_secret_post", SECRET),
        Client("signer", "private_key_jwt"), Client("app", "none"), Client("robot", "none"),
        # Its token requests need a nonce.
        Client("nonced", "none"),
        # Its tokens are not bound to the key of its proofs.
        Client("legacy", "none"),
        Client("device", "tls_client_auth"), Client("selfsigned", "self_signed_tls_client_auth"),
    ]
}


class Token(TokenMixin):
    def __init__(self, content, client_id, user):
        self.content, self.client_id, self.user = content, client_id, user
        self.issued, self.is_gone = time.time(), False
        self.jkt, self.x5t = g.get("jkt"), g.get("x5t")

    def check_client(self, client):
        return self.client_id == client.client_id

    def get_scope(self):
        return self.content.get("scope", "")

    def get_expires_in(self):
        return self.content["expires_in"]

    def is_expired(self):
        return time.time() > self.issued + self.content["expires_in"]

    def is_revoked(self):
        return self.is_gone

    def get_user(self):
        return self.user

    def get_client(self):
        return clients[self.client_id]


def find(name, value):
    return next((token for token in tokens if token.content.get(name) == value), None)


def save(content, request):
    if g.get("jkt"):
        content["token_type"] = "DPoP"
    tokens.append(Token(content, request.client.client_id, request.user))


server = AuthorizationServer(app, clients.get, save)
server.register_extension(type("Issuer", (IssuerParameter,), {"get_issuer": lambda self: issuer})())


class ClientAssertion(JWTBearerClientAssertion):
    CLIENT_AUTH_METHOD = "private_key_jwt"

    def get_audiences(self):
        return [issuer]

    def validate_jti(self, claims, jti):
        with lock:
            is_new = jti not in used
            used.add(jti)
        return is_new

    def resolve_client_public_key(self, client):
        return keys["key"]


server.register_client_auth_method("private_key_jwt", ClientAssertion())


def authenticate_tls(query_client, _):
    """The subject of a certificate of the authority is the client (RFC 8705, section 2.1)."""
    shown = bound.certificate(request)
    if shown and bound.name(shown.issuer) == "intermediate" and bound.name(shown.subject) == request.form["client_id"]:
        return query_client(request.form["client_id"])


def authenticate_self_signed(query_client, _):
    """The certificate is the one that the client has registered (RFC 8705, section 2.2)."""
    shown = bound.certificate(request)
    if shown and bound.thumbprint(shown) == keys.get("certificate"):
        return query_client(request.form["client_id"])


server.register_client_auth_method("tls_client_auth", authenticate_tls)
server.register_client_auth_method("self_signed_tls_client_auth", authenticate_self_signed)


class ClientCredentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS[:-1]


class Code(AuthorizationCodeMixin):
    def __init__(self, request):
        data = request.payload.data
        self.client_id, self.user = request.client.client_id, request.user
        self.redirect_uri, self.scope = request.payload.redirect_uri, request.payload.scope
        self.code_challenge = data.get("code_challenge")
        self.code_challenge_method = data.get("code_challenge_method")
        self.nonce = data.get("nonce")
        self.jkt = None if self.client_id == "legacy" else data.get("dpop_jkt")

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return None

    get_acr = get_amr = get_auth_time


class AuthorizationCode(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def save_authorization_code(self, code, request):
        codes[code] = Code(request)
        codes[code].code = code

    def query_authorization_code(self, code, client):
        found = codes.get(code)
        if found and found.jkt not in (None, g.get("jkt")):
            return None
        return found if found and found.client_id == client.client_id else None

    def delete_authorization_code(self, code):
        del codes[code.code]

    def authenticate_user(self, code):
        return code.user


class RefreshToken(grants.RefreshTokenGrant):
    """Each refresh token works once; a second use ends all tokens of the user."""

    TOKEN_ENDPOINT_AUTH_METHODS = METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text):
        token = find("refresh_token", text)
        if token and token.jkt not in (None, g.get("jkt")):
            return None
        if token and token.is_gone:
            for other in tokens:
                if other.user == token.user:
                    other.is_gone = True
        return None if token is None or token.is_gone else token

    def authenticate_user(self, token):
        return token.user

    def revoke_old_credential(self, token):
        token.is_gone = True


class DeviceCredential(dict, DeviceCredentialMixin):
    def get_client_id(self):
        return self["client_id"]

    def get_scope(self):
        return self["scope"]

    def get_user_code(self):
        return self["user_code"]

    def get_nonce(self):
        return None

    def get_auth_time(self):
        return None

    def is_expired(self):
        return False


class DeviceCode(DeviceCodeGrant):
    def query_device_credential(self, device_code):
        return devices.get(device_code)

    def query_user_grant(self, user_code):
        return confirmed.get(user_code)

    def should_slow_down(self, credential):
        credential["polls"] = credential.get("polls", 0) + 1
        return credential["polls"] == 1


class Devices(DeviceAuthorizationEndpoint):
    def get_verification_uri(self):
        return issuer + "/device"

    def save_device_credential(self, client_id, scope, data):
        devices[data["device_code"]] = DeviceCredential(client_id=client_id, scope=scope, **data)


class Assertion(JWTBearerGrant):
    def resolve_issuer_client(self, name):
        return clients.get(name)

    def resolve_client_public_key(self, client):
        return keys["key"]

    def authenticate_user(self, subject):
        return subject

    def get_audiences(self):
        return [issuer + "/token"]

    def has_granted_permission(self, client, user):
        return True


class Exchange(grants.BaseGrant, TokenEndpointMixin):
    """The exchange of RFC 8693, which Authlib lacks, of access tokens for access tokens."""

    GRANT_TYPE = EXCHANGE
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def validate_token_request(self):
        self.request.client = self.authenticate_token_endpoint_client()
        form = self.request.form
        kind = "urn:ietf:params:oauth:token-type:access_token"
        if form.get("subject_token_type") != kind or "subject_token" not in form:
            raise InvalidRequestError("The subject is not an access token.")
        if ("actor_token" in form) != ("actor_token_type" in form):
            raise InvalidRequestError("An actor has a token and its type.")
        token = find("access_token", form["subject_token"])
        if token is None or token.is_gone or token.is_expired():
            raise InvalidGrantError()
        self.request.user = token.user

    def create_token_response(self):
        token = self.generate_token(
            user=self.request.user, scope=self.request.payload.scope, include_refresh_token=False)
        self.save_token(token)
        token = dict(token, issued_token_type="urn:ietf:params:oauth:token-type:access_token")
        return 200, token, self.TOKEN_RESPONSE_HEADER


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = METHODS

    def query_token(self, text, hint):
        return find("access_token", text) or find("refresh_token", text)

    def revoke_token(self, token, request):
        token.is_gone = True


class Introspection(IntrospectionEndpoint):
    CLIENT_AUTH_METHODS = METHODS

    def check_permission(self, token, client, request):
        return True

    query_token = Revocation.query_token

    def introspect_token(self, token):
        state = {"active": True, "client_id": token.client_id, "scope": token.get_scope(), "sub": token.user}
        bindings = {"jkt": token.jkt, "x5t#S256": token.x5t}
        if any(bindings.values()):
            state["cnf"] = {name: value for name, value in bindings.items() if value}
        return state


class OpenID(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return False

    def resolve_client_private_key(self, client):
        return signing[-1]

    def get_encode_header(self, client):
        return {"alg": "RS256", "kid": signing[-1].kid}

    def get_client_claims(self, client):
        return {"iss": issuer, "aud": [client.client_id]}

    def generate_user_info(self, user, scope):
        return {"sub": user}


for grant in [ClientCredentials, RefreshToken, DeviceCode, Assertion, Exchange]:
    server.register_grant(grant)
server.register_grant(AuthorizationCode, [CodeChallenge(required=True), OpenID()])
for endpoint in [Devices, Revocation, Introspection]:
    server.register_endpoint(endpoint)


class Validator(BearerTokenValidator):
    def authenticate_token(self, text):
        return find("access_token", text)

    def validate_token(self, token, scopes, _, **kwargs):
        super().validate_token(token, scopes, _)
        is_same = token.x5t in (None, bound.thumbprint(bound.certificate(request)))
        if not is_same or token.jkt != self.jkt(token):
            raise InvalidTokenError()

    def jkt(self, token):
        return None


class ProofValidator(Validator):
    TOKEN_TYPE = "dpop"

    def jkt(self, token):
        return proofs.verify(request, token.content["access_token"], "/nonced/" in request.path)


protected = ResourceProtector()
protected.register_token_validator(Validator())
protected.register_token_validator(ProofValidator())


@app.get("/.well-known/oauth-authorization-server")
def metadata():
    metadata = AuthorizationServerMetadata(
        issuer=issuer, authorization_endpoint=issuer + "/authorize", token_endpoint=issuer + "/token",
        device_authorization_endpoint=issuer + "/device_authorization", revocation_endpoint=issuer + "/revoke",
        introspection_endpoint=issuer + "/introspect", jwks_uri=issuer + "/keys", response_types_supported=["code"],
        code_challenge_methods_supported=["S256"], authorization_response_iss_parameter_supported=True)
    if secure:
        metadata["mtls_endpoint_aliases"] = {
            name: secure + metadata[name].removeprefix(issuer)
            for name in ["token_endpoint", "revocation_endpoint", "introspection_endpoint"]}
    return jsonify(metadata)


@app.get("/keys")
def get_keys():
    counts["keys"] = counts.get("keys", 0) + 1
    keys = [key.as_dict(private=False, use="sig") for key in signing] + [sealing.as_dict(private=False, use="enc")]
    return jsonify(keys=keys), {"Cache-Control": "max-age=300"}


@app.get("/authorize")
def authorize():
    """The user `login_hint` consents, unless the request asks for `prompt=none`."""
    if request.args.get("prompt") == "none":
        return "", 302, {"Location": add_params_to_uri(request.args["redirect_uri"], {
            "error": "login_required", "error_description": "ada is not here", "state": request.args["state"],
            "iss": issuer})}
    user = request.args.get("login_hint", "ada")
    grant = server.get_consent_grant(end_user=user)
    return server.create_authorization_response(grant_user=user, grant=grant)


@app.post("/token")
def token():
    with lock:
        counts["token"] = counts.get("token", 0) + 1
        g.x5t = bound.thumbprint(bound.certificate(request))
        if "DPoP" not in request.headers or request.form.get("client_id") == "legacy":
            return server.create_token_response()
        is_nonced = request.form.get("client_id") == "nonced"
        try:
            g.jkt = proofs.verify(request, None, is_nonced)
        except bound.ProofError as error:
            return dict(error.get_body()), error.status_code, dict(error.get_headers())
        response = server.create_token_response()
        if is_nonced:
            response.headers["DPoP-Nonce"] = proofs.nonce()
        return response


@app.post("/device_authorization")
def device_authorization():
    return server.create_endpoint_response("device_authorization")


@app.post("/revoke")
def revoke():
    return server.create_endpoint_response("revocation")


@app.post("/introspect")
def introspect():
    return server.create_endpoint_response("introspection")


@app.route("/api/me", methods=["GET", "POST"])
@protected("profile")
def me():
    return jsonify(client=current_token.client_id, user=current_token.user)


@app.route("/nonced/api/me", methods=["GET", "POST"])
@protected("profile")
def nonced():
    return me.__wrapped__(), {"DPoP-Nonce": proofs.nonce()}


@app.get("/moved/api/me")
@protected("profile")
def moved():
    return redirect("/api/me?from=moved", 307)


@app.get("/api/admin")
@protected("admin")
def admin():
    return jsonify({})


@app.post("/test/key")
def set_key():
    keys["key"] = ECKey.import_key(request.get_json())
    return jsonify({})


@app.post("/test/certificate")
def set_certificate():
    keys["certificate"] = request.get_json()["thumbprint"]
    return jsonify({})


@app.post("/test/rotate")
def rotate():
    signing[:] = [RSAKey.generate_key(2048, {"kid": f"signing-{time.time_ns()}"})]
    return jsonify({})


@app.post("/test/counts")
def get_counts():
    return jsonify(counts=counts, refusals=proofs.refusals)


@app.post("/test/confirm")
def confirm():
    confirmed[request.get_json()["code"]] = (request.get_json()["user"], request.get_json()["consents"])
    return jsonify({})


@app.post("/test/expire")
def expire():
    find("access_token", request.get_json()["token"]).issued = 0
    return jsonify({})


@app.route("/test/large", methods=["GET", "POST"])
def large():
    return jsonify(access_token="a" * (2 << 20), token_type="Bearer")


@app.post("/test/elsewhere")
def elsewhere():
    """Leads to an endpoint that would give a token."""
    return "", 307, {"Location": issuer.replace("127.0.0.1", "localhost") + "/token"}


def end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)


signing = [RSAKey.generate_key(2048, {"kid": "signing-1"})]
sealing = ECKey.generate_key("P-256", {"kid": "sealing-1"})
ports, secure = [listener.server_port], None
if len(sys.argv) > 1:
    tls = make_server("127.0.0.1", 0, app, threaded=True, ssl_context=bound.context(sys.argv[1]))
    ports, secure = ports + [tls.server_port], f"https://localhost:{tls.server_port}"
    threading.Thread(target=tls.serve_forever, daemon=True).start()
threading.Thread(target=end_with_input, daemon=True).start()
print(*ports, flush=True)
listener.serve_forever()
