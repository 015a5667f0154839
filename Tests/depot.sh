#!/usr/bin/env bash
# Builds Examples/Depot as a user's package, and lets the generated server on Hummingbird respond to sealed and signed
# requests of the generated client and of a client in Python.
#
# Usage: Tests/depot.sh [folder to build in, kept for the next run]
set -euo pipefail

source "$(dirname "$0")/outside.sh"
copy_example Depot
python=$checkout/.venv/bin/python
[ -x "$python" ] || python=python3

if swift build --package-path "$folder" >"$folder/log" 2>&1; then pass "the build"; else
    cat "$folder/log"
    fail "the build"
    finish
fi
DEPOT_KEY=$(head -c 32 /dev/urandom | base64)
export DEPOT_KEY
coproc SERVER { exec "$folder/.build/debug/depot-server"; }
server=$SERVER_PID
trap 'kill "$server" 2>/dev/null || true; clean' EXIT
url=
while [[ $url != http* ]]; do
    read -r -t 20 url <&"${SERVER[0]}" || { fail "the server did not start"; finish; }
done

expected='added 1 tea 3
refused: the name is taken
got tea
refused: there is no such item'
output=$("$folder/.build/debug/depot-client" "$url" 2>&1) || true
[[ $output == "$expected" ]] && pass "the Swift client" || fail "the Swift client printed: $output"
output=$(SNIPPETS=$checkout/Documentation/Snippets "$python" "$example/client.py" "$url" 2>&1) || true
[[ $output == "python: all calls" ]] && pass "the Python client" || fail "the Python client printed: $output"
finish
