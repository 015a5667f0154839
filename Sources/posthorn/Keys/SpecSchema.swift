internal import PosthornSpec

/// The JSON Schema of a spec file, for editors.
enum SpecSchema {
    static var json: JSONText {
        var definitions: JSONText = [:]
        for place in KeyPlace.allCases where !place.isPartOfType {
            definitions.add(place.definition, group(place, type: "object"))
        }
        for place in [KeyPlace.field, .member, .position, .queryField, .variable] {
            definitions.add(place.definition + "Value", value(place))
        }
        definitions.add("type", type)
        definitions.add("typeText", typeText)
        definitions.add("typeList", typeList)
        definitions.add("declaration", declaration)
        let head: JSONText = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Posthorn endpoint spec",
            "description":
                "A file of a folder that describes a service. Exactly one file of a folder has `service`.",
        ]
        var file = head.joined(with: group(.file, type: ["object", "null"]))
        file.add("$defs", definitions)
        return file
    }

    /// Returns the schema of a group of keys.
    ///
    /// - Parameter others: Keys of another place that are valid in the group.
    private static func group(
        _ place: KeyPlace, beside others: [SpecKey] = [], type: JSONText
    ) -> JSONText {
        let rows = place.rows + others
        var properties: JSONText = [:]
        for row in rows {
            for name in row.names { properties.add(name, property(row)) }
        }
        let rules = rules(place.rows, place.keys)
        var group: JSONText = ["type": type, "additionalProperties": false]
        if place.isNeverEmpty { group.add("minProperties", 1) }
        group.add("properties", properties)
        if place == .endpoint {
            group.add("patternProperties", [otherMethod: schema(.path)])
        }
        if !rules.isEmpty { group.add("allOf", .list(rules)) }
        return group
    }

    /// The pattern of the methods without a row of the table.
    private static let otherMethod = "^(?!(?:TRACE|CONNECT)$)[A-Z][A-Z0-9-]+$"

    private static func property(_ row: SpecKey) -> JSONText {
        var property = schema(row.form)
        var text = row.summary
        if let absence = row.absence, absence != "none" { text += " Default: \(absence)." }
        property.add("description", .text(text))
        return property
    }

    /// Returns which keys have to stand together, and which cannot.
    private static func rules(_ rows: [SpecKey], _ keys: [String]) -> [JSONText] {
        var rules: [JSONText] = []
        var seen: Set<Set<String>> = []
        for row in rows where row.absence == nil {
            let alternatives = Set(row.names + row.excludes)
            guard seen.insert(alternatives).inserted else { continue }
            var list = keys.filter { alternatives.contains($0) }.map { required($0) }
            if alternatives.contains("GET") {
                let listed: JSONText = ["not": ["anyOf": .list(list)]]
                let none: JSONText = ["propertyNames": ["not": ["pattern": .text(otherMethod)]]]
                list.append(["allOf": [listed, ["not": none]]])
            }
            rules.append(list.count == 1 ? list[0] : ["oneOf": .list(list)])
        }
        for row in rows where row.absence != nil {
            for key in row.names {
                for other in row.excludes where other != key && seen.insert([key, other]).inserted {
                    rules.append(["not": required(key, other)])
                }
            }
        }
        for row in rows where !row.needs.isEmpty {
            for key in row.names {
                let needed = JSONText.list(row.needs.map { required($0) })
                rules.append(["if": required(key), "then": ["anyOf": needed]])
            }
        }
        return rules
    }

    private static func required(_ keys: String...) -> JSONText {
        ["required": .list(keys.map { JSONText.text($0) })]
    }

    private static func schema(_ form: KeyForm) -> JSONText {
        var schema: JSONText = [:]
        switch form {
        case .scalar(_, let kinds, let pattern):
            let types = kinds.map { JSONText.text($0.rawValue) }
            if !types.isEmpty { schema.add("type", .list(types)) }
            if let pattern { schema.add("pattern", .text(pattern)) }
        case .number(_, let range):
            schema.add("type", "integer")
            schema.add("minimum", .number(range.lowerBound))
            schema.add("maximum", .number(range.upperBound))
        case .words(let words): schema.add("enum", .list(words.map { JSONText.text($0) }))
        case .truth(let truth): schema.add("const", .truth(truth))
        case .nothing: schema.add("type", "null")
        case .list(let item, let least, let isUnique):
            schema.add("type", "array")
            schema.add("items", self.schema(item))
            if least > 0 { schema.add("minItems", .number(least)) }
            if isUnique { schema.add("uniqueItems", true) }
        case .map(let name, let value, let least, let beside):
            var pattern: String?
            if case .scalar(_, _, let found) = name { pattern = found }
            return map(self.schema(value), named: pattern, least: least, beside: beside)
        case .group(let place): return reference(place.definition)
        case .oneOf(let forms):
            schema.add("anyOf", .list(forms.map { form in self.schema(form) }))
        case .type(let hasForms):
            if hasForms { return reference("type") }
            schema.add("anyOf", .list([reference("typeText"), reference("typeList")]))
        case .declaration: return reference("declaration")
        case .field(let place): return reference(place.definition + "Value")
        }
        return schema
    }

    private static func map(
        _ value: JSONText, named pattern: String? = nil, least: Int = 0, beside: KeyPlace?
    ) -> JSONText {
        var map: JSONText = ["type": "object"]
        if let pattern { map.add("propertyNames", ["pattern": .text(pattern)]) }
        if least > 0 { map.add("minProperties", .number(least)) }
        if let beside {
            // A field can have the name of such a key. With a group under `fields`, the object is not short.
            let isField = JSONText.list([value, ["not": ["type": "object"]]])
            var properties: JSONText = ["fields": ["allOf": isField]]
            for row in beside.rows {
                for name in row.names {
                    properties.add(name, ["anyOf": .list([property(row), value])])
                }
            }
            map.add("properties", properties)
        }
        map.add("additionalProperties", value)
        return map
    }

    /// Returns the schema of a field, whose long form has the key `type`.
    private static func value(_ place: KeyPlace) -> JSONText {
        // With a type under another key, `type` is a field of an object.
        var keys: JSONText = [:]
        for key in place.keys { keys.add(key, true) }
        let others: JSONText = [
            "not": ["type": "string", "pattern": "^[A-Z][A-Za-z0-9]*[?]?$"]
        ]
        let short = forms(beside: place.rows.filter { $0.names != ["type"] })
        // Where a request sends the field, its place lists the constant itself.
        let constant = place == .member ? [reference("constant")] : []
        return [
            "description": "`Type`, `Type = default`, or the long form with `type`.",
            "if": [
                "type": "object", "required": ["type"], "properties": keys,
                "additionalProperties": others,
            ],
            "then": reference(place.definition),
            "else": [
                "anyOf": .list(constant + [reference("typeText"), reference("typeList"), short])
            ],
        ]
    }

    /// Returns the schema of a type in a group of keys.
    private static func forms(beside others: [SpecKey] = []) -> JSONText {
        let forms = KeyPlace.forms
        return [
            "type": "object",
            "if": ["anyOf": .list(forms.map { form in isForm(form) })],
            "then": [
                "anyOf": .list(forms.map { form in group(form, beside: others, type: "object") })
            ],
            "else": map(reference("memberValue"), beside: .shortObject),
        ]
    }

    /// Returns the condition under which a group of keys has a form, and not a field of the name of its key.
    private static func isForm(_ place: KeyPlace) -> JSONText {
        let key = place.keys[0]
        var condition = required(key)
        var properties: JSONText = [:]
        switch place.rows[0].form {
        case .map: properties.add(key, ["type": "object"])
        case .oneOf where place == .tuple:
            // A list of one type is a field.
            properties.add(
                key, ["anyOf": [["type": "object"], ["type": "array", "minItems": 2]]])
        case .oneOf:
            properties.add(key, ["not": ["type": "string", "pattern": "^[A-Z][A-Za-z0-9]*$"]])
        default: return condition
        }
        condition.add("properties", properties)
        return condition
    }

    private static var type: JSONText {
        ["anyOf": .list([reference("typeText"), reference("typeList"), forms()])]
    }

    private static var declaration: JSONText {
        let open: JSONText = [
            "type": ["string", "number", "boolean"], "pattern": "\\|",
            "description": "An open enum, as in `pending | paid`.",
        ]
        return ["anyOf": .list([open, forms(beside: KeyPlace.declaration.rows)])]
    }

    private static var typeText: JSONText {
        [
            "type": ["string", "number", "boolean"], "minLength": 1,
            "description":
                "A type, as in `String`, `Date(unix)`, `Order?` or `a | b`; after a name also with `= default`.",
        ]
    }

    private static var typeList: JSONText {
        let map: JSONText = [
            "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
            "properties": ["String": reference("type")],
        ]
        // Other maps than those of texts are refused.
        var form = forms()
        form.add("not", ["maxProperties": 1, "propertyNames": ["pattern": "^[A-Z]"]])
        let items = JSONText.list([reference("typeText"), reference("typeList"), map, form])
        return [
            "type": "array", "minItems": 1, "maxItems": 1,
            "description": "`[T]`, or `[String: T]`.", "items": ["anyOf": items],
        ]
    }

    private static func reference(_ name: String) -> JSONText {
        ["$ref": .text("#/$defs/\(name)")]
    }
}

extension KeyPlace {
    fileprivate var definition: String { "\(self)" }

    /// Whether the keys are those of a form of a type, which have no definition of their own.
    fileprivate var isPartOfType: Bool {
        self == .file || self == .declaration || self == .shortObject || Self.forms.contains(self)
    }
}
