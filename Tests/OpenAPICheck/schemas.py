"""Random schemas, each from a seed of its own, in a document of OpenAPI 3.1."""

import random

NAMES = ["id", "name", "end_time", "$filter", "class", "größe", "with space", "x-1", "self", "Type", "is_on", "2nd", "items[]"]


class Schemas:
    """Makes the schemas of one case: its own, and those that it refers to."""

    def __init__(self, seed, number):
        self.random = random.Random(f"{seed} {number}")
        self.name = f"Case{number}"
        self.components = {}
        # Whether a model keeps all members. Of a union, it is the first type that fits.
        self.is_exact = True

    def case(self):
        self.components[self.name] = {
            "type": "object", "required": ["value"], "properties": {"value": self.schema(0)}}
        return self.components

    def schema(self, depth):
        scalars = [self.text, self.enum, self.whole, self.decimal, self.truth, self.formatted]
        others = [self.list, self.map, self.object, self.reference, self.union, self.tagged, self.nullable, self.joined,
                  self.recursive, self.scalars, self.several, self.tuple, self.free, self.alike]
        # The outermost schemas are rarely scalars, and the innermost ones always.
        chosen = scalars if depth > 3 or depth and self.random.random() < 0.5 else others
        return self.random.choice(chosen)(depth)

    def component(self, schema):
        name = f"{self.name}Part{len(self.components)}"
        self.components[name] = schema
        return {"$ref": f"#/components/schemas/{name}"}

    def chance(self, of):
        return self.random.random() < of

    # Scalars.

    def text(self, depth):
        return self.random.choice([
            {"type": "string"}, {"type": "string", "minLength": 2, "maxLength": 5},
            {"type": "string", "pattern": "^[a-z]{2,4}-[0-9]+$"}])

    def enum(self, depth):
        return self.random.choice([
            {"type": "string", "enum": ["red", "dark blue", "NONE", "1.0", ""]},
            {"type": "integer", "enum": [1, 2, 40]}, {"const": "fixed"},
            {"type": "string", "enum": ["only"]}, {"type": ["string", "null"], "enum": ["on", "off", None]},
            {"const": 3}, {"type": "boolean", "const": True}, {"type": "number", "enum": [0.5, 2, -1]}])

    def whole(self, depth):
        return self.random.choice([
            {"type": "integer"}, {"type": "integer", "format": "int32"}, {"type": "integer", "format": "int64"},
            {"type": "integer", "minimum": -3, "exclusiveMaximum": 10},
            {"type": "integer", "format": "int64", "minimum": 2**63 - 2, "maximum": 2**63 - 1}])

    def decimal(self, depth):
        return self.random.choice([
            {"type": "number"}, {"type": "number", "format": "double"}, {"type": "number", "minimum": 0, "maximum": 1}])

    def truth(self, depth):
        return {"type": "boolean"}

    def formatted(self, depth):
        return {"type": "string", "format": self.random.choice(["date", "date-time", "uuid", "uri", "byte", "email"])}

    # Others.

    def nullable(self, depth):
        schema = self.schema(depth + 1)
        if isinstance(schema.get("type"), str) and "enum" not in schema and self.chance(0.5):
            return {**schema, "type": [schema["type"], "null"]}
        return {self.random.choice(["anyOf", "oneOf"]): [schema, {"type": "null"}]}

    def list(self, depth):
        return {"type": "array", "items": self.schema(depth + 1), "minItems": self.random.choice([0, 0, 1])}

    def map(self, depth):
        return {"type": "object", "additionalProperties": self.schema(depth + 1)}

    def members(self, depth, names):
        names = self.random.sample(names, self.random.randint(1, 5))
        required = [name for name in names if self.chance(0.5)]
        return {"type": "object", "properties": {name: self.schema(depth + 1) for name in names},
                **({"required": required} if required else {})}

    def object(self, depth):
        schema = self.members(depth, NAMES)
        if self.chance(0.3):
            schema["additionalProperties"] = self.random.choice([False, {"type": "integer"}, {"type": "string"}])
        return schema

    def reference(self, depth):
        return self.component(self.schema(depth + 1))

    def joined(self, depth):
        half = len(NAMES) // 2
        first, second = self.members(depth, NAMES[:half]), self.members(depth, NAMES[half:])
        return {"allOf": [self.component(first), second]}

    def scalars(self, depth):
        """A text or a number, perhaps as a list."""
        one = {"type": self.random.choice(["string", "boolean"])}
        other = self.random.choice([{"type": "integer"}, {"type": "array", "items": {"type": "string"}}])
        return {self.random.choice(["oneOf", "anyOf"]): [one, other]}

    def several(self, depth):
        kinds = self.random.sample(["string", "integer", "boolean", "null"], 2)
        return {"type": kinds}

    def tuple(self, depth):
        parts = [self.schema(depth + 1) for _ in range(self.random.randint(1, 3))]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts), "maxItems": len(parts)}

    def free(self, depth):
        return self.random.choice([{}, {"type": "object"}, {"type": "array", "items": {}}])

    def alike(self, depth):
        """Objects that only what they require tells apart, or nothing."""
        self.is_exact = False
        first, second = self.members(depth, NAMES), self.members(depth, NAMES)
        for name in set(first["properties"]) & set(second["properties"]):
            second["properties"][name] = first["properties"][name]
        return {"anyOf": [self.component(first), self.component(second)]}

    def union(self, depth):
        """Objects that a constant or a member of one of them tells apart."""
        if self.chance(0.5):
            return {"oneOf": [self.component(self.tag(depth, "kind", name)) for name in ("a", "b", "c")]}
        first, second = self.members(depth, NAMES[:6]), self.members(depth, NAMES[6:])
        for part in (first, second):
            part["required"] = list(part["properties"])
            part["additionalProperties"] = False
        return {"oneOf": [self.component(first), self.component(second)]}

    def tag(self, depth, key, name):
        schema = self.members(depth, NAMES)
        schema["properties"] = {key: {"type": "string", "const": name}, **schema["properties"]}
        schema["required"] = [key, *schema.get("required", [])]
        return schema

    def tagged(self, depth):
        references = {name: self.component(self.tag(depth, "kind", name)) for name in ("cat", "dog")}
        mapping = {name: reference["$ref"] for name, reference in references.items()}
        return {"oneOf": list(references.values()), "discriminator": {"propertyName": "kind", "mapping": mapping}}

    def recursive(self, depth):
        schema = self.members(depth, NAMES)
        reference = self.component(schema)
        inner = self.random.choice([reference, {"type": "array", "items": reference}])
        schema["properties"]["next"] = inner
        return reference


def is_exact(seed, number):
    """Whether the model of a case keeps all members."""
    schemas = Schemas(seed, number)
    schemas.case()
    return schemas.is_exact


def document(seed, count):
    """A document with a case for each number, which an operation takes and returns."""
    schemas, paths = {}, {}
    for number in range(count):
        schemas |= Schemas(seed, number).case()
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/Case{number}"}}}
        paths[f"/cases/{number}"] = {"post": {
            "operationId": f"sendCase{number}", "requestBody": {"required": True, "content": content},
            "responses": {"200": {"description": "The same.", "content": content}},
        }}
    return {"openapi": "3.1.0", "info": {"title": "Cases", "version": "1"}, "paths": paths,
            "components": {"schemas": schemas}}
