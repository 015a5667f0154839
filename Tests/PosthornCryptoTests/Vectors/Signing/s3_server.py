"""Runs moto's S3 with its check of signatures: on a free loopback port, and never longer than the tests.

Run by S3Tests.swift in the virtual environment of the tests. Prints its port, and the access key and the
secret of a user who may do everything. There is a bucket, `bucket`.

Moto checks signatures in the `Authorization` field only. For a presigned URL `Presigned` does it, with
botocore's signer over the URL as it came, and hands the request on with such a field.
"""

import datetime
import json
import os
import signal
import sys
import threading
import urllib.parse

# A process that Swift starts from a task inherits a mask that blocks SIGTERM.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
# What `prepare` does is not signed: a user, an access key, a policy and a bucket.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "4"

import boto3
from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

REGION = "us-east-1"


class Presigned:
    """Checks presigned URLs before the app sees them."""

    def __init__(self, app):
        self.app, self.credentials = app, None

    def __call__(self, environ, start_response):
        url = "http://" + environ["HTTP_HOST"] + environ["REQUEST_URI"]
        if "X-Amz-Signature=" not in url:
            return self.app(environ, start_response)
        if not self.is_signed(environ["REQUEST_METHOD"], url):
            start_response("403 Forbidden", [("Content-Type", "application/xml")])
            return [b"<Error><Code>SignatureDoesNotMatch</Code><Message>No.</Message></Error>"]
        url = url.split("X-Amz-Algorithm")[0].rstrip("?&")
        request = AWSRequest(
            environ["REQUEST_METHOD"], url, headers={"X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD"})
        S3SigV4Auth(self.credentials, "s3", REGION).add_auth(request)
        for name, value in request.headers.items():
            environ["HTTP_" + name.upper().replace("-", "_")] = value
        environ["REQUEST_URI"] = environ["RAW_URI"] = url.split(environ["HTTP_HOST"], 1)[1]
        environ["QUERY_STRING"] = urllib.parse.urlsplit(url).query
        return self.app(environ, start_response)

    def is_signed(self, method, url):
        unsigned, signature = url.rsplit("&X-Amz-Signature=", 1)
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
        auth = S3SigV4QueryAuth(self.credentials, "s3", REGION)
        request = AWSRequest(method, unsigned, headers={"Host": urllib.parse.urlsplit(url).netloc})
        request.context["timestamp"] = query["X-Amz-Date"][0]
        text = auth.string_to_sign(request, auth.canonical_request(request))
        return auth.signature(text, request) == signature


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_):
        pass


def prepare(endpoint):
    """Makes the user and the bucket, and gives the user's access key."""
    def client(service):
        return boto3.client(
            service, endpoint_url=endpoint, region_name=REGION, aws_access_key_id="a",
            aws_secret_access_key="s")

    iam = client("iam")
    iam.create_user(UserName="u")
    key = iam.create_access_key(UserName="u")["AccessKey"]
    policy = {"Version": "2012-10-17",
              "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
    iam.put_user_policy(UserName="u", PolicyName="p", PolicyDocument=json.dumps(policy))
    client("s3").create_bucket(Bucket="bucket")
    return key["AccessKeyId"], key["SecretAccessKey"]


if __name__ == "__main__":
    app = Presigned(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    access, secret = prepare(f"http://127.0.0.1:{server.port}")
    app.credentials = Credentials(access, secret)
    print(server.port, access, secret, flush=True)
    sys.stdin.buffer.read()
