"""Checks Specs/endpoint.schema.json: it accepts every good spec of the tree and refuses broken ones.

Usage: .venv/bin/python Tests/check_schema.py
"""

import json
import pathlib
import re
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "Tests/PosthornCodegenTests/Cases"


class CoreLoader(yaml.CBaseLoader):
    """Reads YAML with libyaml, by the core schema of YAML 1.2 as editors do: `no` is a text."""


for tag, pattern, first in [
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
]:
    CoreLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first) + ([""] if tag == "null" else [])
    )
for tag, constructor in [
    ("null", lambda loader, node: None),
    ("bool", lambda loader, node: node.value.lower() == "true"),
    ("int", lambda loader, node: int(node.value)),
    ("float", lambda loader, node: float(node.value)),
]:
    CoreLoader.add_constructor(f"tag:yaml.org,2002:{tag}", constructor)


def load(text):
    return with_text_keys(yaml.load(text, CoreLoader))


def with_text_keys(value):
    """JSON has texts as keys, and so has the spec language."""
    if isinstance(value, dict):
        return {str(key): with_text_keys(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_text_keys(item) for item in value]
    return value


# What has to be refused, each for another reason.
BROKEN = {
    "an unknown key of a file": "service: AAPI\ntyps: {}",
    "a service in lowercase": "service: shop",
    "a server that is no URL": "service: AAPI\nserver: api.example.com",
    "a service's key in another file": "server: https://a.example\nendpoints: {}",
    "a list as a file": "- endpoints",
    "an unknown group of common parameters": "service: AAPI\ncommon: { header: { A: String } }",
    "an envelope without its code": "service: AAPI\nresponse: { envelope: { message: m } }",
    "a response policy in uppercase": "service: AAPI\nresponse: Status",
    "an envelope of which nothing is known": "service: AAPI\nresponse: envelope",
    "a declared policy with the name of a built-in one": "service: AAPI\nresponses: { plist: }",
    "a declared envelope": "service: AAPI\nresponses: { envelope: }",
    "a list of declared policies": "service: AAPI\nresponses: [status]",
    "an endpoint without a method": "endpoints: { ping: { doc: Nothing. } }",
    "an endpoint with two methods": "endpoints: { ping: { GET: /a, POST: /a } }",
    "a path without its slash": "endpoints: { ping: { GET: ping } }",
    "an endpoint's name in uppercase": "endpoints: { Ping: { GET: /ping } }",
    "an unknown key of an endpoint": "endpoints: { ping: { GET: /ping, retuns: A } }",
    "a list of fields": "endpoints: { ping: { GET: /ping, query: [a, b] } }",
    "an unknown key of a field": "endpoints: { ping: { GET: /p, query: { a: { type: A, docs: x } } } }",
    "a field that is not sealed": "endpoints: { ping: { POST: /p, body: { a: { type: A, sealed: false } } } }",
    "an array of two types": "endpoints: { ping: { GET: /p, returns: [A, B] } }",
    "a map with other keys than texts": 'endpoints: { ping: { GET: /p, returns: [{ Int: B }] } }',
    "a status that is none": "endpoints: { ping: { GET: /p, errors: { 4040: A } } }",
    "a path with a colon for its braces": "endpoints: { ping: { GET: '/p/:id' } }",
    "an endpoint's policy in uppercase": "endpoints: { ping: { GET: /p, response: Status } }",
    "a code without its value": "endpoints: { ping: { GET: /p, errors: { code: A } } }",
    "a time without its unit": "endpoints: { ping: { GET: /p, timeout: 10 } }",
    "pages by two ways": "endpoints: { ping: { GET: /p, pages: { items: a, page: b, link: next } } }",
    "an end of a list by cursors": "endpoints: { ping: { GET: /p, pages: { items: a, next: b, into: c, end: 404 } } }",
    "a number of pages of a list by offsets": "endpoints: { ping: { GET: /p, pages: { items: a, offset: b, pages: c } } }",
    "a total of pages without a limit": "endpoints: { ping: { GET: /p, pages: { items: a, page: b, total: c } } }",
    "an end that is no failure": "endpoints: { ping: { GET: /p, pages: { items: a, page: b, end: 204 } } }",
    "a cache without its time": "endpoints: { ping: { GET: /p, cache: {} } }",
    "a cache with a lifetime by another name": "endpoints: { ping: { GET: /p, cache: { for: 5m } } }",
    "a type's name in lowercase": "types: { order: { id: String } }",
    "a list as a type": "types: { Order: [Item] }",
    "a text as a type": "types: { Order: String }",
    "an endpoint that is not deprecated": "endpoints: { ping: { GET: /p, deprecated: false } }",
    "an endpoint that is not idempotent": "endpoints: { ping: { POST: /p, idempotent: false } }",
    "a number of repetitions": "endpoints: { ping: { GET: /p, retry: 3 } }",
    "no repetition as a number": "endpoints: { ping: { GET: /p, retry: 0 } }",
    "more attempts than eleven": "endpoints: { ping: { GET: /p, retry: { attempts: 12 } } }",
    "a retry of a success": "endpoints: { ping: { GET: /p, retry: { on: [200] } } }",
    "a retry rule of one attempt": "endpoints: { ping: { GET: /p, retry: { attempts: 1 } } }",
    "an empty retry rule": "endpoints: { ping: { GET: /p, retry: {} } }",
    "a body of a GET request": "endpoints: { ping: { GET: /p, body: { a: Int } } }",
    "a form of a HEAD request": "endpoints: { ping: { HEAD: /p, form: { a: Int } } }",
    "two bodies": "endpoints: { ping: { POST: /p, form: { a: Int }, upload: image/png } }",
    "a header's name with a blank": "endpoints: { ping: { GET: /p, headers: { 'X A': Int } } }",
    "a header that the client sets": "endpoints: { ping: { GET: /p, headers: { Host: String } } }",
    "a cookie's name with a sign": "endpoints: { ping: { GET: /p, cookies: { 'a;b': Int } } }",
    "a path with dot segments": "endpoints: { ping: { GET: /p/../q } }",
    "a path with a query": "endpoints: { ping: { GET: '/p?a=1' } }",
    "a fragment of a path": "endpoints: { ping: { GET: '/p{#a}' } }",
    "a path with a blank": "endpoints: { ping: { GET: /p a } }",
    "a long path": "endpoints: { ping: { GET: /" + "p" * 2000 + " } }",
    "an upload without its type": "endpoints: { ping: { PUT: /p, upload: { name: photo } } }",
    "an upload with an unknown key": "endpoints: { ping: { PUT: /p, upload: { type: image/png, media: x } } }",
    "an upload of no media type": "endpoints: { ping: { PUT: /p, upload: photo } }",
    "an empty list of common parameters": "endpoints: { ping: { GET: /p, common: [] } }",
    "an unknown kind of credential": "service: AAPI\nauth: { user: hawk }",
    "a credential in two places": "service: AAPI\nauth: { user: { query: key, header: X-Key } }",
    "a server with a password": "service: AAPI\nserver: https://u:p@a.example",
    "a union of one type": "types: { A: { oneOf: { card: Card } } }",
    "an envelope with half of a code": "service: AAPI\nresponse: { envelope: { code: c, payload: p } }",
    "a code of success without a code": "service: AAPI\nresponse: { envelope: { payload: p, success: 0 } }",
    "a message without a failure": "service: AAPI\nresponse: { envelope: { payload: p, message: m } }",
    "an error that is read by an envelope": "endpoints: { a: { GET: /a, errors: { 404: { type: A, response: envelope } } } }",
    "an error that refreshes neither": "endpoints: { ping: { GET: /p, errors: { 401: { type: A, refresh: x } } } }",
    "an error with an unknown key": "endpoints: { ping: { GET: /p, errors: { 404: { type: A, docs: x } } } }",
    "a Boolean as a value of an enum": "types: { A: { enum: { yes: true } } }",
    "a fraction as a code": "service: AAPI\nresponse: { envelope: { code: c, payload: p, success: 0.5 } }",
    "an empty list of types outside of calls": "standalone: []",
    "an enum's form with an unknown key": "types: { A: { enum: { a: 1 }, closed: true } }",
}

# What of the language no golden folder has.
GOOD = [
    "service: AAPI\nserver: http://[::1]:80/v1\nauth: { user: bearer }\nciphers: { partner: }\nresponse: raw",
    "endpoints: { a: { GET: /a, pages: { items: items, next: next_cursor, into: cursor } } }",
    "endpoints: { a: { GET: /a, query: { p?: Int }, returns: ['A'], pages: { page: p } } }",
    "endpoints: { a: { GET: /a, returns: ['A'], pages: { offset: o, limit: l } } }",
    "endpoints: { a: { GET: '/a/{id:Int}{/parts*}/{v:3}{?q,page}', deprecated: Use b., retry: never } }",
    "endpoints: { a: { PUT: /a, upload: { type: image/png, name: photo, doc: x }, idempotent: true } }",
    "service: AAPI\nauth: { user: { header: X-API-Key, doc: x }, other: { scheme: basic } }",
    "endpoints: { a: { GET: /a, headers: { X-Mode?: String, Content-Language: String } } }",
    "endpoints: { a: { GET: /a, cache: { maxAge: 5m, staleIfError: 1d }, retry: { attempts: 4 }, timeout: 10s } }",
    "endpoints: { a: { GET: /a, retry: { attempts: 4, on: [429, 503], delay: 100ms, timeout: 2s } } }",
    "endpoints: { a: { GET: /a, retry: { on: 503 } } }",
    "endpoints: { a: { PUT: /a/{id}, multipart: { file: File, caption?: String } } }".replace("/a/{id}", '"/a/{id}"'),
    "endpoints: { a: { GET: /a, returns: { 200: A, 202: B }, errors: { 4xx: P, default: P } } }",
    "endpoints: { a: { GET: /a, errors: { 404: { type: P, doc: x }, code -1: P, code \"7\": , code NO: { name: no } } } }",
    "service: AAPI\nresponses: { status: x, rows: }\nresponse: status\nendpoints: { a: { GET: /a, response: rows } }",
    "endpoints: { a: { GET: /a, returns: { type: A, headers: { ETag: String } }, common: false } }",
    "endpoints: { a: { POST: /a, body: { n: { type: String, length: 0...200, pattern: '^a$' } } } }",
    "types: { A: { enum: { low: 1, high: 2 }, open: false }, B: { oneOf: { credit_card: C, bank: { type: B, name: iban } }, by: kind } }",
    "types: { A: { a: { type: String, sealed: true }, b: { enum: { c: 1 }, sealed: true } } }",
    "types: { A: { includes: [B], id: String }, C: { wraps: String } }",
    "standalone: [A]\ntypes: { A: { enum: [a, 'null', '0.5'] } }",
    "types: { A: { swift: Money.Amount, import: Money }, B: { inner: { id: Int, kind: a | b } } }",
    "types: { A: { a?: 'String?', b: Date(unix), c: [{ String: Int }], d: [[A]] } }",
]


def main():
    schema = json.loads((ROOT / "Specs/endpoint.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = []

    good = [file for name in ("Shop", "HTTPBin") for file in (ROOT / "Specs" / name).glob("*.y*ml")]
    good += [file for file in CASES.glob("*/*.y*ml") if (file.parent / "Expected").is_dir()]
    for file in sorted(good):
        for error in validator.iter_errors(load(file.read_text())):
            failures.append(f"{file.relative_to(ROOT)}: {error.json_path}: {error.message}")
    for text in GOOD:
        for error in validator.iter_errors(load(text)):
            failures.append(f"{text!r}: {error.json_path}: {error.message}")
    for what, text in BROKEN.items():
        if validator.is_valid(load(text)):
            failures.append(f"accepted: {what}")

    for failure in failures:
        print(f"schema: {failure}", file=sys.stderr)
    print(f"schema: {len(good) + len(GOOD)} specs accepted, {len(BROKEN)} refused, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
