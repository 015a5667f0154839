"""Programs of generated code: import, generate, compile with a main file, link with the libraries of a debug build."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

# What generated code is linked with, from the objects of a debug build.
LIBRARIES = ("PosthornCore", "PosthornCurl", "PosthornHTTP", "PosthornJSON", "PosthornSupport", "HTTPTypes", "RawStructuredFieldValues")
STRICT = [
    "-swift-version", "6", "-parse-as-library", "-package-name", "openapi",
    "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility",
]


class Program:
    """A program of the generated code of one document, in a folder of its own."""

    def __init__(self, bin, folder, name):
        self.bin = pathlib.Path(bin).resolve()
        self.folder = pathlib.Path(folder) / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.specs = self.folder / "Example"
        self.generated = self.folder / "Generated"

    def run(self, *command, **options):
        result = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
        if result.returncode:
            sys.exit(f"error: {pathlib.Path(str(command[0])).name} failed for {self.folder.name}:\n"
                     + (result.stdout + result.stderr)[-6000:])
        return result.stdout

    def generate(self, document, overlay=None):
        """Imports a document, which is a path or the value of one, and generates the Swift of its specs."""
        if overlay:
            shutil.copy(overlay, self.folder / "Example.overlay.yaml")
        if not isinstance(document, (str, os.PathLike)):
            path = self.folder / "document.json"
            path.write_text(json.dumps(document, ensure_ascii=False))
            document = path
        report = self.run(self.bin / "posthorn", "import", document, self.specs, "--service", "ExampleAPI")
        self.run(self.bin / "posthorn", "generate", self.specs, "--output", self.generated)
        return report

    @property
    def sources(self):
        return sorted(self.generated.glob("*.swift"))

    def compile(self, main):
        """Compiles the generated code with the text of a main file, and links it."""
        file = self.folder / "Main.swift"
        file.write_text(main)
        objects = [each for name in LIBRARIES for each in sorted((self.bin / f"{name}.build").rglob("*.o"))]
        curl = pathlib.Path(__file__).resolve().parents[2] / "Sources/CCurl"
        self.executable = self.folder / "program"
        self.run(
            "swiftc", *STRICT, "-module-name", "Example", "-I", self.bin / "Modules", "-I", curl, "-j2",
            "-enable-batch-mode", "-c", *self.sources, file, cwd=self.folder)
        self.run("swiftc", *sorted(self.folder.glob("*.o")), *objects, "-lcurl", "-o", self.executable)
