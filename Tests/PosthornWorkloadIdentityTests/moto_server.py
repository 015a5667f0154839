"""Runs moto with AWS's token service and instance metadata: on a free loopback port, and never longer than the tests.

It checks signatures. Prints its port, and the access key and the secret of a user who may do everything.
"""

import json
import os
import signal
import sys
import threading

# A process that Swift starts from a task inherits a mask that blocks SIGTERM.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
# What `prepare` does is not signed: a user, an access key, a policy and a role.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "4"

import boto3
from moto.core.authorization import ActionAuthenticatorMixin
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server


authenticate = ActionAuthenticatorMixin._authenticate_and_authorize_action


def authenticate_signed(self, *arguments):
    """Checks a signature, but for the credentials that AWS issues for a token, without a signature."""
    if self._get_action() != "AssumeRoleWithWebIdentity":
        authenticate(self, *arguments)


ActionAuthenticatorMixin._authenticate_and_authorize_action = authenticate_signed


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_):
        pass


def prepare(endpoint):
    """Makes the user and the role, and gives the user's access key."""
    iam = boto3.client(
        "iam", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="s")
    iam.create_user(UserName="u")
    key = iam.create_access_key(UserName="u")["AccessKey"]
    policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
    iam.put_user_policy(UserName="u", PolicyName="p", PolicyDocument=json.dumps(policy))
    trust = {"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole"}]}
    iam.create_role(RoleName="r", AssumeRolePolicyDocument=json.dumps(trust))
    return key["AccessKeyId"], key["SecretAccessKey"]


if __name__ == "__main__":
    app = DomainDispatcherApplication(create_backend_app)
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    access, secret = prepare(f"http://127.0.0.1:{server.port}")
    print(server.port, access, secret, flush=True)
    sys.stdin.buffer.read()
