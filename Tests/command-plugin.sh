#!/bin/bash
# Checks the command plugin and the build plugin from outside: their Swift is the same, and neither
# builds anything but Posthorn.
#
# Usage: Tests/command-plugin.sh [folder to build in, kept for the next run]
set -euo pipefail

source "$(dirname "$0")/outside.sh"
generate() {
    (cd "$folder" && swift package --allow-writing-to-package-directory generate-endpoints "$@" \
        </dev/null) >"$folder/log" 2>&1
}

rm -rf "$folder/Sources" "$folder/Checked" "$folder/.build/plugins/outputs"
mkdir -p "$folder/Sources/Tiny" "$folder/Sources/Other" "$folder/Sources/Plain"
cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.1

import PackageDescription

let posthorn: Target.Dependency = .product(name: "Posthorn", package: "posthorn")
let package = Package(
    name: "tiny",
    dependencies: [$dependency],
    targets: [
        .target(
            name: "Tiny", dependencies: [posthorn],
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")]),
        .target(name: "Other", dependencies: [posthorn], exclude: ["Other.yaml"]),
        .target(name: "Plain"),
    ])
END
say '/// Swift beside the specs.' | tee "$folder/Sources/Tiny/Tiny.swift" \
    "$folder/Sources/Other/Other+.swift" >"$folder/Sources/Plain/Plain.swift"
cat >"$folder/Sources/Tiny/TinyAPI.yaml" <<'END'
service: TinyAPI
endpoints:
  getOrder:
    GET: /orders/{id}
    returns: Order
END
printf 'types:\n  Order: { id: String }\n' >"$folder/Sources/Tiny/Types.yml"

(cd "$folder" && swift build --target Tiny) >"$folder/log" 2>&1 && pass "the build" || {
    cat "$folder/log"
    fail "the build"
}
built=$(find "$folder/.build/plugins/outputs" -type d -name PosthornPlugin -path '*Tiny*')

generate && pass "generating" || { cat "$folder/log"; fail "generating"; }
diff -r "$built" "$folder/Sources/Tiny/Generated" && pass "the same bytes as the build's" \
    || fail "other bytes"
rm -rf "$folder/Sources/Tiny/Generated"

generate --target Tiny --output Checked && diff -r "$built" "$folder/Checked" \
    && pass "into a folder of one's choice" || { cat "$folder/log"; fail "--output"; }
grep -q 'wrote .*/Checked/TinyAPI.swift' "$folder/log" && pass "what is written is said" \
    || { cat "$folder/log"; fail "nothing is said"; }

# A second service in a folder of its own, with a file of the same name.
mkdir "$folder/Sources/Tiny/Billing"
printf 'service: BillingAPI\n' >"$folder/Sources/Tiny/Billing/TinyAPI.yaml"
generate --target Tiny --output Two && [ "$(cd "$folder/Two" && say *)" \
    = "Billing+TinyAPI.swift Tiny+TinyAPI.swift Types.swift" ] \
    && pass "two services in one target" || { cat "$folder/log"; fail "two services in one target"; }
rm -rf "$folder/Sources/Tiny/Billing" "$folder/Two"

before=$(stat -c '%n %y' "$folder"/Checked/*)
generate --target Tiny --output Checked
[ "$before" = "$(stat -c '%n %y' "$folder"/Checked/*)" ] && pass "a second run writes nothing" \
    || fail "a second run"

generate --target Plain && fail "a target without specs" || {
    grep -q 'the target Plain has no \*.yaml' "$folder/log" && pass "a target without specs is refused" \
        || { cat "$folder/log"; fail "a target without specs"; }
}
printf 'typs: {}\n' >"$folder/Sources/Tiny/Types.yml"
generate --target Tiny --output Checked && fail "a broken spec" || {
    grep -qF "Sources/Tiny/Types.yml:1:1: error: unknown key in a spec file; found 'typs'" "$folder/log" \
        && pass "a broken spec is shown" || { cat "$folder/log"; fail "a broken spec"; }
}

# What users build for the plugins.
[ -z "$(find "$folder/.build" -name '*.o' -path '*ArgumentParser*' -print -quit)" ] \
    && pass "no argument parser is built" || fail "an argument parser is built"

finish
