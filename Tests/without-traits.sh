#!/bin/bash
# Checks from outside what a package without Posthorn's traits gets: it resolves no package that only a trait
# needs, it compiles no package that only an unused product needs, it needs no library that decodes images, and errors
# name the trait that reads a type as XML, decodes pixels or has a store.
#
# Usage: Tests/without-traits.sh [folder to build in, kept for the next run]
set -euo pipefail

source "$(dirname "$0")/outside.sh"

rm -rf "$folder/Sources" "$folder/Package.resolved"
mkdir -p "$folder/Sources/Plain" "$folder/Sources/Pixels" "$folder/Sources/Stored" "$folder/Sources/Remote"
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
                .product(name: "PosthornFormats", package: "posthorn"),
                .product(name: "PosthornLoading", package: "posthorn"),
            ],
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")]),
        .target(
            name: "Pixels", dependencies: [.product(name: "PosthornLoading", package: "posthorn")]),
        .target(
            name: "Stored", dependencies: [.product(name: "PosthornSQLite", package: "posthorn")]),
        .target(
            name: "Remote", dependencies: [.product(name: "PosthornRedis", package: "posthorn")]),
    ])
END
# The plugin finds the products that response policies need.
cat >"$folder/Sources/Plain/Feeds.yaml" <<'END'
service: FeedAPI
endpoints:
  getFeed: { GET: /feed, returns: Feed, response: xml }
  getSettings: { GET: /settings, returns: Feed, response: plist }
  getPhoto: { GET: /photo, returns: Photo, response: image }
types:
  Feed: { title: String }
  Photo: { swift: ImageFile, import: PosthornLoading }
END
cat >"$folder/Sources/Plain/Plain.swift" <<'END'
import Foundation
import Posthorn
import PosthornFormats
import PosthornLoading

struct Order: Decodable { var id: Int }

@main
struct Plain {
    static func main() throws {
        let response = TransportResponse(status: .ok, body: Data("<order><id>7</id></order>".utf8))
        if let file = try? ImageFile(Data()) { print(file) }
        do {
            print(try XMLPolicy().decode(Order.self, from: response).id)
        } catch let error as APIError.Cause {
            print(error.advice ?? "")
        }
    }
}
END

cat >"$folder/Sources/Pixels/Pixels.swift" <<'END'
import PosthornLoading

func decode(_ file: ImageFile) {
    let decoder = ImageDecoder()
    print(decoder)
}
END

cat >"$folder/Sources/Stored/Stored.swift" <<'END'
import PosthornSQLite

func open(_ key: SecretKey) {
    print(SQLiteStore(path: "store", key: key))
}
END

cat >"$folder/Sources/Remote/Remote.swift" <<'END'
import PosthornRedis

func open(_ key: SecretKey) {
    print(RedisStore(host: "localhost", port: 6379, password: nil, key: key))
}
END

# What another package has compiled in this folder proves nothing about this one.
unused='(Logging|CoreMetrics|Metrics|Tracing|Instrumentation|Posthorn(ImageDecoding|Logging|Metrics|Tracing))\.build'
find -L "$folder/.build/debug" -maxdepth 1 -regextype posix-extended -regex ".*/$unused" -exec rm -r {} + 2>/dev/null || true

(cd "$folder" && swift build --product Plain) >"$folder/log" 2>&1 && pass "the build" || {
    cat "$folder/log"
    fail "the build"
}
said=$("$folder/.build/debug/Plain")
[[ $said == *'traits: ["CodableXML"]'* ]] && pass "the error of XML names its trait" || fail "it said: $said"
(cd "$folder" && swift build --target Pixels) >"$folder/log" 2>&1 && fail "pixels are decoded"
grep -qF 'traits: ["ImageDecoding"]' "$folder/log" && pass "the error of ImageDecoder names its trait" || {
    cat "$folder/log"
    fail "the error of ImageDecoder names no trait"
}
(cd "$folder" && swift build --target Stored) >"$folder/log" 2>&1 && fail "a store is opened"
grep -qF 'traits: ["SQLite"]' "$folder/log" && pass "the error of SQLiteStore names its trait" || {
    cat "$folder/log"
    fail "the error of SQLiteStore names no trait"
}
(cd "$folder" && swift build --target Remote) >"$folder/log" 2>&1 && fail "a store is opened"
grep -qF 'traits: ["Redis"]' "$folder/log" && pass "the error of RedisStore names its trait" || {
    cat "$folder/log"
    fail "the error of RedisStore names no trait"
}
ldd "$folder/.build/debug/Plain" | grep -E 'jpeg|png|webp|libgif|hiredis|sqlite' && fail "a library that decodes images is linked" \
    || pass "no library that decodes images is linked"
grep -q swift-http-types "$folder/Package.resolved" && pass "what Posthorn needs is resolved" \
    || fail "nothing is resolved"
traits='flyingfox|grdb|hummingbird|swift-nio|xmlcoder'
grep -iE "$traits" "$folder/Package.resolved" && fail "a trait's package is resolved" \
    || pass "no trait's package is resolved"
(cd "$folder" && swift package show-dependencies) >"$folder/log" 2>&1 || fail "show-dependencies"
grep -q swift-http-types "$folder/log" && ! grep -iE "$traits" "$folder/log" \
    && pass "no trait's package is a dependency" || fail "a trait's package is a dependency"

# SwiftPM makes a folder for each target of the graph, and compiles only those that are used.
compiled=$(find "$folder/.build/debug/" -name '*.o' -printf '%P\n' | cut -d/ -f1 | sort -u)
grep -q '^Posthorn.build$' <<<"$compiled" && pass "Posthorn is compiled" || fail "Posthorn is not compiled"
grep -E "^$unused\$" <<<"$compiled" && fail "an unused module is compiled" \
    || pass "no unused module is compiled"

finish
