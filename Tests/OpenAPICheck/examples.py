"""Decodes every example of the documents with the generated models.

Usage: examples.py <folder of a debug build> <document> ...

An example of a schema below another one is decoded as part of it: the smallest valid value that contains the example.
A document with a file of its name in the folder `overlays` is imported with this overlay.
A line for each example that does not decode says whether it breaks its own schema at this place (`invalid example`) or
not (`not decoded`). Less than 99 % decoded is an error.
"""

import collections
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from document import Document, json_media_types, parts, pointer
from swift import Program
from values import Unsupported, Values

# How many schemas one generated type has as members, so that the program does not need a type for each.
GROUP = 20
# What users of a document would write, because its examples show that it is wrong.
OVERLAYS = pathlib.Path(__file__).with_name("overlays")
MEMBER = re.compile(r"^member\d+")
INVALID, FAILED, NO_VALUE = "invalid example", "not decoded", "no valid value around it"

MAIN = """\
import Foundation
import PosthornCore

/// Decodes lines of standard input, each the number of a type, a tab and JSON. Prints the numbers of failed lines.
@main struct Examples {
    static let decoders: [@Sendable (Data) throws -> Void] = [
%s
    ]

    static func main() {
        var number = 0
        while let line = readLine() {
            defer { number += 1 }
            guard let tab = line.firstIndex(of: "\\t"), let type = Int(line[..<tab]) else { fatalError(line) }
            do {
                try decoders[type](Data(line[line.index(after: tab)...].utf8))
            } catch {
                let path = (error as? JSONError)?.path ?? ""
                print("\\(number)\\t\\(path)\\t\\(String(describing: error).replacing("\\n", with: " "))")
            }
        }
    }
}
"""


@dataclasses.dataclass
class Example:
    # The place of the example in the document, and that of the outermost schema around it.
    place: str
    root: str
    value: object
    # The keys from the outermost schema to that of the example.
    steps: tuple = ()


def of_schema(document, root):
    """The examples in a schema and below it, without those behind references."""
    pending = [((), document.at(root))]
    while pending:
        steps, schema = pending.pop()
        if not isinstance(schema, dict) or "$ref" in schema and document.is_30:
            continue
        place = root + pointer(*steps)
        found = [("/example", schema["example"])] if "example" in schema else []
        if isinstance(schema.get("examples"), list):
            found += [(f"/examples/{index}", value) for index, value in enumerate(schema["examples"])]
        for suffix, value in found:
            yield Example(place + suffix, root, value, steps)
        pending += [(steps + keys, part) for keys, part in parts(schema) if keys[0] not in ("not", "patternProperties")]


def of_media_type(document, place):
    """The examples beside the schema of a media type, and those in it."""
    media = document.at(place)
    if "schema" not in media:
        return
    schema = place + "/schema"
    if "example" in media:
        yield Example(place + "/example", schema, media["example"])
    for name, example in (media.get("examples") or {}).items():
        example = document.resolved(example)
        if "value" in example:
            yield Example(place + pointer("examples", name), schema, example["value"])
    yield from of_schema(document, schema)


def contents(document):
    """The places of the media types of bodies that are JSON, and whether they are those of responses."""
    for method, path, operation in document.operations:
        base = pointer("paths", path, method)
        if "$ref" not in operation.get("requestBody", {"$ref": ""}):
            yield base + "/requestBody", False
        for status, response in operation.get("responses", {}).items():
            if "$ref" not in response:
                yield base + pointer("responses", status), True
    components = document.root.get("components", {})
    for kind, is_response in (("responses", True), ("requestBodies", False)):
        for name in components.get(kind, {}):
            yield pointer("components", kind, name), is_response


def examples(document):
    """All examples of schemas and of the JSON of responses."""
    for name in document.root.get("components", {}).get("schemas", {}):
        yield from of_schema(document, pointer("components", "schemas", name))
    for place, is_response in contents(document):
        content = document.at(place).get("content", {})
        for name in json_media_types(content):
            media = place + pointer("content", name)
            if is_response:
                yield from of_media_type(document, media)
            elif "schema" in content[name]:
                yield from of_schema(document, media + "/schema")


def augmented(document, roots):
    """The document with types that have the outermost schemas as members, and operations that return these types."""
    result = json.loads(json.dumps(document.root))
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    for start in range(0, len(roots), GROUP):
        name = f"ExampleGroup{start // GROUP}"
        members = {}
        for index, root in enumerate(roots[start:start + GROUP]):
            is_component = root.startswith("/components/schemas/")
            members[f"member{index}"] = {"$ref": "#" + root} if is_component else document.at(root)
        schemas[name] = {"type": "object", "properties": members}
        media = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        result["paths"][f"/example-groups/{start // GROUP}"] = {"get": {
            "operationId": f"get{name}", "tags": ["example groups"],
            "responses": {"200": {"description": "Examples.", "content": media}},
        }}
    return result


def problem(document, example):
    """Why an example is wrong by its own schema, or nothing."""
    steps = example.steps
    while steps[-2:-1] == ("allOf",) and not isinstance(example.value, dict):
        steps = steps[:-2]
    return document.problem(example.root + pointer(*steps), example.value)


def excuse(document, root, value, path):
    """What a validator finds wrong at the place where a value was not decoded, or nothing."""
    for error in document.validator(root).iter_errors(value):
        place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in error.absolute_path)
        if place.startswith(path) or path.startswith(place):
            return f"${place}: {error.message}"
    return None


def decode(program, lines, groups):
    decoders = "\n".join(f"        {{ _ = try ExampleGroup{index}(jsonData: $0) }}," for index in range(groups))
    program.compile(MAIN % decoders)
    result = subprocess.run([program.executable], input="\n".join(lines) + "\n", capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"error: the program ended with {result.returncode}:\n{result.stderr[-2000:]}")
    return [line.split("\t", 2) for line in result.stdout.splitlines()]


def check(bin, folder, path):
    document, path = Document.load(path), pathlib.Path(path)
    overlay = next(OVERLAYS.glob(f"{path.stem}.yaml"), None)
    values = Values(document)
    found = list(examples(document))
    roots = list(dict.fromkeys(each.root for each in found))
    number = {root: index for index, root in enumerate(roots)}
    sent, problems = [], []
    for example in found:
        try:
            is_wrong = problem(document, example) is not None
            value = (values.placed if is_wrong else values.containing)(example.root, example.steps, example.value)
            sent.append((example, value))
        except Unsupported as error:
            problems.append((NO_VALUE, example, str(error)))
    lines = []
    for example, value in sent:
        group, member = divmod(number[example.root], GROUP)
        lines.append(f"{group}\t" + json.dumps({f"member{member}": value}))
    failures = []
    if lines:
        program = Program(bin, folder, "".join(filter(str.isalnum, path.name)))
        program.generate(augmented(document, roots), overlay)
        failures = decode(program, lines, -(-len(roots) // GROUP))
    for index, place, error in failures:
        example, value = sent[int(index)]
        invalid = excuse(document, example.root, value, MEMBER.sub("", place))
        problems.append((INVALID if invalid else FAILED, example, f"{invalid[:200]}; {error}" if invalid else error))
    counts = collections.Counter(kind for kind, _, _ in problems)
    name = path.name + (" and its overlay" if overlay else "")
    print(f"{name:<40} {len(found):>8} {len(found) - len(problems):>8} "
          + " ".join(f"{counts[kind]:>8}" for kind in (INVALID, FAILED, NO_VALUE)), flush=True)
    for kind, example, text in problems:
        print(f"    {kind}: {example.place}: {text[:400]}")
    return len(found), len(found) - len(problems), counts[FAILED] + counts[NO_VALUE]


def main():
    bin, *paths = sys.argv[1:]
    print(f"{'document':<40} {'examples':>8} {'decoded':>8} {'invalid':>8} {'failed':>8} {'unbuilt':>8}")
    with tempfile.TemporaryDirectory() as folder:
        results = [check(bin, folder, path) for path in paths]
    found, decoded, failed = (sum(column) for column in zip(*results))
    print(f"{found} examples, {decoded} decoded ({decoded / max(found, 1):.2%}), {failed} valid ones not decoded")
    return 1 if decoded < 0.99 * found else 0


if __name__ == "__main__":
    sys.exit(main())
