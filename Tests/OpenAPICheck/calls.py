"""Calls each generated method of the documents once, on a server that checks the requests with openapi-core.

Usage: calls.py <folder of a debug build> <document> ...

Arguments and responses are valid values of their schemas, from a fixed seed. The server responds with the first success
that an operation documents, as an example or as such a value. An invalid request, a method that throws and a method
that is not called are errors.
"""

import dataclasses
import http.server
import json
import pathlib
import re
import sys
import tempfile
import threading
import urllib.parse
import warnings

import openapi_core
import yaml
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict

from document import Document, json_media_types, pointer
from swift import Program
from values import Unsupported, Values

SEED = 56
# Header fields have no line breaks, paths no slashes, and neither paths nor queries empty texts or lists.
TEXTS = ["text", "a", "Gr\u00fc\u00dfe", "100 % & more", "x=1+2;y"]
MAIN = """\
import Foundation
import PosthornCore
import PosthornCurl

/// Calls the methods one after the other, and prints the name of each and its error.
@main struct Calls {
    static func main() async throws {
        let configuration = try ClientConfiguration(
            baseURL: CommandLine.arguments[1], transport: try CurlSession())
        let api = ExampleAPI(configuration%s)
%s
    }

    static func call(_ name: String, _ body: @Sendable () async throws -> Void) async {
        do {
            try await body()
            print("\\(name)\\t")
        } catch {
            print("\\(name)\\t\\(String(describing: error).replacing("\\n", with: " "))")
        }
    }
}

/// Reads an argument from JSON.
func value<Value: Decodable>(_ json: String) throws -> Value {
    try JSONValue(jsonData: Data(json.utf8)).decode()
}

/// Reads a day or a time.
func date(_ text: String) throws -> Date {
    try value("\\"\\(text.contains("T") ? text : text + "T00:00:00Z")\\"")
}

func value<Value: Decodable>(_ json: String) throws -> FieldPresence<Value> {
    let value: Value? = try value(json)
    return value.map { .value($0) } ?? .null
}
"""
METHOD = re.compile(
    r"^    nonisolated\(nonsending\) public func (\w+|`\w+`)\((.*?)\)\s*async throws\([^)]*\)(?:\s*->\s*[^{]+?)?\s*\{\n"
    r".*?^    public struct \w+:\s*(\w+)\s*\{\n(.*?)^    \}\n", re.M | re.S)
REQUEST = re.compile(r"request\.method\(\s*\.(\w+),\s*\"((?:[^\"\\]|\\.)*)\"")
SENT = re.compile(r"request\.(path|query|header|cookie|form|part|body)\(\s*\"((?:[^\"\\]|\\.)*)\",\s*(?:\w+: )?(\w+|`\w+`)")
WHOLE = re.compile(r"request\.(?:body|upload)\(\s*(?:\w+: )?(\w+)[,)]")
PLACES = ("path", "query", "header", "cookie")
BODIES = {"form": "application/x-www-form-urlencoded", "part": "multipart/form-data"}


@dataclasses.dataclass
class Method:
    """A generated method, as its Swift tells."""

    name: str
    # The labels and the types.
    parameters: list
    kind: str
    method: str
    path: str
    # What is sent, by label: its place, such as `query`, and its name.
    sent: dict
    # The label of the whole body.
    whole: str | None


def parameters(text):
    """The labels and the types of a parameter list."""
    depth, start, parts = 0, 0, []
    for index, character in enumerate(text + ","):
        depth += (character in "([<") - (character in ")]>")
        if character == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    found = []
    for part in filter(None, parts):
        names, _, kind = part.partition(":")
        found.append((names.split()[0].strip("`"), re.sub(r"\s*=.*", "", kind.strip(), flags=re.S)))
    return found


def methods(program):
    for source in program.sources:
        for name, arguments, kind, body in METHOD.findall(source.read_text()):
            request = REQUEST.search(body)
            sent = {label.strip("`"): (place, json.loads(f'"{wire}"')) for place, wire, label in SENT.findall(body)}
            whole = WHOLE.search(body)
            yield Method(
                name, parameters(arguments), kind, request[1], json.loads(f'"{request[2]}"'), sent,
                whole[1] if whole else None)


def plain_path(path):
    """A path without the names and operators of its parameters."""
    return re.sub(r"\{[^}]*\}", "{}", path)


class Arguments:
    """The arguments of the methods of a document."""

    def __init__(self, document):
        self.document = document
        self.values = Values(document, SEED, texts=TEXTS, fewest=1)
        self.paths = {(method, plain_path(path)): path for method, path, _ in document.operations}

    def of(self, method):
        path = self._path(method)
        schemas = {}
        for place in self.document.parameter_places(path, method.method):
            parameter = self.document.at(place)
            content = next(iter(parameter.get("content", {})), None)
            schema = place + (pointer("content", content) if content else "") + "/schema"
            schemas[parameter["in"], parameter["name"].lower()] = schema
        body, whole = self._body(method, path)
        written = []
        for label, kind in method.parameters:
            if label == method.whole:
                written.append((label, swift(kind, whole)))
            elif label in method.sent:
                place, name = method.sent[label]
                if place in PLACES:
                    written.append((label, swift(kind, self.values.valid(schemas[place, name.lower()]))))
                elif isinstance(body, dict) and name in body:
                    written.append((label, swift(kind, body[name])))
                elif not kind.endswith("?") and not kind.startswith("FieldPresence<"):
                    raise Unsupported(f"the body has no {name}")
        return ", ".join(f"{label}: {value}" for label, value in written)

    def _path(self, method):
        """The path of a method in the document."""
        try:
            return self.paths[method.method, plain_path(method.path)]
        except KeyError:
            # As of a path with a fragment, which no request has.
            raise Unsupported(f"the document has no {method.method} {method.path}") from None

    def _body(self, method, path):
        """The value of the members of a body, and that of a body as a whole."""
        place = self.document.followed(pointer("paths", path, method.method, "requestBody"))
        if place is None:
            return None, None
        content = self.document.at(place)["content"]
        kinds = {BODIES[each] for each, _ in method.sent.values() if each in BODIES}
        names = [name for name in content if name in kinds] if kinds else list(json_media_types(content)) or list(content)
        media = place + pointer("content", names[0])
        if "schema" not in self.document.at(media):
            return None, "hello"
        value = self.values.valid(media + "/schema")
        return value, value


def swift(kind, value):
    """An argument of a type."""
    plain = kind.removesuffix("?")
    if plain == "HTTPBody":
        return 'HTTPBody(Data("hello".utf8))'
    if plain == "FormPart":
        return 'FormPart(Data("hello".utf8), filename: "hello.txt")'
    if plain == "[FormPart]":
        return '[FormPart(Data("hello".utf8), filename: "hello.txt")]'
    if plain == "Date" and isinstance(value, str):
        return f'try date("{value}")'
    return f'try value(###"{json.dumps(value)}"###)'


class Request:
    """A request as openapi-core asks for it."""

    def __init__(self, url, handler):
        parts = urllib.parse.urlsplit(handler.path)
        self.host_url = url
        self.method = handler.command.lower()
        self.path = urllib.parse.unquote(parts.path)
        self.body = handler.rfile.read(int(handler.headers.get("Content-Length", 0))) or None
        self.content_type = handler.headers.get("Content-Type", "application/octet-stream")
        query = urllib.parse.parse_qsl(parts.query, keep_blank_values=True)
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(query), header=Headers(handler.headers.items()), cookie={})


class Server:
    """Responds to each request as the document says, and collects what is wrong with it."""

    def __init__(self, document):
        self.document, self.values = document, Values(document, SEED)
        routes = [(path, method, re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path))))
                  for method, path, _ in document.operations]
        # A path without parameters comes before one with them.
        self.routes = sorted(routes, key=lambda route: route[0].count("{"))
        self.problems, self.called = [], []
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def __getattr__(self, name):
                if name.startswith("do_"):
                    return lambda: collector.respond(self)
                raise AttributeError(name)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.checker = openapi_core.OpenAPI.from_dict(self._here(document))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _here(self, document):
        """The document with this server as its only one."""
        root = json.loads(json.dumps(document.root))
        root["servers"] = [{"url": self.url}]
        for item in root["paths"].values():
            for each in (item, *item.values()):
                if isinstance(each, dict):
                    each.pop("servers", None)
        return root

    def respond(self, handler):
        name = f"{handler.command} {handler.path}"
        status, kind, body = 500, None, b""
        try:
            request = Request(self.url, handler)
            for error in self.checker.iter_request_errors(request):
                self.problems.append(f"{name}: {error} {explained(error)}")
            path, method = next(
                (path, method) for path, method, pattern in self.routes
                if method == request.method and pattern.fullmatch(request.path))
            self.called.append((method, path))
            status, kind, body = self.response(pointer("paths", path, method))
        except Exception as error:  # The client gets a response in any case, and the check fails.
            self.problems.append(f"{name}: {type(error).__name__}: {error}")
        handler.send_response(status)
        if kind:
            handler.send_header("Content-Type", kind)
        if status != 204:
            handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def response(self, place):
        """The status, the media type and the body of a response to an operation."""
        responses = self.document.at(place)["responses"]
        status = min((each for each in responses if each.startswith("2")), default=next(iter(responses)))
        place = self.document.followed(place + pointer("responses", status))
        code = int(status) if status.isdigit() else 200
        content = self.document.at(place).get("content") or {}
        if not content:
            return code, None, b""
        name = next(json_media_types(content), None)
        if name is None:
            return code, next(iter(content)), b"hello"
        return code, name, json.dumps(self.body(place + pointer("content", name))).encode()

    def body(self, media):
        schema = media + "/schema"
        examples = [self.document.resolved(each) for each in (self.document.at(media).get("examples") or {}).values()]
        for example in [self.document.at(media), *examples]:
            value = example.get("example", example.get("value"))
            if value is not None and self.document.problem(schema, value) is None:
                return value
        return self.values.valid(schema)


def explained(error):
    cause = error.__cause__
    return "; ".join(f"{each.json_path}: {each.message}" for each in getattr(cause, "schema_errors", []))


def credentials(program):
    """The argument of the client's initializer with a credential for each scheme."""
    schemes = {}
    for file in program.specs.glob("*.yaml"):
        schemes |= yaml.load(file.read_text(), Loader=yaml.CSafeLoader).get("auth") or {}
    if not schemes:
        return ""
    written = []
    for name, scheme in schemes.items():
        kind = scheme.get("scheme") if isinstance(scheme, dict) else scheme
        value = {
            "basic": '.basic(user: "user", password: "secret")', "digest": '.digest(user: "user", password: "secret")',
            "bearer": '.bearer("token")', "oauth2": '.bearer("token")', "certificate": ".certificate",
        }.get(kind, '.apiKey("key")')
        written.append((name, f"{name}: {value}"))
    text = "".join(source.read_text() for source in program.sources)
    labels = re.search(r"public init\(((?:\s*\w+: Credential(?: = \.none)?,?)+)\s*\)", text)[1]
    order = [label for label, _ in parameters(labels)]
    return ", auth: .init(" + ", ".join(text for _, text in sorted(written, key=lambda each: order.index(each[0]))) + ")"


def check(bin, folder, path):
    document = Document.load(path)
    program = Program(bin, folder, "".join(filter(str.isalnum, pathlib.Path(path).name)))
    program.generate(path)
    arguments, problems, lines = Arguments(document), [], []
    found = list(methods(program))
    for method in found:
        try:
            call = f"api.{method.name}({arguments.of(method)})"
        except Unsupported as error:
            problems.append(f"{method.name} is not called: {error}")
            continue
        body = f"for try await _ in try await {call} {{}}" if method.kind == "StreamEndpoint" else f"_ = try await {call}"
        lines.append(f'        await call("{method.name.strip("`")}") {{ {body} }}')
    program.compile(MAIN % (credentials(program), "\n".join(lines)))
    server = Server(document)
    for line in program.run(program.executable, server.url).splitlines():
        name, _, error = line.partition("\t")
        if error:
            problems.append(f"{name} throws {error}")
    missing = {(method, path) for method, path, _ in document.operations} - set(server.called)
    problems += [f"no request of {method} {path}" for method, path in sorted(missing)]
    print(f"{pathlib.Path(path).name:<36} {len(found):>8} {len(server.called):>8} {len(server.problems):>8} "
          f"{len(problems):>8}", flush=True)
    for problem in server.problems:
        print(f"    invalid request: {problem[:600]}")
    for problem in problems:
        print(f"    {problem[:600]}")
    return len(server.problems) + len(problems)


def main():
    # Such as OAuth 2, whose tokens openapi-core does not look for.
    warnings.filterwarnings("ignore", "Unsupported scheme type")
    bin, *paths = sys.argv[1:]
    print(f"{'document':<36} {'methods':>8} {'requests':>8} {'invalid':>8} {'failed':>8}")
    with tempfile.TemporaryDirectory() as folder:
        failures = sum(check(bin, folder, path) for path in paths)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
