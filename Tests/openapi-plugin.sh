#!/bin/bash
# Checks the build plugin for OpenAPI documents from outside: a tiny package that depends on a release of this checkout.
#
# A document generates without a checked-in import; posthorn.yaml names the client, selects and changes; an edit
# rewrites one file; errors have their places.
#
# Usage: Tests/openapi-plugin.sh [folder to build in, kept for the next run]
set -euo pipefail

source "$(dirname "$0")/outside.sh"
build() { (cd "$folder" && swift build 2>&1) >"$folder/log" || return 1; }
outputs() { find "$folder/.build/plugins/outputs" -name '*.swift' -path '*PosthornOpenAPIPlugin*' | sort; }
stamps() { outputs | while read -r file; do stat -c '%n %y' "$file"; done; }
changed() { diff <(say "$1") <(stamps) | sed -n 's|^> .*/\([^/ ]*\.swift\) .*|\1|p' | wc -l; }
refused() { # <what> <diagnostic>
    if build; then fail "$1: built"; elif grep -qF "$2" "$folder/log"; then pass "$1"; else
        cat "$folder/log"
        fail "$1"
    fi
}

rm -rf "$folder/Sources" "$folder/.build/plugins/outputs"
mkdir -p "$folder/Sources/Files"
cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "tiny",
    dependencies: [$dependency],
    targets: [
        .target(
            name: "Files", dependencies: [.product(name: "Posthorn", package: "posthorn")],
            plugins: [.plugin(name: "PosthornOpenAPIPlugin", package: "posthorn")])
    ])
END
source="$folder/Sources/Files"
document=$source/openapi.yaml
cat >"$document" <<'END'
openapi: 3.1.0
info: { title: Files, version: "1" }
paths:
  /files:
    get:
      operationId: get_files
      tags: [files]
      responses:
        "200": { content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/file_dto" } } } } }
  /users/{id}:
    get:
      operationId: get_user
      tags: [users]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        "200": { content: { application/json: { schema: { $ref: "#/components/schemas/user_dto" } } } }
components:
  schemas:
    file_dto: { type: object, required: [name], properties: { name: { type: string }, size: { type: integer } } }
    user_dto: { type: object, required: [name], properties: { name: { type: string } } }
END
# Two files, because the document has more than 128 KiB.
head -c 140000 /dev/zero | tr '\0' '#' | fold -w 100 >>"$document"
say >>"$document"
say 'func names(_ api: FilesAPI) async throws -> [String] { try await api.getFiles().map(\.name) }' \
    >"$source/Names.swift"

if build; then pass "a document without anything else"; else
    cat "$folder/log"
    fail "a document without anything else"
    exit 1
fi
[ "$(outputs | wc -l)" = 2 ] && pass "a Swift file for each 64 KiB" || fail "outputs: $(outputs)"
[ "$(grep -L '^// Generated from Sources/Files/openapi.yaml[.,] ' $(outputs))" = "" ] \
    && pass "the header names the document from the package's root" || fail "header: $(head -qn 1 $(outputs))"

cat >"$source/posthorn.yaml" <<'END'
name: StorageAPI
only: { tags: [files] }
service: { access: public }
operations:
  get_files: { name: listFiles, timeout: 10s }
types:
  file_dto: { name: StoredFile }
END
say 'public func names(_ api: StorageAPI) async throws -> [StoredFile] { try await api.listFiles() }' \
    >"$source/Names.swift"
build && pass "a name, filters and changes" || { cat "$folder/log"; fail "a name, filters and changes"; }
grep -q 'User' $(outputs) && fail "types of operations that were left out" || pass "unused types are left out"

# SwiftPM links a plugin's tool once more in the second build of a package.
build || fail "the second build"
before=$(stamps)
build || fail "a build without a change"
grep -v 'Compiling plugin' "$folder/log" | grep -qE 'Generating|Compiling|Emitting|Linking' \
    && { cat "$folder/log"; fail "a build without a change ran something"; } \
    || pass "a build without a change runs nothing"
sed -i 's/timeout: 10s/timeout: 20s/' "$source/posthorn.yaml"
build || fail "the build after an edit"
[ "$(changed "$before")" = 1 ] && pass "editing one endpoint rewrites one file" || fail "rewritten: $(changed "$before")"

sed -i 's/get_files:/get_fils:/' "$source/posthorn.yaml"
refused "an unknown operation" \
    "posthorn.yaml:5:13: error: an overlay changes an operation of the document; found 'get_fils'; write 'get_files', if you mean that, or remove it from the overlay if the document no longer has it"
sed -i 's/get_fils:/get_files:/; s/timeout: 20s/timeout: soon/' "$source/posthorn.yaml"
refused "a broken change" "error: "
sed -i 's/timeout: soon/timeout: 10s/' "$source/posthorn.yaml"
sed -i 's|schemas/file_dto|schemas/file_dt|' "$document"
refused "a broken document" "$document:9:"
sed -i 's|schemas/file_dt"|schemas/file_dto"|' "$document"
cp "$document" "$source/swagger.yaml"
refused "two documents" "a target has one OpenAPI document"
rm "$source/swagger.yaml"
build && pass "the mended document builds again" || { cat "$folder/log"; fail "the mended document"; }

finish
