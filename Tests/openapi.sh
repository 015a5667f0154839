#!/usr/bin/env bash
# Imports, checks and generates each OpenAPI document of a folder: Tests/openapi.sh folder [--compile] [--recognise]
#
# A row of the table has the operations of a document, those that are complete, the processor's time and the memory of the
# import with the debug tool, and the lines of the generated Swift. With --compile, it also has the time and the memory of the
# compiler, one document after the other, with the settings of a strict user. With --recognise, the specs have the keys of
# recognised shapes; otherwise comments with them. Their number stands below the table.
set -uo pipefail
cd "$(dirname "$0")/.."
folder=${1:?write the folder with the documents}
compile='' recognise=()
for option in "${@:2}"; do
    case $option in
    --compile) compile=yes ;;
    --recognise) recognise=(--recognise) ;;
    *) echo "unknown option '$option'" >&2 && exit 64 ;;
    esac
done
read -ra traits <<<"${TRAITS:---traits CodableXML,MockServer}"

swift build "${traits[@]}" --quiet --product posthorn || exit
[[ -z $compile ]] || swift build "${traits[@]}" --quiet --product PosthornFormats || exit
# Recognised webhooks and token endpoints need them.
if [[ -n $compile && ${#recognise[@]} != 0 ]]; then
    swift build "${traits[@]}" --quiet --product PosthornCrypto || exit
    swift build "${traits[@]}" --quiet --product PosthornOAuth || exit
fi
bin=$(swift build "${traits[@]}" --show-bin-path)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
operations=0 complete=0 failed=0
touch "$out/recognised"
strict=(-swift-version 6 -parse-as-library -package-name openapi
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility)

printf '%-36s %10s %8s %8s %8s %8s' document operations complete seconds MB lines
[[ -z $compile ]] && echo || printf ' %9s %6s\n' 'compile s' MB
for document in "$folder"/*.yaml "$folder"/*.json; do
    [[ -f $document ]] || continue
    name=$(basename "${document%.*}" | tr -cd '[:alnum:]')
    specs=$out/${name^}
    if ! /usr/bin/time -f '%U %M' -o "$out/time" \
        "$bin/posthorn" import "$document" "$specs" "${recognise[@]}" >"$out/report" 2>&1; then
        cat "$out/report"
        failed=$((failed + 1))
        continue
    fi
    grep -E '^recognised: ' "$out/report" >>"$out/recognised"
    read -r seconds memory <"$out/time"
    summary=$(grep -E '^[0-9]+ operations?: ' "$out/report")
    all=${summary%% *}
    done=$all
    [[ $summary == *'all complete' ]] || done=$(sed -E 's/^[0-9]+ operations?: ([0-9]+) .*/\1/' <<<"$summary")
    operations=$((operations + all)) complete=$((complete + done))
    "$bin/posthorn" generate "$specs" --output "$specs/Generated" >/dev/null 2>"$out/diagnostics"
    if [[ $? != 0 || -s $out/diagnostics ]]; then
        echo "$(basename "$document") does not generate without a diagnostic:"
        head -n 20 "$out/diagnostics"
        failed=$((failed + 1))
    fi
    lines=$(cat "$specs"/Generated/*.swift | wc -l)
    printf '%-36s %10d %8d %8s %8d %8d' "$(basename "$document")" "$all" "$done" "$seconds" $((memory / 1024)) "$lines"
    grep -Ev '^(wrote|removed) |^[0-9]+ operations?: |^recognised: ' "$out/report" >"$out/untyped"
    if [[ -n $compile ]]; then
        if /usr/bin/time -f '%e %M' -o "$out/time" swiftc "${strict[@]}" -module-name "${name^}" -I "$bin/Modules" \
            -I Sources/CCurl -j2 -enable-batch-mode -c -warnings-as-errors "$specs"/Generated/*.swift \
            -working-directory "$specs/Generated" >"$out/compiler" 2>&1; then
            read -r seconds memory <"$out/time"
            printf ' %9s %6d' "$seconds" $((memory / 1024))
        else
            printf ' does not compile:\n%s' "$(grep -E 'error:' "$out/compiler" | head -n 5)"
            failed=$((failed + 1))
        fi
        rm -rf "$specs"
    fi
    echo
    cat "$out/untyped"
done
sed -E 's/^recognised: |; see .*//g; s/, /\n/g' "$out/recognised" | sed -E 's/(list|operation|envelope|key|limit)s? ?/\1s /' |
    awk '{ number = $1; $1 = ""; counts[$0] += number } END { for (shape in counts) print counts[shape] shape }' | sort -k 2
echo "$operations operations, $complete complete, $failed documents failed"
((failed == 0))
