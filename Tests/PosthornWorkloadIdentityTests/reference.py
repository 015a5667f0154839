"""Prints what the clouds' own libraries find in the environments of standard input: an independent reference.

The input has the name of a library and a list of environments, each with its variables. The output has the access key
id or the token for each, or `error`. Each environment has its own process, because the libraries read it when they are
imported.
"""

import json
import logging
import os
import sys
import warnings

warnings.simplefilter("ignore")
logging.disable()


def aws():
    import botocore.session

    credentials = botocore.session.get_session().get_credentials()
    return credentials.get_frozen_credentials().access_key if credentials else "error"


def google():
    import google.auth
    import google.auth.transport.requests

    class Rerouted(google.auth.transport.requests.Request):
        """Sends the requests to Google's hosts to the server of the tests; files do not change all of them."""

        places = {
            "https://oauth2.googleapis.com/token": "token",
            "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/": "impersonate/",
        }

        def __call__(self, url, *arguments, **named):
            for start, place in self.places.items():
                url = url.replace(start, f"{os.environ['TEST_SERVER']}/google/{place}")
            return super().__call__(url, *arguments, **named)

    credentials, _ = google.auth.default(scopes=["a", "b"])
    credentials.refresh(Rerouted())
    return credentials.token


def azure():
    from azure.core.pipeline.transport import RequestsTransport
    from azure.identity import DefaultAzureCredential

    class Rerouted(RequestsTransport):
        """Sends the requests to Microsoft's host to the server of the tests; the library refuses another one."""

        def send(self, request, **arguments):
            arguments.pop("connection_verify", None)
            request.url = request.url.replace("https://login.microsoftonline.com", os.environ["TEST_SERVER"])
            return super().send(request, **arguments)

    only = {f"exclude_{name}_credential": True for name in [
        "shared_token_cache", "visual_studio_code", "cli", "powershell", "developer_cli", "broker"]}
    credential = DefaultAzureCredential(transport=Rerouted(), retry_total=0, **only)
    return credential.get_token("https://vault.azure.net/.default").token


def start(library, variables):
    """Starts a process for an environment, and returns the end of a pipe from which its result can be read."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.environ.clear()
        os.environ.update(variables)
        try:
            text = library()
        except Exception as error:
            if "TEST_DEBUG" in variables:
                print(repr(error), file=sys.stderr)
            text = "error"
        os.write(writer, text.encode())
        os._exit(0)
    os.close(writer)
    return os.fdopen(reader)


request = json.load(sys.stdin)
library = {"aws": aws, "google": google, "azure": azure}[request["library"]]
if library is aws:
    # Read before the processes are made; it reads the environment only when a session is.
    import botocore.session  # noqa: F401
readers = [start(library, variables) for variables in request["environments"]]
print(json.dumps([reader.read() for reader in readers]))
