# What the scripts share that check Posthorn from a package of a user; they source it.
#
# Sets `folder`: the first argument, which is kept for the next run, else a temporary folder. Sets `dependency`: the
# dependency on a tagged release of this checkout, for the manifest of a package. The release is a repository in the
# folder with the files of the work tree.
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [ $# -gt 0 ]; then
    mkdir -p "$1"
    folder=$(cd "$1" && pwd)
else
    folder=$(mktemp -d)
    temporary=$folder
fi
clean() { rm -rf ${temporary:+"$temporary"}; }
trap clean EXIT
failures=0

say() { printf '%s\n' "$*"; }
pass() { say "ok    $*"; }
fail() {
    say "FAIL  $*"
    failures=$((failures + 1))
}

# Ends the script: it fails if a check failed.
finish() {
    [ "$failures" = 0 ] || { say "$failures failed"; exit 1; }
    say "all passed"
}

# Makes `folder` a copy of an example that depends on the release, and sets `example`: copy_example <name> [for sed…]
copy_example() {
    example=$checkout/Examples/$1
    rm -rf "$folder/Sources" "$folder/Tests"
    find "$example" -maxdepth 1 '(' -name Sources -o -name Tests ')' -exec cp -rL {} "$folder" \;
    sed -e "s|\.package(name: \"posthorn\", path: \"[./]*\"|${dependency%)}|" "${@:2}" "$example/Package.swift" \
        >"$folder/Package.swift"
}

# Puts the work tree's files into the repository `posthorn`, and tags a new version if they have changed. The version
# contains the time, because SwiftPM refuses a version that names another commit than before.
release() {
    local repository=$folder/posthorn
    git init --quiet "$repository"
    find "$repository" -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
    (cd "$checkout" && git ls-files -z --cached --others --exclude-standard |
        tar --create --null --files-from=- --ignore-failed-read 2>/dev/null) |
        tar --extract --directory "$repository"
    cd "$repository"
    git add --all
    if ! git diff --cached --quiet HEAD -- 2>/dev/null; then
        git -c user.name=Posthorn -c user.email=posthorn@localhost commit --quiet --message 'A release'
        git tag "0.1.$(date +%s)"
        rm -f "$folder/Package.resolved"
    fi
    cd - >/dev/null
}
release
# The newest version, so that SwiftPM does not take one that it has fetched before.
dependency=".package(url: \"file://$folder/posthorn\", from: \"$(git -C "$folder/posthorn" describe --tags)\")"
