#!/usr/bin/env bash
# Runs the snippets of Documentation/Snippets against the vectors of the envelope: Python always, Node and Go if they
# are installed.
#
# Usage: Tests/snippets.sh [python]
set -euo pipefail

cd "$(dirname "$0")/.."
vectors=Tests/PosthornCryptoTests/Vectors/envelope2.json
snippets=Documentation/Snippets

"${1:-python3}" "$snippets/envelope.py" "$vectors"
if command -v node >/dev/null; then node "$snippets/envelope.mjs" "$vectors"; else echo 'node: not installed'; fi
if command -v go >/dev/null; then go run "$snippets/envelope.go" "$vectors"; else echo 'go: not installed'; fi
