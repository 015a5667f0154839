#!/bin/bash
# Checks from outside what a package without Posthorn's traits gets: it resolves no package that only a trait
# needs, it compiles no package that only an unused product needs, and the error of PosthornXML names the trait
# that reads its type.
#
# Usage: Tests/without-traits.sh [folder to build in, kept for the next run]
set -euo pipefail

source "$(dirname "$0")/outside.sh"

rm -rf "$folder/Sources" "$folder/Package.resolved"
mkdir -p "$folder/Sources/Plain"
cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "plain",
    dependencies: [$dependency],
    targets: [
        .executableTarget(
            name: "Plain",
            dependencies: [
                .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornXML", package: "posthorn"),
            ])
    ])
END
cat >"$folder/Sources/Plain/Plain.swift" <<'END'
import Foundation
import Posthorn
import PosthornXML

struct Order: Decodable { var id: Int }

@main
struct Plain {
    static func main() throws {
        let response = TransportResponse(status: .ok, body: Data("<order><id>7</id></order>".utf8))
        do {
            print(try XMLPolicy().decode(Order.self, from: response).id)
        } catch let error as APIError.Cause {
            print(error.advice ?? "")
        }
    }
}
END

(cd "$folder" && swift build --product Plain) >"$folder/log" 2>&1 && pass "the build" || {
    cat "$folder/log"
    fail "the build"
}
said=$("$folder/.build/debug/Plain")
[[ $said == *'traits: ["CodableXML"]'* ]] && pass "PosthornXML names its trait" || fail "it said: $said"
grep -q swift-http-types "$folder/Package.resolved" && pass "what Posthorn needs is resolved" \
    || fail "nothing is resolved"
grep -iE 'flyingfox|xmlcoder' "$folder/Package.resolved" && fail "a trait's package is resolved" \
    || pass "no trait's package is resolved"

# SwiftPM makes a folder for each target of the graph, and compiles only those that are used.
compiled=$(find "$folder/.build/debug/" -name '*.o' -printf '%P\n' | cut -d/ -f1 | sort -u)
grep -q '^Posthorn.build$' <<<"$compiled" && pass "Posthorn is compiled" || fail "Posthorn is not compiled"
grep -E '^(Logging|CoreMetrics|Metrics|Tracing|Instrumentation|Posthorn(Logging|Metrics|Tracing))\.build$' \
    <<<"$compiled" && fail "a package of an unused product is compiled" \
    || pass "no package of an unused product is compiled"

[ "$failures" = 0 ] || { say "$failures failed"; exit 1; }
say "all passed"
