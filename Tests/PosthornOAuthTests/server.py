"""An authorization server made of Authlib, and an API behind its tokens.

It prints its port, and ends with its standard input. `/test/…` is for the tests: `key` sets the public key of the
clients `signer` and `robot`, `confirm` confirms or refuses the code of a device, `expire` ends the life of a token, and
`large` and `elsewhere` are bad token endpoints.
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
from authlib.oauth2.rfc6750 import BearerTokenValidator  # noqa: E402
from authlib.oauth2.rfc7009 import RevocationEndpoint  # noqa: E402
from authlib.oauth2.rfc7523 import JWTBearerClientAssertion, JWTBearerGrant  # noqa: E402
from authlib.oauth2.rfc7636 import CodeChallenge  # noqa: E402
from authlib.oauth2.rfc7662 import IntrospectionEndpoint  # noqa: E402
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata  # noqa: E402
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialMixin  # noqa: E402
from authlib.oauth2.rfc9207 import IssuerParameter  # noqa: E402
from flask import Flask, jsonify, request  # noqa: E402
from joserfc.jwk import ECKey  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
METHODS = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"]

app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
listener = make_server("127.0.0.1", 0, app, threaded=True)
issuer = f"http://127.0.0.1:{listener.server_port}"
lock = threading.RLock()
tokens, codes, devices, confirmed, used, keys = [], {}, {}, {}, set(), {}


class Client(ClientMixin):
    def __init__(self, client_id, method, secret=""):
        self.client_id, self.method, self.secret = client_id, method, secret

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return " ".join(name for name in (scope or "").split() if name in ("profile", "orders"))

    def check_redirect_uri(self, uri):
        return uri in ("http://127.0.0.1:1/done", "com.example.shop:/done")

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
    ]
}


class Token(TokenMixin):
    def __init__(self, content, client_id, user):
        self.content, self.client_id, self.user = content, client_id, user
        self.issued, self.is_gone = time.time(), False

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


class ClientCredentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS[:3]


class Code(AuthorizationCodeMixin):
    def __init__(self, request):
        data = request.payload.data
        self.client_id, self.user = request.client.client_id, request.user
        self.redirect_uri, self.scope = request.payload.redirect_uri, request.payload.scope
        self.code_challenge = data.get("code_challenge")
        self.code_challenge_method = data.get("code_challenge_method")

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


class AuthorizationCode(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def save_authorization_code(self, code, request):
        codes[code] = Code(request)
        codes[code].code = code

    def query_authorization_code(self, code, client):
        found = codes.get(code)
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
        return {"active": True, "client_id": token.client_id, "scope": token.get_scope(), "sub": token.user}


for grant in [ClientCredentials, RefreshToken, DeviceCode, Assertion, Exchange]:
    server.register_grant(grant)
server.register_grant(AuthorizationCode, [CodeChallenge(required=True)])
for endpoint in [Devices, Revocation, Introspection]:
    server.register_endpoint(endpoint)


class Validator(BearerTokenValidator):
    def authenticate_token(self, text):
        return find("access_token", text)


protected = ResourceProtector()
protected.register_token_validator(Validator())


@app.get("/.well-known/oauth-authorization-server")
def metadata():
    metadata = AuthorizationServerMetadata(
        issuer=issuer, authorization_endpoint=issuer + "/authorize", token_endpoint=issuer + "/token",
        device_authorization_endpoint=issuer + "/device_authorization", revocation_endpoint=issuer + "/revoke",
        introspection_endpoint=issuer + "/introspect", jwks_uri=issuer + "/keys", response_types_supported=["code"],
        code_challenge_methods_supported=["S256"], authorization_response_iss_parameter_supported=True)
    return jsonify(metadata)


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
        return server.create_token_response()


@app.post("/device_authorization")
def device_authorization():
    return server.create_endpoint_response("device_authorization")


@app.post("/revoke")
def revoke():
    return server.create_endpoint_response("revocation")


@app.post("/introspect")
def introspect():
    return server.create_endpoint_response("introspection")


@app.get("/api/me")
@protected("profile")
def me():
    return jsonify(client=current_token.client_id, user=current_token.user)


@app.get("/api/admin")
@protected("admin")
def admin():
    return jsonify({})


@app.post("/test/key")
def set_key():
    keys["key"] = ECKey.import_key(request.get_json())
    return jsonify({})


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


threading.Thread(target=end_with_input, daemon=True).start()
print(listener.server_port, flush=True)
listener.serve_forever()
