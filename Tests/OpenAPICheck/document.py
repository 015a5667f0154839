"""An OpenAPI document: its references, its schemas, its operations, and validators of values."""

import functools
import json
import pathlib
import urllib.parse

import jsonschema
import openapi_schema_validator as oas
import referencing
import yaml

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
# The keywords of a schema that have schemas: one, a list, a map.
ONE = ("items", "additionalProperties", "not")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
MAPS = ("properties", "patternProperties")
# The keywords without what discriminators add to them: these change nothing about what is valid.
PLAIN = jsonschema.Draft202012Validator.VALIDATORS


class _Loader(yaml.CSafeLoader):
    """YAML as JSON has it: a date is a text."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:timestamp"]
    for first, found in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def _keyed_by_text(value):
    if isinstance(value, dict):
        return {str(key): _keyed_by_text(item) for key, item in value.items()}
    return [_keyed_by_text(item) for item in value] if isinstance(value, list) else value


def pointer(*parts):
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def _one_of(validator, alternatives, instance, schema):
    """Several alternatives may fit if a discriminator tells them apart."""
    key = "anyOf" if "discriminator" in schema else "oneOf"
    yield from PLAIN[key](validator, alternatives, instance, schema)


def _is_uri(value):
    """Whether a text is a URI, which has a scheme."""
    return not isinstance(value, str) or bool(urllib.parse.urlsplit(value).scheme)


class Document:
    """A document of OpenAPI 3."""

    def __init__(self, root):
        self.root = root
        self.is_30 = str(root.get("openapi", "")).startswith("3.0")
        resource = referencing.Resource(contents=root, specification=referencing.Specification.OPAQUE)
        self._registry = referencing.Registry().with_resource("urn:document", resource)
        kind = oas.OAS30Validator if self.is_30 else oas.OAS31Validator
        self._formats = jsonschema.FormatChecker(formats=())
        self._formats.checkers = {**kind.FORMAT_CHECKER.checkers, "uri": (_is_uri, ())}
        self._class = jsonschema.validators.extend(
            kind, {
                **{key: PLAIN[key] for key in ("allOf", "anyOf")}, "oneOf": _one_of})

    @staticmethod
    def load(path):
        text = pathlib.Path(path).read_text()
        parsed = json.loads(text) if str(path).endswith(".json") else yaml.load(text, Loader=_Loader)
        return Document(_keyed_by_text(parsed))

    def at(self, place):
        """The value at a JSON pointer."""
        node = self.root
        for part in place.split("/")[1:]:
            part = part.replace("~1", "/").replace("~0", "~")
            node = node[int(part)] if isinstance(node, list) else node[part]
        return node

    def resolved(self, node):
        """The node that a reference leads to, or the node itself."""
        while isinstance(node, dict) and isinstance(node.get("$ref"), str):
            node = self.at(urllib.parse.unquote(node["$ref"].removeprefix("#")))
        return node

    @functools.cached_property
    def operations(self):
        """The method, the path and the node of each operation."""
        return [
            (method, path, item[method])
            for path, found in self.root.get("paths", {}).items()
            for item in [self.resolved(found)]
            for method in METHODS if method in item
        ]

    def followed(self, place):
        """The place that the references at a JSON pointer lead to, or nothing."""
        try:
            node = self.at(place)
        except KeyError:
            return None
        while isinstance(node, dict) and isinstance(node.get("$ref"), str):
            place = urllib.parse.unquote(node["$ref"].removeprefix("#"))
            node = self.at(place)
        return place

    def parameter_places(self, path, method):
        """The places of the parameters of an operation."""
        found = {}
        for base in (pointer("paths", path), pointer("paths", path, method)):
            for index in range(len(self.at(base).get("parameters", []))):
                place = self.followed(f"{base}/parameters/{index}")
                parameter = self.at(place)
                found[parameter["in"], parameter["name"]] = place
        return list(found.values())

    def validator(self, place):
        """The validator of the schema at a JSON pointer."""
        schema = {"$ref": "urn:document#" + urllib.parse.quote(place)}
        return self._class(schema, registry=self._registry, format_checker=self._formats)

    def problem(self, place, value):
        """Why a value is invalid for the schema at a JSON pointer, or nothing."""
        error = next(self.validator(place).iter_errors(value), None)
        return f"{error.json_path}: {error.message}" if error else None


def parts(schema):
    """The schemas that a schema has, each with its keys below the schema."""
    if not isinstance(schema, dict):
        return
    for key in ONE:
        if isinstance(schema.get(key), dict):
            yield (key,), schema[key]
    for key in LISTS:
        for index, part in enumerate(schema.get(key, [])):
            yield (key, index), part
    for key in MAPS:
        for name, part in schema.get(key, {}).items():
            yield (key, name), part


def json_media_types(content):
    """The names of the media types that are JSON."""
    for name in content or {}:
        plain = name.partition(";")[0].strip().lower()
        if plain == "application/json" or plain.endswith("+json"):
            yield name
