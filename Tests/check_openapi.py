"""Checks with openapi-spec-validator what `posthorn export` writes of every service of the tree.

Usage: .venv/bin/python Tests/check_openapi.py .build/debug/posthorn
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "Tests/PosthornCodegenTests/Cases"


def plain(value):
    """The document without the extensions, of which JSON has another notation than YAML."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if not key.startswith("x-posthorn")}
    return [plain(item) for item in value] if isinstance(value, list) else value


def problems(tool, folder, output):
    command = [tool, "export", str(folder), "--output", str(output)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        return [run.stderr.strip()]
    printed = subprocess.run(command[:3], capture_output=True, text=True, check=True).stdout
    document = json.loads(output.read_text())
    found = [f"{error.json_path}: {error.message}" for error in OpenAPIV31SpecValidator(document).iter_errors()]
    if plain(yaml.safe_load(printed)) != plain(document):
        found.append("the document differs in YAML and JSON")
    return found


def main():
    tool = sys.argv[1]
    services = [ROOT / "Specs" / name for name in ("Chat", "HTTPBin", "Registry", "S3", "Shop")]
    # A folder with several services, and one with types of a module that only the tests have.
    others = {"Services", "Uses"}
    services += sorted(expected.parent for expected in CASES.glob("*/Expected") if expected.parent.name not in others)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for service in services:
            for problem in problems(tool, service, pathlib.Path(folder) / "openapi.json"):
                failures += 1
                print(f"openapi: {service.relative_to(ROOT)}: {problem}", file=sys.stderr)
    print(f"openapi: {len(services)} services exported, {failures} problems")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
