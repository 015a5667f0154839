#!/bin/bash
# Builds and tests what `posthorn new` writes, as packages of a user that depend on a release of this checkout: one with
# a spec, and one with an OpenAPI document.
#
# Usage: Tests/new.sh <the tool> [folder to build in, kept for the next run]
set -euo pipefail

tool=$(realpath "$1")
shift
source "$(dirname "$0")/outside.sh"
version=$(git -C "$folder/posthorn" describe --tags)
documents=$checkout/Tests/PosthornOpenAPITests/Documents

# Puts a new package into `folder`, whose build products stay: new <name> [option…]
new() {
    rm -rf "$folder/new" "$folder/Sources" "$folder/Tests" "$folder/.build/plugins/outputs"
    mkdir "$folder/new"
    (cd "$folder/new" && "$tool" new "$@" --url "file://$folder/posthorn" --from "$version") >"$folder/log"
    cp -R "$folder/new/$1/." "$folder"
}
check() { # <what> <command…>
    if "${@:2}" >"$folder/log" 2>&1; then pass "$1"; else
        tail -n 40 "$folder/log"
        fail "$1"
    fi
}

new Parcel
check 'the spec has no errors' "$tool" lint "$folder/Sources"
check 'the spec is formatted' "$tool" format --check "$folder/Sources"
check 'the Swift is formatted' swift format lint --strict --configuration "$checkout/.swift-format" --recursive "$folder/Package.swift" "$folder/Sources" "$folder/Tests"
check 'a package with a spec builds and passes its tests' swift test --package-path "$folder"
grep -qE 'Test run with 2 tests .*passed' "$folder/log" && pass 'two tests' || { tail -n 40 "$folder/log"; fail 'two tests'; }

new Pets --openapi "$documents/petstore.yaml"
check 'a package with an OpenAPI document builds and passes its tests' swift test --package-path "$folder"
grep -qE 'Test run with 1 test .*passed' "$folder/log" && pass 'one test' || { tail -n 40 "$folder/log"; fail 'one test'; }

finish
