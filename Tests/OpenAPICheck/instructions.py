"""Counts the instructions of the compiler per operation of the documents, and compares them with instructions.txt.

Usage: instructions.py <folder of a debug build> <document> ... [--record]

A count is that of one process which compiles what is generated of a document, without optimisation. The platform and
the tolerance are those of scripts/instructions. A document without a record is only counted; `--record` writes it.
"""

import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import tempfile

from document import Document
from swift import STRICT, Program

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = pathlib.Path(__file__).with_name("instructions.txt")


def shared():
    loader = importlib.machinery.SourceFileLoader("instructions_of_operations", str(ROOT / "scripts/instructions"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def command(program):
    """The compiler's own command, whose process does all the work."""
    objects = [part for source in program.sources for part in ("-o", program.folder / f"{source.stem}.o")]
    primaries = [part for source in program.sources for part in ("-primary-file", source)]
    frontend = program.run("swiftc", "-print-target-info")
    paths = pathlib.Path(json.loads(frontend)["paths"]["runtimeResourcePath"])
    compiler = paths.parents[1] / "bin/swift-frontend"
    return [compiler, "-frontend", "-c", *primaries, "-disable-objc-interop", "-I", program.bin / "Modules", *STRICT,
            "-Onone", "-module-name", "Example", *objects]


def main():
    counting = shared()
    bin, *paths = (each for each in sys.argv[1:] if each != "--record")
    lines = RECORD.read_text().splitlines() if RECORD.exists() else [""]
    recorded = dict(line.split() for line in lines[1:])
    here = counting.platform_name()
    tolerance = counting.TOLERANCE if lines[0] == here else counting.TOLERANCE_ELSEWHERE
    failures = 0
    print(f"{'document':<36} {'operations':>10} {'instructions of the compiler for each':>40}")
    for path in map(pathlib.Path, paths):
        with tempfile.TemporaryDirectory() as folder:
            program = Program(bin, folder, "Counted")
            program.generate(path)
            compile = command(program)
            # The first run fills the compiler's caches.
            program.run(*compile)
            operations = len(Document.load(path).operations)
            count = counting.instructions(compile) // operations
        before = int(recorded.get(path.name, 0))
        change = f"{count / before - 1:+.1%}" if before else "no record"
        print(f"{path.name:<36} {operations:>10} {count:>30,} {change:>9}", flush=True)
        failures += before > 0 and count / before - 1 > tolerance
        recorded[path.name] = str(count)
    if "--record" in sys.argv:
        RECORD.write_text("\n".join([here, *(f"{name} {recorded[name]}" for name in sorted(recorded))]) + "\n")
        return 0
    if failures:
        print("Find the cause, or write --record and say why in the commit.", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
