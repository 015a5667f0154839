"""Valid values of schemas: the smallest one, or random ones from a seed."""

import random
import re
import string

try:
    import re._parser as sre_parse
except ImportError:
    import sre_parse

FORMATS = {
    "date": ["2024-02-29", "1999-12-31"],
    "date-time": ["2024-02-29T12:30:05Z", "1999-12-31T23:59:59.250Z"],
    "uuid": ["6fa459ea-ee8a-4ca4-894e-db77e160355e", "123e4567-e89b-42d3-a456-426614174000"],
    "uri": ["https://example.com/a?b=c", "http://example.org/"],
    "url": ["https://example.com/a?b=c"],
    "uri-reference": ["/a/b", "https://example.com/"],
    "email": ["user@example.com"],
    "ipv4": ["192.0.2.1"],
    "ipv6": ["2001:db8::1"],
    "hostname": ["example.com"],
    "date-time-rfc-2822": ["Thu, 29 Feb 2024 12:30:05 +0000"],
    "time": ["12:30:05Z"],
    "duration": ["PT1H"],
    "byte": ["aGVsbG8=", "AA=="],
    "binary": ["hello"],
    "decimal": ["12.50"],
}
TEXTS = ["text", "a", "Grüße", "日本語", "quote \" and \\ backslash", "line\nbreak", "\U0001f600", ""]
# How deep random values go before only what is required is written.
DEPTH = 4


class Unsupported(Exception):
    """A schema of which no value is known."""


class Values:
    """Makes values of the schemas of a document."""

    # Texts are from a list; lists of random values have a least number of elements.
    def __init__(self, document, seed=None, texts=TEXTS, fewest=0):
        self.document, self.texts, self.fewest = document, texts, fewest
        self.random = random.Random(seed)
        # Without a seed, only what is required is written.
        self.is_minimal = seed is None

    def valid(self, place, attempts=30):
        """A valid value of the schema at a JSON pointer."""
        return self._checked(place, attempts, lambda: self.value(self.document.at(place)))

    def containing(self, root, steps, value, attempts=30):
        """A valid value of the schema at a JSON pointer, which has a value in the schema at these keys below it."""
        schema = self.document.at(root)
        return self._checked(root, attempts, lambda: self._placed(schema, list(steps), value))

    def placed(self, root, steps, value):
        """A value of the schema at a JSON pointer, which has an invalid value at these keys below it."""
        self.random = _First()
        return self._placed(self.document.at(root), list(steps), value)

    def _checked(self, place, attempts, make):
        problem = None
        for attempt in range(attempts):
            if self.is_minimal:
                self.random = random.Random(attempt) if attempt else _First()
            value = make()
            problem = self.document.problem(place, value)
            if problem is None:
                return value
        raise Unsupported(problem)

    # Schemas.

    def _flat(self, schema, depth=0):
        """A schema without references and combinations: one alternative of each."""
        if schema is True or schema == {}:
            return {}
        if not isinstance(schema, dict) or depth > 60:
            raise Unsupported("no value is known of this schema")
        schema = dict(schema)
        result = {}
        reference = schema.pop("$ref", None)
        if reference is not None:
            target = self._flat(self.document.resolved({"$ref": reference}), depth + 1)
            if self.document.is_30:
                return target
            result = _merged(result, target)
        discriminator = schema.get("discriminator") or {}
        combined = []
        for part in schema.pop("allOf", []):
            combined.append(self._flat(part, depth + 1))
        for key in ("oneOf", "anyOf"):
            alternatives = schema.pop(key, None)
            if alternatives:
                chosen = self.random.choice(alternatives)
                alternative = self._flat(chosen, depth + 1)
                combined.append(_merged(alternative, _tagged(chosen, alternative, discriminator)))
        result = _merged(result, schema)
        for part in combined:
            result = _merged(result, part)
        return result

    def value(self, schema, depth=0):
        schema = self._flat(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        if not schema and not self.is_minimal:
            return self._anything()
        kind = self._kind(schema)
        if kind == "null":
            return None
        if self.document.is_30 and schema.get("nullable") and not self.is_minimal and self.random.random() < 0.2:
            return None
        make = {
            "object": self._object, "array": self._array, "string": self._string,
            "integer": self._integer, "number": self._number,
        }.get(kind)
        if make:
            return make(schema, depth)
        return self.random.choice([True, False])

    def _anything(self):
        return self.random.choice([None, True, 12, "text", ["a", 1.5, None], {"a": {"b": []}}])

    def _kind(self, schema):
        kinds = schema.get("type")
        if isinstance(kinds, list):
            return self.random.choice(kinds)
        if kinds:
            return kinds
        if any(key in schema for key in ("properties", "additionalProperties", "required", "minProperties")):
            return "object"
        if "items" in schema or "prefixItems" in schema:
            return "array"
        return "string"

    def _object(self, schema, depth):
        properties, required = schema.get("properties", {}), schema.get("required", [])
        result = {}
        for name, part in properties.items():
            if name in required or self._takes_optional(depth):
                result[name] = self.value(part, depth + 1)
        others = schema.get("additionalProperties", True)
        for name in required:
            if name not in result:
                result[name] = self.value(others, depth + 1)
        wanted = schema.get("minProperties", 0)
        if isinstance(others, dict) and not self.is_minimal and depth < DEPTH:
            wanted = max(wanted, len(result) + self.random.randint(0, 2))
        wanted = min(wanted, schema.get("maxProperties", wanted))
        absent = [name for name in properties if name not in result]
        while len(result) < wanted:
            if absent and not isinstance(others, dict):
                name = absent.pop()
                result[name] = self.value(properties[name], depth + 1)
            else:
                result[f"key{len(result)}"] = self.value(others, depth + 1)
        return result

    def _takes_optional(self, depth):
        return not self.is_minimal and depth < DEPTH and self.random.random() < 0.6

    def _array(self, schema, depth):
        fixed = schema.get("prefixItems", [])
        least = max(schema.get("minItems", 0), len(fixed))
        most = least if self.is_minimal or depth >= DEPTH else min(schema.get("maxItems", least + 3), least + 3)
        least = min(max(least, self.fewest), most)
        result = [self.value(part, depth + 1) for part in fixed]
        count = self.random.randint(least, most) if most > least else least
        attempts = 0
        while len(result) < count and attempts < 50:
            attempts += 1
            item = self.value(schema.get("items", {}), depth + 1)
            if not schema.get("uniqueItems") or item not in result:
                result.append(item)
            elif self.is_minimal:
                self.random = random.Random(attempts)
        return result

    def _string(self, schema, depth):
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        if "pattern" in schema:
            return self._matching(schema["pattern"], least, most)
        found = FORMATS.get("byte" if schema.get("contentEncoding") == "base64" else schema.get("format"))
        if found:
            return self.random.choice(found)
        text = "text" if self.is_minimal else self.random.choice(self.texts)
        if len(text) < least:
            text += "x" * (least - len(text))
        return text if most is None else text[:most]

    def _matching(self, pattern, least, most):
        for attempt in range(40):
            try:
                text = _Match(self.random, least if attempt else 1).text(pattern)
            except re.error as error:
                raise Unsupported(f"the pattern {pattern}: {error}") from error
            if least <= len(text) and (most is None or len(text) <= most):
                return text
        return text

    def _integer(self, schema, depth):
        least, most = _bounds(schema, 1)
        step = schema.get("multipleOf", 1)
        if least is None and most is None:
            least, most = (1, 1) if self.is_minimal else (-1000, 1000)
        least = most - 1000 if least is None else least
        most = least + 1000 if most is None else most
        found = int(least) if self.is_minimal else self.random.randint(int(least), int(most))
        return int(-(-found // step) * step)

    def _number(self, schema, depth):
        least, most = _bounds(schema, 0.5)
        if least is None and most is None:
            least, most = (1.5, 1.5) if self.is_minimal else (-1000, 1000)
        least = most - 1000 if least is None else least
        most = least + 1000 if most is None else most
        found = least if self.is_minimal else round(self.random.uniform(least, most), 3)
        step = schema.get("multipleOf")
        return found if step is None else round(round(found / step) * step, 6)

    # A value at keys below a schema.

    def _placed(self, schema, steps, value):
        if not steps:
            return value
        schema = self.document.resolved(schema)
        key = steps[0]
        if key in ("items", "additionalProperties"):
            inner = self._placed(schema[key], steps[1:], value)
            if key == "items":
                return [inner] * max(schema.get("minItems", 1), 1)
            base = self.value(schema)
            return {**(base if isinstance(base, dict) else {}), "key": inner}
        inner = self._placed(schema[key][steps[1]], steps[2:], value)
        if key == "properties":
            base = self.value(schema)
            return {**(base if isinstance(base, dict) else {}), steps[1]: inner}
        if key == "prefixItems":
            base = self.value(schema)
            return base[:steps[1]] + [inner] + base[steps[1] + 1:]
        if key not in ("allOf", "oneOf", "anyOf") or not isinstance(inner, dict):
            return inner
        rest = schema if key == "allOf" else {name: part for name, part in schema.items() if name != key}
        base = self.value(rest)
        return _overlaid(base if isinstance(base, dict) else {}, inner)


class _First(random.Random):
    """Takes the first of everything."""

    def choice(self, found):
        return found[0]

    def randint(self, least, most):
        return least

    def random(self):
        return 0.0


def _overlaid(base, other):
    result = dict(base)
    for name, value in other.items():
        both = isinstance(value, dict) and isinstance(result.get(name), dict)
        result[name] = _overlaid(result[name], value) if both else value
    return result


def _bounds(schema, step):
    """The least and the greatest number, of which OpenAPI 3.0 has `exclusive` as a flag."""
    least, most = schema.get("minimum"), schema.get("maximum")
    below, above = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if below is True:
        least += step
    elif below not in (None, False):
        least = below + step
    if above is True:
        most -= step
    elif above not in (None, False):
        most = above - step
    return least, most


def _tagged(chosen, alternative, discriminator):
    """What a discriminator says of the alternative that was chosen."""
    name, reference = discriminator.get("propertyName"), chosen.get("$ref")
    member = alternative.get("properties", {}).get(name, {})
    if not name or not reference or "const" in member or len(member.get("enum", [])) == 1:
        return {}
    schema = reference.rpartition("/")[2]
    tags = [tag for tag, target in (discriminator.get("mapping") or {}).items() if target in (reference, schema)]
    return {"properties": {name: {"const": tags[0] if tags else schema}}, "required": [name]}


def _merged(first, second):
    """What two schemas say together, as far as it can be said by one."""
    if not first or not second:
        return first or second
    result = {**first, **second}
    if "properties" in first and "properties" in second:
        both = dict(first["properties"])
        for name, part in second["properties"].items():
            both[name] = {"allOf": [both[name], part]} if name in both and both[name] != part else part
        result["properties"] = both
    if "required" in first and "required" in second:
        result["required"] = list(dict.fromkeys([*first["required"], *second["required"]]))
    if "enum" in first and "enum" in second:
        result["enum"] = [value for value in first["enum"] if value in second["enum"]]
    if "type" in first and "type" in second:
        result["type"] = _common(first["type"], second["type"])
    for key, pick in (("minimum", max), ("minLength", max), ("minItems", max), ("maximum", min), ("maxLength", min), ("maxItems", min)):
        if key in first and key in second:
            result[key] = pick(first[key], second[key])
    return result


def _common(first, second):
    lists = [kind if isinstance(kind, list) else [kind] for kind in (first, second)]
    both = [kind for kind in lists[0] if kind in lists[1]]
    if not both and {"integer", "number"} <= {*lists[0], *lists[1]}:
        both = ["integer"]
    return (both[0] if len(both) == 1 else both) or second


class _Match:
    """Writes a text that matches a regular expression."""

    def __init__(self, source, least):
        self.random = source
        self.least = least

    def text(self, pattern):
        return "".join(map(self._piece, sre_parse.parse(pattern)))

    def _pieces(self, pieces):
        return "".join(map(self._piece, pieces))

    def _piece(self, piece):
        kind, what = str(piece[0]), piece[1]
        if kind == "LITERAL":
            return chr(what)
        if kind == "NOT_LITERAL":
            return "b" if what == ord("a") else "a"
        if kind == "ANY":
            return self.random.choice("abc")
        if kind == "IN":
            return self.random.choice(self._characters(what))
        if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, inner = what
            count = min(max(least, min(self.least, 64)), int(most))
            return "".join(self._pieces(inner) for _ in range(count))
        if kind == "SUBPATTERN":
            return self._pieces(what[-1])
        if kind == "BRANCH":
            return self._pieces(self.random.choice(what[1]))
        return ""

    def _characters(self, items):
        found, is_negated = "", False
        for kind, what in items:
            kind = str(kind)
            if kind == "NEGATE":
                is_negated = True
            elif kind == "LITERAL":
                found += chr(what)
            elif kind == "RANGE":
                found += "".join(map(chr, range(what[0], min(what[1], what[0] + 200) + 1)))
            elif kind == "CATEGORY":
                found += {"CATEGORY_DIGIT": string.digits, "CATEGORY_SPACE": " "}.get(
                    str(what), string.ascii_letters + string.digits)
        if not is_negated:
            return found
        return [each for each in string.ascii_letters + string.digits + "-_ " if each not in found]
