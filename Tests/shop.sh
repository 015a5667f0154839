#!/usr/bin/env bash
# Builds Examples/Shop as a user's package, which depends on a release of Posthorn by version, runs its tests, and runs
# the demo against its server.
#
# Usage: Tests/shop.sh [folder to build in, kept for the next run]
set -euo pipefail

source "$(dirname "$0")/outside.sh"
copy_example Shop

if swift test --package-path "$folder" >"$folder/log" 2>&1; then pass "its tests: $(tail -n 1 "$folder/log")"; else
    cat "$folder/log"
    fail "its tests"
fi
programs=$folder/.build/debug
demo=$("$programs/shop-demo" --server-binary "$programs/shop-server" 2>&1) && pass "the demo: $(tail -n 1 <<<"$demo")" || {
    say "$demo"
    fail "the demo"
}
rm -rf "$folder/Tests"

finish
