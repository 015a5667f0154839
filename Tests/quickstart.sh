#!/usr/bin/env bash
# Builds Examples/QuickStart as a user's package, which depends on a release of Posthorn by version, and lets it call a
# small server on a free loopback port. It does so with each build system that the toolchain has.
#
# The package gets a second target, which has no specs.
#
# Usage: Tests/quickstart.sh [folder to build in, kept for the next run]
set -euo pipefail

source "$(dirname "$0")/outside.sh"
copy_example QuickStart \
    -e 's|^    targets: \[|&\n        .target(name: "Plain", dependencies: [.product(name: "Posthorn", package: "posthorn")]),|'
mkdir "$folder/Sources/Plain"
cat >"$folder/Sources/Plain/Plain.swift" <<'END'
public import Posthorn

/// Returns a client's configuration without a spec.
public func plain(_ transport: any Transport) throws -> ClientConfiguration {
    try ClientConfiguration(baseURL: "https://api.example", transport: transport)
}
END

coproc SERVER { exec python3 "$example/weather_server.py"; }
server=$SERVER_PID
trap 'kill "$server" 2>/dev/null || true; clean' EXIT
read -r -t 20 url <&"${SERVER[0]}" || {
    say 'FAIL  the weather server did not start'
    exit 1
}

expected='Oslo: 3.5 °C, rain
There is no station Atlantis'
help=$(swift build --help)
built=0
for system in native swiftbuild; do
    grep -q "^ *$system " <<<"$help" || continue
    built=$((built + 1))
    scratch=$folder/.build
    [ $system = native ] || scratch=$folder/.build-$system
    build=(swift build --package-path "$folder" --scratch-path "$scratch" --build-system "$system")
    if "${build[@]}" >"$folder/log" 2>&1; then pass "the build with $system"; else
        cat "$folder/log"
        fail "the build with $system"
        continue
    fi
    output=$("$("${build[@]}" --show-bin-path)/Weather" "$url")
    [[ $output == "$expected" ]] && pass "calls of the program that $system built" \
        || fail "the program that $system built printed: $output"
done

[ "$built" -gt 0 ] || fail 'the toolchain names no build system'
finish
