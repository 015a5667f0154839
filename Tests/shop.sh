#!/usr/bin/env bash
# Builds Examples/Shop as a user's package, which depends on a release of Posthorn by version, runs its tests, and runs
# the demo against its server. The tool makes a sealed call to the same server.
#
# Usage: Tests/shop.sh [folder to build in, kept for the next run] [the tool]
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

tool=${2:-}
if [[ -n $tool ]]; then
    key=$(head -c 32 /dev/urandom | base64)
    coproc SERVER { SHOP_PARTNER_KEY=$key exec "$programs/shop-server" 2>&1; }
    server=$SERVER_PID
    read -r line <&"${SERVER[0]}"
    called=$(POSTHORN_SHOPAPI_PARTNER="partner-2026:$key" "$tool" call "$checkout/Specs/Shop" createOrder \
        'items[0].sku=tea-oolong' 'items[0].quantity=2' channel=web X-Device-ID=d1 --verbose \
        --server "$(grep -o 'http://[^ ]*' <<<"$line")" 2>&1) || true
    kill "$server"
    [[ $called == *'"sku": "tea-oolong"'* && $called == *'> sealed, '*'│ opened'* ]] \
        && pass "a sealed call by the tool" || fail "a sealed call by the tool: $called"
fi

finish
