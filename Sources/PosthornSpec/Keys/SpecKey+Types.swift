/// The keys of fields and types.
extension SpecKey {
    static let fields: [SpecKey] = [
        SpecKey(
            "type", in: [.field, .member, .position, .queryField, .variable], .type,
            "The type: `String`, `[Order]`, `a | b`, an object or another form.", without: nil,
            example: "type: String", page: "Field"),
        SpecKey(
            "type", in: [.pathParameter], .type, "The type of the parameter.",
            without: "as the path says", example: "type: Int", page: "Parameters"),
        SpecKey(
            "name", in: [.field, .member, .position, .queryField, .flag, .pathParameter], .name,
            "The name in Swift.", without: "the lowerCamelCase of the name on the wire",
            example: "name: userID", page: "Field"),
        SpecKey(
            "doc", in: [.field, .member, .position, .queryField, .variable, .flag, .pathParameter],
            .text,
            "What the value means.",
            without: "none", example: "doc: How many there are.", page: "Field"),
        SpecKey(
            "default", in: [.field, .member, .position, .queryField, .variable], .present,
            "The value that is used when none is given.",
            without: "the value is required", example: "default: 1", page: "Default"),
        SpecKey(
            "example", in: [.field, .member, .position, .queryField, .variable, .pathParameter],
            .anything,
            "A sample value.",
            without: "none", example: "example: 42", page: "Field"),
        SpecKey(
            "deprecated", in: [.field, .member, .position, .queryField, .flag, .pathParameter],
            .oneOf([.truth(true), .string]),
            "`true`, or what to use instead.", without: "not deprecated",
            example: "deprecated: Use total.", page: "Field"),
        SpecKey(
            "length", in: [.field, .member, .position, .queryField, .pathParameter], .bounds,
            "How long a text or list may be. Checked before anything is sent.", without: "any",
            example: "length: 1...64", page: "Limits"),
        SpecKey(
            "range", in: [.field, .member, .position, .queryField, .pathParameter], .bounds,
            "Between which numbers the value lies. Checked before anything is sent.",
            without: "any", example: "range: 0...100", page: "Limits"),
        SpecKey(
            "pattern", in: [.field, .member, .position, .queryField, .variable, .pathParameter],
            .regex,
            "The regular expression that a text matches. Checked before anything is sent.",
            without: "any", example: #"pattern: "^[a-z]+$""#, page: "Limits"),
        SpecKey(
            "sealed", in: [.field, .member, .queryField], .truth(true),
            "The endpoint's cipher seals only this field of a JSON body.", without: "not sealed",
            example: "sealed: true", page: "Sealed"),
        SpecKey(
            "secret", in: [.field, .member, .queryField], .truth(true),
            "Printed values, logs and recordings hide the value.", without: "shown",
            example: "secret: true", page: "Field"),
        SpecKey(
            "at", in: [.member], .nestedPath,
            "The path of a member that is found deeper; the key of the field gives its name in Swift.",
            without: "a member of the object itself", example: "at: metadata.name", page: "Field"),
        SpecKey(
            "lossy", in: [.member], .truth(true),
            "Elements of a response that can't be read are left out and reported to observers.",
            without: "they are errors", example: "lossy: true", page: "Collections"),
        SpecKey(
            "readOnly", in: [.member], .truth(true),
            "Only the server sets the member; it is never sent.", without: "sent and read",
            example: "readOnly: true", page: "Field"),
        SpecKey(
            "writeOnly", in: [.member], .truth(true),
            "Only requests have the member; it is not read from a response.",
            without: "sent and read", example: "writeOnly: true", page: "Field"),
        SpecKey(
            "const", in: [.constant], .text,
            "A text, number or Boolean that every request sends, or every value of an object has.",
            without: nil, example: "const: web", page: "Const"),
        SpecKey(
            "flag", in: [.flag], .truth(true),
            "A key of the query without a value, in every request; after a name with `?`, if the argument is true.",
            without: nil, example: "flag: true", page: "Parameters"),
    ]

    static let types: [SpecKey] = [
        SpecKey(
            "enum", in: [.enumeration],
            .oneOf([.map(.string, .rawValue, least: 1), .list(.rawValue)]),
            "The Swift names with their values on the wire, or a list of values that are names.",
            without: nil, example: "enum: { low: 1, high: 2 }", page: "Enum"),
        SpecKey(
            "open", in: [.enumeration], .bool,
            "Whether a value that is not listed decodes to `.unknown`.", without: "`true`",
            example: "open: false", page: "Enum"),
        SpecKey(
            "docs", in: [.enumeration], .map(.string, .text, least: 1),
            "The documentation of values, by their Swift names or by the values.", without: "none",
            example: "docs: { low: Hardly to be heard. }", page: "Enum"),
        SpecKey(
            "oneOf", in: [.union],
            .oneOf([
                .map(.string, .oneOf([.type, .group(.unionCase)]), least: 2),
                .list(.type, least: 2),
            ]), "The cases with their types, or without `by` a list of types.", without: nil,
            example: "oneOf: { card: Card, bank: Bank }", page: "OneOf"),
        SpecKey(
            "type", in: [.unionCase], .type, "The type of the case.", without: nil,
            example: "type: Card", page: "OneOf"),
        SpecKey(
            "name", in: [.unionCase], .name, "The name of the case in Swift.",
            without: "the lowerCamelCase of the value", example: "name: card", page: "OneOf"),
        SpecKey(
            "by", in: [.union], .text, "The field that tells the case.",
            without: "the first that can be read", example: "by: kind", page: "OneOf"),
        SpecKey(
            "byEvent", in: [.union], .truth(true),
            "The name of a server-sent event tells the case.", without: "a member or the value",
            example: "byEvent: true", page: "OneOf", excludes: ["by"]),
        SpecKey(
            "open", in: [.union], .bool, "Whether another value becomes `.unknown`.",
            without: "`true`", example: "open: false", page: "OneOf"),
        SpecKey(
            "malformed", in: [.union], .words(["keep"]),
            "`keep` if a value of a listed type that can't be read becomes `.malformed`.",
            without: "it is an error", example: "malformed: keep", page: "OneOf"),
        SpecKey(
            "includes", in: [.union], .list(.string),
            "The objects whose members all types include, readable on the union.",
            without: "none", example: "includes: [EventHead]", page: "OneOf"),
        SpecKey(
            "wraps", in: [.wrapper], .type, "The type on the wire.", without: nil,
            example: "wraps: String", page: "Wraps"),
        SpecKey(
            "swift", in: [.foreign], .foreignName, "A `Codable` type of your own.", without: nil,
            example: "swift: Money.Amount", page: "Swift"),
        SpecKey(
            "import", in: [.foreign], .string, "The module that has the type.",
            without: "the module with the specs", example: "import: Money", page: "Swift"),
        SpecKey(
            "fields", in: [.object], .map(.string, .field(.member)),
            "The fields by their names on the wire, which may be those of keys.", without: nil,
            example: "fields: { type: String }", page: "Object"),
        SpecKey(
            "fields", in: [.body], .parameters(.field),
            "The fields by their names on the wire, which may be those of keys.", without: nil,
            example: "fields: { type: String }", page: "Body"),
        SpecKey(
            "includes", in: [.object, .body, .shortObject], .list(.string, least: 0),
            "Objects whose fields are part of this one.", without: "none",
            example: "includes: [Timestamps]", page: "Includes"),
        SpecKey(
            "others", in: [.object], .oneOf([.type, .group(.others)]),
            "The type of the members that the spec does not name; they are kept and written back.",
            without: "other members are ignored", example: "others: JSON", page: "Object"),
        SpecKey(
            "type", in: [.others], .type, "The type of each member.", without: nil,
            example: "type: JSON", page: "Object"),
        SpecKey(
            "name", in: [.others], .name, "The name of the property in Swift.",
            without: "`others`", example: "name: extras", page: "Object"),
        SpecKey(
            "doc", in: [.others], .text, "What the members are.", without: "none",
            example: "doc: What extensions add.", page: "Object"),
        SpecKey(
            "tuple", in: [.tuple],
            .oneOf([.map(.string, .field(.position), least: 1), .list(.field(.position))]),
            "The types of an array's positions, with or without names.", without: nil,
            example: "tuple: { time: Double, value: String }", page: "Tuple"),
        SpecKey(
            "rest", in: [.tuple], .oneOf([.type, .group(.rest)]),
            "The type of the elements after the last position.",
            without: "other elements are ignored", example: "rest: JSON", page: "Tuple"),
        SpecKey(
            "type", in: [.rest], .type, "The type of each element.", without: nil,
            example: "type: JSON", page: "Tuple"),
        SpecKey(
            "name", in: [.rest], .name, "The name of the property in Swift.",
            without: "`rest`", example: "name: more", page: "Tuple"),
        SpecKey(
            "doc", in: [.rest], .text, "What the elements are.", without: "none",
            example: "doc: What later versions add.", page: "Tuple"),
        SpecKey(
            "doc", in: [.declaration], .text, "What the type is.", without: "none",
            example: "doc: How loud it is.", page: "Enum"),
        SpecKey(
            "deprecated", in: [.declaration], .oneOf([.truth(true), .string]),
            "`true`, or what to use instead.", without: "not deprecated",
            example: "deprecated: Use a node.", page: "Object"),
    ]
}
