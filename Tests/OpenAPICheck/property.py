"""Reads and writes random valid JSON of random schemas with generated models.

Usage: property.py <folder of a debug build> <seed>,<count>

The schemas of a seed are imported, generated and compiled at once. What a model writes of a value is valid for its
schema too. It equals the value but for members that are null and the notation of times, unless the schema has unions of
objects that both may fit.
"""

import datetime
import json
import subprocess
import sys
import tempfile

import schemas
from document import Document, pointer
from swift import Program
from values import Unsupported, Values

# How many values there are of each schema.
VALUES = 12

MAIN = """\
import Foundation
import PosthornCore

/// Reads lines of standard input, each the number of a case, a tab and JSON. Prints what the model of the case writes.
@main struct Property {
    static let models: [@Sendable (Data) throws -> Data] = [
%s
    ]

    static func main() {
        while let line = readLine() {
            guard let tab = line.firstIndex(of: "\\t"), let number = Int(line[..<tab]) else { fatalError(line) }
            do {
                let written = try models[number](Data(line[line.index(after: tab)...].utf8))
                print(String(decoding: written, as: UTF8.self))
            } catch {
                print("error: \\(String(describing: error).replacing("\\n", with: " "))")
            }
        }
    }
}
"""


def plain(value):
    """A value without what a model may change."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, str) and value[10:11] == "T":
        try:
            return datetime.datetime.fromisoformat(value)
        except ValueError:
            return value
    return value


def samples(document, seed, count):
    """The number of the case and a value, for each value."""
    for number in range(count):
        values = Values(document, f"{seed} {number}")
        for _ in range(VALUES):
            yield number, values.valid(pointer("components", "schemas", f"Case{number}"))


def difference(first, second, path="$"):
    """The path at which two values differ, or nothing."""
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        pairs = [(f"{path}.{key}", first[key], second[key]) for key in first]
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        pairs = [(f"{path}[{index}]", *each) for index, each in enumerate(zip(first, second))]
    else:
        return None if first == second else path
    return next((found for place, *each in pairs if (found := difference(*each, place))), None)


def problem(document, number, value, line, is_exact):
    if line.startswith("error: "):
        return line
    written = json.loads(line)
    invalid = document.problem(pointer("components", "schemas", f"Case{number}"), written)
    if invalid:
        return f"what is written is invalid: {invalid}"
    place = difference(plain(value), plain(written)) if is_exact else None
    return f"what is written differs at {place}" if place else None


def check(bin, seed, count):
    document = Document(schemas.document(seed, count))
    try:
        sent = list(samples(document, seed, count))
    except Unsupported as error:
        sys.exit(f"error: there is no valid value: {error}")
    with tempfile.TemporaryDirectory() as folder:
        program = Program(bin, folder, "Property")
        report = program.generate(document.root)
        program.compile(MAIN % "\n".join(
            f"        {{ try Case{number}(jsonData: $0).jsonData() }}," for number in range(count)))
        lines = "".join(f"{number}\t{json.dumps(value)}\n" for number, value in sent)
        run = subprocess.run([program.executable], input=lines, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"error: the program ended with {run.returncode}:\n{run.stderr[-2000:]}")
    failed, exact = {}, [schemas.is_exact(seed, number) for number in range(count)]
    for (number, value), line in zip(sent, run.stdout.splitlines(), strict=True):
        found = problem(document, number, value, line, exact[number])
        if found:
            failed.setdefault(number, (value, line, found))
    for number, (value, line, found) in failed.items():
        print(f"case {number}: {found}\n    value:   {json.dumps(value, ensure_ascii=False)[:400]}\n"
              f"    written: {line[:400]}")
        print("    schemas: " + json.dumps(schemas.Schemas(seed, number).case(), ensure_ascii=False)[:1500])
    summary = next(line for line in report.splitlines() if " operations: " in line)
    print(f"seed {seed}: {count} schemas, {len(sent)} values, {len(failed)} schemas failed; {summary}")
    return 1 if failed else 0


if __name__ == "__main__":
    seed, _, count = sys.argv[2].partition(",")
    sys.exit(check(sys.argv[1], int(seed), int(count)))
