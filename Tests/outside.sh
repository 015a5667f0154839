# What the scripts share that check Posthorn from a package outside this checkout; they source it.
#
# Sets `checkout`, and `folder`: the first argument, which is kept for the next run, else a temporary folder.
checkout=$(cd "$(dirname "$0")/.." && pwd)
if [ $# -gt 0 ]; then
    mkdir -p "$1"
    folder=$(cd "$1" && pwd)
else
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
failures=0
# A user's builds do not have it. It changes the compiler's flags, which would compile Posthorn once more.
unset POSTHORN_INCREMENTAL

say() { printf '%s\n' "$*"; }
pass() { say "ok    $*"; }
fail() {
    say "FAIL  $*"
    failures=$((failures + 1))
}
