"""Prints the server cases of an x509-limbo file as LimboTests reads them; --small leaves out large ones."""
import datetime
import json
import sys


def base64(pem):
    return "".join(line for line in pem.strip().split("\n") if "-----" not in line)


def case(vector):
    time = vector["validation_time"]
    fields = {
        "id": vector["id"],
        "trusted": [base64(pem) for pem in vector["trusted_certs"]],
        "untrusted": [base64(pem) for pem in vector["untrusted_intermediates"]],
        "own": base64(vector["peer_certificate"]),
        "lists": [base64(pem) for pem in vector["crls"]],
        "isValid": vector["expected_result"] == "SUCCESS",
        "host": (vector["expected_peer_name"] or {}).get("value"),
        "time": time and int(datetime.datetime.fromisoformat(time).timestamp()),
        "depth": vector["max_chain_depth"],
    }
    return {key: value for key, value in fields.items() if value is not None and value != []}


with open(sys.argv[1]) as file:
    vectors = json.load(file)["testcases"]
is_small = "--small" in sys.argv
cases = [
    json.dumps(case(vector), separators=(",", ":"))
    for vector in vectors
    if vector["validation_kind"] == "SERVER"
    and not (is_small and "denial-of-service" in vector["features"])
]
print("[\n" + ",\n".join(cases) + "\n]")
