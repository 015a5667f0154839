#!/bin/bash
# Checks the build plugin from outside: a tiny package that depends on a release of this checkout.
#
# Editing one endpoint rewrites one file; adding and removing a spec are noticed; a build without a
# change runs nothing; five broken specs are five compiler errors at the right place; an edit of a target's
# spec reaches the target that uses its types.
#
# Usage: Tests/plugin-incremental.sh [folder to build in, kept for the next run]
set -euo pipefail

source "$(dirname "$0")/outside.sh"
build() { (cd "$folder" && swift build 2>&1) >"$folder/log" || return 1; }
outputs() { find "$folder/.build/plugins/outputs" -name '*.swift' -path '*PosthornPlugin*' | sort; }
compiled() { grep -oE 'Compiling Tiny [A-Za-z]+\.swift' "$folder/log" | sed 's/.* //' | sort -u | tr '\n' ' '; }
stamps() { outputs | while read -r file; do stat -c '%n %y' "$file"; done; }
changed() { diff <(say "$1") <(stamps) | sed -n 's|^> .*/\([^/ ]*\.swift\) .*|\1|p' | tr '\n' ' '; }

rm -rf "$folder/Sources" "$folder/.build/plugins/outputs"
mkdir -p "$folder/Sources/Tiny"
cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "tiny",
    dependencies: [$dependency],
    targets: [
        .target(
            name: "Tiny", dependencies: [.product(name: "Posthorn", package: "posthorn")],
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")])
    ])
END
specs="$folder/Sources/Tiny"
say '/// Swift beside the specs.' >"$specs/Tiny.swift"
cat >"$specs/TinyAPI.yaml" <<'END'
service: TinyAPI
ciphers:
  partner: Seals what partners get.
END
cat >"$specs/Orders.yaml" <<'END'
endpoints:
  getOrder:
    GET: /orders/{id}
    returns: Order
types:
  Order: { id: String, lines: [Line] }
END
cat >"$specs/Lines.yml" <<'END'
types:
  Line: { sku: String, quantity: Int = 1 }
END
cp "$specs/Orders.yaml" "$folder/Orders.good"

if build; then pass "the first build"; else
    cat "$folder/log"
    fail "the first build"
    exit 1
fi
[ "$(outputs | wc -l)" = 3 ] && pass "one Swift file for each spec" || fail "outputs: $(outputs)"
grep -q '^// Generated from Sources/Tiny/Orders.yaml\. ' "$(outputs | grep Orders)" \
    && pass "the header names the spec from the package's root" || fail "header"

# Nothing changed. SwiftPM links a plugin's tool once more in the second build of a package, so the
# third is the one that counts. It names the plugin itself in every build.
build || fail "the second build"
before=$(stamps)
build || fail "a build without a change"
if grep -v 'Compiling plugin' "$folder/log" | grep -qE 'Generating|Compiling|Emitting|Linking'; then
    cat "$folder/log"
    fail "a build without a change ran something"
else
    pass "a build without a change runs nothing"
fi

# One endpoint edited.
sed -i 's|/orders/{id}|/v2/orders/{id}|' "$specs/Orders.yaml"
build || fail "the build after an edit"
[ "$(changed "$before")" = "Orders.swift " ] \
    && pass "editing one endpoint rewrites one file" || fail "rewritten: $(changed "$before")"
[ "$(compiled)" = "Orders.swift " ] \
    && pass "and compiles that file" || { cat "$folder/log"; fail "compiled: $(compiled)"; }
[ "$(grep -c 'Generating Swift from' "$folder/log")" = 1 ] \
    && pass "by one run of the tool" || { cat "$folder/log"; fail "runs of the tool"; }

# A comment edited: the tool runs, and nothing is rewritten.
before=$(stamps)
printf '# A comment.\n' >>"$specs/Orders.yaml"
build || fail "the build after a comment"
[ -z "$(changed "$before")$(compiled)" ] \
    && pass "editing a comment rewrites and compiles nothing" \
    || fail "rewritten: $(changed "$before"), compiled: $(compiled)"
cp "$folder/Orders.good" "$specs/Orders.yaml"
build || fail "the build after the edit was undone"

# A spec added and removed.
printf 'endpoints:\n  ping:\n    GET: /ping\n' >"$specs/Ping.yaml"
say 'func calls(_ api: TinyAPI) async throws { try await api.ping() }' >"$specs/Tiny.swift"
build && pass "an added spec is noticed" || { cat "$folder/log"; fail "an added spec"; }
rm "$specs/Ping.yaml"
build && fail "a removed spec is still there" || pass "a removed spec is noticed"
[ -n "$(outputs | grep Ping)" ] && pass "though its Swift is left over, it isn't compiled"
say '/// Swift beside the specs.' >"$specs/Tiny.swift"
build && pass "the build without it" || { cat "$folder/log"; fail "the build without it"; }

# Five broken specs.
broken() { # <what> <expected place, rule and way out> <sed script>
    cp "$folder/Orders.good" "$specs/Orders.yaml"
    sed -i "$3" "$specs/Orders.yaml"
    if build; then
        fail "$1: built"
    elif grep -qF "$specs/Orders.yaml:$2" "$folder/log"; then
        pass "$1"
        grep -F "Orders.yaml:" "$folder/log" | grep 'error:' | sort -u | sed "s|$folder/||; s|^|      |"
        [ "$(grep -F 'Orders.yaml:' "$folder/log" | grep -c 'error:')" = 1 ] \
            || fail "$1: reported more than once"
    else
        cat "$folder/log"
        fail "$1"
    fi
}
broken "an unknown key" \
    "4:5: error: unknown key in an endpoint; found 'retuns'; write 'returns', if you mean that" \
    's/returns/retuns/'
broken "an unknown type" \
    "4:14: error: unknown type; found 'Ordr'; write 'Order', if you mean that" \
    's/returns: Order/returns: Ordr/'
broken "a tab" \
    "3:1: error: YAML is indented with spaces; found a tab; write spaces in its place" \
    's/^    GET/\tGET/'
broken "an unknown cipher" \
    "5:13: error: unknown cipher; found 'partnr'; write 'partner', if you mean that" \
    's/^types:/    cipher: partnr\ntypes:/'
broken "a path without its brace" \
    "3:18: error: a parameter in a path ends with '}'; found '{id'; write '{id}'" \
    's/{id}/{id/'
cp "$folder/Orders.good" "$specs/Orders.yaml"
build && pass "the mended spec builds again" || { cat "$folder/log"; fail "the mended spec"; }

# Two services in folders of their own, with files of one name and a file that they share.
mkdir -p "$specs/Shop" "$specs/Billing"
mv "$specs/TinyAPI.yaml" "$specs/Orders.yaml" "$specs/Shop"
printf 'service: BillingAPI\nendpoints:\n  ping:\n    GET: /ping\n' >"$specs/Billing/BillingAPI.yaml"
cat >"$specs/Billing/Orders.yaml" <<'END'
endpoints:
  getOrder:
    GET: /orders/{id}
    returns: Order
types:
  Order: { id: String, line: Line }
END
say 'func same(_ shop: TinyAPI.Order, _ bill: BillingAPI.Order) -> Bool { shop.lines == [bill.line] }' \
    >"$specs/Tiny.swift"
build && pass "two services in one target" || { cat "$folder/log"; fail "two services in one target"; }
build || fail "the second build of two services"
before=$(stamps)
sed -i 's|/orders/{id}|/v2/orders/{id}|' "$specs/Billing/Orders.yaml"
build || fail "the build after an edit of one service"
[ "$(changed "$before")" = "Billing+Orders.swift " ] \
    && pass "editing one service rewrites its file only" || fail "rewritten: $(changed "$before")"
sed -i 's/returns: Order/returns: Ordr/' "$specs/Billing/Orders.yaml"
build && fail "a broken second service: built"
grep -qF "Billing/Orders.yaml:4:14: error: unknown type; found 'Ordr'" "$folder/log" \
    && pass "errors name the file of the service" || { cat "$folder/log"; fail "errors of a service"; }
mv "$specs/Shop/TinyAPI.yaml" "$specs/Shop/Orders.yaml" "$specs"
rm -r "$specs/Shop" "$specs/Billing"
say '/// Swift beside the specs.' >"$specs/Tiny.swift"
build && pass "one service again" || { cat "$folder/log"; fail "one service again"; }

# Two specs that would be one Swift file.
printf 'types:\n  Other: { id: Int }\n' >"$specs/Orders.yml"
if build; then fail "two specs of one name: built"; else
    grep -q 'Orders.yml' "$folder/log" && pass "two specs of one name are refused" \
        || { cat "$folder/log"; fail "two specs of one name"; }
fi
rm "$specs/Orders.yml"

# A target whose types the first one uses.
mkdir -p "$folder/Sources/Base"
say '/// Swift beside the specs.' >"$folder/Sources/Base/Base.swift"
printf 'types:\n  Stamps: { made: Date }\n' >"$folder/Sources/Base/Stamps.yaml"
sed -i 's|^        \.target(|        .target(\
            name: "Base", dependencies: [.product(name: "Posthorn", package: "posthorn")],\
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")]),\
&|; s|name: "Tiny", dependencies: \[|&"Base", |' "$folder/Package.swift"
printf 'uses: [Base]\n' >>"$specs/TinyAPI.yaml"
sed -i 's/Order: {/Order: { includes: [Stamps], fields: {/; s/\[Line\] }/&}/' "$specs/Orders.yaml"
say 'func made(_ order: Order) -> String { "\(order.made)" }' >"$specs/Tiny.swift"
build && pass "types of another target" || { cat "$folder/log"; fail "types of another target"; }
build || fail "the second build of two targets"
before=$(stamps)
sed -i 's/made: Date/made: Date, by: String/' "$folder/Sources/Base/Stamps.yaml"
say 'func made(_ order: Order) -> String { order.by }' >"$specs/Tiny.swift"
build || { cat "$folder/log"; fail "the build after an edit of the used target"; }
[ "$(changed "$before")" = "Stamps.swift Orders.swift " ] \
    && pass "editing a used spec rewrites what includes its type" || fail "rewritten: $(changed "$before")"
[ "$(compiled)" = "Orders.swift Tiny.swift " ] \
    && pass "and compiles it" || { cat "$folder/log"; fail "compiled: $(compiled)"; }
sed -i 's/Stamps/Times/' "$folder/Sources/Base/Stamps.yaml"
build && fail "a removed type of the used target: built"
grep -qF "$specs/Orders.yaml:6:" "$folder/log" \
    && pass "a type that the used target removed is an error at its use" \
    || { cat "$folder/log"; fail "a removed type of the used target"; }

finish
